//! Jobs in order, on a thread that starts with the first one.

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Instant;

use ash::vk;
use parking_lot::{Condvar, Mutex};

use crate::guard::guard;

/// `W` is what the thread works with; it is made and goes there.
pub struct Fifo<W> {
    shared: Arc<Shared<W>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

type Job<W> = Box<dyn FnOnce(&mut W) -> vk::Result + Send>;

struct Shared<W> {
    state: Mutex<State<W>>,
    changed: Condvar,
}

struct State<W> {
    waiting: VecDeque<Job<W>>,
    given: u64,
    done: u64,
    stopped: bool,
    /// Of a job, for the next call.
    error: Option<vk::Result>,
}

impl<W: 'static> Fifo<W> {
    pub fn new() -> Self {
        let state = State { waiting: VecDeque::new(), given: 0, done: 0, stopped: false, error: None };
        Self {
            shared: Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() }),
            thread: Mutex::new(None),
        }
    }

    /// Appends a job, and returns its number. `worker` is called for the first one.
    pub fn push(&self, job: Job<W>, worker: impl FnOnce() -> W + Send + 'static) -> Result<u64, vk::Result> {
        let mut thread = self.thread.lock();
        if thread.is_none() {
            let shared = self.shared.clone();
            let work = move || shared.work(worker());
            let started = std::thread::Builder::new().name("meshwork queue".into()).spawn(work);
            *thread = Some(started.map_err(|_| vk::Result::ERROR_OUT_OF_HOST_MEMORY)?);
        }
        let mut state = self.shared.state.lock();
        state.waiting.push_back(job);
        state.given += 1;
        self.shared.changed.notify_all();
        Ok(state.given)
    }

    /// Whether every job is done.
    pub fn is_idle(&self) -> bool {
        let state = self.shared.state.lock();
        state.done == state.given
    }

    pub fn is_done(&self, number: u64) -> bool {
        self.shared.state.lock().done >= number
    }

    /// Waits for a job, if there is a deadline until then, and says whether it is done.
    pub fn wait_until(&self, number: u64, deadline: Option<Instant>) -> bool {
        let mut state = self.shared.state.lock();
        while state.done < number {
            match deadline {
                None => self.shared.changed.wait(&mut state),
                Some(deadline) if self.shared.changed.wait_until(&mut state, deadline).timed_out() => break,
                Some(_) => {}
            }
        }
        state.done >= number
    }

    /// Waits until every job that was given so far is done.
    pub fn wait_idle(&self) {
        let given = self.shared.state.lock().given;
        self.wait_until(given, None);
    }

    /// The first error of a job, told once.
    pub fn take_error(&self) -> Option<vk::Result> {
        self.shared.state.lock().error.take()
    }

    /// Does what is left, and ends the thread.
    pub fn stop(&self) {
        self.shared.state.lock().stopped = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.lock().take() {
            // The thread catches the panics of its jobs.
            let _ = thread.join();
        }
    }
}

impl<W> Shared<W> {
    fn work(&self, mut worker: W) {
        let mut state = self.state.lock();
        loop {
            let Some(job) = state.waiting.pop_front() else {
                if state.stopped {
                    return;
                }
                self.changed.wait(&mut state);
                continue;
            };
            drop(state);
            let result = guard(|| job(&mut worker));
            state = self.state.lock();
            state.done += 1;
            if result != vk::Result::SUCCESS {
                state.error.get_or_insert(result);
            }
            self.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn jobs_are_done_in_order_and_the_caller_does_not_wait() {
        let fifo = Fifo::new();
        let (go, gate) = mpsc::channel();
        let (told, seen) = mpsc::channel();
        let mut gate = Some(gate);
        for i in 0..3 {
            let (told, gate) = (told.clone(), gate.take());
            let job = move |worker: &mut u32| {
                gate.iter().for_each(|gate| gate.recv().expect("the gate"));
                *worker += 1;
                told.send((i, *worker)).expect("the test");
                vk::Result::SUCCESS
            };
            fifo.push(Box::new(job), || 10).expect("a thread");
        }
        assert!(!fifo.is_idle() && !fifo.is_done(1) && !fifo.wait_until(1, Some(Instant::now())));
        go.send(()).expect("the thread");
        assert!(fifo.wait_until(2, None));
        fifo.wait_idle();
        assert!(fifo.is_idle());
        assert_eq!(seen.try_iter().collect::<Vec<_>>(), [(0, 11), (1, 12), (2, 13)]);
        fifo.stop();
    }

    #[test]
    fn an_error_is_told_once_and_later_jobs_are_done() {
        let fifo = Fifo::new();
        for result in [vk::Result::SUCCESS, vk::Result::ERROR_DEVICE_LOST, vk::Result::ERROR_UNKNOWN] {
            fifo.push(Box::new(move |(): &mut ()| result), || ()).expect("a thread");
        }
        fifo.push(Box::new(|(): &mut ()| panic!("test")), || ()).expect("a thread");
        fifo.wait_idle();
        assert_eq!(fifo.take_error(), Some(vk::Result::ERROR_DEVICE_LOST));
        assert_eq!(fifo.take_error(), None);
        fifo.stop();
    }
}
