//! Programs at random: straight and structured code that ends, and that leaves no result to the implementation.
//!
//! What is left out: opcodes with an error bound, NaNs (whose bits nobody promises: behind an opcode that may give one it is made 0), and
//! instructions that the translator refuses, which `--opcodes` lists.

use fastrand::Rng;
use meshwork_rdna2::encode::pattern;
use meshwork_rdna2::{Encoding, Fields, Instruction, Opcode, Operand, Place, Scalar, Sgpr, Type, Vgpr, Wave};

use super::tree::Node;
use crate::guest::opcodes::{Candidate, candidate};
use crate::guest::same::is_inexact;
use crate::guest::states::{COMPUTED, FREE_SCALARS};
use crate::guest::words;

/// Nests of this depth have their own registers.
const DEEPEST: u8 = 3;
/// Scalar registers from [`FREE_SCALARS`] on: a mask of NaNs, EXEC around each nest, and the turns left of each loop.
const NANS: u8 = FREE_SCALARS;
const SAVED: u8 = FREE_SCALARS + 2;
const TURNS: u8 = SAVED + 2 * DEEPEST;

const VCC: u8 = 106;
const M0: u8 = 124;
const EXEC: u8 = 126;
/// Operand fields of 0 and -1.
const ZERO: u32 = 128;
const MINUS_ONE: u32 = 193;
const LITERAL: u32 = 255;

/// Opcodes by what they are about, and how often.
struct Kinds {
    kinds: Vec<(u32, Vec<Opcode>)>,
}

pub struct Generator<'a> {
    rng: Rng,
    wave: Wave,
    kinds: Kinds,
    translates: &'a dyn Fn(&[u32], Wave) -> bool,
}

impl<'a> Generator<'a> {
    pub fn new(seed: u64, translates: &'a dyn Fn(&[u32], Wave) -> bool) -> Self {
        let mut rng = Rng::with_seed(seed);
        let wave = if rng.bool() { Wave::W32 } else { Wave::W64 };
        Self { rng, wave, kinds: Kinds::new(), translates }
    }

    /// The wave that it is for, and what it does.
    pub fn program(mut self) -> (Wave, Vec<Node>) {
        let length = self.rng.usize(3..12);
        (self.wave, self.block(length, 0))
    }

    fn block(&mut self, length: usize, depth: u8) -> Vec<Node> {
        (0..length).map(|_| self.node(length, depth)).collect()
    }

    fn node(&mut self, length: usize, depth: u8) -> Node {
        if depth == DEEPEST || self.rng.u8(..6) != 0 {
            return self.plain();
        }
        let inner = length / 3 + 1;
        match self.rng.u8(..8) {
            0 | 1 => self.scalar_if(inner, depth),
            2 => self.vcc_if(inner, depth),
            3..=5 => self.lane_if(inner, depth),
            6 => self.turns(inner, depth),
            _ => self.end(),
        }
    }

    fn scalar_if(&mut self, length: usize, depth: u8) -> Node {
        let head = self.instruction(|opcode| opcode.encoding() == Encoding::SOPC).words;
        let branch = if self.rng.bool() { Opcode::S_CBRANCH_SCC0 } else { Opcode::S_CBRANCH_SCC1 };
        self.branch(head, branch, length, depth)
    }

    fn vcc_if(&mut self, length: usize, depth: u8) -> Node {
        let head = self.comparison();
        let branch = if self.rng.bool() { Opcode::S_CBRANCH_VCCZ } else { Opcode::S_CBRANCH_VCCNZ };
        self.branch(head, branch, length, depth)
    }

    fn branch(&mut self, head: Vec<u32>, branch: Opcode, length: usize, depth: u8) -> Node {
        let then = self.block(length, depth + 1);
        let otherwise = if self.rng.bool() { self.block(length, depth + 1) } else { Vec::new() };
        Node::If { head, branch, then, otherwise, tail: Vec::new() }
    }

