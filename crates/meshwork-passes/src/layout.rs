//! Where values lie in memory.
//!
//! Payloads and mesh outputs have no layout in SPIR-V; in a buffer they need one. It follows std430 and is a function of the type
//! alone, because a task and a mesh module declare their payload independently.
//!
//! Booleans become 32-bit words, and so do 8- and 16-bit numbers: a program that puts halves out need not have enabled 16-bit
//! storage, and without half arithmetic a module may not even cast a pointer to them.

use std::collections::HashMap;

use meshwork_spirv::spirv::{Decoration, Op};
use meshwork_spirv::{Id, Module, Type};

use crate::error::{ErrorKind, Result};

/// The form of a type in memory.
#[derive(Clone, Copy, Debug)]
pub struct Laid {
    /// The type with explicit layout; the type itself where it needs none.
    pub ty: Id,
    pub size: u32,
    pub align: u32,
    /// Holds a boolean or a narrow number: values are converted part by part.
    pub converted: bool,
}

/// Types that were given a layout.
#[derive(Default)]
pub struct Layouts(HashMap<Id, Laid>);

const TOO_LARGE: ErrorKind =
    ErrorKind::Limit { what: "the size of a type in bytes", value: u64::MAX, maximum: u32::MAX as u64 };

impl Layouts {
    pub fn lay(&mut self, module: &mut Module, ty: Id) -> Result<Laid> {
        if let Some(&laid) = self.0.get(&ty) {
            return Ok(laid);
        }
        let plain = |size, align| Laid { ty, size, align, converted: false };
        let word = |ty| Laid { ty, size: 4, align: 4, converted: true };
        let laid = match module.ty(ty)? {
            Type::Bool => word(module.u32_type()),
            Type::Int { width: 8 | 16, signed } => {
                word(module.get_or_make(Op::TypeInt, None, [32.into(), u32::from(signed).into()]))
            }
            Type::Float { width: 16 } => word(module.f32_type()),
            Type::Int { width, .. } | Type::Float { width } => plain(width / 8, width / 8),
            Type::Vector { component, count } => {
                let component = self.lay(module, component)?;
                let ty = if component.converted { module.vector_type(component.ty, count) } else { ty };
                let slots = if count == 2 { 2 } else { 4 };
                Laid { ty, size: component.size * count, align: component.size * slots, converted: component.converted }
            }
            Type::Matrix { column, count } => {
                let column = self.lay(module, column)?;
                let ty = if column.converted {
                    module.get_or_make(Op::TypeMatrix, None, [column.ty.into(), count.into()])
                } else {
                    ty
                };
                Laid { ty, size: stride(column) * count, ..column }
            }
            Type::Array { element, length } => {
                let element = self.lay(module, element)?;
                // The same length, not an equal one: `OpCopyLogical` wants it so.
                let same = module.globals.get(ty).and_then(|array| array.id(1));
                let id = same.unwrap_or_else(|| module.u32(length));
                let array = make_array_of(module, element, length, id)?;
                Laid { converted: element.converted, ..array }
            }
            Type::Struct { members } => {
                let members = members.into_iter().map(|member| self.lay(module, member)).collect::<Result<Vec<_>>>()?;
                let (laid, _) = make_struct(module, &members)?;
                laid
            }
            // PhysicalStorageBuffer pointers; the storage class was checked where they were declared.
            Type::Pointer { .. } => plain(8, 8),
            Type::Void | Type::RuntimeArray { .. } | Type::Opaque(_) => {
                return Err(ErrorKind::malformed("a type that cannot lie in memory", ty));
            }
        };
        self.0.insert(ty, laid);
        Ok(laid)
    }
}

/// Bytes from one element of an array to the next.
pub fn stride(element: Laid) -> u32 {
    element.size.next_multiple_of(element.align)
}

/// `length` elements.
pub fn make_array(module: &mut Module, element: Laid, length: u32) -> Result<Laid> {
    let id = module.u32(length);
    make_array_of(module, element, length, id)
}

/// `length` elements, by the constant `id`.
fn make_array_of(module: &mut Module, element: Laid, length: u32, id: Id) -> Result<Laid> {
    let size = stride(element).checked_mul(length).ok_or(TOO_LARGE)?;
    let ty = module.make_global(Op::TypeArray, None, [element.ty.into(), id.into()]);
    module.decorate(ty, Decoration::ArrayStride, &[stride(element)]);
    Ok(Laid { ty, size, align: element.align, converted: false })
}

