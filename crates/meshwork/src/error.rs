//! What can go wrong in the command, each with whose fault it is.

use std::path::PathBuf;
use std::process::ExitStatus;

use ash::vk;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A child process failed and has said why.
    #[error("a child process failed")]
    Reported,
    #[error("cannot {action} {}: {source}", path.display())]
    File { action: &'static str, path: PathBuf, source: std::io::Error },
    #[error("{} cannot be drawn: {reason}", path.display())]
    Model { path: PathBuf, reason: String },
    #[error("the mesh cannot be cut into meshlets: {source}")]
    Meshlets { source: meshopt::Error },
    #[error("cannot write the picture {}: {source}", path.display())]
    WritePicture { path: PathBuf, source: image::ImageError },
    #[error("cannot read the picture {}: {source}", path.display())]
    ReadPicture { path: PathBuf, source: image::ImageError },

    #[error("no Vulkan loader found (tried {tried}): install libvulkan1, or run 'cargo xtask tools'")]
    NoLoader { tried: String },
    #[error("driver '{driver}' not found at {}: run 'cargo xtask tools', or give the path of a driver manifest", path.display())]
    NoDriver { driver: String, path: PathBuf },
    #[error("the layer {layer} is not installed: run 'cargo xtask tools', or install your system's validation layers")]
    NoVulkanLayer { layer: String },
    #[error("Vulkan reports no device; the driver is {driver}")]
    NoDevice { driver: String },
    #[error("{device} lacks {what}; 'meshwork doctor' says what it has")]
    Lacks { device: String, what: &'static str },
    #[error("{call} failed: {result}")]
    Vulkan { call: &'static str, result: vk::Result },
    #[error("the GPU did not finish a frame within {seconds} seconds")]
    Hang { seconds: u64 },

    #[error("the layer's library is not beside the command, at {}: run 'cargo build -p VkLayer_meshwork'", path.display())]
    NoLayer { path: PathBuf },
    #[error("the layer did not start: no statistics came back; MESHWORK_LOG=debug says more")]
    LayerSilent,
    #[error("the layer did not draw by the fallback, it says '{mode}'")]
    NotFallback { mode: String },
    #[error("the process on {driver} ended without a word ({status})")]
    Crash { driver: String, status: ExitStatus },
    #[error("rendering on the path '{path}' failed ({status})")]
    Rendering { path: &'static str, status: ExitStatus },
    #[error("the validation layer reports {count} errors on the path '{path}'")]
    Validation { path: &'static str, count: usize },
    #[error("{} has {bytes} bytes, which are no dwords", path.display())]
    NotDwords { path: PathBuf, bytes: usize },
    #[error(transparent)]
    MachineCode(#[from] meshwork_rdna2::Error),
    #[error("{} is not a case of ours: {source}", path.display())]
    Guest { path: PathBuf, source: meshwork_rdna2::launch::LaunchError },
    #[error(transparent)]
    Interpret(#[from] meshwork_rdna2::interpret::Error),
    #[error("the pictures differ in size: {left:?} and {right:?}")]
    PictureSizes { left: (u32, u32), right: (u32, u32) },
    #[error("cannot start {}: {source}", program.display())]
    Start { program: PathBuf, source: std::io::Error },

    #[error("{} has none of the benchmarks and variants of this run", path.display())]
    NothingToCompare { path: PathBuf },

    #[error("no program or opcode matches what was asked for")]
    NothingToCheck,

    #[error("neither XDG_DATA_HOME nor HOME is set, so there is no folder to install to")]
    NoDataHome,
    #[error("the report cannot be written as JSON: {source}")]
    WriteJson { source: serde_json::Error },
    #[error("{} is not a SPIR-V module of this machine's byte order", path.display())]
    NotSpirv { path: PathBuf },
    #[error("{} cannot be drawn by its GLSL: {what} is not supported", case.display())]
    GuestPicture { case: PathBuf, what: String },
    #[error("an image of the program is not supported: {0}")]
    GuestImage(#[from] crate::guest::images::GuestImageError),
    #[error("no module has an entry point of a mesh shader")]
    NoMeshShader,
    #[error("two entry points for one stage: {first}, and {second}")]
    TwoEntryPoints { first: String, second: String },
    #[error(transparent)]
    Lower(#[from] meshwork_passes::Error),
    #[error("{}: {source}", path.display())]
    Module { path: PathBuf, source: meshwork_passes::ErrorKind },
    #[error(transparent)]
    Profile(#[from] meshwork_passes::subgroups::ProfileError),
    #[error("{}: {source}", path.display())]
    ProfileFile { path: PathBuf, source: meshwork_passes::subgroups::ProfileError },
    #[error(transparent)]
    Gather(#[from] meshwork_gpu::Error),
    #[error("{} is not JSON of the expected shape: {source}", path.display())]
    Json { path: PathBuf, source: serde_json::Error },
}

/// Names the Vulkan call that failed.
pub trait During<T> {
    fn during(self, call: &'static str) -> Result<T>;
}

impl<T> During<T> for std::result::Result<T, vk::Result> {
    fn during(self, call: &'static str) -> Result<T> {
        self.map_err(|result| Error::Vulkan { call, result })
    }
}

/// Names the file that failed.
pub trait OnFile<T> {
    fn on_file(self, action: &'static str, path: &std::path::Path) -> Result<T>;
}

impl<T> OnFile<T> for std::io::Result<T> {
    fn on_file(self, action: &'static str, path: &std::path::Path) -> Result<T> {
        self.map_err(|source| Error::File { action, path: path.to_owned(), source })
    }
}
