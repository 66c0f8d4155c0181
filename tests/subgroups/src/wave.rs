//! What subgroup operations mean: the waves of a run, evaluated on the CPU from the specification's words and nothing of the passes'.

/// What an invocation reads.
pub type Row = [u32; 4];

/// A word that an invocation leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    Word(u32),
    /// The specification calls it undefined.
    Undefined,
    /// Nobody writes it.
    Untouched,
}

/// The active lanes of a wave.
#[derive(Clone)]
pub struct Wave<'a> {
    /// Lanes, active or not.
    pub width: usize,
    pub active: u128,
    /// `WorkgroupId`; 0 where there are no workgroups.
    pub workgroup: usize,
    /// By lane.
    rows: &'a [Row],
}

/// Which lanes a scan takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    All,
    UpToOwn,
    BeforeOwn,
    /// Clusters of so many.
    Cluster(usize),
}

impl<'a> Wave<'a> {
    /// `rows` has one of each of the wave's lanes; of lanes that are not active it does not matter.
    pub fn new(rows: &'a [Row], active: u128, workgroup: usize) -> Self {
        Self { width: rows.len(), active, workgroup, rows }
    }

    pub fn row(&self, lane: usize) -> Row {
        self.rows[lane]
    }

    pub fn lanes(&self) -> impl DoubleEndedIterator<Item = usize> + use<> {
        let active = self.active;
        (0..self.width).filter(move |lane| active >> lane & 1 == 1)
    }

    /// The lanes that take a branch.
    pub fn only(&self, takes: impl Fn(usize) -> bool) -> Self {
        Self { active: self.ballot(takes), ..self.clone() }
    }

    pub fn ballot(&self, predicate: impl Fn(usize) -> bool) -> u128 {
        self.lanes().filter(|&lane| predicate(lane)).fold(0, |mask, lane| mask | 1 << lane)
    }

    pub fn first(&self) -> usize {
        self.active.trailing_zeros() as usize
    }

    pub fn all(&self, predicate: impl Fn(usize) -> bool) -> bool {
        self.lanes().all(predicate)
    }

    pub fn any(&self, predicate: impl Fn(usize) -> bool) -> bool {
        self.lanes().any(predicate)
    }

    pub fn all_equal<T: PartialEq>(&self, value: impl Fn(usize) -> T) -> bool {
        let first = value(self.first());
        self.lanes().all(|lane| value(lane) == first)
    }

    /// The value of lane `from`, if it has one.
    pub fn read(&self, from: usize, value: impl Fn(usize) -> u32) -> Expected {
        let is_active = from < self.width && self.active >> from & 1 == 1;
        if is_active { Expected::Word(value(from)) } else { Expected::Undefined }
    }

    /// Combines the values of the active lanes that `span` says of `lane`, from the lowest on.
    pub fn reduce<T>(
        &self,
        lane: usize,
        span: Span,
        identity: T,
        value: impl Fn(usize) -> T,
        combine: impl Fn(T, T) -> T,
    ) -> T {
        let takes = |other: usize| match span {
            Span::All => true,
            Span::UpToOwn => other <= lane,
            Span::BeforeOwn => other < lane,
            Span::Cluster(size) => other / size == lane / size,
        };
        self.lanes().filter(|&other| takes(other)).fold(identity, |sum, other| combine(sum, value(other)))
    }
}

/// Words that lanes leave, one after the other.
pub struct Results {
    lanes: Vec<Vec<Expected>>,
}

impl Results {
    pub fn new(width: usize) -> Self {
        Self { lanes: vec![Vec::new(); width] }
    }

    /// What a lane leaves.
    pub fn of(&self, lane: usize) -> &[Expected] {
        &self.lanes[lane]
    }

    /// Each active lane puts a word.
    pub fn put(&mut self, wave: &Wave<'_>, word: impl Fn(usize) -> u32) {
        self.put_expected(wave, |lane| Expected::Word(word(lane)));
    }

    pub fn put_expected(&mut self, wave: &Wave<'_>, word: impl Fn(usize) -> Expected) {
        wave.lanes().for_each(|lane| self.lanes[lane].push(word(lane)));
    }

    pub fn put_bool(&mut self, wave: &Wave<'_>, value: impl Fn(usize) -> bool) {
        self.put(wave, |lane| value(lane).into());
    }

    pub fn put_float(&mut self, wave: &Wave<'_>, value: impl Fn(usize) -> f32) {
        self.put(wave, |lane| value(lane).to_bits());
    }

    /// Puts a mask, as four words.
    pub fn put_mask(&mut self, wave: &Wave<'_>, mask: impl Fn(usize) -> u128) {
        for word in 0..4 {
            self.put(wave, |lane| (mask(lane) >> (32 * word)) as u32);
        }
    }

    /// Active lanes leave words as they are.
    pub fn skip(&mut self, wave: &Wave<'_>, words: usize) {
        for _ in 0..words {
            self.put_expected(wave, |_| Expected::Untouched);
        }
    }
}