    /// The opcode for the wave's masks.
    fn of_wave(&self, narrow: Opcode, wide: Opcode) -> Opcode {
        if self.wave == Wave::W32 { narrow } else { wide }
    }

    /// Lanes go their own ways, and the shortcut where none is left may stand there or not. EXEC comes back behind it.
    fn lane_if(&mut self, length: usize, depth: u8) -> Node {
        let saved = SAVED + 2 * depth;
        let mut head = self.comparison();
        let restore = sop1(self.of_wave(Opcode::S_MOV_B32, Opcode::S_MOV_B64), EXEC, saved.into());
        if self.rng.bool() {
            head.push(sop1(self.of_wave(Opcode::S_AND_SAVEEXEC_B32, Opcode::S_AND_SAVEEXEC_B64), saved, VCC.into()));
        } else {
            head = vec![sop1(self.of_wave(Opcode::S_MOV_B32, Opcode::S_MOV_B64), saved, EXEC.into())];
            head.extend(self.instruction(|opcode| opcode.name().starts_with("V_CMPX")).words);
        }
        let then = self.block(length, depth + 1);
        let mut nodes =
            vec![Node::If { head, branch: Opcode::S_CBRANCH_EXECZ, then, otherwise: Vec::new(), tail: Vec::new() }];
        if self.rng.bool() {
            let others = self.of_wave(Opcode::S_ANDN2_B32, Opcode::S_ANDN2_B64);
            let head = vec![sop2(others, EXEC, saved.into(), EXEC.into())];
            let then = self.block(length, depth + 1);
            nodes.push(Node::If {
                head,
                branch: Opcode::S_CBRANCH_EXECZ,
                then,
                otherwise: Vec::new(),
                tail: Vec::new(),
            });
        }
        nodes.push(Node::Plain(vec![restore]));
        Node::Block(nodes)
    }

    /// At most four turns; lanes may leave before, and the last one ends it.
    fn turns(&mut self, length: usize, depth: u8) -> Node {
        let (saved, turns) = (SAVED + 2 * depth, TURNS + depth);
        let move_mask = self.of_wave(Opcode::S_MOV_B32, Opcode::S_MOV_B64);
        let remove = self.of_wave(Opcode::S_ANDN2_B32, Opcode::S_ANDN2_B64);
        let count = self.rng.u32(1..5);
        let head = vec![sop1(move_mask, saved, EXEC.into()), sopk(Opcode::S_MOVK_I32, turns, count)];
        let body = self.block(length, depth + 1);
        let leave = if self.rng.bool() {
            let mut words = self.comparison();
            words.push(sop2(remove, EXEC, EXEC.into(), VCC.into()));
            words
        } else {
            Vec::new()
        };
        let step = vec![
            sop2(Opcode::S_SUB_U32, turns, turns.into(), ZERO + 1),
            sopc(Opcode::S_CMP_LG_U32, turns.into(), ZERO),
        ];
        Node::Loop { head, body, leave, step, tail: vec![sop1(move_mask, EXEC, saved.into())] }
    }

    /// The program may end here.
    fn end(&mut self) -> Node {
        Node::End { head: self.instruction(|opcode| opcode.encoding() == Encoding::SOPC).words }
    }

    /// A comparison of vector registers that writes VCC.
    fn comparison(&mut self) -> Vec<u32> {
        loop {
            let found = self.instruction(|opcode| opcode.name().starts_with("V_CMP_"));
            if let Fields::Vector(vector) = found.instruction.fields
                && vector.dst.is_some_and(|dst| dst.place == Place::VccLo)
            {
                return found.words;
            }
        }
    }

    /// One instruction with what it needs around it.
    fn plain(&mut self) -> Node {
        Node::Plain(match self.rng.u8(..24) {
            // Output space, asked for as programs do.
            0 => vec![sop1(Opcode::S_MOV_B32, M0, LITERAL), self.rng.u32(..), sopp(Opcode::S_SENDMSG, 9)],
            1 => vec![sopp(if self.rng.bool() { Opcode::S_BARRIER } else { Opcode::S_NOP }, 0)],
            2 => vec![sop1(self.of_wave(Opcode::S_MOV_B32, Opcode::S_MOV_B64), EXEC, MINUS_ONE)],
            _ => {
                let found = self.instruction(|_| true);
                let mut words = self.address(&found.instruction);
                words.extend(&found.words);
                words.extend(without_nans(&found.instruction));
                words
            }
        })
    }

