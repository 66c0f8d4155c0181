//! Modules lowered a second, on the tests' pipelines: `cargo bench -p meshwork-passes`. The goal is 1,000 a core.

use divan::Bencher;
use divan::counter::ItemsCount;

#[path = "../tests/common/mod.rs"]
mod common;

const PIPELINES: &[(&str, Option<&str>, &str, Option<&str>)] = &[
    ("triangle", None, "triangle.mesh", Some("color.frag")),
    ("meshlets", Some("meshlets.task"), "meshlets.mesh", Some("meshlets.frag")),
    ("output_types", None, "output_types.mesh", Some("output_types.frag")),
    ("wide_payload", Some("wide_payload.task"), "wide_payload.mesh", None),
    ("built_ins", None, "built_ins.mesh", None),
];

fn main() {
    divan::main();
}

#[divan::bench(args = PIPELINES.iter().map(|pipeline| pipeline.0))]
fn lower(bencher: Bencher<'_, '_>, name: &str) {
    let &(_, task, mesh, fragment) = PIPELINES.iter().find(|pipeline| pipeline.0 == name).expect("its own argument");
    let modules = common::Modules::load(task, mesh, fragment).expect("checked-in modules");
    let profile = common::rich();
    bencher
        .counter(ItemsCount::new(modules.all().count()))
        .bench(|| meshwork_passes::lower(&modules.shaders(&[]), &profile).expect("lowers"));
}
