//! The compute entry point: finds what the workgroup is, prepares its outputs, and calls the program's `main`.
//!
//! ```text
//! flat = WorkgroupId.y * DISPATCH_WIDTH + WorkgroupId.x
//! if (flat >= step.mesh_count) return
//! if ((run.view_mask >> WorkgroupId.z & 1) == 0) return  // where there is a record for each view
//! task = the last of tasks[hint .. next hint + 1] with first_mesh <= step.mesh_first + flat
//! …Private variables: vertices, primitives, payload, push_constants, WorkgroupId, …
//! if (LocalInvocationIndex == 0) meshes[flat] = 0  // where program_main might not write it
//! clear what is only partly written; barrier
//! program_main()
//! ```

use meshwork_abi::{PrimitiveIndices, Rate, RecordLayout, gpu};
use meshwork_spirv::spirv::{BuiltIn, Decoration, ExecutionModel, MemorySemantics, Op, Scope, StorageClass};
use meshwork_spirv::{Code, EntryPoint, Function, Id, Instruction, Module};

use crate::arithmetic::{add, divide, element, scale};
use crate::draws::{Found, find_draw};
use crate::effects::Effects;
use crate::entry::{Entry, add_emit_mesh_tasks, add_set_mesh_outputs, begin_mesh, begin_task};
use crate::error::Result;
use crate::inputs::invocation_index;
use crate::memory::{self, Base, BaseVariables, Region, Sharing};
use crate::record::RecordBlocks;
use crate::stage::ComputeStage;
use crate::tables::{At, at, draw_structure, member, run_structure, step_structure, table, task_structure};
use crate::workgroups::{fill, flat_index, last_not_above, load_uvec3, place_of, unflatten};

/// What the entry point is of.
pub enum Kind<'a> {
    Task,
    Mesh { layout: &'a RecordLayout, clears: &'a [Clear<'a>] },
}

impl Kind<'_> {
    /// Workgroups belong to tasks, and not to draws.
    fn is_after_task(&self) -> bool {
        matches!(self, Self::Mesh { layout, .. } if layout.task_workgroup_size.is_some())
    }
}

/// A value that every vertex or primitive of the record has, and that is cleared.
pub struct Clear<'a> {
    pub blocks: &'a RecordBlocks,
    pub rate: Rate,
    pub region: Region,
    pub member: u32,
    pub count: u32,
    pub ty: Id,
}

/// What the program's code uses and the entry point fills.
pub struct Uses<'a> {
    /// Private variables that stand for built-in inputs.
    pub builtins: &'a [(BuiltIn, Id)],
    pub bases: &'a BaseVariables,
    pub effects: &'a Effects,
    pub payload_bytes: u32,
}

impl Uses<'_> {
    fn needs_owner(&self) -> bool {
        let bases = [Base::Payload, Base::PushConstants];
        !self.builtins.is_empty() || bases.into_iter().any(|base| self.bases.used(base).is_some())
    }
}

/// Adds the entry point `main` around the program's, and the functions that its effects call.
pub fn add_entry_point(stage: &mut ComputeStage, kind: &Kind<'_>, uses: &Uses<'_>) -> Result<()> {
    let module = &mut stage.module;
    let entry = Entry::declare(module);
    match (kind, uses.effects.set_mesh_outputs, uses.effects.emit_mesh_tasks) {
        (Kind::Mesh { layout, .. }, Some(id), _) => add_set_mesh_outputs(module, id, entry.address, layout)?,
        (Kind::Task, _, Some(id)) => add_emit_mesh_tasks(module, id, &entry)?,
        _ => {}
    }
    let mut prologue = Prologue::new(module, stage.workgroup_size, stage.is_flattened);
    let label = prologue.code.module.fresh_id();
    prologue.code.label(label);
    prologue.write(kind, uses, &entry)?;
    let void = prologue.code.module.void_type();
    prologue.code.value(Op::FunctionCall, void, [stage.main.into()]);
    prologue.code.effect(Op::Return, []);
    let body = prologue.code.body;

    let main = module.fresh_id();
    let ty = module.function_type(void, &[]);
    let definition = Instruction::new(Op::Function, Some(void), Some(main), [0.into(), ty.into()]);
    module.functions.push(Function { definition, parameters: Vec::new(), body });
    module.names.remove(&stage.main);
    module.set_name(stage.main, "program_main");
    module.set_name(main, "main");
    module.entry_points = vec![EntryPoint {
        model: ExecutionModel::GLCompute,
        function: main,
        name: "main".into(),
        interface: Vec::new(),
    }];
    for mode in &mut module.execution_modes {
        mode.operands[0] = main.into();
    }
    stage.main = main;
    Ok(())
}

