//! `cargo xtask commands`: writes the layer's tables of the commands that are recorded.
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

/// Commands whose hooks are written by hand: they begin or end a pass, are replaced in it, have stage masks, or are in part the
/// layer's.
const BY_HAND: &[&str] = &[
    "vkCmdBeginRenderPass",
    "vkCmdBeginRenderPass2",
    "vkCmdBeginRendering",
    "vkCmdSetEvent",
    "vkCmdSetEvent2",
    "vkCmdResetEvent",
    "vkCmdResetEvent2",
    "vkCmdEndRenderPass",
    "vkCmdEndRenderPass2",
    "vkCmdEndRendering",
    "vkCmdDrawMeshTasksEXT",
    "vkCmdDrawMeshTasksIndirectEXT",
    "vkCmdDrawMeshTasksIndirectCountEXT",
    "vkCmdResetQueryPool",
    "vkCmdCopyQueryPoolResults",
    // VK_KHR_device_address_commands: what each becomes is in the tables.
    "vkCmdBindIndexBuffer3KHR",
    "vkCmdBindVertexBuffers3KHR",
    "vkCmdDrawIndirect2KHR",
    "vkCmdDrawIndexedIndirect2KHR",
    "vkCmdDrawIndirectCount2KHR",
    "vkCmdDrawIndexedIndirectCount2KHR",
    "vkCmdDrawMeshTasksIndirect2EXT",
    "vkCmdDrawMeshTasksIndirectCount2EXT",
    "vkCmdDispatchIndirect2KHR",
    "vkCmdCopyMemoryKHR",
    "vkCmdCopyMemoryToImageKHR",
    "vkCmdCopyImageToMemoryKHR",
    "vkCmdUpdateMemoryKHR",
    "vkCmdFillMemoryKHR",
    "vkCmdCopyQueryPoolResultsToMemoryKHR",
    "vkCmdBeginConditionalRendering2EXT",
    "vkCmdBindTransformFeedbackBuffers2EXT",
    "vkCmdBeginTransformFeedback2EXT",
    "vkCmdEndTransformFeedback2EXT",
    "vkCmdDrawIndirectByteCount2EXT",
    "vkCmdWriteMarkerToMemoryAMD",
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
    "vkCmdBindShadersEXT",
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
    "vkCmdWriteBufferMarkerAMD",
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

/// Structures that are copied with all they lead to, of commands that are in no table: those that begin a pass, and
/// submissions.
const ROOTS: &[&str] = &[
    "VkRenderingInfo",
    "VkRenderPassBeginInfo",
    "VkSubpassBeginInfo",
    "VkSubmitInfo",
    "VkSubmitInfo2",
    "VkBindSparseInfo",
];

/// Writes the tables, or with `check` compares them.
///
/// A registry of another version than the tables' cannot give the same text. Then the check is that the tables leave none
/// of its commands out.
pub fn generate(workspace: &Workspace, registry: Option<PathBuf>, check: bool) -> Result<()> {
    let path = registry.map_or_else(|| find_registry(workspace), Ok)?;
    let text = std::fs::read_to_string(&path).map_err(Error::file(&path))?;
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(&text, options)
        .map_err(|source| Error::Registry { path: path.clone(), source })?;
    let registry = registry::Registry::read(&document);
    let folder = workspace.root.join(FOLDER);
    let ash = ash::Ash::read()?;
    let tables = [
        (folder.join("commands.rs"), table::commands(&registry, &ash)),
        (folder.join("outside.rs"), table::outside(&registry, &ash)),
        (folder.join("extensions.rs"), formatted(&table::extensions(&registry, &ash))?),
    ];
    if !check {
        let present = std::fs::read_to_string(&tables[0].0).unwrap_or_default();
        if table::header_version(&present) > registry.header_version {
            return Err(Error::OldRegistry { path, version: registry.header_version });
        }
        return tables.iter().try_for_each(|(path, text)| std::fs::write(path, text).map_err(Error::file(path)));
    }
    let mut present = Vec::new();
    for (path, _) in &tables {
        present.push(std::fs::read_to_string(path).map_err(Error::file(path))?);
    }
    if present[0].lines().next() != tables[0].1.lines().next() {
        return left_out(&registry, &[&present[0], &present[1]], &present[2])
            .map_or(Ok(()), |command| Err(Error::CommandLeftOut { registry: path, command: command.into() }));
    }
    let changed = tables.into_iter().zip(&present).find(|((_, new), old)| new != *old);
    changed.map_or(Ok(()), |((path, _), _)| Err(Error::OutOfDate { path, command: "cargo xtask commands" }))
}

/// A command of the registry that is recorded and is neither in a table of commands, nor written by hand, nor kept out with
/// its extensions.
fn left_out<'r>(registry: &'r registry::Registry, tables: &[&str], extensions: &str) -> Option<&'r str> {
    let refused = extensions.split("];").next().unwrap_or_default();
    let handled = |command: &&registry::Command| {
        let name = command.names[0].as_str();
        let in_table = tables.iter().any(|table| table.contains(&format!("c\"{name}\"")));
        let kept_out = || {
            let adds = |extension: &&registry::Extension| command.names.iter().any(|n| extension.commands.contains(n));
            let mut of = registry.extensions.iter().filter(adds).peekable();
            of.peek().is_some() && of.all(|extension| refused.contains(&format!("\"{}\"", extension.name)))
        };
        in_table || BY_HAND.contains(&name) || kept_out()
    };
    registry.recorded().find(|command| !handled(command)).map(|command| command.names[0].as_str())
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

