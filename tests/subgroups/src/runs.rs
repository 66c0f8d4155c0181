//! What is run: every case, in every stage, for guest waves of many widths, on what the host is said to be.

use std::collections::{BTreeSet, HashSet};

use meshwork_abi::{SubgroupProfile, SubgroupStage};
use meshwork_passes::ErrorKind;
use meshwork_passes::subgroups::{LegalizeOptions, Strategy, legalize};
use meshwork_spirv::spirv::{BuiltIn, ExecutionMode, Op};
use meshwork_spirv::{Id, Instruction, Module, Operand};

use crate::cases::{CASES, Case};
use crate::check::check;
use crate::error::{Error, Result};
use crate::gpu::{Gpu, Launch, PICTURE, words};
use crate::wave::Row;

/// What drivers do wrong, with modules that are as the compiler made them too.
const DRIVER_FAULTS: &[Fault] = &[
    Fault {
        driver: "SwiftShader",
        case: "votes",
        stages: &[SubgroupStage::Compute, SubgroupStage::Vertex, SubgroupStage::Fragment],
        hosts: &[Host::Driver],
        waves: ALL_WAVES,
        why: "the driver's subgroupAllEqual looks at the first component of vectors alone",
    },
    // Not reconvergence, which SPIR-V promises behind a selection that the workgroup comes to as one: ballot, votes and broadcast of
    // the same block have all invocations, and are right; the sum behind them has the value of a push constant. Clustered sums fail
    // the same way, and so does the wave of 4 or 8 that becomes one. Driver 580.159.04.
    Fault {
        driver: "NVIDIA",
        case: "branch",
        stages: &[SubgroupStage::Task, SubgroupStage::Mesh],
        hosts: &[Host::Driver, Host::Known],
        waves: ALL_WAVES,
        why: "the driver's sum behind a divergent branch is wrong in the second subgroup of a task or mesh workgroup",
    },
    // Here too words have the value of a push constant, or are not written, from the second subgroup on; in what goes through
    // workgroup memory without a subgroup operation as well, for one width. Mesh shaders of the same code are right.
    NVIDIA_TASK,
    Fault { hosts: &[Host::Unknown], waves: &[8], ..NVIDIA_TASK },
];

const ALL_WAVES: &[u32] = &[4, 8, 32, 64, 128];

const NVIDIA_TASK: Fault = Fault {
    driver: "NVIDIA",
    case: "flow",
    stages: &[SubgroupStage::Task],
    hosts: &[Host::Driver, Host::Known],
    waves: ALL_WAVES,
    why: "the driver loses values in the second subgroup of a task workgroup",
};

/// A case that fails because of the driver, and must.
struct Fault {
    /// Part of the device's name.
    driver: &'static str,
    case: &'static str,
    stages: &'static [SubgroupStage],
    /// What the module is made for, and for which guest waves.
    hosts: &'static [Host],
    waves: &'static [u32],
    why: &'static str,
}

const UNIFORM_INDICES: [u32; 3] = [0, 5, 2];

/// What the passes are told of the host's subgroups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Host {
    /// The wave is the driver's subgroup: its own operations, or shuffles lowered for it.
    Driver,
    /// What is true.
    Known,
    /// At least the guest's wave, and no more is known.
    AtLeastWave,
    /// Nothing: it may be narrower than the guest's wave.
    Unknown,
}

/// One module, run a few times.
#[derive(Clone, Copy)]
struct Run {
    case: Case,
    stage: SubgroupStage,
    wave: u32,
    host: Host,
    /// How shuffles are lowered, where it is not as the profile says.
    strategy: Option<Strategy>,
    /// Invocations in a workgroup; 0 where there are none.
    workgroup: u32,
}

/// What became of all runs.
#[derive(Default)]
pub struct Report {
    pub passed: usize,
    /// What went wrong, and where.
    pub failures: Vec<String>,
    /// What was not run, and why.
    pub skipped: Vec<String>,
}

pub fn run_all(gpu: &Gpu, filter: &str) -> Result<Report> {
    let mut report = Report::default();
    for stage in [
        SubgroupStage::Compute,
        SubgroupStage::Vertex,
        SubgroupStage::Fragment,
        SubgroupStage::Task,
        SubgroupStage::Mesh,
    ] {
        if !gpu.stages.contains(&stage) {
            report.skipped.push(format!("{stage:?}: the device has no such stage that writes to buffers"));
            continue;
        }
        for run in runs(gpu, stage, &mut report) {
            let name = run.name();
            if !name.contains(filter) {
                continue;
            }
            let fault = run.known_fault(&gpu.profile.name);
            match (execute(gpu, &run)?, fault) {
                (Ok(()), None) => report.passed += 1,
                (Err(problem), None) => report.failures.push(format!("{name}: {problem}")),
                (Err(_), Some(why)) => report.skipped.push(format!("{name}: {why}")),
                (Ok(()), Some(why)) => report.failures.push(format!("{name}: passes, but {why}")),
            }
        }
    }
    Ok(report)
}

