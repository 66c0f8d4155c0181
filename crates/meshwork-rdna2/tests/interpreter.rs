//! Every program of the corpus in the interpreter, and some against what their GLSL says. `MESHWORK_TEST_CORPUS` names another folder
//! of cases.

#[path = "common/folders.rs"]
mod folders;

use std::path::{Path, PathBuf};

use folders::folders;
use meshwork_rdna2::ExportTarget;
use meshwork_rdna2::interpret::{Components, Exports, GuestImages, Workgroup};
use meshwork_rdna2::launch::{
    Draw, Group, GroupLimits, GroupVertex, PipelineInfo, ProgramInfo, Resources, WorkgroupInputs, workgroup_inputs,
};

/// A variant of a case, with a draw's data.
struct Case {
    name: String,
    code: Vec<u32>,
    info: ProgramInfo,
    draw: Draw,
    resources: Resources,
}

fn own_corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// What each vertex of a draw exported to a target.
type Exported = Vec<(GroupVertex, Components)>;

impl Case {
    fn load(variant: &Path) -> Self {
        let read = |path: PathBuf| std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let bytes = std::fs::read(variant.join("code.bin")).expect("code.bin can be read");
        let code: Vec<u32> = bytes.chunks_exact(4).map(|b| u32::from_le_bytes(b.try_into().expect("4"))).collect();
        let name = variant.display().to_string();
        let info = ProgramInfo::from_json(&read(variant.join("meta.json"))).unwrap_or_else(|e| panic!("{name}: {e}"));
        let pipeline = PipelineInfo::from_json(&read(variant.with_file_name("pipe.json"))).expect("a pipeline");
        let draw = match info.stage.has_tessellation() {
            true => Draw::patches(3),
            false => Draw { instances: 3, base_vertex: 1, first_instance: 2, ..Draw::vertices(info.topology, 24) },
        };
        let mut resources = Resources::new(&code, &info, &pipeline, &draw, 1).expect("the formats are known");
        set_counts(variant, &mut resources);
        Self { name, code, info, draw, resources }
    }

    /// The positions of each triangle that is left, in order.
    fn triangles(&mut self) -> Vec<[[f32; 4]; 3]> {
        let mut triangles = Vec::new();
        for (ordinal, group) in self.groups().into_iter().enumerate() {
            let inputs = workgroup_inputs(&self.info, &self.resources.user, &group, ordinal as u32);
            let exports = self.run_group(&inputs);
            let positions = exports.target(ExportTarget::Position(0)).unwrap_or_default();
            let corners = exports.primitives().filter_map(|(_, primitive)| primitive.vertices);
            triangles.extend(corners.map(|vertices| vertices.map(|vertex| floats(positions[vertex as usize]))));
        }
        triangles
    }

    fn groups(&self) -> Vec<Group> {
        self.draw.groups(GroupLimits::of_program(&self.info)).collect()
    }

    fn run_group(&mut self, inputs: &WorkgroupInputs) -> Exports {
        let mut images = GuestImages;
        let waves = inputs.wave_states(&self.info);
        let (memory, address) = (&mut self.resources.memory, self.resources.code_address);
        let mut workgroup = Workgroup::new(&self.code, address, waves, self.info.lds.alloc_bytes, memory, &mut images)
            .with_step_limit(1_000_000);
        workgroup.run().unwrap_or_else(|error| panic!("{}: {error}", self.name)).clone()
    }

    /// What every vertex of the draw exported to a target, in order, and how many primitives are left.
    fn run(&mut self, target: ExportTarget) -> (Exported, usize) {
        let (mut vertices, mut primitives) = (Vec::new(), 0);
        for (ordinal, group) in self.groups().into_iter().enumerate() {
            let inputs = workgroup_inputs(&self.info, &self.resources.user, &group, ordinal as u32);
            let exports = self.run_group(&inputs);
            let exported = exports.target(target).unwrap_or_default();
            vertices.extend(group.vertices.iter().copied().zip(exported.iter().copied()));
            primitives += exports.primitives().filter(|(_, primitive)| primitive.vertices.is_some()).count();
            let allocated = exports.allocation.map_or(inputs.vertices, |allocation| allocation.vertices);
            for (_, primitive) in exports.primitives() {
                let inside = primitive.vertices.iter().flatten().take(self.info.vertices_per_primitive() as usize);
                assert!(self.info.geometry.is_some() || inside.clone().all(|v| *v < allocated), "{}", self.name);
            }
        }
        (vertices, primitives)
    }
}