/// A struct of `members`, and their offsets.
pub fn make_struct(module: &mut Module, members: &[Laid]) -> Result<(Laid, Vec<u32>)> {
    let (mut size, mut align) = (0_u32, 1);
    let mut offsets = Vec::with_capacity(members.len());
    for member in members {
        let offset = size.checked_next_multiple_of(member.align).ok_or(TOO_LARGE)?;
        offsets.push(offset);
        size = offset.checked_add(member.size).ok_or(TOO_LARGE)?;
        align = align.max(member.align);
    }
    let size = size.checked_next_multiple_of(align).ok_or(TOO_LARGE)?;
    let placed: Vec<_> = members.iter().map(|member| member.ty).zip(offsets.iter().copied()).collect();
    let ty = make_struct_at(module, &placed)?;
    Ok((Laid { ty, size, align, converted: members.iter().any(|member| member.converted) }, offsets))
}

/// A struct with members of laid-out types at given offsets.
pub fn make_struct_at(module: &mut Module, members: &[(Id, u32)]) -> Result<Id> {
    let operands: Vec<_> = members.iter().map(|&(ty, _)| ty.into()).collect();
    let id = module.make_global(Op::TypeStruct, None, operands);
    for (n, &(ty, offset)) in members.iter().enumerate() {
        module.decorate_member(id, n as u32, Decoration::Offset, &[offset]);
        if let Some(stride) = matrix_stride(module, ty)? {
            module.decorate_member(id, n as u32, Decoration::ColMajor, &[]);
            module.decorate_member(id, n as u32, Decoration::MatrixStride, &[stride]);
        }
    }
    Ok(id)
}

/// Bytes from one column to the next, when `ty` is a matrix or an array of matrices.
fn matrix_stride(module: &Module, ty: Id) -> Result<Option<u32>> {
    match module.ty(ty)? {
        Type::Array { element, .. } => matrix_stride(module, element),
        Type::Matrix { column, .. } => {
            let Type::Vector { component, count } = module.ty(column)? else { return Ok(None) };
            Ok(Some(scalar_size(module, component)? * if count == 2 { 2 } else { 4 }))
        }
        _ => Ok(None),
    }
}

/// Bytes of a scalar in memory.
pub fn scalar_size(module: &Module, ty: Id) -> Result<u32> {
    match module.ty(ty)? {
        Type::Int { width, .. } | Type::Float { width } => Ok(width / 8),
        Type::Pointer { .. } => Ok(8),
        _ => Err(ErrorKind::malformed("not a scalar", ty)),
    }
}

/// Bytes and alignment of a value in workgroup memory: std430, every scalar at its own width.
pub fn workgroup_size(module: &Module, ty: Id) -> Result<(u64, u64)> {
    let array = |(size, align): (u64, u64), length: u32| {
        (size.div_ceil(align).saturating_mul(align).saturating_mul(length.into()), align)
    };
    Ok(match module.ty(ty)? {
        Type::Bool => (4, 4),
        Type::Vector { component, count } => {
            let (size, _) = workgroup_size(module, component)?;
            (size * u64::from(count), size * if count == 2 { 2 } else { 4 })
        }
        Type::Matrix { column: part, count: length } | Type::Array { element: part, length } => {
            array(workgroup_size(module, part)?, length)
        }
        Type::Struct { members } => {
            let (mut end, mut most) = (0_u64, 1);
            for member in members {
                let (size, align) = workgroup_size(module, member)?;
                end = end.div_ceil(align).saturating_mul(align).saturating_add(size);
                most = most.max(align);
            }
            (end.div_ceil(most).saturating_mul(most), most)
        }
        _ => {
            let size = u64::from(scalar_size(module, ty)?);
            (size, size)
        }
    })
}

/// Bytes of a value whose type has explicit layout decorations.
pub fn explicit_size(module: &Module, ty: Id) -> Result<u32> {
    let overflow = |size: Option<u32>| size.ok_or(TOO_LARGE);
    match module.ty(ty)? {
        Type::Vector { component, count } => Ok(scalar_size(module, component)? * count),
        // Its stride is the struct member's; a tight row or column is the least it takes.
        Type::Matrix { column, count } => Ok(explicit_size(module, column)? * count),
        Type::Array { element, length } => {
            let stride = module.decoration(ty, None, Decoration::ArrayStride).unwrap_or(0);
            let last = overflow(stride.checked_mul(length.saturating_sub(1)))?;
            overflow(last.checked_add(explicit_size(module, element)?))
        }
        Type::Struct { members } => {
            let mut end = 0;
            for (n, member) in members.into_iter().enumerate() {
                let offset = module.decoration(ty, Some(n as u32), Decoration::Offset).unwrap_or(0);
                let mut size = explicit_size(module, member)?;
                if let Some(stride) = module.decoration(ty, Some(n as u32), Decoration::MatrixStride) {
                    size = size.max(overflow(stride.checked_mul(matrices(module, member)?))?);
                }
                end = end.max(overflow(offset.checked_add(size))?);
            }
            Ok(end)
        }
        _ => scalar_size(module, ty),
    }
}

