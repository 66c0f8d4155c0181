//! `cargo xtask ngg-corpus`: primitive shaders as RADV compiles them, for the tests of `meshwork-rdna2`.
//!
//! `crates/meshwork-rdna2/corpus` has a folder for each case: GLSL, SPIR-V compiled of it, and the state of its pipeline, `pipe.json`. Written beside them is,
//! for each variant that differs from those before it, a folder with
//!
//! - `code.bin`: little-endian dwords, the program, its end markers, constants if there are any;
//! - `code.s`: the driver's disassembly, the place of each instruction in dwords before it;
//! - `meta.json`: wave size, registers at entry, local memory, exports, geometry shader.
//!
//! RADV needs no hardware for it (`RADV_FORCE_FAMILY`); it reads its flags when an instance is made, so each pipeline is compiled by
//! a process of its own.

mod assembly;
mod case;
mod compile;
mod meta;

use std::path::{Path, PathBuf};

use ash::vk;

use crate::error::{Error, Result};
use crate::process;
use crate::progress::{self, Progress};
use crate::shaders;
use crate::tools::{Driver, Tools};
use crate::workspace::Workspace;

use case::Pipeline;
use compile::Compiled;

/// How a case is compiled, by name.
pub struct Variant {
    name: &'static str,
    debug: &'static str,
    performance: &'static str,
    /// Outputs and inputs stay those of the GLSL (`VK_PIPELINE_CREATE_DISABLE_OPTIMIZATION_BIT`).
    unlinked: bool,
}

/// RADV's default comes first: waves of 64 lanes, culling in the shader where it can.
const VARIANTS: [Variant; 5] = [
    Variant { name: "w64", debug: "", performance: "", unlinked: false },
    Variant { name: "w32", debug: "", performance: "gewave32", unlinked: false },
    Variant { name: "w64-nonggc", debug: "nonggc", performance: "", unlinked: false },
    Variant { name: "w32-nonggc", debug: "nonggc", performance: "gewave32", unlinked: false },
    Variant { name: "w32-noopt", debug: "nonggc", performance: "gewave32", unlinked: true },
];

const STAGES: [(&str, vk::ShaderStageFlags); 3] = [
    ("vert", vk::ShaderStageFlags::VERTEX),
    ("geom", vk::ShaderStageFlags::GEOMETRY),
    ("frag", vk::ShaderStageFlags::FRAGMENT),
];

pub fn generate(workspace: &Workspace, tools: &Tools, progress: &Progress) -> Result<()> {
    let corpus = workspace.root.join("crates/meshwork-rdna2/corpus");
    let mut cases = folders(&corpus)?;
    cases.sort();
    let scratch = workspace.target.join("ngg-corpus.spv");
    progress.step("compiling the corpus", |bar| {
        progress::fill_to(bar, cases.len() as u64);
        for case in &cases {
            bar.set_message(case.file_name().unwrap_or_default().to_string_lossy().into_owned());
            generate_case(case, &scratch, tools)?;
            bar.inc(1);
        }
        Ok(())
    })
}

fn folders(path: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(path).map_err(Error::file(path))?;
    let paths = entries.map(|entry| Ok(entry.map_err(Error::file(path))?.path()));
    Ok(paths.collect::<Result<Vec<_>>>()?.into_iter().filter(|path| path.is_dir()).collect())
}

fn generate_case(case: &Path, scratch: &Path, tools: &Tools) -> Result<()> {
    let mut modules = Vec::new();
    for (stage, _) in STAGES {
        let source = case.join(stage).with_extension("glsl");
        if source.exists() {
            shaders::compile_one(&source, scratch, tools, false)?;
            modules.push(shaders::compiled_path(&source));
        }
    }
    let pipeline = read_pipeline(case)?;
    let mut before: Vec<Vec<u32>> = Vec::new();
    for variant in &VARIANTS {
        let folder = case.join(variant.name);
        if folder.exists() {
            std::fs::remove_dir_all(&folder).map_err(Error::file(&folder))?;
        }
        let compiled = compile_apart(case, &modules, variant, tools)?;
        let code = assembly::dwords(&compiled.assembly, case)?;
        if before.contains(&code) {
            continue;
        }
        std::fs::create_dir(&folder).map_err(Error::file(&folder))?;
        let bytes: Vec<u8> = code.iter().flat_map(|word| word.to_le_bytes()).collect();
        let write = |name: &str, bytes: &[u8]| {
            let path = folder.join(name);
            std::fs::write(&path, bytes).map_err(Error::file(&path))
        };
        write("code.bin", &bytes)?;
        write("code.s", assembly::listing(&compiled.assembly).as_bytes())?;
        write("meta.json", meta::describe(case, variant, &pipeline, &compiled, &code).as_bytes())?;
        before.push(code);
    }
    Ok(())
}

fn read_pipeline(case: &Path) -> Result<Pipeline> {
    let path = case.join("pipe.json");
    let text = std::fs::read_to_string(&path).map_err(Error::file(&path))?;
    serde_json::from_str(&text).map_err(|source| Error::Case { path, source })
}

/// In a process of its own, with the variant's flags.
fn compile_apart(case: &Path, modules: &[PathBuf], variant: &Variant, tools: &Tools) -> Result<Compiled> {
    let own = std::env::current_exe().map_err(Error::file(Path::new("xtask")))?;
    let mut child = std::process::Command::new(own);
    child.arg("ngg-compile").arg(case).args(modules);
    if variant.unlinked {
        child.arg("--unlinked");
    }
    child.envs(tools.environment());
    child.env("VK_DRIVER_FILES", tools.manifest(Driver::Radv));
    child.envs([("RADV_FORCE_FAMILY", "NAVI21"), ("MESA_SHADER_CACHE_DISABLE", "true")]);
    child.envs([("RADV_DEBUG", variant.debug), ("RADV_PERFTEST", variant.performance)]);
    let step = format!("compiling {} as {}", case.display(), variant.name);
    let output = process::output(&step, &mut child)?;
    serde_json::from_slice(output.as_ref()).map_err(|source| Error::Answer { step, source })
}

/// The child: one pipeline, and what became of it as JSON.
pub fn compile_one(case: &Path, modules: &[PathBuf], unlinked: bool) -> Result<()> {
    let stage = |path: &PathBuf| {
        let name = path.file_stem().unwrap_or_default();
        STAGES.into_iter().find(|(stage, _)| *stage == name).map(|(_, stage)| (stage, path.clone()))
    };
    let modules: Vec<_> = modules.iter().filter_map(stage).collect();
    let compiled = compile::compile(&modules, &read_pipeline(case)?, unlinked)?;
    let step = "telling what was compiled".to_string();
    println!("{}", serde_json::to_string(&compiled).map_err(|source| Error::Answer { step, source })?);
    Ok(())
}
