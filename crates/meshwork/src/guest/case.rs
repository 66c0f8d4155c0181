//! A case folder: `pipe.json`, and for each variant a folder with `code.bin` and `meta.json`.

use std::path::{Path, PathBuf};

use meshwork_rdna2::decode_program;
use meshwork_rdna2::launch::{Draw, PipelineInfo, ProgramInfo};

use crate::dwords::read_code;
use crate::error::{Error, OnFile, Result};

/// Patches of a draw with tessellation, and primitives of one without.
const PATCHES: u32 = 3;
const PRIMITIVES: u32 = 48;

/// One program and what is drawn with it.
pub struct Variant {
    /// `case/variant`.
    pub name: String,
    pub code: Vec<u32>,
    pub info: ProgramInfo,
    pub pipeline: PipelineInfo,
}

impl Variant {
    /// The variants of a case that are there, in the order of their names: those that are named, if some are.
    pub fn of_case(folder: &Path, names: &[String]) -> Result<Vec<Self>> {
        let is_wanted = |path: &Path| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            names.is_empty() || names.iter().any(|wanted| wanted == name)
        };
        let pipeline = folder.join("pipe.json");
        let pipeline = PipelineInfo::from_json(&read(&pipeline)?).map_err(on(&pipeline))?;
        let mut folders: Vec<PathBuf> = folder
            .read_dir()
            .on_file("read", folder)?
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.join("code.bin").is_file() && is_wanted(path))
            .collect();
        folders.sort();
        folders.iter().map(|variant| Self::read(folder, variant, pipeline.clone())).collect()
    }

    /// One variant of a case.
    pub fn of_name(case: &Path, name: &str) -> Result<Self> {
        let pipeline = case.join("pipe.json");
        let pipeline = PipelineInfo::from_json(&read(&pipeline)?).map_err(on(&pipeline))?;
        Self::read(case, &case.join(name), pipeline)
    }

    fn read(case: &Path, folder: &Path, pipeline: PipelineInfo) -> Result<Self> {
        let (meta, code) = (folder.join("meta.json"), folder.join("code.bin"));
        let info = ProgramInfo::from_json(&read(&meta)?).map_err(on(&meta))?;
        let name = [case, folder].map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned());
        Ok(Self { name: name.join("/"), code: read_code(&code)?, info, pipeline })
    }

    /// A variant whose files are in memory.
    pub fn new(name: &str, code: &[u8], meta: &str, pipeline: &str) -> Result<Self> {
        let info = ProgramInfo::from_json(meta).map_err(on(Path::new(name)))?;
        let pipeline = PipelineInfo::from_json(pipeline).map_err(on(Path::new(name)))?;
        Ok(Self { name: name.to_owned(), code: bytemuck::pod_collect_to_vec(code), info, pipeline })
    }

    /// What is drawn: what the case says, else primitives that share nothing.
    pub fn draw(&self) -> Draw {
        if let Some(draw) = self.pipeline.draw(self.info.topology) {
            return draw;
        }
        if self.info.stage.has_tessellation() {
            return Draw::patches(PATCHES);
        }
        let vertices = self.info.topology.vertices_per_primitive();
        let draw = Draw::vertices(self.info.topology, vertices * PRIMITIVES);
        let instances = if self.changes_texels() { 1 } else { 2 };
        Draw { instances, base_vertex: 1, first_instance: 1, ..draw }
    }

    /// A vertex of two instances would change the same texel twice, and what it finds there depended on which comes first.
    fn changes_texels(&self) -> bool {
        let program = decode_program(&self.code, self.info.wave).unwrap_or_default();
        program.iter().any(|instruction| instruction.opcode.name().starts_with("IMAGE_ATOMIC"))
    }
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).on_file("read", path)
}

fn on(path: &Path) -> impl FnOnce(meshwork_rdna2::launch::LaunchError) -> Error {
    let path = path.to_owned();
    |source| Error::Guest { path, source }
}
