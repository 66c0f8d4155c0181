//! Sends every access to an interface variable to where its values now lie.
//!
//! ```text
//! built-in input   ──► a Private variable that the prologue fills
//! what is not given ──► zero
//! push constants   ──► the draw's entry in memory
//! payload          ──► the task's payload in memory
//! mesh output      ──► the record: `OpAccessChain %output %i %member …` addresses `%vertices %0 %i %member …`
//! ```
//!
//! Old access chains vanish; each load, store and atomic makes its own pointer.

use std::collections::HashMap;

use meshwork_abi::{PrimitiveIndices, Rate};
use meshwork_spirv::spirv::{MemoryAccess, MemorySemantics, Op, StorageClass};
use meshwork_spirv::{Code, Id, Instruction, Module, Operand, Type};

use crate::access::{Place, Places};
use crate::error::{ErrorKind, Result, limit};
use crate::layout::{Layouts, scalars};
use crate::memory::{self, Base, BaseVariables, Pointer, Region, Sharing};
use crate::outputs::{Outputs, Variable};
use crate::record::RecordBlocks;

/// What became of an interface variable.
#[derive(Clone, Copy, Debug)]
pub enum Role {
    /// This Private variable has its value.
    Private(Id),
    /// The region's struct is like the variable's type.
    PushConstants(Region),
    /// The region's struct has one member, the variable.
    Payload(Region),
    /// Nobody gives it a value, and reads of it are undefined: they are zero.
    Zero,
    /// A mesh output.
    Output,
}

/// The record of a mesh shader.
#[derive(Clone, Copy)]
pub struct Record<'a> {
    pub outputs: &'a Outputs,
    pub blocks: &'a RecordBlocks,
}

impl Record<'_> {
    /// The part of the record with what is per vertex or per primitive.
    pub fn region(&self, rate: Rate) -> Region {
        let (base, ty) = match rate {
            Rate::Vertex => (Base::Vertices, self.blocks.vertices),
            Rate::Primitive => (Base::Primitives, self.blocks.primitives),
        };
        Region { base, ty, sharing: Sharing::Written }
    }
}

/// Scalars of one composite that is loaded or stored in parts.
const MAX_PARTS: u32 = 65_536;

pub struct Rewrite<'a> {
    pub roles: &'a HashMap<Id, Role>,
    pub record: Option<Record<'a>>,
    pub layouts: &'a mut Layouts,
    pub variables: &'a mut BaseVariables,
    /// Invocations may exchange values through what is in buffers now: barriers order those too.
    pub exchanges: bool,
}

/// Rewrites every function of `module`.
pub fn rewrite(module: &mut Module, mut rewrite: Rewrite<'_>) -> Result<()> {
    let places = Places::find(module, rewrite.roles.keys().copied())?;
    let mut functions = std::mem::take(&mut module.functions);
    for function in &mut functions {
        let body = std::mem::take(&mut function.body);
        let mut pass = Body {
            rewrite: &mut rewrite,
            code: Code::new(module),
            places: &places,
            pointers: [None; Base::ALL.len()],
            early: Vec::new(),
            early_loads: HashMap::new(),
        };
        for instruction in body {
            pass.instruction(instruction)?;
        }
        function.body = pass.finish();
    }
    module.functions = functions;
    Ok(())
}

/// One function being rewritten.
struct Body<'r, 'a, 'm> {
    rewrite: &'r mut Rewrite<'a>,
    code: Code<'m>,
    places: &'r Places,
    /// The pointers to each base that the function makes at its start.
    pointers: [Option<(Id, Id)>; Base::ALL.len()],
    /// Loads that the function makes at its start, after the pointers.
    early: Vec<Instruction>,
    early_loads: HashMap<(Base, Vec<Id>), Id>,
}

/// Scalars of a value that is worth keeping from the start of a function on.
const MAX_EARLY: u64 = 16;

