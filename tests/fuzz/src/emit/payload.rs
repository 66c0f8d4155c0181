//! The payload as a variable of both stages.

use meshwork_spirv::spirv::{Op, StorageClass};
use meshwork_spirv::{Code, Id, Module};

use super::body::{Emitter, neutral};
use crate::program::{Member, Payload, PayloadWrite, Source};

const CLASS: StorageClass = StorageClass::TaskPayloadWorkgroupEXT;

pub struct PayloadVariable {
    pub variable: Id,
    description: Payload,
}

impl PayloadVariable {
    pub fn new(module: &mut Module, description: &Payload) -> Option<Self> {
        if description.members.is_empty() {
            return None;
        }
        let members: Vec<_> = description.members.iter().map(|&member| member_type(module, member)).collect();
        let ty = if description.bare {
            members[0]
        } else {
            let operands: Vec<_> = members.iter().map(|&member| member.into()).collect();
            module.make_global(Op::TypeStruct, None, operands)
        };
        Some(Self { variable: module.variable(CLASS, ty), description: description.clone() })
    }

    fn member(&self, index: u8) -> Member {
        self.description.members[usize::from(index)]
    }

    /// A pointer to the member, or a part of it.
    fn chain(&self, code: &mut Code<'_>, member: u8, pointee: Id, indices: &[Id]) -> Id {
        let mut all = Vec::new();
        if !self.description.bare {
            all.push(code.module.u32(u32::from(member)));
        }
        all.extend_from_slice(indices);
        code.chain(CLASS, pointee, self.variable, &all)
    }
}

fn member_type(module: &mut Module, member: Member) -> Id {
    let word = module.u32_type();
    let array = |module: &mut Module, element: Id, length: u32| {
        let length = module.u32(length);
        module.make_global(Op::TypeArray, None, [element.into(), length.into()])
    };
    match member {
        Member::Word => word,
        Member::Array(words) => array(module, word, words),
        Member::Vector(words) => module.uvec_type(words),
        Member::Struct(words) => {
            let (vector, words) = (module.uvec_type(3), array(module, word, words));
            module.make_global(Op::TypeStruct, None, [word.into(), vector.into(), words.into()])
        }
        Member::Floats(vectors) => {
            let float = module.f32_type();
            let vector = module.vector_type(float, 4);
            array(module, vector, vectors)
        }
    }
}

impl Emitter<'_> {
    /// A pointer to a word of a member; `index` is in range. The words of a struct's array come first, and are the only
    /// ones that an index which is no constant reaches.
    fn payload_word(&mut self, member: u8, index: Id) -> Option<Id> {
        let payload = self.globals.payload.take()?;
        let word = self.code.module.u32_type();
        let pointer = match payload.member(member) {
            Member::Word => payload.chain(&mut self.code, member, word, &[]),
            Member::Array(_) | Member::Vector(_) => payload.chain(&mut self.code, member, word, &[index]),
            Member::Struct(_) => {
                let array = self.constant(2);
                payload.chain(&mut self.code, member, word, &[array, index])
            }
            Member::Floats(_) => {
                let (float, vector) = (self.code.module.f32_type(), self.op(Op::ShiftRightLogical, index, 2));
                let component = self.op(Op::BitwiseAnd, index, 3);
                payload.chain(&mut self.code, member, float, &[vector, component])
            }
        };
        self.globals.payload = Some(payload);
        Some(pointer)
    }

    /// The word and the vector of a struct, as pointers to words.
    fn struct_head(&mut self, member: u8) -> Vec<Id> {
        let Some(payload) = self.globals.payload.take() else { return Vec::new() };
        let word = self.code.module.u32_type();
        let [zero, one, two] = [0, 1, 2].map(|value| self.constant(value));
        let chains: [&[Id]; 4] = [&[zero], &[one, zero], &[one, one], &[one, two]];
        let pointers = chains.map(|indices| payload.chain(&mut self.code, member, word, indices)).to_vec();
        self.globals.payload = Some(payload);
        pointers
    }

    fn member(&self, index: u8) -> Option<Member> {
        self.globals.payload.as_ref().map(|payload| payload.member(index))
    }

    /// A word of a member; `index` may be any.
    pub fn read_payload(&mut self, index: u8, word: Id) -> Id {
        let Some(member) = self.member(index) else { return self.constant(0) };
        let ty = self.code.module.u32_type();
        let reachable = indexed_words(member);
        let place = self.op(Op::UMod, word, reachable);
        let Some(pointer) = self.payload_word(index, place) else { return self.constant(0) };
        if let Member::Floats(_) = member {
            let float = self.code.module.f32_type();
            let value = self.code.load(float, pointer);
            let sixteen = self.code.module.f32(16.0);
            let value = self.float(Op::FMul, &[value, sixteen]);
            return self.code.value(Op::ConvertFToU, ty, [value.into()]);
        }
        let mut value = self.code.load(ty, pointer);
        if let Member::Struct(_) = member {
            for pointer in self.struct_head(index) {
                let part = self.code.load(ty, pointer);
                value = self.code.u32(Op::BitwiseXor, value, part);
            }
        }
        value
    }

    /// Writes every word of a member.
    pub fn write_payload(&mut self, index: u8, write: &PayloadWrite) {
        let Some(member) = self.member(index) else { return };
        let own = self.source(Source::InvocationIndex);
        let words = self.constant(indexed_words(member));
        let step = self.invocations();
        match write {
            PayloadWrite::Atomic(op, value) if !matches!(member, Member::Floats(_)) => {
                let start = self.constant(neutral(*op));
                self.count(own, words, step, |e, place, _| e.store_word(index, member, place, start));
                self.write_head(index, member, start);
                self.barrier();
                let value = self.expr(value);
                let place = self.op(Op::UMod, value, indexed_words(member));
                if let Some(pointer) = self.payload_word(index, place) {
                    self.atomic_on_payload(*op, pointer, value);
                }
            }
            PayloadWrite::Spread(value) | PayloadWrite::Atomic(_, value) => {
                self.count(own, words, step, |e, place, _| {
                    let outer = e.element.replace(place);
                    let value = e.expr(value);
                    e.store_word(index, member, place, value);
                    e.element = outer;
                });
                let value = self.expr(value);
                self.write_head(index, member, value);
            }
        }
    }

    fn store_word(&mut self, index: u8, member: Member, place: Id, value: Id) {
        let Some(pointer) = self.payload_word(index, place) else { return };
        let value = if let Member::Floats(_) = member { self.small_float(value) } else { value };
        self.code.store(pointer, value);
    }

    /// The parts of a struct before its array, by the last invocation.
    fn write_head(&mut self, index: u8, member: Member, value: Id) {
        if !matches!(member, Member::Struct(_)) {
            return;
        }
        let pointers = self.struct_head(index);
        let own = self.source(Source::InvocationIndex);
        let last = self.constant(self.invocations() - 1);
        let is_last = self.code.compare(Op::IEqual, own, last);
        self.code.when(is_last, |code| {
            for (part, pointer) in pointers.into_iter().enumerate() {
                let part = code.module.u32(part as u32);
                let value = code.u32(Op::IAdd, value, part);
                code.store(pointer, value);
            }
        });
    }
}

/// Words of a member that an index reaches.
fn indexed_words(member: Member) -> u32 {
    match member {
        Member::Struct(words) => words,
        other => other.words(),
    }
}
