//! What stands in line: fences and binary semaphores whose signal is not with the driver yet.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ash::vk;
use parking_lot::Mutex;

use super::Queue;
use crate::chain::array;
use crate::device::fallback_data;
use crate::guard::guard;
use crate::hook;
use crate::hook::Hook;

pub const HOOKS: &[Hook] = &[
    hook!(vkGetFenceStatus: PFN_vkGetFenceStatus = fence_status),
    hook!(vkWaitForFences: PFN_vkWaitForFences = wait_for_fences),
];

/// How often fences are looked at of which some are with the driver and some are not.
const LOOK: Duration = Duration::from_millis(1);

/// A place in a queue's line.
#[derive(Clone)]
pub struct Ticket {
    pub queue: Arc<Queue>,
    pub number: u64,
}

impl Ticket {
    pub fn is_done(&self) -> bool {
        self.queue.fifo.is_done(self.number)
    }

    pub fn wait(&self) {
        self.wait_until(None);
    }

    /// Whether it is done, before the deadline or at all.
    pub fn wait_until(&self, deadline: Option<Instant>) -> bool {
        self.queue.fifo.wait_until(self.number, deadline)
    }
}

/// The jobs that signal objects of one kind.
pub struct InLine<H>(Mutex<HashMap<H, Ticket>>);

impl<H: Eq + Hash + Copy> InLine<H> {
    pub fn new() -> Self {
        Self(Mutex::new(HashMap::new()))
    }

    pub fn add(&self, objects: impl Iterator<Item = H>, ticket: &Ticket) {
        let mut all = self.0.lock();
        all.retain(|_, ticket| !ticket.is_done());
        all.extend(objects.map(|object| (object, ticket.clone())));
    }

    pub fn get(&self, object: H) -> Option<Ticket> {
        let all = self.0.lock();
        all.get(&object).filter(|ticket| !ticket.is_done()).cloned()
    }

    /// The same for the one who waits for the signal, which is over with it.
    pub fn take(&self, object: H) -> Option<Ticket> {
        self.0.lock().remove(&object).filter(|ticket| !ticket.is_done())
    }

    pub fn is_empty(&self) -> bool {
        self.0.lock().is_empty()
    }

    pub fn clear(&self) {
        self.0.lock().clear();
    }
}

/// Submitting with a fence and waiting for it are not for two threads at a time, so the driver is not asked before.
///
/// # Safety
/// As the command, like every hook here.
unsafe extern "system" fn fence_status(device: vk::Device, fence: vk::Fence) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        match fallback.queues.fences.get(fence) {
            Some(_) => vk::Result::NOT_READY,
            None => (data.fns.fp_v1_0().get_fence_status)(device, fence),
        }
    })
}

unsafe extern "system" fn wait_for_fences(
    device: vk::Device,
    count: u32,
    fences: *const vk::Fence,
    wait_all: vk::Bool32,
    timeout: u64,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let in_line = &fallback.queues.fences;
        let wait = |fences: &[vk::Fence], timeout| {
            (data.fns.fp_v1_0().wait_for_fences)(device, fences.len() as u32, fences.as_ptr(), wait_all, timeout)
        };
        let fences = array(fences, count);
        if in_line.is_empty() {
            return wait(fences, timeout);
        }
        let deadline = Instant::now().checked_add(Duration::from_nanos(timeout));
        loop {
            let waiting: Vec<_> = fences.iter().filter_map(|&fence| in_line.get(fence)).collect();
            let Some(next) = waiting.first() else { return wait(fences, left_until(deadline)) };
            let mut look = deadline;
            if wait_all == vk::FALSE {
                let others: Vec<_> = fences.iter().copied().filter(|&fence| in_line.get(fence).is_none()).collect();
                let result = if others.is_empty() { vk::Result::TIMEOUT } else { wait(&others, 0) };
                if result != vk::Result::TIMEOUT {
                    return result;
                }
                let soon = Instant::now() + LOOK;
                look = Some(deadline.map_or(soon, |deadline| deadline.min(soon)));
            }
            if !next.wait_until(look) && deadline.is_some_and(|deadline| deadline <= Instant::now()) {
                return vk::Result::TIMEOUT;
            }
        }
    })
}

/// In nanoseconds, as Vulkan has it.
fn left_until(deadline: Option<Instant>) -> u64 {
    let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    left.and_then(|left| u64::try_from(left.as_nanos()).ok()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use ash::vk::Handle;

    use super::*;
    use crate::queue::Queues;

    /// In its own queue a wait stands behind the signal anyway.
    #[test]
    fn another_queue_waits_for_a_signal_in_line() {
        let queues = Queues::new(|_| None, &[]);
        let handles = [1, 2].map(vk::Queue::from_raw);
        handles.iter().for_each(|&raw| queues.add(raw, 0));
        let [signals, waits] = handles.map(|raw| queues.get(raw));
        let semaphore = vk::Semaphore::from_raw(3);
        let ticket = Ticket { queue: signals.clone(), number: 1 };
        queues.semaphores.add([semaphore].into_iter(), &ticket);
        assert!(queues.tickets(&signals, [semaphore].into_iter()).is_empty());
        queues.semaphores.add([semaphore].into_iter(), &ticket);
        assert_eq!(queues.tickets(&waits, [semaphore].into_iter()).len(), 1);
        assert!(queues.tickets(&waits, [semaphore].into_iter()).is_empty(), "one signal, one wait");
    }

    #[test]
    fn a_signal_is_in_line_until_it_is_done_or_waited_for() {
        let queue = Arc::new(Queue::new(vk::Queue::null(), 0, false));
        let ticket = |number| Ticket { queue: queue.clone(), number };
        let [a, b] = [1, 2].map(vk::Semaphore::from_raw);
        let line = InLine::new();
        // No job was ever given: the first one is not done, and nothing before it is left.
        line.add([a].into_iter(), &ticket(1));
        line.add([b].into_iter(), &ticket(0));
        assert!(line.get(a).is_some() && line.get(b).is_none());
        assert!(line.take(a).is_some_and(|ticket| ticket.number == 1));
        assert!(line.take(a).is_none() && line.get(a).is_none());
        // A later signal of the same semaphore is another one.
        line.add([a].into_iter(), &ticket(2));
        assert!(line.take(a).is_some_and(|ticket| ticket.number == 2 && !ticket.wait_until(Some(Instant::now()))));
    }
}
