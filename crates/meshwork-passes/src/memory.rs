//! Loads and stores of device memory through `PhysicalStorageBuffer` pointers.
//!
//! Addresses are `uvec2` in Private variables, because `shaderInt64` is not required. Each function makes one pointer of each
//! that it uses, at its start.

use meshwork_spirv::spirv::{Decoration, MemoryAccess, Op, StorageClass};
use meshwork_spirv::{Code, Id, Module, Type};

use crate::error::{ErrorKind, Result, limit};
use crate::layout::{Laid, Layouts, scalar_size, scalars};

/// What an address is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    Vertices,
    Primitives,
    Payload,
    PushConstants,
}

/// Private variables that hold addresses, and the number in the index list of the record's first vertex.
#[derive(Default)]
pub struct BaseVariables {
    addresses: [Option<Id>; Base::ALL.len()],
    first_vertex: Option<Id>,
}

impl Base {
    pub const ALL: [Self; 4] = [Self::Vertices, Self::Primitives, Self::Payload, Self::PushConstants];
}

impl BaseVariables {
    /// The variable, when something asked for it.
    pub fn used(&self, base: Base) -> Option<Id> {
        self.addresses[base as usize]
    }

    /// The one of the first vertex, when something asked for it.
    pub fn used_first_vertex(&self) -> Option<Id> {
        self.first_vertex
    }

    pub fn first_vertex(&mut self, module: &mut Module) -> Id {
        *self.first_vertex.get_or_insert_with(|| {
            let ty = module.u32_type();
            let id = module.variable(StorageClass::Private, ty);
            module.set_name(id, "first_vertex");
            id
        })
    }

    pub fn get(&mut self, module: &mut Module, base: Base) -> Id {
        *self.addresses[base as usize].get_or_insert_with(|| {
            let ty = module.uvec_type(2);
            let id = module.variable(StorageClass::Private, ty);
            module.set_name(
                id,
                match base {
                    Base::Vertices => "vertices",
                    Base::Primitives => "primitives",
                    Base::Payload => "payload",
                    Base::PushConstants => "push_constants",
                },
            );
            id
        })
    }
}

/// How an access synchronizes with those of other invocations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Nobody else accesses it, or only after a pipeline barrier.
    Alone,
    /// Others write it, ordered by barriers, and nobody reads it in this shader.
    Written,
    /// Invocations of the workgroup exchange values.
    Exchanged,
}

/// A struct in memory.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    pub base: Base,
    /// The struct, with explicit layout.
    pub ty: Id,
    pub sharing: Sharing,
}

/// Alignment of base addresses, if nothing else is said: hosts place them at multiples of 16.
pub const BASE_ALIGNMENT: u32 = 16;

/// A part of a region.
pub struct Pointer {
    pub id: Id,
    /// Type of the part in memory.
    pub ty: Id,
    align: u32,
}

/// The pointer to the part `indices` of the struct `root` at `base`.
pub fn part(code: &mut Code<'_>, base: Id, root: Id, indices: &[Id]) -> Result<Pointer> {
    part_aligned(code, base, BASE_ALIGNMENT, root, indices)
}

/// The same where `base` is a multiple of `align`.
pub fn part_aligned(code: &mut Code<'_>, base: Id, align: u32, root: Id, indices: &[Id]) -> Result<Pointer> {
    let (ty, align) = walk(code.module, root, align, indices)?;
    let id = code.chain(StorageClass::PhysicalStorageBuffer, ty, base, indices);
    Ok(Pointer { id, ty, align })
}

/// Type and known alignment of a part.
fn walk(module: &Module, root: Id, align: u32, indices: &[Id]) -> Result<(Id, u32)> {
    let (mut ty, mut align) = (root, align);
    let mut matrix = None;
    // The greatest power of two that divides both.
    let divide = |align: u32, bytes: u32| if bytes == 0 { align } else { align.min(1 << bytes.trailing_zeros()) };
    for &index in indices {
        let constant = module.constant_u32(index);
        let step = match module.ty(ty)? {
            Type::Struct { .. } => {
                if let Some(stride) = module.decoration(ty, constant, Decoration::MatrixStride) {
                    matrix = Some((stride, module.is_decorated(ty, constant, Decoration::RowMajor)));
                }
                module.decoration(ty, constant, Decoration::Offset).unwrap_or(0)
            }
            Type::Array { .. } | Type::RuntimeArray { .. } => {
                module.decoration(ty, None, Decoration::ArrayStride).unwrap_or(0)
            }
            Type::Matrix { column, .. } => match matrix {
                Some((stride, false)) => stride,
                _ => scalar_size(module, module.part(column, None)?)?,
            },
            Type::Vector { component, .. } => scalar_size(module, component)?,
            _ => return Err(ErrorKind::malformed("an index into a scalar", index)),
        };
        align = divide(align, step);
        ty = module.part(ty, constant)?;
    }
    // Components of a row-major matrix lie a row apart.
    if let (Type::Vector { component, .. }, Some((_, true))) = (module.ty(ty)?, matrix) {
        align = divide(align, scalar_size(module, component)?);
    }
    Ok((ty, align))
}

impl Pointer {
    pub fn load(&self, code: &mut Code<'_>, sharing: Sharing) -> Id {
        let mut operands = vec![self.id.into()];
        operands.extend(self.access(code, sharing, MemoryAccess::MAKE_POINTER_VISIBLE));
        code.value(Op::Load, self.ty, operands)
    }

