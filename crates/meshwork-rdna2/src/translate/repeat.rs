//! Loops of the translation's own.
//!
//! An invocation that is a whole wave does an instruction for one lane after the other, and the instruction's operations stand there as
//! often. Where they are many, compilers take minutes for them: those are a loop over the lanes, which takes its words from arrays.
//! Where whole instructions are loops ([`super::rolled`]) there is one lane at a time, and none of these.

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{LoopControl, Op, StorageClass};

use super::Translator;
use crate::emit::Word;

impl Translator<'_> {
    /// Runs `body` for each number below `count`, which is not 0.
    pub(super) fn for_numbers<T>(
        &mut self,
        count: u32,
        control: LoopControl,
        body: impl FnOnce(&mut Self, Word) -> T,
    ) -> T {
        let (ty, zero) = (self.emit.types.word, self.emit.word(0));
        let counter = self.emit.local(ty, zero.0);
        self.emit.store(counter, zero.0);
        let repeat = self.emit.begin_loop(control);
        let number = Word(self.emit.load(ty, counter));
        let result = body(self, number);
        let next = self.emit.add_constant(number, 1);
        self.emit.store(counter, next.0);
        let count = self.emit.word(count);
        let goes_on = self.emit.compare(Op::ULessThan, next, count);
        self.emit.end_loop(repeat, goes_on);
        result
    }

    /// What `body` makes of each lane's words: so many `results` a lane. By a loop if the invocation is the wave and `loops` says so; `body` has
    /// no such loop in it, since they share their arrays.
    pub(super) fn repeat(
        &mut self,
        loops: bool,
        mut words: impl FnMut(&mut Self, usize) -> Vec<Word>,
        results: usize,
        mut body: impl FnMut(&mut Self, &[Word]) -> Vec<Word>,
    ) -> Vec<Vec<Word>> {
        if self.lane.is_some() || !loops {
            let each = (0..self.lanes()).map(|n| {
                let words = words(self, n);
                body(self, &words)
            });
            return each.collect();
        }
        let lanes: Vec<_> = (0..self.lanes()).map(|n| words(self, n)).collect();
        let columns = lanes.first().map_or(0, Vec::len);
        let same = |column: usize| lanes.iter().all(|words| words[column] == lanes[0][column]);
        let places: Vec<_> = (0..columns).map(|column| (!same(column)).then(|| self.lane_array(column))).collect();
        let made: Vec<_> = (0..results).map(|n| self.lane_array(columns + n)).collect();
        for (n, words) in lanes.iter().enumerate() {
            let n = self.emit.word(n as u32);
            for (place, word) in places.iter().zip(words) {
                if let Some(array) = place {
                    let to = self.lane_place(*array, n);
                    self.emit.store(to, word.0);
                }
            }
        }

        self.for_numbers(lanes.len() as u32, LoopControl::DONT_UNROLL, |this, n| {
            let words = places.iter().zip(&lanes[0]).map(|(place, &word)| match place {
                Some(array) => this.lane_word(*array, n),
                None => word,
            });
            let words: Vec<_> = words.collect();
            for (array, result) in made.iter().zip(body(this, &words)) {
                let to = this.lane_place(*array, n);
                this.emit.store(to, result.0);
            }
        });

        let result = |this: &mut Self, n: usize| {
            let n = this.emit.word(n as u32);
            made.iter().map(|&array| this.lane_word(array, n)).collect()
        };
        (0..lanes.len()).map(|n| result(self, n)).collect()
    }

    /// One of the arrays of a word for each lane that loops share.
    fn lane_array(&mut self, number: usize) -> Id {
        while self.lane_arrays.len() <= number {
            let (word, lanes) = (self.emit.types.word, self.emit.word(self.wave.lanes()));
            let array = self.emit.module.get_or_make(Op::TypeArray, None, [word.into(), lanes.0.into()]);
            let zero = self.emit.module.null(array);
            let local = self.emit.local(array, zero);
            self.lane_arrays.push(local);
        }
        self.lane_arrays[number]
    }

    fn lane_place(&mut self, array: Id, lane: Word) -> Id {
        let ty = self.emit.types.word;
        self.emit.chain(StorageClass::Function, ty, array, &[lane.0])
    }

    fn lane_word(&mut self, array: Id, lane: Word) -> Word {
        let (ty, from) = (self.emit.types.word, self.lane_place(array, lane));
        Word(self.emit.load(ty, from))
    }
}