/// What there is to run in a stage.
fn runs(gpu: &Gpu, stage: SubgroupStage, report: &mut Report) -> Vec<Run> {
    let profile = &gpu.profile;
    let mut runs = Vec::new();
    let hosts = [Host::Driver, Host::Known, Host::AtLeastWave, Host::Unknown];
    for (wave, host) in widths(stage).iter().flat_map(|&wave| hosts.map(|host| (wave, host))) {
        let size = profile.size.pinned(stage, wave).unwrap_or(profile.size.default);
        let is_run = match host {
            Host::Driver => wave == size,
            Host::Known => wave != size,
            // Task and mesh shaders are compute shaders to the passes.
            Host::AtLeastWave => wave <= size && !matches!(stage, SubgroupStage::Task | SubgroupStage::Mesh),
            // A wave wider than the subgroup that is known is the same.
            Host::Unknown => wave <= size && stage.has_workgroups(),
        };
        let through_memory = host == Host::Unknown || wave > size;
        if !is_run || through_memory && !stage.has_workgroups() {
            continue;
        }
        if !through_memory && !profile.stages.contains(&stage) {
            report.skip(stage, wave, "the device has no subgroup operations there");
            continue;
        }
        for (number, case) in CASES.iter().enumerate().filter(|(_, case)| !(case.diverges && through_memory)) {
            // A few tell whether these stages differ from compute.
            let is_workgroup_stage = matches!(stage, SubgroupStage::Task | SubgroupStage::Mesh);
            if is_workgroup_stage
                && !["masks", "ballots", "reads", "flow", "branch", "bit 40", "first workgroup"].contains(&case.name)
            {
                continue;
            }
            if case.shader == "clustered" && !through_memory && !profile.operations.clustered {
                report.skip(stage, wave, "the device has no clustered operations");
                continue;
            }
            if case.shader == "types" && stage != SubgroupStage::Compute {
                continue;
            }
            if case.shader == "types" && !gpu.has_all_types {
                report.skip(stage, wave, "the device lacks numbers of some width");
                continue;
            }
            let has_quads =
                gpu.quads_in_all_stages || matches!(stage, SubgroupStage::Compute | SubgroupStage::Fragment);
            if case.name == "quads" && !through_memory && !has_quads {
                report.skip(stage, wave, "the device has no quad operations there");
                continue;
            }
            let run = Run { case: *case, stage, wave, host, strategy: None, workgroup: 0 };
            let run = run.with_workgroup(profile, number % 2 == 0);
            let strategies = strategies(&run, through_memory);
            runs.push(run);
            runs.extend(strategies.iter().map(|&strategy| Run { strategy: Some(strategy), ..run }));
        }
    }
    runs
}

/// Ways to lower shuffles that a case is run with, beside the profile's.
fn strategies(run: &Run, through_memory: bool) -> &'static [Strategy] {
    use Strategy::{Mixed, Native, Rotate, Sources, Workgroup};
    let shuffles = ["reads", "shapes", "branch", "plain shuffles", "index by half", "first workgroup"];
    let shuffles = shuffles.contains(&run.case.name);
    match run.stage {
        SubgroupStage::Task | SubgroupStage::Mesh => &[],
        _ if through_memory || !shuffles => &[],
        // What lies between lanes and subgroups is made of shuffles, too.
        _ if run.host == Host::Known => &[Mixed],
        SubgroupStage::Compute if run.host == Host::Driver && !run.case.diverges => {
            &[Native, Rotate, Sources, Mixed, Workgroup]
        }
        _ if run.host == Host::Driver => &[Native, Rotate, Sources, Mixed],
        _ => &[],
    }
}

/// Guest waves that are run in a stage.
fn widths(stage: SubgroupStage) -> &'static [u32] {
    match stage {
        SubgroupStage::Compute => &[4, 8, 32, 64, 128],
        SubgroupStage::Task | SubgroupStage::Mesh => &[4, 8, 32, 64],
        _ => &[4, 8, 32],
    }
}