    /// Computes the address that an instruction takes, if it is one that may be computed.
    fn address(&mut self, instruction: &Instruction) -> Vec<u32> {
        let vaddr = match instruction.fields {
            Fields::Lds(access) => access.addr,
            Fields::Buffer(access) => access.vaddr,
            _ => None,
        };
        if vaddr != Some(Vgpr(COMPUTED)) {
            return Vec::new();
        }
        let and = pattern(Encoding::VOP2, Opcode::V_AND_B32.number()).bits[0];
        let of = self.rng.u32(..16);
        vec![and | u32::from(COMPUTED) << 17 | of << 9 | LITERAL, if self.rng.bool() { 0x3fc } else { 0x7fc }]
    }

    /// An instruction of such an opcode.
    fn instruction(&mut self, wanted: impl Fn(Opcode) -> bool) -> Candidate {
        loop {
            let opcode = self.kinds.pick(&mut self.rng);
            let forms = words::forms(opcode);
            let form = forms[self.rng.usize(..forms.len())];
            if !wanted(opcode) {
                continue;
            }
            let Some(found) = candidate(opcode, form, self.wave, &mut self.rng) else { continue };
            let keeps_exec =
                !writes_exec(&found.instruction) || self.rng.u8(..4) == 0 || opcode.name().starts_with("V_CMPX");
            if keeps_exec && stays_in_place(&found.instruction) && (self.translates)(&found.words, self.wave) {
                return found;
            }
        }
    }
}

impl Kinds {
    fn new() -> Self {
        let named = |parts: &'static [&'static str]| {
            move |opcode: Opcode| parts.iter().any(|part| opcode.name().contains(part))
        };
        let crosses =
            named(&["READLANE", "READFIRSTLANE", "WRITELANE", "PERMLANE", "MBCNT", "DS_BPERMUTE", "DS_SWIZZLE"]);
        let of = |wanted: &dyn Fn(Opcode) -> bool| -> Vec<Opcode> {
            Opcode::all().filter(|&opcode| !is_inexact(opcode) && wanted(opcode)).collect()
        };
        use Encoding::*;
        let encoded = |encodings: &'static [Encoding]| move |opcode: Opcode| encodings.contains(&opcode.encoding());
        let kinds = vec![
            (8, of(&encoded(&[SOP1, SOP2, SOPC, SOPK]))),
            (10, of(&encoded(&[VOP1, VOP2, VOP3, VOP3P]))),
            (3, of(&encoded(&[VOPC]))),
            (3, of(&crosses)),
            (4, of(&encoded(&[DS]))),
            (4, of(&encoded(&[MUBUF, MTBUF, FLAT, GLOBAL, SCRATCH, SMEM]))),
            (1, of(&encoded(&[EXP]))),
        ];
        Self { kinds }
    }

    fn pick(&self, rng: &mut Rng) -> Opcode {
        let all: u32 = self.kinds.iter().map(|(weight, _)| weight).sum();
        let mut at = rng.u32(..all);
        let (_, opcodes) = self
            .kinds
            .iter()
            .find(|(weight, _)| {
                let found = at < *weight;
                at = at.wrapping_sub(*weight);
                found
            })
            .unwrap_or(&self.kinds[0]);
        opcodes[rng.usize(..opcodes.len())]
    }
}

