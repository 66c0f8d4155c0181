//! What a workgroup gives to the rasterizer: EXP and GS_ALLOC_REQ (RDNA2 ISA, chapter 11).

use super::error::Fault;
use super::state::WaveState;
use crate::instruction::{Export, ExportTarget};

/// Output space that a workgroup asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocation {
    pub vertices: u32,
    pub primitives: u32,
}

/// The components that one thread exported to a target; none where it did not, or with the component disabled.
pub type Components = [Option<u32>; 4];

/// What the threads of a workgroup exported. A thread is its wave's index times the wave size, plus its lane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exports {
    /// None in a program that never asks: all that came in goes out.
    pub allocation: Option<Allocation>,
    /// In the order of the first export to each target.
    pub targets: Vec<(ExportTarget, Vec<Components>)>,
}

impl Exports {
    /// What every thread exported to a target.
    pub fn target(&self, target: ExportTarget) -> Option<&[Components]> {
        self.targets.iter().find(|(other, _)| *other == target).map(|(_, threads)| threads.as_slice())
    }

    /// Primitives of threads that exported one, null ones included.
    pub fn primitives(&self) -> impl Iterator<Item = (usize, Primitive)> + '_ {
        let threads = self.target(ExportTarget::Primitive).unwrap_or_default();
        threads.iter().enumerate().filter_map(|(thread, [word, ..])| Some((thread, Primitive::from_word((*word)?))))
    }

    fn target_mut(&mut self, target: ExportTarget) -> &mut Vec<Components> {
        let place = match self.targets.iter().position(|(other, _)| *other == target) {
            Some(place) => place,
            None => {
                self.targets.push((target, Vec::new()));
                self.targets.len() - 1
            }
        };
        &mut self.targets[place].1
    }
}

/// A packed primitive: three vertex numbers of nine bits, an edge flag behind each, and bit 31 where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Primitive {
    /// None for a null primitive, whose other bits say nothing.
    pub vertices: Option<[u32; 3]>,
    pub edges: [bool; 3],
}

impl Primitive {
    pub fn from_word(word: u32) -> Self {
        let place = |vertex: usize| 10 * vertex as u32;
        let null = word >> 31 != 0;
        Self {
            vertices: (!null).then(|| std::array::from_fn(|vertex| word >> place(vertex) & 0x1ff)),
            edges: std::array::from_fn(|vertex| !null && word >> (place(vertex) + 9) & 1 != 0),
        }
    }
}

pub(super) fn execute(wave: &WaveState, index: usize, exports: &mut Exports, export: &Export) -> Result<(), Fault> {
    if export.compr {
        return Err(Fault::Unsupported("a compressed export"));
    }
    if export.target == ExportTarget::Null {
        return Ok(());
    }
    let first = index * wave.lanes();
    let threads = exports.target_mut(export.target);
    if threads.len() < first + wave.lanes() {
        threads.resize(first + wave.lanes(), [None; 4]);
    }
    for lane in wave.active() {
        for (component, register) in threads[first + lane].iter_mut().zip(export.src) {
            *component = register.map(|vgpr| wave.vgpr(vgpr)[lane]).or(*component);
        }
    }
    Ok(())
}