impl Report {
    fn skip(&mut self, stage: SubgroupStage, wave: u32, why: &str) {
        self.skipped.push(format!("{stage:?}, waves of {wave}: {why}"));
    }
}

impl Run {
    /// In workgroups of whole waves, or with a last wave that lacks some lanes, where the stage has workgroups.
    fn with_workgroup(self, profile: &SubgroupProfile, whole: bool) -> Self {
        let size = if whole { self.wave.max(32) * 2 } else { self.wave.max(16) * 3 / 2 - 1 };
        let size = if self.stage.has_workgroups() { size.min(profile.max_workgroup_invocations) } else { 0 };
        Self { workgroup: size, ..self }
    }

    fn name(&self) -> String {
        let Self { case, stage, wave, host, strategy, workgroup } = self;
        let workgroup = if *workgroup > 0 { format!(", workgroups of {workgroup}") } else { String::new() };
        let strategy = strategy.map(|strategy| format!(", shuffles {}", strategy.name())).unwrap_or_default();
        format!("{}/{stage:?}, waves of {wave}, host {host:?}{workgroup}{strategy}", case.name)
    }

    /// Why the driver's own operations do not do what they should, if they do not.
    fn known_fault(&self, device: &str) -> Option<&'static str> {
        let is_this = |fault: &&Fault| {
            device.contains(fault.driver)
                && fault.case == self.case.name
                && fault.stages.contains(&self.stage)
                && fault.hosts.contains(&self.host)
                && fault.waves.contains(&self.wave)
        };
        DRIVER_FAULTS.iter().find(is_this).map(|fault| fault.why)
    }

    /// The host as the passes see it.
    fn profile(&self, truth: &SubgroupProfile) -> SubgroupProfile {
        let mut profile = truth.clone();
        let bounds = match self.host {
            Host::Driver | Host::Known => return profile,
            Host::AtLeastWave => (self.wave, 128),
            Host::Unknown => (1, 128),
        };
        (profile.size.min, profile.size.max) = bounds;
        profile.size.pinnable_in.clear();
        profile
    }

    /// Sizes that the pipeline requires of subgroups. A module that knows of none runs at the least and at the largest.
    fn subgroup_sizes(&self, profile: &SubgroupProfile) -> Vec<Option<u32>> {
        let size = &profile.size;
        if !size.pinnable_in.contains(&self.stage) {
            return vec![None];
        }
        match self.host {
            Host::Driver | Host::Known => vec![size.pinned(self.stage, self.wave)],
            Host::AtLeastWave => BTreeSet::from([size.min.max(self.wave), size.max]).into_iter().map(Some).collect(),
            Host::Unknown => BTreeSet::from([size.min, size.max]).into_iter().map(Some).collect(),
        }
    }

    fn module(&self, truth: &SubgroupProfile) -> Result<Result<Module, ErrorKind>> {
        let shader = format!("{}.{:?}", self.case.shader, self.stage);
        let mut module = Module::read(&shader_words(self.case.shader, self.stage))
            .and_then(|module| module.verify().map(|()| module))
            .map_err(|source| Error::Module { shader, source })?;
        choose_case(&mut module, self.case.number);
        set_workgroup_size(&mut module, self.workgroup);
        if self.host == Host::Driver && self.strategy.is_none() {
            return Ok(Ok(module));
        }
        let profile = self.profile(truth);
        let guest_wave = Some(self.wave).filter(|_| self.host != Host::Driver);
        let options = LegalizeOptions { guest_wave, profile: &profile, strategy: self.strategy };
        Ok(legalize(module, &options).map(|(module, _)| module))
    }
}

/// Runs the module with several numbers; the inner error is about the result.
fn execute(gpu: &Gpu, run: &Run) -> Result<Result<(), String>> {
    let module = match run.module(&gpu.profile)? {
        Ok(module) => module.write(),
        Err(error) => return Ok(Err(error.to_string())),
    };
    let (count, invocations) = match run.stage {
        SubgroupStage::Fragment => (1, PICTURE * PICTURE),
        SubgroupStage::Vertex => (256, 256),
        _ => (3, 3 * run.workgroup),
    };
    let rows = random_rows(invocations as usize);
    for required_size in run.subgroup_sizes(&gpu.profile) {
        let launch = Launch {
            words: &module,
            stage: run.stage,
            required_size,
            varying: matches!(run.host, Host::AtLeastWave | Host::Unknown),
            count,
            workgroup: run.workgroup,
            rows: &rows,
        };
        let prepared = gpu.prepare(&launch)?;
        for uniform_index in UNIFORM_INDICES {
            let results = prepared.run(uniform_index)?;
            if let Err(problem) = check(&run.case, run.wave, run.workgroup, uniform_index, &rows, &results) {
                return Ok(Err(problem));
            }
        }
    }
    Ok(Ok(()))
}

