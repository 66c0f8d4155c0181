//! The process that compiles for one family of GPUs, and prints what came of it as a JSON object.

use std::path::Path;

use ash::vk::ShaderStageFlags;
use meshwork_passes::{Lowered, MeshShaders, ProvokingVertex, Stage};

use crate::bench::report::Spread;
use crate::error::{Error, OnFile, Result};
use crate::output::print_json;

use super::MeasuredArgs;
use super::compiler::{Compiler, Layout, Shader, VertexStage};
use super::pipelines::{PIPELINES, Pipeline};
use super::report::{Compared, Family, Figures, StageName};

/// Compiles for one family; for `meshwork bench compile` to start.
#[derive(clap::Args)]
pub struct ChildArgs {
    #[command(flatten)]
    measured: MeasuredArgs,
    /// For messages.
    #[arg(long)]
    family: String,
    /// For messages.
    #[arg(long)]
    driver_label: String,
}

pub fn run(args: &ChildArgs) -> Result<()> {
    let compiler = Compiler::open(&args.driver_label)?;
    let measured = &args.measured;
    if let Some(folder) = &measured.assembly {
        std::fs::create_dir_all(folder).on_file("make the folder", folder)?;
    }
    let chosen = |pipeline: &&Pipeline| measured.pipelines.is_empty() || measured.pipelines.contains(pipeline);
    let mut stages = Vec::new();
    for pipeline in PIPELINES.iter().filter(chosen) {
        compare_pipeline(&compiler, pipeline, args, &mut stages)?;
    }
    let Compiler { device_name: device, driver_name: driver, .. } = &compiler;
    print_json(&Family { family: args.family.clone(), device: device.clone(), driver: driver.clone(), stages })
}

fn compare_pipeline(
    compiler: &Compiler,
    pipeline: &Pipeline,
    args: &ChildArgs,
    stages: &mut Vec<Compared>,
) -> Result<()> {
    let lowered = lower(pipeline, compiler)?;
    let by_hand = &pipeline.by_hand;
    let compute = compiler.layout(pipeline.descriptors, ShaderStageFlags::COMPUTE)?;
    let raster = compiler.layout(pipeline.descriptors, ShaderStageFlags::FRAGMENT)?;
    let [hand_task, hand_mesh, hand_vertex] =
        [by_hand.task.unwrap_or_default(), by_hand.mesh, by_hand.vertex].map(words);
    let (fragment, record) = (lowered.fragment.as_deref(), &lowered.layout);
    let vertex = |words| Shader::Vertex(VertexStage { words, record, fragment });
    let task = lowered
        .task
        .as_ref()
        .map(|task| (StageName::Task, &compute, [task, &hand_task].map(|words| Shader::Compute(words))));
    let others = [
        (StageName::Mesh, &compute, [&lowered.mesh, &hand_mesh].map(|words| Shader::Compute(words))),
        (StageName::Vertex, &raster, [&lowered.vertex, &hand_vertex].map(|words| vertex(words))),
    ];
    for (stage, layout, sides) in task.into_iter().chain(others) {
        let [lowered, by_hand] = compare(compiler, layout, sides, args, &format!("{}-{stage}", pipeline.name))?;
        stages.push(Compared::new(pipeline.name, stage, lowered, by_hand));
    }
    Ok(())
}

/// What the layer would hand to the driver.
fn lower(pipeline: &Pipeline, compiler: &Compiler) -> Result<Lowered> {
    let [task, mesh, fragment] =
        [pipeline.task.unwrap_or_default(), pipeline.mesh, pipeline.fragment.unwrap_or_default()].map(words);
    let stage = |words| Stage { words, entry_point: "main", specialization: &[] };
    let shaders = MeshShaders {
        task: pipeline.task.map(|_| stage(&task)),
        mesh: stage(&mesh),
        fragment: pipeline.fragment.map(|_| stage(&fragment)),
        provoking_vertex: ProvokingVertex::First,
    };
    Ok(meshwork_passes::lower(&shaders, &compiler.profile)?)
}

/// A module that was compiled with the program.
fn words(bytes: &[u8]) -> Vec<u32> {
    bytemuck::pod_collect_to_vec(bytes)
}

/// Figures of a lowered shader and of its like by hand. Both are compiled in turn, so that whatever slows the machine down
/// for a while slows both.
fn compare(
    compiler: &Compiler,
    layout: &Layout<'_>,
    sides: [Shader<'_>; 2],
    args: &ChildArgs,
    name: &str,
) -> Result<[Figures; 2]> {
    let mut figures = [Figures::default(); 2];
    for ((shader, figures), side) in sides.into_iter().zip(&mut figures).zip(["lowered", "by-hand"]) {
        let compiled = compiler.compile(shader, layout)?;
        figures.counts = compiled.counts;
        if let Some(folder) = &args.measured.assembly {
            write(&folder.join(format!("{}-{name}-{side}.txt", args.family)), &compiled.assembly)?;
        }
    }
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..args.measured.rounds {
        for (shader, times) in sides.into_iter().zip(&mut times) {
            times.push(compiler.time(shader, layout)?);
        }
    }
    for (figures, times) in figures.iter_mut().zip(times) {
        figures.compile_ms = Spread::of(times).unwrap_or_default();
    }
    Ok(figures)
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    std::fs::write(path, text).on_file("write", path)
}