    pub fn store(&self, code: &mut Code<'_>, value: Id, sharing: Sharing) {
        let mut operands = vec![self.id.into(), value.into()];
        operands.extend(self.access(code, sharing, MemoryAccess::MAKE_POINTER_AVAILABLE));
        code.effect(Op::Store, operands);
    }

    /// Memory operands. Under the GLSL450 model the decoration `Coherent` says what the others say under Vulkan's.
    fn access(&self, code: &mut Code<'_>, sharing: Sharing, make: MemoryAccess) -> Vec<meshwork_spirv::Operand> {
        let mut access = MemoryAccess::ALIGNED;
        let vulkan = is_vulkan(code.module);
        if vulkan && sharing != Sharing::Alone {
            access |= MemoryAccess::NON_PRIVATE_POINTER;
        }
        let mut scope = None;
        if vulkan && sharing == Sharing::Exchanged {
            access |= make;
            scope = Some(code.module.u32(meshwork_spirv::spirv::Scope::Workgroup as u32));
        }
        [access.bits().into(), self.align.into()].into_iter().chain(scope.map(Into::into)).collect()
    }
}

/// Whether the module uses the Vulkan memory model.
pub fn is_vulkan(module: &Module) -> bool {
    module.memory_model == meshwork_spirv::spirv::MemoryModel::Vulkan
}

/// Scalars that a conversion handles one by one: a full payload of bytes.
const MAX_CONVERTED: u32 = 16_384;

/// A value of type `ty` in its form in memory.
pub fn to_memory(code: &mut Code<'_>, layouts: &mut Layouts, value: Id, ty: Id) -> Result<Id> {
    convert(code, layouts, value, ty, true)
}

/// A value of type `ty` from its form in memory.
pub fn from_memory(code: &mut Code<'_>, layouts: &mut Layouts, value: Id, ty: Id) -> Result<Id> {
    convert(code, layouts, value, ty, false)
}

/// Zero of type `ty`. A module that may only load, store and convert narrow numbers can have no constants of them.
pub fn zero(code: &mut Code<'_>, layouts: &mut Layouts, ty: Id) -> Result<Id> {
    let laid = layouts.lay(code.module, ty)?;
    if !laid.converted {
        return Ok(code.module.null(ty));
    }
    let zero = code.module.null(laid.ty);
    from_memory(code, layouts, zero, ty)
}

fn convert(code: &mut Code<'_>, layouts: &mut Layouts, value: Id, ty: Id, store: bool) -> Result<Id> {
    let laid = layouts.lay(code.module, ty)?;
    let (from, to) = if store { (ty, laid.ty) } else { (laid.ty, ty) };
    if from == to {
        return Ok(value);
    }
    if !laid.converted {
        return Ok(code.value(Op::CopyLogical, to, [value.into()]));
    }
    limit("the scalars of a value that holds booleans or narrow numbers", scalars(code.module, ty)?, MAX_CONVERTED)?;
    let scalar = match code.module.ty(ty)? {
        Type::Vector { component, .. } => code.module.ty(component)?,
        other => other,
    };
    let count = match scalar {
        Type::Bool => return Ok(convert_bool(code, value, ty, laid, store)),
        Type::Int { signed: false, .. } => return Ok(code.value(Op::UConvert, to, [value.into()])),
        Type::Int { signed: true, .. } => return Ok(code.value(Op::SConvert, to, [value.into()])),
        Type::Float { .. } => return Ok(code.value(Op::FConvert, to, [value.into()])),
        Type::Matrix { count, .. } | Type::Array { length: count, .. } => count,
        Type::Struct { members } => members.len() as u32,
        _ => return Err(ErrorKind::malformed("a type that cannot lie in memory", ty)),
    };
    let mut parts = Vec::with_capacity(count as usize);
    for n in 0..count {
        let part = code.module.part(ty, Some(n))?;
        let part_from = code.module.part(from, Some(n))?;
        let extracted = code.extract(part_from, value, n);
        parts.push(convert(code, layouts, extracted, part, store)?);
    }
    Ok(code.construct(to, &parts))
}

/// Booleans and vectors of them are words in memory.
fn convert_bool(code: &mut Code<'_>, value: Id, ty: Id, laid: Laid, store: bool) -> Id {
    let zero = code.module.null(laid.ty);
    if !store {
        return code.value(Op::INotEqual, ty, [value.into(), zero.into()]);
    }
    let mut one = code.module.u32(1);
    if let Ok(Type::Vector { count, .. }) = code.module.ty(laid.ty) {
        one = code.module.composite_constant(laid.ty, &vec![one; count as usize]);
    }
    code.value(Op::Select, laid.ty, [value.into(), one.into(), zero.into()])
}

/// Declares that the module holds addresses.
pub fn allow_addresses(module: &mut Module) {
    module.addressing_model = meshwork_spirv::spirv::AddressingModel::PhysicalStorageBuffer64;
    module.add_capability(meshwork_spirv::spirv::Capability::PhysicalStorageBufferAddresses);
    // Core since 1.5.
    if module.version < crate::version::SPIRV_1_5 {
        module.extensions.insert("SPV_KHR_physical_storage_buffer".into());
    }
}
