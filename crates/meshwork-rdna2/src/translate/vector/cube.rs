//! Faces of a cube: the axis of the greatest magnitude, z before y before x (RDNA2 ISA, V_CUBEID_F32).

use meshwork_spirv::spirv::Op;

use super::Semantics::{self, Word as OfWord};
use super::Translator;
use crate::emit::{Bit, Word};
use crate::opcode::Opcode::{self, *};

pub fn semantics(opcode: Opcode) -> Option<Semantics> {
    Some(OfWord(match opcode {
        V_CUBEID_F32 => |t, vector| {
            let [x, y, z] = [0.0_f32, 2.0, 4.0].map(|face| t.emit.word(face.to_bits()));
            let face = t.face(vector);
            let first = t.of_axis(&face, x, y, z);
            let (one, zero) = (t.emit.word(1.0_f32.to_bits()), t.emit.word(0));
            let other = t.emit.select(face.is_negative, one, zero);
            t.float_op(Op::FAdd, first, other)
        },
        V_CUBESC_F32 => |t, vector| {
            let face = t.face(vector);
            let [x, _, z] = vector.map(|word| t.emit.flush(word));
            let (minus_x, minus_z) = (t.negative(x), t.negative(z));
            let on_x = t.emit.select(face.is_negative, z, minus_z);
            let on_z = t.emit.select(face.is_negative, minus_x, x);
            t.of_axis(&face, on_x, x, on_z)
        },
        V_CUBETC_F32 => |t, vector| {
            let face = t.face(vector);
            let [_, y, z] = vector.map(|word| t.emit.flush(word));
            let (minus_y, minus_z) = (t.negative(y), t.negative(z));
            let on_y = t.emit.select(face.is_negative, minus_z, z);
            t.of_axis(&face, minus_y, on_y, minus_y)
        },
        V_CUBEMA_F32 => |t, vector| {
            let face = t.face(vector);
            let [x, y, z] = vector;
            let (major, one) = (t.of_axis(&face, x, y, z), t.emit.word(1));
            t.float_ldexp(major, one)
        },
        _ => return None,
    }))
}

struct Face {
    is_z: Bit,
    /// Of those that are not z.
    is_y: Bit,
    is_negative: Bit,
}

impl Translator<'_> {
    fn face(&mut self, vector: [Word; 3]) -> Face {
        let [x, y, z] = vector.map(|word| self.emit.and_constant(word, 0x7fff_ffff));
        let z_x = self.float_compare(Op::FOrdGreaterThanEqual, z, x);
        let z_y = self.float_compare(Op::FOrdGreaterThanEqual, z, y);
        let is_z = self.emit.both(z_x, z_y);
        let is_y = self.float_compare(Op::FOrdGreaterThanEqual, y, x);
        let zero = self.emit.word(0);
        let [x, y, z] = vector;
        let rest = self.emit.select(is_y, y, x);
        let major = self.emit.select(is_z, z, rest);
        let is_negative = self.float_compare(Op::FOrdLessThan, major, zero);
        Face { is_z, is_y, is_negative }
    }

    fn of_axis(&mut self, face: &Face, x: Word, y: Word, z: Word) -> Word {
        let rest = self.emit.select(face.is_y, y, x);
        self.emit.select(face.is_z, z, rest)
    }

    fn negative(&mut self, word: Word) -> Word {
        let sign = self.emit.word(0x8000_0000);
        self.emit.xor(word, sign)
    }
}
