//! `meshwork lower`: what the layer would hand to a driver, as files.

use std::path::{Path, PathBuf};

use meshwork_abi::TargetProfile;
use meshwork_passes::{MeshShaders, ProvokingVertex, Stage};

use crate::Outcome;
use crate::dwords::read_spirv;
use crate::error::{Error, OnFile, Result};
use crate::output::{print, to_json};

#[derive(clap::Args)]
pub struct LowerArgs {
    /// SPIR-V modules with a mesh shader and, if there are such, a task and a fragment shader; stages are found by their entry points
    #[arg(required = true, value_name = "IN.spv")]
    inputs: Vec<PathBuf>,
    /// Folder for the lowered modules and the record layout, 'layout.json'
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// What the device can do, as 'meshwork doctor --profile' prints it [default: the least that Meshwork supports]
    #[arg(long, value_name = "PROFILE.json")]
    profile: Option<PathBuf>,
}

pub fn run(args: &LowerArgs) -> Result<Outcome> {
    let profile = args.profile.as_deref().map_or_else(|| Ok(TargetProfile::minimum()), read_profile)?;
    let modules = args.inputs.iter().map(|path| Module::read(path)).collect::<Result<Vec<_>>>()?;
    let mesh = find(&modules, MESH)?.ok_or(Error::NoMeshShader)?;
    let shaders = MeshShaders {
        task: find(&modules, TASK)?,
        mesh,
        fragment: find(&modules, FRAGMENT)?,
        provoking_vertex: ProvokingVertex::First,
    };
    let lowered = meshwork_passes::lower(&shaders, &profile)?;

    let folder = &args.output;
    std::fs::create_dir_all(folder).on_file("make the folder", folder)?;
    let modules = [
        ("task.spv", lowered.task.as_ref()),
        ("mesh.spv", Some(&lowered.mesh)),
        ("vertex.spv", Some(&lowered.vertex)),
        ("fragment.spv", lowered.fragment.as_ref()),
    ];
    for (name, words) in modules {
        let Some(words) = words else { continue };
        write(&folder.join(name), bytemuck::cast_slice(words))?;
    }
    write(&folder.join("layout.json"), format!("{}\n", to_json(&lowered.layout)?).as_bytes())?;
    Ok(Outcome::Done)
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).on_file("write", path)?;
    print(&format!("{}\n", path.display()))
}

pub fn read_profile(path: &Path) -> Result<TargetProfile> {
    let bytes = std::fs::read(path).on_file("read", path)?;
    serde_json::from_slice(&bytes).map_err(|source| Error::Json { path: path.to_owned(), source })
}

/// Execution models of SPIR-V.
const FRAGMENT: u32 = 4;
const TASK: u32 = 5364;
const MESH: u32 = 5365;

struct Module<'a> {
    path: &'a Path,
    words: Vec<u32>,
    entry_points: Vec<EntryPoint>,
}

#[derive(Debug, PartialEq, Eq)]
struct EntryPoint {
    model: u32,
    name: String,
}

impl<'a> Module<'a> {
    fn read(path: &'a Path) -> Result<Self> {
        let words = read_spirv(path)?;
        Ok(Self { path, entry_points: entry_points(&words), words })
    }
}

const HEADER_WORDS: usize = 5;
const OP_ENTRY_POINT: u32 = 15;

/// Entry points as far as they can be read: what is wrong with a module, `meshwork_passes` says better.
fn entry_points(words: &[u32]) -> Vec<EntryPoint> {
    let mut found = Vec::new();
    let mut rest = words.get(HEADER_WORDS..).unwrap_or_default();
    while let Some(&first) = rest.first() {
        let count = (first >> 16) as usize;
        let Some(instruction) = rest.get(..count).filter(|words| !words.is_empty()) else { break };
        if let (OP_ENTRY_POINT, [_, model, _, name @ ..]) = (first & 0xffff, instruction) {
            let bytes = name.iter().flat_map(|word| word.to_le_bytes()).take_while(|&byte| byte != 0).collect();
            found.push(EntryPoint { model: *model, name: String::from_utf8(bytes).unwrap_or_default() });
        }
        rest = &rest[count..];
    }
    found
}

/// The one entry point of a stage.
fn find<'a>(modules: &'a [Module<'_>], model: u32) -> Result<Option<Stage<'a>>> {
    let all = modules.iter().flat_map(|module| module.entry_points.iter().map(move |entry| (module, entry)));
    let mut of_stage = all.filter(|(_, entry)| entry.model == model);
    let Some((module, entry)) = of_stage.next() else { return Ok(None) };
    if let Some((other, second)) = of_stage.next() {
        return Err(Error::TwoEntryPoints {
            first: format!("'{}' in {}", entry.name, module.path.display()),
            second: format!("'{}' in {}", second.name, other.path.display()),
        });
    }
    Ok(Some(Stage { words: &module.words, entry_point: &entry.name, specialization: &[] }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: [u32; HEADER_WORDS] = [0x0723_0203, 0x0001_0500, 0, 10, 0];

    #[test]
    fn entry_points_are_found_in_what_is_readable() {
        let name = u32::from_le_bytes(*b"main");
        let mut words = HEADER.to_vec();
        words.extend([2 << 16 | 17, 1, 5 << 16 | OP_ENTRY_POINT, MESH, 4, name, 0]);
        let expected = [EntryPoint { model: MESH, name: "main".into() }];
        assert_eq!(entry_points(&words), expected);
        // An instruction that is longer than the module, and one without length.
        words.push(9 << 16 | OP_ENTRY_POINT);
        assert_eq!(entry_points(&words), expected);
        assert_eq!(entry_points(&[&HEADER[..], &[0, 0]].concat()), []);
        assert_eq!(entry_points(&[]), []);
    }
}