struct Prologue<'m> {
    code: Code<'m>,
    run: At,
    step: At,
    workgroup_size: [u32; 3],
    is_flattened: bool,
}

/// The draw or task that a workgroup belongs to.
struct Owner {
    index: Id,
    groups: Id,
    /// Divides by their width.
    by_width: Id,
    /// Workgroups before this one.
    relative: Id,
    /// Of the draw.
    draw_index: Id,
    push_constants: Id,
}

impl<'m> Prologue<'m> {
    fn new(module: &'m mut Module, workgroup_size: [u32; 3], is_flattened: bool) -> Self {
        // The pointers are made when there is a block to put them in.
        let [run, step] = [run_structure(module), step_structure(module)].map(|block| At {
            pointer: Id(0),
            block,
            align: memory::BASE_ALIGNMENT,
        });
        Self { code: Code::new(module), run, step, workgroup_size, is_flattened }
    }

    fn write(&mut self, kind: &Kind<'_>, uses: &Uses<'_>, entry: &Entry) -> Result<()> {
        self.find_run();
        let flat = flat_index(&mut self.code);
        let is_task = matches!(kind, Kind::Task);
        let count = self.step(if is_task { member::TASK_COUNT } else { member::MESH_COUNT })?;
        let beyond = self.code.compare(Op::UGreaterThanEqual, flat, count);
        self.code.when(beyond, |code| code.effect(Op::Return, []));

        if matches!(kind, Kind::Mesh { layout, .. } if layout.is_per_view) {
            self.skip_other_views()?;
        }

        let first = self.step(if is_task { member::TASK_FIRST } else { member::MESH_FIRST })?;
        let workgroup = self.code.u32(Op::IAdd, first, flat);
        match kind {
            Kind::Task => {
                let owner = self.find_draw(workgroup)?;
                self.fill_builtins(uses, &owner)?;
                self.fill_push_constants(uses, &owner)?;
                self.fill_payload(uses, flat)?;
                let address = self.element(member::TASKS, flat, size_of::<gpu::Task>() as u32)?;
                self.code.store(entry.address, address);
                self.code.store(entry.draw_index, owner.draw_index);
                self.code.store(entry.push_constants, owner.push_constants);
                if uses.effects.is_certain { Ok(()) } else { begin_task(&mut self.code, address) }
            }
            Kind::Mesh { layout, clears } => {
                // Many shaders ask for nothing of it.
                if uses.needs_owner() {
                    let owner = match kind.is_after_task() {
                        true => self.find_task(flat, workgroup)?,
                        false => self.find_draw(workgroup)?,
                    };
                    self.fill_builtins(uses, &owner)?;
                    self.fill_push_constants(uses, &owner)?;
                    self.fill_payload(uses, owner.index)?;
                }
                let is_in_list = layout.primitive_indices == PrimitiveIndices::List;
                if !is_in_list {
                    let address = self.element(member::MESHES, flat, size_of::<u32>() as u32)?;
                    self.code.store(entry.address, address);
                    if !uses.effects.is_certain {
                        begin_mesh(&mut self.code, address)?;
                    }
                }
                let record = if layout.is_per_view { self.record_of_view(flat)? } else { flat };
                let primitives = match is_in_list {
                    true => (Base::Primitives, member::INDICES, layout.list_bytes()),
                    false => (Base::Primitives, member::PRIMITIVE_PARTS, layout.primitives_bytes()),
                };
                let parts = [(Base::Vertices, member::VERTICES, layout.vertices_bytes()), primitives];
                for (base, array, bytes) in parts {
                    if let Some(variable) = uses.bases.used(base) {
                        let address = self.element(array, record, bytes)?;
                        self.code.store(variable, address);
                    }
                }
                if let Some(variable) = uses.bases.used_first_vertex() {
                    let vertices = self.code.module.u32(layout.vertices());
                    let first = self.code.u32(Op::IMul, record, vertices);
                    self.code.store(variable, first);
                }
                self.clear(uses, clears)
            }
        }
    }

