//! Queries of the driver's in parts.
//!
//! A query cannot go on in another of the driver's command buffers, one that began inside a pass not in another piece of it, and
//! one that counts invocations of compute shaders must not see the layer's. There it ends, what the driver has of it is added to
//! a sum, and it begins again. While it is like that nobody takes a part for the result ([`QUERY_SPLIT`]), and when it has ended
//! its result is the sum and the last part ([`crate::objects::query_pools`]).

use core::ffi::c_void;
use core::ops::Range;
use std::sync::Arc;

use ash::vk;
use meshwork_abi::gpu::{QUERY_SPLIT, QUERY_SUMMED};
use smallvec::SmallVec;

use super::commands::{
    BeginConditionalRenderingEXT, BeginQuery, BeginQueryIndexedEXT, EndConditionalRenderingEXT, EndQuery,
    EndQueryIndexedEXT,
};
use super::emit::{Direct, Emit};
use super::hoist::MeshPass;
use super::table::{Functions, Op};
use crate::objects::query_pools::QueryPool;

/// A query of the driver's that was begun.
#[derive(Clone)]
pub struct Slot {
    pub pool: Arc<QueryPool>,
    pub raw: vk::QueryPool,
    pub query: u32,
    /// In a subpass with several views it is as many queries.
    pub views: u32,
    pub flags: vk::QueryControlFlags,
    /// Of a vertex stream.
    pub index: u32,
}

pub type Slots = SmallVec<[Slot; 2]>;

/// What is open around a pass: queries of the driver's, and a condition.
#[derive(Clone, Default)]
pub struct Around {
    pub queries: Slots,
    pub condition: Option<BeginConditionalRenderingEXT>,
}

impl Around {
    /// The same in a command buffer that is executed where this is open.
    pub fn with(&self, inner: &Self) -> Self {
        let queries = self.queries.iter().chain(&inner.queries).cloned().collect();
        Self { queries, condition: self.condition.or(inner.condition) }
    }

    /// Queries do not count what follows. They come in parts already.
    ///
    /// # Safety
    /// `raw` is recording outside a pass, where they and the condition are active.
    pub unsafe fn pause(&self, wanted: impl Fn(&Slot) -> bool, functions: &Functions, raw: vk::CommandBuffer) {
        let slots = || self.queries.iter().filter(|slot| wanted(slot));
        slots().for_each(|slot| slot.end(&mut Direct { functions, raw }));
        // SAFETY: the caller's promise.
        unsafe { record_sums(slots(), self.condition, functions, raw) };
    }

    pub fn resume(&self, wanted: impl Fn(&Slot) -> bool, functions: &Functions, raw: vk::CommandBuffer) {
        let slots = self.queries.iter().filter(|slot| wanted(slot));
        slots.for_each(|slot| slot.begin(&mut Direct { functions, raw }));
    }
}

impl Slot {
    pub fn is(&self, raw: vk::QueryPool, query: u32, index: u32) -> bool {
        (self.raw, self.query, self.index) == (raw, query, index)
    }

    fn queries(&self) -> Range<u32> {
        self.query..self.query + self.views
    }

    pub fn begin(&self, driver: &mut Direct) {
        let &Self { raw: query_pool, query, flags, index, .. } = self;
        match index {
            0 => driver.emit(BeginQuery { query_pool, query, flags }),
            _ => driver.emit(BeginQueryIndexedEXT { query_pool, query, flags, index }),
        }
    }

    pub fn end(&self, driver: &mut Direct) {
        let &Self { raw: query_pool, query, index, .. } = self;
        match index {
            0 => driver.emit(EndQuery { query_pool, query }),
            _ => driver.emit(EndQueryIndexedEXT { query_pool, query, index }),
        }
    }

    /// From here on the driver may have a part only.
    ///
    /// # Safety
    /// `raw` is recording outside a pass, before the first part has ended.
    pub unsafe fn record_split(&self, raw: vk::CommandBuffer) {
        self.pool.split();
        // SAFETY: the caller's promise; the program began the queries.
        self.queries().for_each(|query| unsafe { self.pool.counters.record_parts(raw, query, QUERY_SPLIT) });
    }

    /// The last part has ended.
    ///
    /// # Safety
    /// `raw` is recording outside a pass.
    pub unsafe fn record_summed(&self, raw: vk::CommandBuffer) {
        // SAFETY: as above.
        self.queries().for_each(|query| unsafe { self.pool.counters.record_parts(raw, query, QUERY_SUMMED) });
    }