/// Constants that count or point, which random floats would make endless loops and wild addresses of.
fn set_counts(variant: &Path, resources: &mut Resources) {
    let case = variant.parent().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or_default();
    match case {
        "branch_uniform" => resources.set_push_constant(8, 3),
        "loop_uniform" => resources.set_described(0, 0, 16, 5),
        "bda" => set_chain(resources, 12, 8),
        "steps" => set_chain(resources, 8, 4),
        _ => {}
    }
}

/// Push constants of an address and a count, 1: there are four nodes of so many words, each with the address of the next at word `next`.
fn set_chain(resources: &mut Resources, words: usize, next: usize) {
    let mut nodes = vec![0.5f32.to_bits(); 256];
    // Where the next allocation will be.
    let first = resources.allocate(&[]);
    for node in 0..4 {
        let following = first + 4 * (words * (node + 1)) as u64;
        nodes[words * node + next] = following as u32;
        nodes[words * node + next + 1] = (following >> 32) as u32;
    }
    resources.allocate(&nodes);
    resources.set_push_constant(0, first as u32);
    resources.set_push_constant(1, (first >> 32) as u32);
    resources.set_push_constant(2, 1);
}

fn floats(components: Components) -> [f32; 4] {
    components.map(|component| component.map_or(0.0, f32::from_bits))
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() <= 1e-5 * a.abs().max(1.0)
}

/// Programs whose branches RADV 25.0.7 did not compile as it printed them: the one behind the first barrier goes up to five dwords behind
/// its label, so that waves without primitives lose EXEC.
const MISCOMPILED: [&str; 5] =
    ["outline/w32-noopt", "ribbon/w32", "ribbon/w32-noopt", "ribbon/w64", "select/w32-noopt"];

/// Cases whose variants need not agree: subgroup operations and push constants at an index that differs among vertices see who shares a
/// wave; linked evaluation shaders leave out what their control shader would write.
const NOT_COMPARABLE: [&str; 3] = ["/sg_", "/push_large/", "/tes_"];

/// No program ends in an error, and the variants of a case (32 and 64 lanes, with culling and without, linked and not) agree on positions.
#[test]
fn variants_of_a_case_agree() {
    let corpus = std::env::var_os("MESHWORK_TEST_CORPUS").map_or_else(own_corpus, PathBuf::from);
    let mut programs = 0;
    for case in folders(&corpus) {
        let mut first: Option<(String, Exported, usize)> = None;
        for variant in folders(&case).into_iter().filter(|variant| variant.join("code.bin").exists()) {
            let mut case = Case::load(&variant);
            let (positions, primitives) = case.run(ExportTarget::Position(0));
            assert!(!positions.is_empty() || case.info.geometry.is_some(), "{}", case.name);
            programs += 1;
            if MISCOMPILED.iter().any(|name| case.name.ends_with(name)) {
                continue;
            }
            let Some((name, expected, count)) = &first else {
                first = Some((case.name, positions, primitives));
                continue;
            };
            assert_eq!(primitives, *count, "{} and {name}", case.name);
            // Output slots of geometry shaders are not vertices that came in.
            if case.info.geometry.is_some() || NOT_COMPARABLE.iter().any(|name| case.name.contains(name)) {
                continue;
            }
            for ((vertex, ours), (other, theirs)) in positions.iter().zip(expected) {
                assert_eq!(vertex, other);
                let equal = floats(*ours).into_iter().zip(floats(*theirs)).all(|(a, b)| near(a, b) || a.is_nan());
                assert!(equal, "{} and {name}: {vertex:?} {:?} {:?}", case.name, floats(*ours), floats(*theirs));
            }
        }
    }
    assert!(programs >= 40, "only {programs} programs");
}

fn bytes_at<const COUNT: usize>(case: &Case, address: u64) -> [u8; COUNT] {
    let place = (address - case.resources.memory.base) as usize;
    case.resources.memory.bytes[place..place + COUNT].try_into().expect("as many bytes")
}

fn float_at(case: &Case, address: u64) -> f32 {
    f32::from_le_bytes(bytes_at(case, address))
}

