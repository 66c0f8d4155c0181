use std::fmt;

use meshwork_spirv::Id;
use meshwork_spirv::spirv::Op;

/// Why shaders were not lowered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{stage} shader: {kind}")]
pub struct Error {
    pub stage: ShaderStage,
    #[source]
    pub kind: ErrorKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShaderStage {
    Task,
    Mesh,
    Fragment,
}

impl fmt::Display for ShaderStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Task => "task",
            Self::Mesh => "mesh",
            Self::Fragment => "fragment",
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input is no module.
    #[error(transparent)]
    Module(#[from] meshwork_spirv::Error),
    /// The input is a module and breaks a rule of SPIR-V or Vulkan.
    #[error("malformed: {problem} ({id})")]
    Malformed { problem: &'static str, id: Id },
    #[error("there is no entry point called {name:?} for this stage")]
    NoEntryPoint { name: String },
    /// Meshwork does not do this.
    #[error("{feature} not supported{}", place(*.id))]
    Unsupported { feature: &'static str, id: Option<Id> },
    /// An extension of SPIR-V that no Vulkan shader may use, or that is newer than Meshwork.
    #[error("the SPIR-V extension {name} is not known")]
    UnknownExtension { name: String },
    /// The device cannot do what the shader needs once it is lowered.
    #[error("the device lacks {feature}, which the shader needs once it is lowered")]
    DeviceLacks { feature: &'static str },
    /// A barrier would have to stand where invocations of a workgroup may be apart.
    #[error(
        "Op{operation:?}{} stands in control flow that {condition} may divide a workgroup by, where waves cannot wait for each other",
        place(*.id)
    )]
    DivergentFlow { operation: Op, id: Option<Id>, condition: Id },
    #[error("{what} is {value}, and the limit {maximum}")]
    Limit { what: &'static str, value: u64, maximum: u64 },
}

fn place(id: Option<Id>) -> String {
    id.map(|id| format!(" ({id})")).unwrap_or_default()
}

impl ErrorKind {
    pub(crate) fn malformed(problem: &'static str, id: Id) -> Self {
        Self::Malformed { problem, id }
    }

    pub(crate) fn unsupported(feature: &'static str, id: impl Into<Option<Id>>) -> Self {
        Self::Unsupported { feature, id: id.into() }
    }

    pub(crate) fn at(self, stage: ShaderStage) -> Error {
        Error { stage, kind: self }
    }
}

/// An error when `value` exceeds `maximum`.
pub(crate) fn limit(what: &'static str, value: impl Into<u64>, maximum: impl Into<u64>) -> Result<(), ErrorKind> {
    let (value, maximum) = (value.into(), maximum.into());
    if value > maximum { Err(ErrorKind::Limit { what, value, maximum }) } else { Ok(()) }
}

/// Names the stage that an error belongs to.
pub(crate) trait InStage<T> {
    fn at(self, stage: ShaderStage) -> Result<T, Error>;
}

impl<T> InStage<T> for Result<T> {
    fn at(self, stage: ShaderStage) -> Result<T, Error> {
        self.map_err(|kind| kind.at(stage))
    }
}

pub(crate) type Result<T, E = ErrorKind> = std::result::Result<T, E>;