impl Body<'_, '_, '_> {
    fn instruction(&mut self, mut instruction: Instruction) -> Result<()> {
        let place = |n| instruction.id(n).and_then(|pointer| self.places.get(pointer)).cloned();
        match (instruction.op, place(0), place(1)) {
            (Op::AccessChain | Op::InBoundsAccessChain | Op::CopyObject, Some(_), _) => {}
            (Op::Load, Some(place), _) => {
                let value = self.load(&place)?;
                // The old result's users stay as they are.
                match self.code.body.last_mut() {
                    Some(last) if last.result == Some(value) => last.result = instruction.result,
                    _ => {
                        let copy = Instruction::new(Op::CopyObject, Some(place.ty), instruction.result, [value.into()]);
                        self.code.body.push(copy);
                    }
                }
            }
            (Op::Store, Some(place), None) => {
                let value = instruction.id(1).ok_or(ErrorKind::malformed("a store of nothing", place.variable))?;
                self.store(&place, value)?;
            }
            (Op::CopyMemory, target, source) if target.is_some() || source.is_some() => {
                self.copy(&instruction, target.as_ref(), source.as_ref())?;
            }
            (op, Some(place), None) if is_atomic(op) => {
                let role = self.rewrite.roles.get(&place.variable);
                let Some(&Role::Payload(region)) = role else {
                    return Err(ErrorKind::unsupported("an atomic on this variable", place.variable));
                };
                let pointer = self.payload_pointer(region, &place)?;
                if pointer.ty != place.ty {
                    return Err(ErrorKind::unsupported("an atomic on 8 or 16 bits of a payload", place.variable));
                }
                instruction.operands[0] = pointer.id.into();
                self.widen_semantics(&mut instruction);
                self.code.body.push(instruction);
            }
            _ => {
                self.replace_private(&mut instruction)?;
                self.widen_semantics(&mut instruction);
                self.code.body.push(instruction);
            }
        }
        Ok(())
    }

    /// The body, with the base pointers that it turned out to use.
    fn finish(self) -> Vec<Instruction> {
        let Self { rewrite, mut code, pointers, early, .. } = self;
        let mut body = std::mem::take(&mut code.body);
        let variables = body.iter().skip(1).take_while(|instruction| instruction.op == Op::Variable).count();
        for (base, pointer) in Base::ALL.into_iter().zip(pointers) {
            let Some((id, root)) = pointer else { continue };
            let variable = rewrite.variables.get(code.module, base);
            let address = code.module.uvec_type(2);
            let address = code.load(address, variable);
            let ty = code.module.pointer_type(StorageClass::PhysicalStorageBuffer, root);
            code.body.push(Instruction::new(Op::Bitcast, Some(ty), Some(id), [address.into()]));
        }
        code.body.extend(early);
        let at = (1 + variables).min(body.len());
        body.splice(at..at, code.body);
        body
    }

    fn base(&mut self, region: Region) -> Id {
        let Self { code, pointers, .. } = self;
        pointers[region.base as usize].get_or_insert_with(|| (code.module.fresh_id(), region.ty)).0
    }

    fn pointer(&mut self, region: Region, indices: &[Id]) -> Result<Pointer> {
        let base = self.base(region);
        memory::part(&mut self.code, base, region.ty, indices)
    }

    fn payload_pointer(&mut self, region: Region, place: &Place) -> Result<Pointer> {
        let mut indices = vec![self.code.module.u32(0)];
        indices.extend(&place.indices);
        self.pointer(region, &indices)
    }

    fn load(&mut self, place: &Place) -> Result<Id> {
        let role = self.rewrite.roles.get(&place.variable).copied();
        match role.ok_or(ErrorKind::malformed("an unknown variable", place.variable))? {
            Role::Private(variable) => {
                let pointer = self.code.chain(StorageClass::Private, place.ty, variable, &place.indices);
                Ok(self.code.load(place.ty, pointer))
            }
            Role::PushConstants(region) | Role::Payload(region) => self.load_read_only(region, place),
            Role::Zero => memory::zero(&mut self.code, self.rewrite.layouts, place.ty),
            Role::Output => {
                limit("the scalars of a mesh output that is copied", scalars(self.code.module, place.ty)?, MAX_PARTS)?;
                self.load_output(place)
            }
        }
    }

    /// Push constants, and a payload behind its task. A driver cannot know that stores to the record leave them as they are:
    /// it would load them again after each, and see two values where the program has one. What lies at a constant place is
    /// therefore loaded once, at the start.
    fn load_read_only(&mut self, region: Region, place: &Place) -> Result<Id> {
        let constant = place.indices.iter().all(|&index| self.code.module.constant_u32(index).is_some());
        if region.sharing != Sharing::Alone || !constant || scalars(self.code.module, place.ty)? > MAX_EARLY {
            return self.load_region(region, place);
        }
        let key = (region.base, place.indices.clone());
        if let Some(&value) = self.early_loads.get(&key) {
            return Ok(value);
        }
        std::mem::swap(&mut self.early, &mut self.code.body);
        let value = self.load_region(region, place);
        std::mem::swap(&mut self.early, &mut self.code.body);
        let value = value?;
        self.early_loads.insert(key, value);
        Ok(value)
    }

    fn load_region(&mut self, region: Region, place: &Place) -> Result<Id> {
        if region.base == Base::PushConstants {
            let pointer = self.pointer(region, &place.indices)?;
            let value = pointer.load(&mut self.code, region.sharing);
            // The whole block has a type of its own.
            let is_whole = pointer.ty != place.ty;
            return Ok(if is_whole { self.code.value(Op::CopyLogical, place.ty, [value.into()]) } else { value });
        }
        let pointer = self.payload_pointer(region, place)?;
        let value = pointer.load(&mut self.code, region.sharing);
        memory::from_memory(&mut self.code, self.rewrite.layouts, value, place.ty)
    }

    fn store(&mut self, place: &Place, value: Id) -> Result<()> {
        let role = self.rewrite.roles.get(&place.variable).copied();
        match role.ok_or(ErrorKind::malformed("an unknown variable", place.variable))? {
            Role::Payload(region) => {
                let pointer = self.payload_pointer(region, place)?;
                let value = memory::to_memory(&mut self.code, self.rewrite.layouts, value, place.ty)?;
                pointer.store(&mut self.code, value, region.sharing);
                Ok(())
            }
            Role::Output => {
                limit("the scalars of a mesh output that is copied", scalars(self.code.module, place.ty)?, MAX_PARTS)?;
                self.store_output(place, value)
            }
            Role::Private(_) | Role::PushConstants(_) | Role::Zero => {
                Err(ErrorKind::malformed("a store to a variable that is only read", place.variable))
            }
        }
    }

    fn store_output(&mut self, place: &Place, value: Id) -> Result<()> {
        match self.target(place)? {
            Target::Parts(parts) => {
                for (n, part) in parts.into_iter().enumerate() {
                    let value = self.code.extract(part.ty, value, n as u32);
                    self.store_output(&part, value)?;
                }
            }
            Target::Nowhere => {}
            Target::Memory(region, indices) => {
                let pointer = self.pointer(region, &indices)?;
                let value = memory::to_memory(&mut self.code, self.rewrite.layouts, value, place.ty)?;
                pointer.store(&mut self.code, value, region.sharing);
            }
            Target::PackedIndices(region, indices) => {
                let packed = self.pack(value, place.ty)?;
                let pointer = self.pointer(region, &indices)?;
                pointer.store(&mut self.code, packed, region.sharing);
            }
            Target::ListIndex(region, indices) => {
                let vertex = self.number_in_list(value);
                let pointer = self.pointer(region, &indices)?;
                pointer.store(&mut self.code, vertex, region.sharing);
            }
        }
        Ok(())
    }

    fn load_output(&mut self, place: &Place) -> Result<Id> {
        match self.target(place)? {
            Target::Parts(parts) => {
                let parts = parts.iter().map(|part| self.load_output(part)).collect::<Result<Vec<_>>>()?;
                Ok(self.code.construct(place.ty, &parts))
            }
            Target::Nowhere => memory::zero(&mut self.code, self.rewrite.layouts, place.ty),
            Target::Memory(region, indices) => {
                let pointer = self.pointer(region, &indices)?;
                let value = pointer.load(&mut self.code, region.sharing);
                memory::from_memory(&mut self.code, self.rewrite.layouts, value, place.ty)
            }
            Target::PackedIndices(region, indices) => {
                let pointer = self.pointer(region, &indices)?;
                let packed = pointer.load(&mut self.code, region.sharing);
                self.unpack(packed, place.ty)
            }
            Target::ListIndex(region, indices) => {
                let pointer = self.pointer(region, &indices)?;
                let (vertex, first) = (pointer.load(&mut self.code, region.sharing), self.first_vertex());
                Ok(self.code.u32(Op::ISub, vertex, first))
            }
        }
    }

    /// Where a part of a mesh output lies.
    fn target(&mut self, place: &Place) -> Result<Target> {
        let Some(record) = &self.rewrite.record else {
            return Err(ErrorKind::malformed("a mesh output outside a mesh shader", place.variable));
        };
        let module = &mut *self.code.module;
        let (attribute, rest) = match (record.outputs.variables.get(&place.variable), place.indices.as_slice()) {
            (None, _) => return Err(ErrorKind::malformed("an unknown mesh output", place.variable)),
            (Some(Variable::PrimitiveIndices), [element, rest @ ..]) => {
                let region = record.region(Rate::Primitive);
                let mut indices = record.blocks.place(module, Rate::Primitive, *element, record.blocks.indices);
                let (of, corners) = (record.outputs.primitive_indices, record.outputs.topology.corners());
                return match (of, rest) {
                    (PrimitiveIndices::Packed, _) => Ok(Target::PackedIndices(region, indices)),
                    (_, []) if corners > 1 => self.parts(place),
                    (PrimitiveIndices::Words, _) => {
                        indices.extend(rest);
                        Ok(Target::Memory(region, indices))
                    }
                    (PrimitiveIndices::List, _) => {
                        indices.push(rest.first().copied().unwrap_or(module.u32(0)));
                        Ok(Target::ListIndex(region, indices))
                    }
                };
            }
            (Some(Variable::Single(attribute)), [_, rest @ ..]) => (*attribute, rest),
            (Some(Variable::Block { members, .. }), [_, member, rest @ ..]) => {
                let member = module.constant_u32(*member).and_then(|member| members.get(member as usize));
                (*member.ok_or(ErrorKind::malformed("a member that a block does not have", place.variable))?, rest)
            }
            _ => return self.parts(place),
        };
        let member = record.blocks.members.get(attribute).copied().flatten();
        let (Some(member), Some(attribute)) = (member, record.outputs.attributes.get(attribute)) else {
            return Ok(Target::Nowhere);
        };
        let mut indices = record.blocks.place(module, attribute.rate, place.indices[0], member);
        indices.extend(rest);
        Ok(Target::Memory(record.region(attribute.rate), indices))
    }

    fn parts(&mut self, place: &Place) -> Result<Target> {
        let module = &mut *self.code.module;
        let count = match module.ty(place.ty)? {
            Type::Vector { count, .. } | Type::Array { length: count, .. } => count,
            Type::Struct { members } => members.len() as u32,
            _ => return Err(ErrorKind::malformed("a mesh output that is not made of parts", place.variable)),
        };
        let mut parts = Vec::with_capacity(count as usize);
        for n in 0..count {
            let mut part = place.clone();
            part.ty = module.part(place.ty, Some(n))?;
            part.indices.push(module.u32(n));
            parts.push(part);
        }
        Ok(Target::Parts(parts))
    }

    /// The number in the index list of a vertex of the record, out of which nothing leads.
    fn number_in_list(&mut self, vertex: Id) -> Id {
        let last = self.rewrite.record.map_or(0, |record| record.outputs.max_vertices - 1);
        let (u32, last) = (self.code.module.u32_type(), self.code.module.u32(last));
        let is_less = self.code.compare(Op::ULessThan, vertex, last);
        let vertex = self.code.value(Op::Select, u32, [is_less.into(), vertex.into(), last.into()]);
        let first = self.first_vertex();
        self.code.u32(Op::IAdd, first, vertex)
    }

    fn first_vertex(&mut self) -> Id {
        let variable = self.rewrite.variables.first_vertex(self.code.module);
        let ty = self.code.module.u32_type();
        self.code.load(ty, variable)
    }

    /// `x | y << 8 | z << 16`.
    fn pack(&mut self, value: Id, ty: Id) -> Result<Id> {
        let Type::Vector { component, count } = self.code.module.ty(ty)? else { return Ok(value) };
        let mut packed = self.code.extract(component, value, 0);
        for n in 1..count {
            let part = self.code.extract(component, value, n);
            let shift = self.code.module.u32(8 * n);
            let shifted = self.code.u32(Op::ShiftLeftLogical, part, shift);
            packed = self.code.u32(Op::BitwiseOr, packed, shifted);
        }
        Ok(packed)
    }

    fn unpack(&mut self, packed: Id, ty: Id) -> Result<Id> {
        let Type::Vector { component, count } = self.code.module.ty(ty)? else { return Ok(packed) };
        let eight = self.code.module.u32(8);
        let parts: Vec<Id> = (0..count)
            .map(|n| {
                let at = self.code.module.u32(8 * n);
                self.code.value(Op::BitFieldUExtract, component, [packed.into(), at.into(), eight.into()])
            })
            .collect();
        Ok(self.code.construct(ty, &parts))
    }

    /// `OpCopyMemory` as a load and a store.
    fn copy(&mut self, instruction: &Instruction, target: Option<&Place>, source: Option<&Place>) -> Result<()> {
        let access = memory_accesses(&instruction.operands[2..]);
        let pointer = |n: usize| instruction.id(n).map(Operand::Id);
        let value = match source {
            Some(place) => self.load(place)?,
            None => {
                let ty = target.map(|place| place.ty);
                let ty = ty.ok_or(ErrorKind::malformed("a copy of nothing", Id(0)))?;
                let mut operands: Vec<Operand> = pointer(1).into_iter().collect();
                operands.extend(access.1);
                self.code.value(Op::Load, ty, operands)
            }
        };
        match target {
            Some(place) => self.store(place, value),
            None => {
                let mut operands: Vec<Operand> = pointer(0).into_iter().chain([value.into()]).collect();
                operands.extend(access.0);
                self.code.effect(Op::Store, operands);
                Ok(())
            }
        }
    }

    /// Any other use of a pointer: it must be to a Private variable, or nothing of ours.
    fn replace_private(&mut self, instruction: &mut Instruction) -> Result<()> {
        for operand in &mut instruction.operands {
            let Operand::Id(pointer) = operand else { continue };
            let Some(place) = self.places.get(*pointer) else { continue };
            let Some(Role::Private(variable)) = self.rewrite.roles.get(&place.variable) else {
                return Err(ErrorKind::unsupported("this use of a pointer to an interface variable", place.variable));
            };
            *pointer = self.code.chain(StorageClass::Private, place.ty, *variable, &place.indices);
        }
        Ok(())
    }

    /// What lay in workgroup or output storage lies in a buffer now, so what ordered accesses to the one orders the other.
    fn widen_semantics(&mut self, instruction: &mut Instruction) {
        if !self.rewrite.exchanges {
            return;
        }
        let semantics: &[usize] = match instruction.op {
            Op::ControlBarrier => &[2],
            Op::MemoryBarrier => &[1],
            Op::AtomicCompareExchange => &[2, 3],
            op if is_atomic(op) => &[2],
            _ => return,
        };
        for &n in semantics {
            let Some(value) = instruction.id(n).and_then(|id| self.code.module.constant_u32(id)) else { continue };
            let mut semantics = MemorySemantics::from_bits_retain(value);
            if semantics.intersects(MemorySemantics::WORKGROUP_MEMORY | MemorySemantics::OUTPUT_MEMORY) {
                semantics |= MemorySemantics::UNIFORM_MEMORY;
                instruction.operands[n] = self.code.module.u32(semantics.bits()).into();
            }
        }
    }
}