    /// A dispatch has a layer of workgroups for each view up to the last.
    fn view(&mut self) -> Id {
        let id = load_uvec3(&mut self.code, BuiltIn::WorkgroupId);
        let u32 = self.code.module.u32_type();
        self.code.extract(u32, id, 2)
    }

    /// Returns where the view is not drawn.
    fn skip_other_views(&mut self) -> Result<()> {
        let (view, mask) = (self.view(), self.run(member::VIEW_MASK)?);
        let code = &mut self.code;
        let (zero, one) = (code.module.u32(0), code.module.u32(1));
        let rest = code.u32(Op::ShiftRightLogical, mask, view);
        let bit = code.u32(Op::BitwiseAnd, rest, one);
        let is_other = code.compare(Op::IEqual, bit, zero);
        code.when(is_other, |code| code.effect(Op::Return, []));
        Ok(())
    }

    /// A workgroup has as many records as there are views.
    fn record_of_view(&mut self, flat: Id) -> Result<Id> {
        let (view, views) = (self.view(), self.run(member::VIEWS)?);
        let first = self.code.u32(Op::IMul, flat, views);
        Ok(self.code.u32(Op::IAdd, first, view))
    }

    /// The task that asked for a mesh workgroup: between those of two hints.
    fn find_task(&mut self, flat: Id, workgroup: Id) -> Result<Owner> {
        let address = self.run(member::TASKS)?;
        let element = task_structure(self.code.module);
        let block = table(self.code.module, element, size_of::<gpu::Task>());
        let tasks = at(&mut self.code, address, block);
        let (low, high) = self.task_hints(flat)?;
        let code = &mut self.code;
        let (zero, u32) = (code.module.u32(0), code.module.u32_type());
        let index = last_not_above(code, tasks, (low, high), member::TASK_FIRST_MESH, workgroup)?;
        let task = tasks.load(code, &[zero, index])?;
        let first = code.extract(u32, task, member::TASK_FIRST_MESH);
        let relative = code.u32(Op::ISub, workgroup, first);
        let draw_index = code.extract(u32, task, member::TASK_DRAW_INDEX);
        let push_constants = code.extract(u32, task, member::TASK_PUSH_CONSTANTS);
        let (groups, by_width) = groups_of(code, task, member::TASK_BY_WIDTH);
        Ok(Owner { index, groups, by_width, relative, draw_index, push_constants })
    }

    /// The task cannot be before the first of these, nor the second or after it.
    fn task_hints(&mut self, flat: Id) -> Result<(Id, Id)> {
        let address = self.run(member::TASK_HINTS)?;
        let word = self.code.module.u32_type();
        let block = table(self.code.module, word, size_of::<u32>());
        let hints = at(&mut self.code, address, block);
        let code = &mut self.code;
        let (zero, one, shift) = (code.module.u32(0), code.module.u32(1), code.module.u32(gpu::TASK_HINT.ilog2()));
        let hint = code.u32(Op::ShiftRightLogical, flat, shift);
        let next = code.u32(Op::IAdd, hint, one);
        let (low, last) = (hints.load(code, &[zero, hint])?, hints.load(code, &[zero, next])?);
        let high = code.u32(Op::IAdd, last, one);
        Ok((low, high))
    }