#[cfg(test)]
mod tests {
    use super::*;

    fn skip(test: &str, reason: &str) {
        println!("skipped: {reason}");
        if let Some(log) = std::env::var_os("MESHWORK_SKIP_LOG") {
            let mut log =
                std::fs::OpenOptions::new().append(true).create(true).open(log).expect("the log of skipped tests");
            std::io::Write::write_all(&mut log, format!("{test}: {reason}\n").as_bytes()).expect("writing the log");
        }
    }

    #[test]
    fn every_command_is_recorded_or_refused() {
        let workspace = Workspace::locate();
        let Ok(registry) = find_registry(&workspace) else {
            return skip("every_command_is_recorded_or_refused", "no vk.xml (libvulkan-dev)");
        };
        generate(&workspace, Some(registry), true).expect("the tables are up to date");
    }

    /// A registry that is known to the last line: one command each way.
    #[test]
    fn a_command_in_no_table_is_found() {
        let text = r#"<registry>
            <commands>
                <command renderpass="inside"><proto><name>vkCmdA</name></proto><param><type>VkCommandBuffer</type><name>c</name></param></command>
                <command renderpass="both"><proto><name>vkCmdB</name></proto><param><type>VkCommandBuffer</type><name>c</name></param></command>
                <command renderpass="outside"><proto><name>vkCmdC</name></proto><param><type>VkCommandBuffer</type><name>c</name></param></command>
                <command name="vkCmdBEXT" alias="vkCmdB"/>
            </commands>
            <extensions>
                <extension name="VK_EXT_b" type="device" supported="vulkan"><require><command name="vkCmdBEXT"/></require></extension>
            </extensions>
        </registry>"#;
        let document = roxmltree::Document::parse(text).expect("XML");
        let registry = registry::Registry::read(&document);
        let (tables, refused) = (["c\"vkCmdA\"", "c\"vkCmdC\""], "[(\"VK_EXT_b\", \"vkCmdB\")];");
        assert_eq!(left_out(&registry, &tables, refused), None);
        assert_eq!(left_out(&registry, &tables, "[];"), Some("vkCmdB"));
        assert_eq!(left_out(&registry, &tables[1..], refused), Some("vkCmdA"));
        assert_eq!(left_out(&registry, &tables[..1], refused), Some("vkCmdC"));
    }
}