/// Where a part of a mesh output lies.
enum Target {
    /// In its own parts, one by one.
    Parts(Vec<Place>),
    /// It is not kept.
    Nowhere,
    Memory(Region, Vec<Id>),
    PackedIndices(Region, Vec<Id>),
    /// A word of the index list.
    ListIndex(Region, Vec<Id>),
}

fn is_atomic(op: Op) -> bool {
    (Op::AtomicLoad as u32..=Op::AtomicXor as u32).contains(&(op as u32))
        || matches!(op, Op::AtomicFAddEXT | Op::AtomicFMinEXT | Op::AtomicFMaxEXT)
}

/// The memory operands of the target and the source of an `OpCopyMemory`.
fn memory_accesses(operands: &[Operand]) -> (Vec<Operand>, Vec<Operand>) {
    let Some(&Operand::Word(mask)) = operands.first() else { return (Vec::new(), Vec::new()) };
    let parameters = MemoryAccess::ALIGNED | MemoryAccess::MAKE_POINTER_AVAILABLE | MemoryAccess::MAKE_POINTER_VISIBLE;
    let length = 1 + (MemoryAccess::from_bits_retain(mask) & parameters).iter().count();
    let (first, second) = operands.split_at(length.min(operands.len()));
    // One set stands for both; making available belongs to the store alone, making visible to the load alone.
    let source = if second.is_empty() { first } else { second };
    (without(first, MemoryAccess::MAKE_POINTER_VISIBLE), without(source, MemoryAccess::MAKE_POINTER_AVAILABLE))
}

/// Memory operands without one of the flags that have a scope.
fn without(operands: &[Operand], flag: MemoryAccess) -> Vec<Operand> {
    let mut operands = operands.to_vec();
    if let Some(Operand::Word(mask)) = operands.first_mut() {
        let access = MemoryAccess::from_bits_retain(*mask);
        if access.contains(flag) {
            *mask = (access - flag).bits();
            // Scopes follow the alignment in the order of their bits.
            let before = MemoryAccess::ALIGNED | MemoryAccess::MAKE_POINTER_AVAILABLE;
            let before = before & MemoryAccess::from_bits_retain(flag.bits() - 1) & access;
            operands.remove(1 + before.iter().count());
        }
    }
    operands
}
