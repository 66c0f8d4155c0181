//! Types, seen and made.

use rspirv::spirv::{Op, StorageClass};

use crate::{Error, Id, Instruction, Module, Operand};

/// A type as passes see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    Void,
    Bool,
    Int {
        width: u32,
        signed: bool,
    },
    Float {
        width: u32,
    },
    Vector {
        component: Id,
        count: u32,
    },
    Matrix {
        column: Id,
        count: u32,
    },
    Array {
        element: Id,
        length: u32,
    },
    RuntimeArray {
        element: Id,
    },
    Struct {
        members: Vec<Id>,
    },
    Pointer {
        class: u32,
        pointee: Id,
    },
    /// Images, samplers, functions and what else there is.
    Opaque(Op),
}

impl Module {
    /// The type `id`, or an error when it is none. The length of an array must have been folded to a constant.
    pub fn ty(&self, id: Id) -> Result<Type, Error> {
        let kind = Error::Kind { id, expected: "a type" };
        let Some(definition) = self.globals.get(id) else { return Err(kind) };
        let ids = || definition.ids().collect::<Vec<_>>();
        Ok(match (definition.op, definition.id(0), definition.word(0), definition.word(1)) {
            (Op::TypeVoid, ..) => Type::Void,
            (Op::TypeBool, ..) => Type::Bool,
            (Op::TypeInt, _, Some(width), Some(signed)) => Type::Int { width, signed: signed != 0 },
            (Op::TypeFloat, _, Some(width), _) => Type::Float { width },
            (Op::TypeVector, Some(component), _, Some(count)) => Type::Vector { component, count },
            (Op::TypeMatrix, Some(column), _, Some(count)) => Type::Matrix { column, count },
            (Op::TypeArray, Some(element), ..) => {
                let length = definition.id(1).and_then(|length| self.constant_u32(length));
                Type::Array { element, length: length.ok_or(Error::Kind { id, expected: "an array of known length" })? }
            }
            (Op::TypeRuntimeArray, Some(element), ..) => Type::RuntimeArray { element },
            (Op::TypeStruct, ..) => Type::Struct { members: ids() },
            (Op::TypePointer, _, Some(class), _) => Type::Pointer { class, pointee: definition.id(1).ok_or(kind)? },
            (op, ..) if is_type(op) => Type::Opaque(op),
            _ => return Err(kind),
        })
    }

    /// What a pointer of type `id` points to.
    pub fn pointee(&self, id: Id) -> Result<(u32, Id), Error> {
        match self.ty(id)? {
            Type::Pointer { class, pointee } => Ok((class, pointee)),
            _ => Err(Error::Kind { id, expected: "a pointer type" }),
        }
    }

    /// The type of a part of a composite: element, component, column or member `index`.
    pub fn part(&self, composite: Id, index: Option<u32>) -> Result<Id, Error> {
        match (self.ty(composite)?, index) {
            (Type::Vector { component: part, .. } | Type::Matrix { column: part, .. }, _) => Ok(part),
            (Type::Array { element, .. } | Type::RuntimeArray { element }, _) => Ok(element),
            (Type::Struct { members }, Some(index)) => members
                .get(index as usize)
                .copied()
                .ok_or(Error::Kind { id: composite, expected: "a struct with that member" }),
            _ => Err(Error::Kind { id: composite, expected: "a composite type" }),
        }
    }

    /// A type or constant: the one that exists, or a new one.
    pub fn get_or_make(&mut self, op: Op, ty: Option<Id>, operands: impl Into<Vec<Operand>>) -> Id {
        let key = (op, ty, operands.into());
        match self.globals.find(&key) {
            Some(id) => id,
            None => self.make_global(key.0, key.1, key.2),
        }
    }

    /// A new type, constant or variable, even if an equal one exists.
    pub fn make_global(&mut self, op: Op, ty: Option<Id>, operands: impl Into<Vec<Operand>>) -> Id {
        let id = self.fresh_id();
        self.globals.push(Instruction::new(op, ty, Some(id), operands));
        id
    }

    pub fn void_type(&mut self) -> Id {
        self.get_or_make(Op::TypeVoid, None, [])
    }

    pub fn bool_type(&mut self) -> Id {
        self.get_or_make(Op::TypeBool, None, [])
    }

    pub fn u32_type(&mut self) -> Id {
        self.get_or_make(Op::TypeInt, None, [32.into(), 0.into()])
    }

    pub fn f32_type(&mut self) -> Id {
        self.get_or_make(Op::TypeFloat, None, [32.into()])
    }

    pub fn vector_type(&mut self, component: Id, count: u32) -> Id {
        self.get_or_make(Op::TypeVector, None, [component.into(), count.into()])
    }

    /// A vector of 32-bit unsigned integers.
    pub fn uvec_type(&mut self, count: u32) -> Id {
        let component = self.u32_type();
        self.vector_type(component, count)
    }

    pub fn pointer_type(&mut self, class: StorageClass, pointee: Id) -> Id {
        self.get_or_make(Op::TypePointer, None, [(class as u32).into(), pointee.into()])
    }

    pub fn function_type(&mut self, result: Id, parameters: &[Id]) -> Id {
        let operands: Vec<_> = std::iter::once(result).chain(parameters.iter().copied()).map(Operand::Id).collect();
        self.get_or_make(Op::TypeFunction, None, operands)
    }

    /// A new global variable.
    pub fn variable(&mut self, class: StorageClass, pointee: Id) -> Id {
        let ty = self.pointer_type(class, pointee);
        self.make_global(Op::Variable, Some(ty), [(class as u32).into()])
    }
}

/// Types that shaders may declare; kernels have more.
pub(crate) fn is_type(op: Op) -> bool {
    let core = Op::TypeVoid as u32..=Op::TypeFunction as u32;
    core.contains(&(op as u32))
        || matches!(
            op,
            Op::TypeUntypedPointerKHR
                | Op::TypeCooperativeMatrixKHR
                | Op::TypeRayQueryKHR
                | Op::TypeAccelerationStructureKHR
                | Op::TypeTensorARM
        )
}
