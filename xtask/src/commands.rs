//! `cargo xtask commands`: writes the layer's table of the commands that may stand inside a render pass.
//!
//! `vk.xml` says which commands these are, which pointers have which length and which structures may be chained; `ash`
//! says how they are spelt in Rust. Three outcomes for a command: a line of the table, [`BY_HAND`], or refused, which
//! keeps its extension from being advertised. A command of neither kind cannot exist, so none can slip past a recording.

mod ash;
mod registry;
mod table;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::{Error, Result};
use crate::workspace::Workspace;

const FOLDER: &str = "crates/meshwork-layer/src/record";

/// Commands inside a pass whose hooks are written by hand: they end the pass or are replaced in it.
const BY_HAND: &[&str] = &[
    "vkCmdEndRenderPass",
    "vkCmdEndRenderPass2",
    "vkCmdEndRendering",
    "vkCmdDrawMeshTasksEXT",
    "vkCmdDrawMeshTasksIndirectEXT",
    "vkCmdDrawMeshTasksIndirectCountEXT",
];

/// Commands that ash knows and we refuse to record, and why.
const REFUSED: &[(&str, &str)] = &[
    ("vkCmdExecuteGeneratedCommandsNV", "may draw mesh tasks that the GPU writes"),
    ("vkCmdBindPipelineShaderGroupNV", "binds a mesh pipeline's parts"),
    ("vkCmdDrawMeshTasksNV", "another kind of mesh shader"),
    ("vkCmdDrawMeshTasksIndirectNV", "another kind of mesh shader"),
    ("vkCmdDrawMeshTasksIndirectCountNV", "another kind of mesh shader"),
    ("vkCmdCuLaunchKernelNVX", "parameters of unknown size"),
    ("vkCmdCudaLaunchKernelNV", "parameters of unknown size"),
    ("vkCmdInitializeGraphScratchMemoryAMDX", "may draw mesh nodes"),
    ("vkCmdDispatchGraphAMDX", "may draw mesh nodes"),
    ("vkCmdDispatchGraphIndirectAMDX", "may draw mesh nodes"),
    ("vkCmdDispatchGraphIndirectCountAMDX", "may draw mesh nodes"),
    ("vkCmdSetPerformanceMarkerINTEL", "returns a result"),
    ("vkCmdSetPerformanceStreamMarkerINTEL", "returns a result"),
    ("vkCmdSetPerformanceOverrideINTEL", "returns a result"),
];

/// Commands with an effect beyond their place in the list: the layer implements `Effect` for each.
const TRACKED: &[&str] = &[
    "vkCmdBindPipeline",
    "vkCmdBindDescriptorSets",
    "vkCmdBindDescriptorSets2",
    "vkCmdPushDescriptorSet",
    "vkCmdPushDescriptorSet2",
    "vkCmdPushDescriptorSetWithTemplate",
    "vkCmdPushDescriptorSetWithTemplate2",
    "vkCmdBindDescriptorBuffersEXT",
    "vkCmdSetDescriptorBufferOffsetsEXT",
    "vkCmdSetDescriptorBufferOffsets2EXT",
    "vkCmdBindDescriptorBufferEmbeddedSamplersEXT",
    "vkCmdBindDescriptorBufferEmbeddedSamplers2EXT",
    "vkCmdPushConstants",
    "vkCmdPushConstants2",
    "vkCmdBindVertexBuffers",
    "vkCmdBindVertexBuffers2",
    "vkCmdBindIndexBuffer",
    "vkCmdBindIndexBuffer2",
    "vkCmdSetVertexInputEXT",
    "vkCmdSetPrimitiveTopology",
    "vkCmdSetPrimitiveRestartEnable",
    "vkCmdBeginQuery",
    "vkCmdEndQuery",
    "vkCmdBeginQueryIndexedEXT",
    "vkCmdEndQueryIndexedEXT",
    "vkCmdBeginConditionalRenderingEXT",
    "vkCmdEndConditionalRenderingEXT",
    "vkCmdPipelineBarrier",
    "vkCmdPipelineBarrier2",
    "vkCmdWaitEvents",
    "vkCmdWaitEvents2",
    "vkCmdWriteTimestamp",
    "vkCmdWriteTimestamp2",
    "vkCmdWriteBufferMarker2AMD",
    "vkCmdNextSubpass",
    "vkCmdNextSubpass2",
    "vkCmdExecuteCommands",
    "vkCmdBeginTransformFeedbackEXT",
    "vkCmdEndTransformFeedbackEXT",
];

