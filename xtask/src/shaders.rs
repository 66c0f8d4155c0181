//! GLSL and SPIR-V assembly in the folders named `shaders`, compiled to SPIR-V that lies beside it and is checked in.
//!
//! `x.mesh` becomes `x.mesh.spv`, `x.spvasm` becomes `x.spvasm.spv`; files that end in `.glsl` are only included. In folders named
//! `corpus` a stage's GLSL is named after it, and `vert.glsl` becomes `vert.spv`. The
//! compilers are Debian's glslang and spirv-as, so that every machine writes the same bytes.

use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::process;
use crate::progress::{self, Progress};
use crate::tools::Tools;
use crate::workspace::Workspace;

const STAGES: [&str; 5] = ["task", "mesh", "vert", "frag", "comp"];
const ASSEMBLY: &str = "spvasm";

const CORPUS_SOURCE: &str = "glsl";
const CORPUS_STAGES: [&str; 3] = ["vert", "geom", "frag"];

/// SPIR-V 1.5: mesh shaders need 1.4, and a Vulkan 1.2 device takes no later one.
const TARGET: &str = "vulkan1.2";
const TARGET_SPIRV: &str = "spv1.5";

/// Compiles every shader; with `check` nothing is written and a file that differs is an error.
pub fn compile(workspace: &Workspace, tools: &Tools, progress: &Progress, check: bool) -> Result<()> {
    let files = files(workspace)?;
    let step = if check { "comparing shaders" } else { "compiling shaders" };
    progress.step(step, |bar| {
        progress::fill_to(bar, files.sources.len() as u64);
        let scratch = workspace.target.join("shaders");
        std::fs::create_dir_all(&scratch).map_err(Error::file(&scratch))?;
        for source in &files.sources {
            bar.set_message(workspace.relative(source).to_string());
            compile_one(source, &scratch.join("compiled.spv"), tools, check)?;
            bar.inc(1);
        }
        match files.orphans.first() {
            Some(path) if check => Err(out_of_date(path)),
            _ => files.orphans.iter().try_for_each(|path| std::fs::remove_file(path).map_err(Error::file(path))),
        }
    })
}

/// Compiles a source, through a file at `scratch`.
pub fn compile_one(source: &Path, scratch: &Path, tools: &Tools, check: bool) -> Result<()> {
    let step = format!("compiling {}", source.display());
    let extension = source.extension().unwrap_or_default();
    let mut compiler = if extension == ASSEMBLY {
        let mut assembler = tools.command("spirv-as");
        assembler.args(["--target-env", TARGET_SPIRV]);
        assembler
    } else {
        let mut glslang = tools.command("glslangValidator");
        // No debug information: it would name this machine's folders.
        glslang.args(["--quiet", "-V", "--target-env", TARGET, "-g0"]);
        if extension == CORPUS_SOURCE {
            glslang.arg("-S").arg(source.file_stem().unwrap_or_default());
        }
        glslang
    };
    process::output(&step, compiler.arg("-o").arg(scratch).arg(source))?;
    process::output(&step, tools.command("spirv-val").args(["--target-env", TARGET]).arg(scratch))?;

    let compiled = std::fs::read(scratch).map_err(Error::file(scratch))?;
    let output = compiled_path(source);
    if std::fs::read(&output).is_ok_and(|present| present == compiled) {
        return Ok(());
    }
    if check {
        return Err(out_of_date(&output));
    }
    std::fs::write(&output, compiled).map_err(Error::file(&output))
}

fn out_of_date(path: &Path) -> Error {
    Error::OutOfDate { path: path.to_path_buf(), command: "cargo xtask shaders" }
}

/// Where the compiled form of a source lies.
pub fn compiled_path(source: &Path) -> PathBuf {
    if source.extension().is_some_and(|extension| extension == CORPUS_SOURCE) {
        return source.with_extension("spv");
    }
    let mut name = source.as_os_str().to_owned();
    name.push(".spv");
    name.into()
}

#[derive(Default)]
struct Files {
    sources: Vec<PathBuf>,
    /// Compiled files whose source is gone.
    orphans: Vec<PathBuf>,
}

fn files(workspace: &Workspace) -> Result<Files> {
    let mut files = Files::default();
    for folder in ["crates", "examples", "tests"].map(|name| workspace.root.join(name)) {
        if folder.exists() {
            collect(&folder, Room::Other, &mut files)?;
        }
    }
    files.sources.sort();
    Ok(files)
}

/// What the folders above a file say of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Room {
    Shaders,
    Corpus,
    Other,
}

/// Walks `folder`; files count below a folder named `shaders` or `corpus`.
fn collect(folder: &Path, room: Room, files: &mut Files) -> Result<()> {
    for entry in std::fs::read_dir(folder).map_err(Error::file(folder))? {
        let path = entry.map_err(Error::file(folder))?.path();
        let name = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        let (stem, extension) = (name(path.file_stem()), name(path.extension()));
        if path.is_dir() {
            let inner = match name(path.file_name()).as_str() {
                "shaders" => Room::Shaders,
                "corpus" => Room::Corpus,
                _ => room,
            };
            collect(&path, inner, files)?;
            continue;
        }
        let (is_source, source) = match room {
            Room::Shaders => (STAGES.contains(&extension.as_str()) || extension == ASSEMBLY, path.with_extension("")),
            Room::Corpus => {
                let is_source = extension == CORPUS_SOURCE && CORPUS_STAGES.contains(&stem.as_str());
                (is_source, path.with_extension(CORPUS_SOURCE))
            }
            Room::Other => continue,
        };
        if is_source {
            files.sources.push(path);
        } else if extension == "spv" && !source.exists() {
            files.orphans.push(path);
        }
    }
    Ok(())
}
