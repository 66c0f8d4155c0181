//! SOPP, and the scalar opcodes that set the program counter (RDNA2 ISA, chapter 4 and 12.5).

use super::Shared;
use super::error::Fault;
use super::memory::ADDRESS;
use super::state::WaveState;
use crate::instruction::{Immediate, Instruction, Scalar};
use crate::opcode::Opcode::*;
use crate::registers::Pc;

/// What a wave does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Continue,
    /// Wait until every wave of the workgroup that has not ended is here.
    Barrier,
    End,
}

/// S_SENDMSG numbers of primitive shaders (RDNA2 ISA, table of messages).
const MSG_INTERRUPT: u16 = 1;
const MSG_GS_ALLOC_REQ: u16 = 9;

/// None if the opcode does not belong here. `wave.pc` is already the next instruction's.
pub(super) fn execute(
    wave: &mut WaveState,
    shared: &mut Shared<'_>,
    instruction: &Instruction,
    scalar: &Scalar,
) -> Option<Result<Next, Fault>> {
    let taken = match instruction.opcode {
        S_BRANCH => true,
        S_CBRANCH_SCC0 => !wave.scc,
        S_CBRANCH_SCC1 => wave.scc,
        S_CBRANCH_VCCZ => wave.vcc() == 0,
        S_CBRANCH_VCCNZ => wave.vcc() != 0,
        S_CBRANCH_EXECZ => wave.exec() == 0,
        S_CBRANCH_EXECNZ => wave.exec() != 0,
        // No debugger is attached.
        S_CBRANCH_CDBGSYS | S_CBRANCH_CDBGUSER | S_CBRANCH_CDBGSYS_OR_USER | S_CBRANCH_CDBGSYS_AND_USER => false,
        _ => return other(wave, shared, instruction, scalar),
    };
    if taken {
        wave.jump(instruction);
    }
    Some(Ok(Next::Continue))
}

fn other(
    wave: &mut WaveState,
    shared: &mut Shared<'_>,
    instruction: &Instruction,
    scalar: &Scalar,
) -> Option<Result<Next, Fault>> {
    let number = match scalar.immediate {
        Some(Immediate::Number(number)) => u32::from(number),
        _ => 0,
    };
    match instruction.opcode {
        S_ENDPGM | S_ENDPGM_SAVED | S_ENDPGM_ORDERED_PS_DONE => return Some(Ok(Next::End)),
        S_BARRIER => return Some(Ok(Next::Barrier)),
        // Waiting and hints: an instruction is complete before the next begins.
        S_NOP | S_WAITCNT | S_WAITCNT_VSCNT | S_WAITCNT_VMCNT | S_WAITCNT_EXPCNT | S_WAITCNT_LGKMCNT
        | S_WAITCNT_DEPCTR | S_WAIT_IDLE | S_CLAUSE | S_INST_PREFETCH | S_SETPRIO | S_SLEEP | S_WAKEUP
        | S_ICACHE_INV | S_INCPERFLEVEL | S_DECPERFLEVEL | S_TTRACEDATA | S_TTRACEDATA_IMM => {}
        S_ROUND_MODE => wave.mode.bits = wave.mode.bits & !0xf | number & 0xf,
        S_DENORM_MODE => wave.mode.bits = wave.mode.bits & !0xf0 | (number & 0xf) << 4,
        S_SENDMSG => return Some(message(wave, shared, scalar)),
        S_GETPC_B64 => write(wave, scalar, shared.address(wave.pc)),
        S_SETPC_B64 | S_SWAPPC_B64 => return Some(set_pc(wave, shared, scalar)),
        S_CALL_B64 => {
            write(wave, scalar, shared.address(wave.pc));
            wave.jump(instruction);
        }
        S_SUBVECTOR_LOOP_BEGIN | S_SUBVECTOR_LOOP_END => return Some(half_waves(wave, instruction, scalar)),
        S_SETHALT | S_SETKILL | S_TRAP | S_SENDMSGHALT | S_RFE_B64 => {
            return Some(Err(Fault::Unsupported("what stops a wave for a trap handler")));
        }
        _ => return None,
    }
    Some(Ok(Next::Continue))
}

fn write(wave: &mut WaveState, scalar: &Scalar, value: u64) {
    if let Some(dst) = scalar.dst {
        wave.write_scalar(dst, value);
    }
}

fn set_pc(wave: &mut WaveState, shared: &Shared<'_>, scalar: &Scalar) -> Result<Next, Fault> {
    let address = scalar.src[0].map_or(Ok(0), |operand| wave.read_scalar(operand))?;
    write(wave, scalar, shared.address(wave.pc));
    wave.pc = shared.pc(address).ok_or(Fault::OutsideProgram(address))?;
    Ok(Next::Continue)
}

/// M0 of GS_ALLOC_REQ: vertices in bits 10:0, primitives in 22:12.
fn message(wave: &WaveState, shared: &mut Shared<'_>, scalar: &Scalar) -> Result<Next, Fault> {
    let Some(Immediate::Message(message)) = scalar.immediate else { return Err(Fault::Unsupported("this message")) };
    match message & 0xf {
        MSG_GS_ALLOC_REQ => {
            let m0 = wave.m0();
            shared.exports.allocation = Some(super::Allocation { vertices: m0 & 0x7ff, primitives: m0 >> 12 & 0x7ff });
        }
        MSG_INTERRUPT => {}
        _ => return Err(Fault::Unsupported("this message")),
    }
    Ok(Next::Continue)
}

/// A wave64 runs the block between the two opcodes for its lower half, then for its upper (RDNA2 ISA, S_SUBVECTOR_LOOP_BEGIN).
fn half_waves(wave: &mut WaveState, instruction: &Instruction, scalar: &Scalar) -> Result<Next, Fault> {
    let Some(dst) = scalar.dst else { return Ok(Next::Continue) };
    let exec = wave.exec();
    let (low, high) = (exec & 0xffff_ffff, exec >> 32);
    let saved = wave.read_scalar(dst)?;
    if instruction.opcode == S_SUBVECTOR_LOOP_BEGIN {
        if exec == 0 {
            wave.jump(instruction);
        } else if low == 0 {
            wave.write_scalar(dst, 0);
        } else {
            wave.write_scalar(dst, high);
            wave.set_exec(low);
        }
    } else if high != 0 {
        wave.set_exec(exec & !0xffff_ffff | saved);
    } else if saved != 0 {
        wave.write_scalar(dst, low);
        wave.set_exec(saved << 32);
        wave.jump(instruction);
    }
    Ok(Next::Continue)
}

impl Shared<'_> {
    /// The 48 bits of an address, zeros above: RADV makes a V# of what S_GETPC_B64 returns, and with a sign above it would have a stride.
    fn address(&self, pc: Pc) -> u64 {
        self.code_address.wrapping_add(4 * u64::from(pc.0)) & ADDRESS
    }

    fn pc(&self, address: u64) -> Option<Pc> {
        let offset = address.wrapping_sub(self.code_address) & ADDRESS;
        (offset.is_multiple_of(4) && offset / 4 < self.code.len() as u64).then_some(Pc((offset / 4) as u32))
    }
}