    /// Adds a part that has ended to the sum, after which the next may begin.
    ///
    /// # Safety
    /// `raw` is recording outside a pass, and no condition is active. Clobbers the compute pipeline and push constants.
    unsafe fn record_sum(&self, raw: vk::CommandBuffer) {
        // SAFETY: the caller's promise.
        unsafe { self.pool.counters.record_sums(raw, self.raw, self.queries()) };
    }
}

/// Adds parts that have ended to their sums, whatever condition is active.
///
/// # Safety
/// As for [`Slot::record_sum`], but that `condition` is active if there is one.
pub unsafe fn record_sums<'a>(
    slots: impl Iterator<Item = &'a Slot>,
    condition: Option<BeginConditionalRenderingEXT>,
    functions: &Functions,
    raw: vk::CommandBuffer,
) {
    let mut slots = slots.peekable();
    if slots.peek().is_none() {
        return;
    }
    // SAFETY: the caller's promise.
    unsafe { without(condition, functions, raw, || slots.for_each(|slot| slot.record_sum(raw))) };
}

/// Records what is to be executed whatever condition is active.
///
/// # Safety
/// `raw` is recording, and the condition is active if there is one.
pub unsafe fn without<T>(
    condition: Option<BeginConditionalRenderingEXT>,
    functions: &Functions,
    raw: vk::CommandBuffer,
    record: impl FnOnce() -> T,
) -> T {
    let mut driver = Direct { functions, raw };
    if condition.is_some() {
        driver.emit(EndConditionalRenderingEXT {});
    }
    let result = record();
    if let Some(condition) = condition {
        driver.emit(condition);
    }
    result
}

/// A query that a command begins or ends.
enum Bound {
    Begun(vk::QueryPool, u32, u32),
    Ended(vk::QueryPool, u32, u32),
}

impl Bound {
    /// # Safety
    /// `args` are valid arguments of the command.
    unsafe fn of(op: Op, args: *const c_void) -> Option<Self> {
        // SAFETY: the caller's promise.
        unsafe {
            Some(match op {
                Op::BeginQuery => {
                    let BeginQuery { query_pool, query, .. } = *args.cast();
                    Self::Begun(query_pool, query, 0)
                }
                Op::BeginQueryIndexedEXT => {
                    let BeginQueryIndexedEXT { query_pool, query, index, .. } = *args.cast();
                    Self::Begun(query_pool, query, index)
                }
                Op::EndQuery => {
                    let EndQuery { query_pool, query } = *args.cast();
                    Self::Ended(query_pool, query, 0)
                }
                Op::EndQueryIndexedEXT => {
                    let EndQueryIndexedEXT { query_pool, query, index } = *args.cast();
                    Self::Ended(query_pool, query, index)
                }
                _ => return None,
            })
        }
    }
}

/// The pool of a query that a command begins.
///
/// # Safety
/// `args` are valid arguments of the command.
pub unsafe fn begun_pool(op: Op, args: *const c_void) -> Option<vk::QueryPool> {
    // SAFETY: the caller's promise.
    match unsafe { Bound::of(op, args) } {
        Some(Bound::Begun(pool, ..)) => Some(pool),
        _ => None,
    }
}

impl MeshPass<'_> {
    /// Follows which queries of the pass are open.
    ///
    /// # Safety
    /// `args` are valid arguments of the command.
    pub unsafe fn note_query(&mut self, op: Op, args: *const c_void) {
        // SAFETY: the caller's promise.
        match unsafe { Bound::of(op, args) } {
            Some(Bound::Begun(raw, query, index)) => {
                self.open.extend(self.pass.queries.iter().find(|slot| slot.is(raw, query, index)).cloned());
            }
            Some(Bound::Ended(raw, query, index)) => self.open.retain(|slot| !slot.is(raw, query, index)),
            None => {}
        }
    }

    /// Queries that began in the pass come in parts. Before the pass.
    ///
    /// # Safety
    /// The command buffer is recording outside a pass; the same below.
    pub unsafe fn split_queries(&self) {
        // SAFETY: the caller's promise.
        self.pass.queries.iter().for_each(|slot| unsafe { slot.record_split(self.raw) });
    }

    /// Behind the pass.
    pub unsafe fn sum_queries(&self) {
        // SAFETY: the caller's promise.
        self.pass.queries.iter().for_each(|slot| unsafe { slot.record_summed(self.raw) });
    }

    /// What is open around the pass; no more than that is active.
    pub unsafe fn pause_outside(&self, wanted: impl Fn(&Slot) -> bool) {
        // SAFETY: the caller's promise.
        unsafe { self.around.pause(wanted, self.functions, self.raw) };
    }

    pub fn resume_outside(&self, wanted: impl Fn(&Slot) -> bool) {
        self.around.resume(wanted, self.functions, self.raw);
    }
}