/// Leaves no case but one: software drivers take their time for each.
fn choose_case(module: &mut Module, case: u32) {
    let globals = module.globals.clone();
    let is_choice = |instruction: &Instruction| {
        let selector = instruction.id(0).filter(|_| instruction.op == Op::Switch).and_then(|id| globals.get(id));
        selector.is_some_and(|selector| selector.op == Op::SpecConstant)
    };
    for function in &mut module.functions {
        let Some(place) = function.body.iter().position(is_choice) else { continue };
        let choice = function.body[place].clone();
        // Literals and labels after selector and default.
        let mut chosen = choice.operands[2..].chunks(2).filter(|pair| pair[0] == Operand::Word(case));
        let chosen = chosen.next().map_or(choice.operands[1], |pair| pair[1]);
        let dropped: Vec<Id> = choice.ids().skip(1).filter(|&label| Operand::Id(label) != chosen).collect();
        let merge = function.body[place - 1].id(0);
        function.body.splice(place - 1..=place, [Instruction::effect(Op::Branch, [chosen])]);
        let mut keeps = true;
        function.body.retain(|instruction| {
            if instruction.op == Op::Label {
                keeps = instruction.result == merge || instruction.result.is_none_or(|label| !dropped.contains(&label));
            }
            keeps
        });
    }
    let mut waiting: Vec<Id> = module.entry_points.iter().map(|entry| entry.function).collect();
    let mut called = HashSet::new();
    while let Some(id) = waiting.pop() {
        if called.insert(id) {
            let code = module.function(id).into_iter().flat_map(|function| &function.body);
            waiting.extend(code.filter(|instruction| instruction.op == Op::FunctionCall).filter_map(|call| call.id(0)));
        }
    }
    module.functions.retain(|function| called.contains(&function.id()));
    let functions = module.functions.iter();
    let code = functions.flat_map(|f| std::iter::once(&f.definition).chain(&f.parameters).chain(&f.body));
    let defined = module.globals.iter().chain(&module.imports).chain(code).filter_map(|instruction| instruction.result);
    let defined: HashSet<Id> = defined.collect();
    module.names.retain(|id, _| defined.contains(id));
    module.decorations.retain(|id, _| defined.contains(id));
}

/// The constant that is decorated `WorkgroupSize` would take precedence.
fn set_workgroup_size(module: &mut Module, size: u32) {
    for mode in &mut module.execution_modes {
        if mode.word(1) == Some(ExecutionMode::LocalSize as u32) {
            mode.operands[2] = size.into();
        }
    }
    let ids: Vec<_> = module.decorations.keys().copied().collect();
    let constant = ids.into_iter().find(|&id| module.builtin(id, None) == Some(BuiltIn::WorkgroupSize));
    if let Some(id) = constant {
        module.decorations.remove(&id);
    }
}

/// Words 0 to 2 are any; the last is small, so that votes about it are not all lost.
fn random_rows(count: usize) -> Vec<Row> {
    let mut random = fastrand::Rng::with_seed(7);
    (0..count).map(|_| [random.u32(..), random.u32(..), random.u32(..), random.u32(..6)]).collect()
}

fn shader_words(shader: &str, stage: SubgroupStage) -> Vec<u32> {
    macro_rules! stages {
        ($name:literal) => {
            match stage {
                SubgroupStage::Vertex => include_bytes!(concat!("../shaders/", $name, ".vert.spv")).as_slice(),
                SubgroupStage::Fragment => include_bytes!(concat!("../shaders/", $name, ".frag.spv")),
                SubgroupStage::Task => include_bytes!(concat!("../shaders/", $name, ".task.spv")),
                SubgroupStage::Mesh => include_bytes!(concat!("../shaders/", $name, ".mesh.spv")),
                _ => include_bytes!(concat!("../shaders/", $name, ".comp.spv")),
            }
        };
    }
    words(match shader {
        "uniform" => stages!("uniform"),
        "clustered" => stages!("clustered"),
        "types" => include_bytes!("../shaders/types.comp.spv"),
        _ => stages!("divergent"),
    })
}