/// At most this many rows or columns lie in a matrix or an array of them.
fn matrices(module: &Module, ty: Id) -> Result<u32> {
    Ok(match module.ty(ty)? {
        Type::Array { element, length } => matrices(module, element)?.saturating_mul(length),
        Type::Matrix { count, .. } => count.max(4),
        _ => 0,
    })
}

/// Bits of the scalars in a type: which of 8, 16 and 64 occur.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Widths {
    pub has_8: bool,
    pub has_16: bool,
    pub has_64: bool,
}

impl Widths {
    pub fn add(&mut self, module: &Module, ty: Id) -> Result<()> {
        match module.ty(ty)? {
            Type::Int { width, .. } | Type::Float { width } => {
                self.has_8 |= width == 8;
                self.has_16 |= width == 16;
                self.has_64 |= width == 64;
            }
            Type::Vector { component: part, .. }
            | Type::Matrix { column: part, .. }
            | Type::Array { element: part, .. } => {
                self.add(module, part)?;
            }
            Type::Struct { members } => members.into_iter().try_for_each(|member| self.add(module, member))?,
            _ => {}
        }
        Ok(())
    }
}

/// The number of scalars in a type, at most; a bound for code that handles them one by one.
pub fn scalars(module: &Module, ty: Id) -> Result<u64> {
    Ok(match module.ty(ty)? {
        Type::Vector { count, .. } => count.into(),
        Type::Matrix { column, count } => scalars(module, column)? * u64::from(count),
        Type::Array { element, length } => scalars(module, element)?.saturating_mul(length.into()),
        Type::Struct { members } => members
            .into_iter()
            .try_fold(0_u64, |sum, member| Ok::<_, ErrorKind>(sum.saturating_add(scalars(module, member)?)))?,
        _ => 1,
    })
}

#[cfg(test)]
mod tests {
    use meshwork_spirv::spirv::{AddressingModel, MemoryModel};

    use super::*;

    #[test]
    fn layout_is_std430() {
        let module = &mut Module::new(0x0001_0500, AddressingModel::Logical, MemoryModel::GLSL450);
        let layouts = &mut Layouts::default();
        let f32 = module.f32_type();
        let vec2 = module.vector_type(f32, 2);
        let vec3 = module.vector_type(f32, 3);
        let mat3 = module.get_or_make(Op::TypeMatrix, None, [vec3.into(), 3.into()]);
        let bool_type = module.bool_type();
        let three = module.u32(3);
        let array = module.make_global(Op::TypeArray, None, [vec3.into(), three.into()]);
        let members = [f32, vec3, f32, vec2, mat3, bool_type, array];
        let all = module.make_global(Op::TypeStruct, None, members.map(Into::into));
        let laid = layouts.lay(module, all).expect("lays out");
        let offsets: Vec<_> =
            (0..7).filter_map(|member| module.decoration(laid.ty, Some(member), Decoration::Offset)).collect();
        assert_eq!(offsets, [0, 16, 28, 32, 48, 96, 112]);
        assert_eq!((laid.size, laid.align, laid.converted), (160, 16, true));

        assert_eq!(module.decoration(laid.ty, Some(4), Decoration::MatrixStride), Some(16));
    }

    /// A module may declare a constant twice.
    #[test]
    fn a_laid_out_array_has_the_same_length() {
        let module = &mut Module::new(0x0001_0500, AddressingModel::Logical, MemoryModel::GLSL450);
        let (word, f32) = (module.u32_type(), module.f32_type());
        let [first, second] = [(); 2].map(|()| module.make_global(Op::Constant, Some(word), [2.into()]));
        let array = module.make_global(Op::TypeArray, None, [f32.into(), second.into()]);
        let laid = Layouts::default().lay(module, array).expect("lays out");
        assert_ne!(first, second);
        assert_eq!(module.globals.get(laid.ty).and_then(|array| array.id(1)), Some(second));
    }

    #[test]
    fn layout_refuses_what_has_no_end() {
        let module = &mut Module::new(0x0001_0500, AddressingModel::Logical, MemoryModel::GLSL450);
        let f32 = module.f32_type();
        let many = module.u32(0x4000_0000);
        let array = module.make_global(Op::TypeArray, None, [f32.into(), many.into()]);
        assert_eq!(Layouts::default().lay(module, array).map(|laid| laid.size), Err(TOO_LARGE));

        let arrays =
            (0..3).fold(array, |inner, _| module.make_global(Op::TypeArray, None, [inner.into(), many.into()]));
        assert!(workgroup_size(module, arrays).is_ok_and(|(size, _)| size > 1 << 62), "saturates");
    }
}