/// Parameters whose copy the registry does not describe: a call of the recorder's memory, or nothing for a pointer that
/// is only a value.
const COPIES: &[(&str, &str, &str)] = &[
    ("vkCmdSetSampleMaskEXT", "p_sample_mask", "slice(samples.as_raw().div_ceil(32))"),
    ("vkCmdDrawMultiEXT", "p_vertex_info", "strided(draw_count, stride)"),
    ("vkCmdDrawMultiIndexedEXT", "p_index_info", "strided(draw_count, stride)"),
    ("vkCmdSetCheckpointNV", "p_checkpoint_marker", ""),
];

/// Commands whose arguments are copied by hand: what they point to depends on other objects.
const COPIED_BY_HAND: &[&str] = &["vkCmdPushDescriptorSetWithTemplate", "vkCmdPushDescriptorSetWithTemplate2"];

/// Structures copied by hand, and why is told there.
const STRUCTS_BY_HAND: &[&str] = &["VkWriteDescriptorSet", "VkPushDescriptorSetWithTemplateInfo"];

/// Structures of commands that begin a pass; these commands themselves stand outside.
const PASS_BEGINNINGS: &[&str] = &["VkRenderingInfo", "VkRenderPassBeginInfo", "VkSubpassBeginInfo"];

/// Writes the tables, or with `check` compares them.
pub fn generate(workspace: &Workspace, registry: Option<PathBuf>, check: bool) -> Result<()> {
    let registry = registry.map_or_else(|| find_registry(workspace), Ok)?;
    for (file, text) in tables(&registry)? {
        let path = workspace.root.join(FOLDER).join(file);
        if !check {
            std::fs::write(&path, text).map_err(Error::file(&path))?;
        } else if std::fs::read_to_string(&path).map_err(Error::file(&path))? != text {
            return Err(Error::OutOfDate { path, command: "cargo xtask commands" });
        }
    }
    Ok(())
}

/// The generated files: name and text.
fn tables(registry: &Path) -> Result<[(&'static str, String); 2]> {
    let text = std::fs::read_to_string(registry).map_err(Error::file(registry))?;
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(&text, options)
        .map_err(|source| Error::Registry { path: registry.to_path_buf(), source })?;
    let registry = registry::Registry::read(&document);
    let ash = ash::Ash::read()?;
    Ok([
        ("commands.rs", table::commands(&registry, &ash)),
        ("extensions.rs", formatted(&table::extensions(&registry, &ash))?),
    ])
}

fn find_registry(workspace: &Workspace) -> Result<PathBuf> {
    let file = "share/vulkan/registry/vk.xml";
    let places = [workspace.target.join("tools/root/usr").join(file), Path::new("/usr").join(file)];
    places
        .into_iter()
        .find(|path| path.exists())
        .ok_or(Error::NotInPackages { packages: "libvulkan-dev".into(), file: "vk.xml" })
}

fn formatted(text: &str) -> Result<String> {
    let step = "formatting a table";
    let program = "rustfmt";
    let start = |source| Error::Start { step: step.into(), program: program.into(), source };
    let mut child = Command::new(program)
        .args(["--edition=2024", "--config-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../rustfmt.toml"))
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .map_err(start)?;
    if let Some(mut stdin) = child.stdin.take() {
        std::io::Write::write_all(&mut stdin, text.as_bytes()).map_err(start)?;
    }
    Ok(String::from_utf8_lossy(&child.wait_with_output().map_err(start)?.stdout).into())
}