/// Registers that it writes.
fn results(instruction: &Instruction) -> impl Iterator<Item = Operand> {
    let [first, second] = match instruction.fields {
        Fields::Scalar(Scalar { dst, .. }) => [dst, None],
        Fields::ScalarMemory(access) => [access.sdata, None],
        Fields::Vector(vector) => [vector.dst, vector.sdst],
        Fields::Lds(access) => [access.dst, None],
        Fields::Buffer(access) => [access.vdata, None],
        Fields::Flat(access) => [access.vdst, None],
        Fields::Interpolation(_) | Fields::Image(_) | Fields::Export(_) => [None, None],
    };
    let swapped = match (instruction.opcode, instruction.fields) {
        (Opcode::V_SWAP_B32, Fields::Vector(vector)) => vector.src[0].map(|source| source.operand),
        _ => None,
    };
    [first, second, swapped].into_iter().flatten()
}

fn writes_exec(instruction: &Instruction) -> bool {
    let name = instruction.opcode.name();
    let is_exec = |operand: Operand| matches!(operand.place, Place::ExecLo | Place::ExecHi);
    name.contains("SAVEEXEC") || name.contains("WREXEC") || results(instruction).any(is_exec)
}

/// It leaves alone the registers that have a meaning of their own, and the mode.
fn stays_in_place(instruction: &Instruction) -> bool {
    let is_free = |operand: Operand| match operand.place {
        Place::Sgpr(Sgpr(first)) => first + operand.dwords <= FREE_SCALARS,
        Place::Vgpr(Vgpr(first)) => first + operand.dwords <= 16,
        _ => true,
    };
    results(instruction).all(is_free) && !instruction.opcode.name().starts_with("S_SETREG")
}

/// Makes NaNs of a result 0.
fn without_nans(instruction: &Instruction) -> Vec<u32> {
    let dst = match instruction.fields {
        Fields::Vector(vector) => vector.dst,
        // A texel's floats, or bits that look like some.
        Fields::Buffer(access) if instruction.opcode.name().contains("LOAD_FORMAT") => {
            access.vdata.map(|data| Operand { ty: Type::F32, ..data })
        }
        _ => None,
    };
    let Some(Operand { place: Place::Vgpr(Vgpr(first)), ty, dwords }) = dst else { return Vec::new() };
    let compare = |opcode: Opcode, register: u8, op_sel: u32| {
        let field = 256 + u32::from(register);
        [vop3(opcode) | op_sel << 11 | u32::from(NANS), field | field << 9]
    };
    let select = |register: u8| {
        let sources = (256 + u32::from(register)) | ZERO << 9 | u32::from(NANS) << 18;
        [vop3(Opcode::V_CNDMASK_B32) | u32::from(register), sources]
    };
    let registers = first..first + dwords;
    match ty {
        Type::F32 => registers
            .flat_map(|register| [compare(Opcode::V_CMP_U_F32, register, 0), select(register)])
            .flatten()
            .collect(),
        Type::F64 => [compare(Opcode::V_CMP_U_F64, first, 0), select(first), select(first + 1)].concat(),
        Type::F16 | Type::V2F16 => {
            let half = |op_sel| [compare(Opcode::V_CMP_U_F16, first, op_sel), select(first)].concat();
            [half(0), half(3)].concat()
        }
        _ => Vec::new(),
    }
}

fn vop3(opcode: Opcode) -> u32 {
    pattern(Encoding::VOP3, opcode.vop3_number().unwrap_or(opcode.number())).bits[0]
}

fn first_word(opcode: Opcode) -> u32 {
    pattern(opcode.encoding(), opcode.number()).bits[0]
}

fn sop1(opcode: Opcode, dst: u8, source: u32) -> u32 {
    first_word(opcode) | u32::from(dst) << 16 | source
}

fn sop2(opcode: Opcode, dst: u8, a: u32, b: u32) -> u32 {
    first_word(opcode) | u32::from(dst) << 16 | b << 8 | a
}

fn sopc(opcode: Opcode, a: u32, b: u32) -> u32 {
    first_word(opcode) | b << 8 | a
}

fn sopk(opcode: Opcode, dst: u8, number: u32) -> u32 {
    first_word(opcode) | u32::from(dst) << 16 | number
}

fn sopp(opcode: Opcode, number: u32) -> u32 {
    first_word(opcode) | number
}