    fn find_draw(&mut self, workgroup: Id) -> Result<Owner> {
        let draws = self.draws()?;
        let (count, ratio) = (self.run(member::DRAW_COUNT)?, self.step(member::DRAWS_PER_WORKGROUP)?);
        let guess = scale(&mut self.code, workgroup, ratio);
        let Found { index, draw, relative } = find_draw(&mut self.code, draws, count, guess, workgroup)?;
        let (groups, by_width) = groups_of(&mut self.code, draw, member::DRAW_BY_WIDTH);
        let u32 = self.code.module.u32_type();
        let draw_index = self.code.extract(u32, draw, member::DRAW_INDEX);
        let push_constants = self.code.extract(u32, draw, member::DRAW_PUSH_CONSTANTS);
        Ok(Owner { index, groups, by_width, relative, draw_index, push_constants })
    }

    fn fill_payload(&mut self, uses: &Uses<'_>, task: Id) -> Result<()> {
        let Some(variable) = uses.bases.used(Base::Payload) else { return Ok(()) };
        let address = self.element(member::PAYLOADS, task, uses.payload_bytes)?;
        self.code.store(variable, address);
        Ok(())
    }

    fn find_run(&mut self) {
        let code = &mut self.code;
        let address = code.module.uvec_type(2);
        let block = code.module.make_global(Op::TypeStruct, None, [address.into(), address.into()]);
        code.module.decorate(block, Decoration::Block, &[]);
        code.module.decorate_member(block, 0, Decoration::Offset, &[0]);
        code.module.decorate_member(block, 1, Decoration::Offset, &[8]);
        let variable = code.module.variable(StorageClass::PushConstant, block);
        for (member, at_address) in (0..).zip([&mut self.run, &mut self.step]) {
            let member = code.module.u32(member);
            let pointer = code.chain(StorageClass::PushConstant, address, variable, &[member]);
            let value = code.load(address, pointer);
            *at_address = at(code, value, at_address.block);
        }
    }

    /// A member of the run.
    fn run(&mut self, member: u32) -> Result<Id> {
        let member = self.code.module.u32(member);
        self.run.load(&mut self.code, &[member])
    }

    /// A member of the step.
    fn step(&mut self, member: u32) -> Result<Id> {
        let member = self.code.module.u32(member);
        self.step.load(&mut self.code, &[member])
    }

    fn draws(&mut self) -> Result<At> {
        let address = self.run(member::DRAWS)?;
        let element = draw_structure(self.code.module);
        let block = table(self.code.module, element, size_of::<gpu::Draw>());
        Ok(at(&mut self.code, address, block))
    }

    fn fill_builtins(&mut self, uses: &Uses<'_>, owner: &Owner) -> Result<()> {
        let (uvec3, u32) = (self.code.module.uvec_type(3), self.code.module.u32_type());
        for &(builtin, variable) in uses.builtins {
            let (value, from) = match builtin {
                BuiltIn::DrawIndex => (owner.draw_index, u32),
                BuiltIn::ViewIndex => (self.view(), u32),
                BuiltIn::LocalInvocationId => (self.local_invocation_id(), uvec3),
                BuiltIn::NumWorkgroups => (owner.groups, uvec3),
                BuiltIn::WorkgroupId => (self.workgroup_id(owner), uvec3),
                _ => (self.global_invocation_id(owner), uvec3),
            };
            fill(&mut self.code, variable, value, from)?;
        }
        Ok(())
    }

    fn workgroup_id(&mut self, owner: &Owner) -> Id {
        let rows = divide(&mut self.code, owner.relative, owner.by_width);
        place_of(&mut self.code, owner.relative, rows, owner.groups)
    }

    /// The program's workgroup size as a `uvec3`.
    fn size(&mut self) -> Id {
        let module = &mut *self.code.module;
        let uvec3 = module.uvec_type(3);
        let size = self.workgroup_size.map(|n| module.u32(n));
        module.composite_constant(uvec3, &size)
    }

    fn local_invocation_id(&mut self) -> Id {
        if self.is_flattened {
            let index = invocation_index(&mut self.code);
            let size = self.size();
            return unflatten(&mut self.code, index, size);
        }
        load_uvec3(&mut self.code, BuiltIn::LocalInvocationId)
    }