/// `gl_Position = view * vec4(position, 1.0)`, of the host, and `colour = tint`, which only the unlinked variant has to export so.
#[test]
fn transform_is_its_glsl() {
    for variant in folders(&own_corpus().join("transform")) {
        let mut case = Case::load(&variant);
        let (_, buffer) = case.resources.vertex_buffers[0];
        let (positions, primitives) = case.run(ExportTarget::Position(0));
        assert_eq!((positions.len(), primitives), (72, 24));
        let view: Vec<f32> = case.resources.user.push_constant_words.iter().map(|word| f32::from_bits(*word)).collect();
        for (vertex, position) in positions {
            let at = buffer + u64::from((vertex.index + 1) * 24);
            let [x, y, z] = [0, 4, 8].map(|offset| float_at(&case, at + offset));
            let expected: [f32; 4] =
                std::array::from_fn(|row| view[row] * x + view[4 + row] * y + view[8 + row] * z + view[12 + row]);
            let position = floats(position);
            assert!(position.iter().zip(expected).all(|(a, b)| near(*a, b)), "{vertex:?} {position:?} {expected:?}");
        }
        let unlinked = case.name.ends_with("noopt");
        let colours = if unlinked { case.run(ExportTarget::Parameter(0)).0 } else { Vec::new() };
        assert_eq!(colours.is_empty(), !unlinked);
        for (vertex, colour) in colours {
            let at = buffer + u64::from((vertex.index + 1) * 24) + 12;
            let tint = [0, 4, 8].map(|offset| float_at(&case, at + offset));
            assert_eq!(floats(colour)[..3], tint, "{} {vertex:?}", case.name);
        }
    }
}

/// `vec4(corners[gl_VertexIndex % 3], 0.25, 1.0)`: a constant array behind the code.
#[test]
fn triangle_is_its_glsl() {
    const CORNERS: [[f32; 2]; 3] = [[-0.8, 0.7], [0.1, -0.9], [0.6, 0.5]];
    for variant in folders(&own_corpus().join("triangle")) {
        let mut case = Case::load(&variant);
        for (vertex, position) in case.run(ExportTarget::Position(0)).0 {
            let [x, y] = CORNERS[(vertex.index as usize + 1) % 3];
            assert_eq!(floats(position), [x, y, 0.25, 1.0], "{} {vertex:?}", case.name);
        }
    }
}

/// Instance-rate halves and 16-bit integers, bytes by vertex, a storage buffer by instance.
#[test]
fn instances_are_their_glsl() {
    for variant in folders(&own_corpus().join("instances")) {
        let mut case = Case::load(&variant);
        let [by_vertex, by_instance] = [0, 1].map(|binding| case.resources.vertex_buffers[binding].1);
        let scales = case.resources.described[0].2;
        for (vertex, position) in case.run(ExportTarget::Position(0)).0 {
            let (index, instance) = (u64::from(vertex.index + 1), u64::from(vertex.instance + 2));
            let at = by_instance + 8 * instance;
            let offset = [0, 2].map(|place| half(u16::from_le_bytes(bytes_at(&case, at + place))));
            let grid = [4, 6].map(|place| i16::from_le_bytes(bytes_at(&case, at + place)));
            let scale = float_at(&case, scales + 4 * instance) + f32::from(grid[0] & grid[1] & 1);
            let [x, y, z] = [0, 4, 8].map(|place| float_at(&case, by_vertex + 16 * index + place) * scale);
            let expected = [x + offset[0], y + offset[1], z, 1.0];
            let position = floats(position);
            let equal = position.iter().zip(expected).all(|(a, b)| near(*a, b));
            assert!(equal, "{} {vertex:?} {position:?} {expected:?}", case.name);
        }
    }
}

/// The value of a finite half.
fn half(bits: u16) -> f32 {
    let magnitude = match bits & 0x7fff {
        small if small < 0x400 => f32::from(small) * 2f32.powi(-24),
        normal => f32::from_bits((u32::from(normal) << 13) + (112 << 23)),
    };
    if bits >> 15 != 0 { -magnitude } else { magnitude }
}

/// Culling code drops what the fixed function would drop: facing by facing, and together everything. What is left keeps its order and its
/// positions, although vertices move to other lanes.
#[test]
fn culling_drops_facings() {
    const FRONT: u32 = 1;
    const BACK: u32 = 2;
    for variant in ["w32", "w64"] {
        let mut case = Case::load(&own_corpus().join("transform").join(variant));
        assert!(case.info.ngg.culling);
        let all = case.triangles();
        let mut with = |settings: u32| {
            case.resources.user.culling_settings = settings;
            case.triangles()
        };
        let (without_front, without_back) = (with(FRONT), with(BACK));
        assert_eq!(with(FRONT | BACK), Vec::<[[f32; 4]; 3]>::new());
        let kept = |left: &[[[f32; 4]; 3]]| {
            let mut rest = all.iter();
            left.iter().all(|triangle| rest.any(|other| other == triangle))
        };
        assert!(kept(&without_front) && kept(&without_back));
        assert!(!without_front.is_empty() && !without_back.is_empty());
        // What lies outside the view goes in either case.
        assert!(without_front.len() + without_back.len() <= all.len());
        let both = without_front.iter().any(|triangle| without_back.contains(triangle));
        assert!(!both, "a triangle faces one way");
    }
}