    fn global_invocation_id(&mut self, owner: &Owner) -> Id {
        let workgroup = self.workgroup_id(owner);
        let local = self.local_invocation_id();
        let size = self.size();
        let code = &mut self.code;
        let uvec3 = code.module.uvec_type(3);
        let first = code.value(Op::IMul, uvec3, [workgroup.into(), size.into()]);
        code.value(Op::IAdd, uvec3, [first.into(), local.into()])
    }

    fn fill_push_constants(&mut self, uses: &Uses<'_>, owner: &Owner) -> Result<()> {
        let Some(variable) = uses.bases.used(Base::PushConstants) else { return Ok(()) };
        let base = self.run(member::PUSH_CONSTANTS)?;
        let address = add(&mut self.code, base, owner.push_constants);
        self.code.store(variable, address);
        Ok(())
    }

    /// Address of an element of one of the run's arrays.
    fn element(&mut self, array: u32, index: Id, stride: u32) -> Result<Id> {
        let base = self.run(array)?;
        Ok(element(&mut self.code, base, index, stride))
    }

    /// Zeroes values of the record together, and waits until it is done.
    fn clear(&mut self, uses: &Uses<'_>, clears: &[Clear<'_>]) -> Result<()> {
        if clears.is_empty() {
            return Ok(());
        }
        let code = &mut self.code;
        let index = invocation_index(code);
        let invocations = code.module.u32(self.workgroup_size.iter().product());
        for clear in clears {
            // What is written has an address.
            let Some(variable) = uses.bases.used(clear.region.base) else { continue };
            let address = code.module.uvec_type(2);
            let address = code.load(address, variable);
            let part = at(code, address, clear.region.ty);
            clear_array(code, part, clear, index, invocations)?;
        }
        let scope = code.module.u32(Scope::Workgroup as u32);
        let mut semantics = MemorySemantics::ACQUIRE_RELEASE | MemorySemantics::UNIFORM_MEMORY;
        if memory::is_vulkan(code.module) {
            semantics |= MemorySemantics::MAKE_AVAILABLE | MemorySemantics::MAKE_VISIBLE;
        }
        let semantics = code.module.u32(semantics.bits());
        code.effect(Op::ControlBarrier, [scope.into(), scope.into(), semantics.into()]);
        Ok(())
    }
}

/// The workgroups of a draw or task, and what divides by their width.
fn groups_of(code: &mut Code<'_>, value: Id, by_width: u32) -> (Id, Id) {
    let (uvec3, pair) = (code.module.uvec_type(3), code.module.uvec_type(2));
    (code.extract(uvec3, value, member::GROUPS), code.extract(pair, value, by_width))
}

/// `for (i = index; i < count; i += invocations) part[i].member = 0`.
fn clear_array(code: &mut Code<'_>, part: At, clear: &Clear<'_>, index: Id, invocations: Id) -> Result<()> {
    let u32 = code.module.u32_type();
    let [before, header, body, next, done, following] = std::array::from_fn(|_| code.module.fresh_id());
    code.branch(before);
    code.label(before);
    code.branch(header);
    code.label(header);
    let i = code.value(Op::Phi, u32, [index.into(), before.into(), following.into(), next.into()]);
    let count = code.module.u32(clear.count);
    let more = code.compare(Op::ULessThan, i, count);
    code.effect(Op::LoopMerge, [done.into(), next.into(), 0.into()]);
    code.effect(Op::BranchConditional, [more.into(), body.into(), done.into()]);
    code.label(body);
    let (place, zero) = (clear.blocks.place(code.module, clear.rate, i, clear.member), code.module.null(clear.ty));
    memory::part(code, part.pointer, part.block, &place)?.store(code, zero, Sharing::Written);
    code.branch(next);
    code.label(next);
    code.body.push(Instruction::new(Op::IAdd, Some(u32), Some(following), [i.into(), invocations.into()]));
    code.branch(header);
    code.label(done);
    Ok(())
}
