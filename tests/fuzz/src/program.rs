//! What a random program is: a value that can be printed, shrunk and emitted as SPIR-V.
//!
//! Every value here is a valid program without undefined behaviour, whatever its expressions are: indices are reduced
//! modulo the length of what they index, counts modulo their limits, and shifts modulo 32 where they are emitted. What
//! the types do not say the generator keeps:
//! - what [`Expr::is_uniform`] decides: barriers, exchanges and subgroup operations stand in uniform control flow only;
//! - [`Expr::Element`] stands in writes of outputs and of payload members only;
//! - [`Source::DrawIndex`] stands in the first stage only, because other stages may not read it.

/// What two shaders and their fragment shader do.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    pub task: Option<Task>,
    pub mesh: Mesh,
    pub fragment: Fragment,
}

/// Arithmetic on `u32`.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Constant(u32),
    /// A variable that each invocation has its own value of.
    Local(u8),
    /// A variable that is the same in the whole workgroup.
    Uniform(u8),
    /// Index of the vertex, primitive or payload element that is being written.
    Element,
    Builtin(Source),
    /// A word of the push constants.
    Push(u8),
    /// A word of the input buffer.
    Input(Box<Expr>),
    /// Member and word of the payload, in mesh shaders.
    Payload(u8, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// The second where the first is odd, else the third.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    InvocationIndex,
    InvocationId(u8),
    GlobalId(u8),
    WorkgroupId(u8),
    NumWorkgroups(u8),
    DrawIndex,
    Lane,
    SubgroupId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    /// Modulo an odd number: the divisor is made odd.
    Mod,
    Less,
    Equal,
    Min,
    Max,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    Local(u8),
    Uniform(u8),
}

/// Operations whose order does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atomic {
    Add,
    Min,
    Max,
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subgroup {
    Add,
    Max,
    ExclusiveAdd,
    InclusiveXor,
    /// Of bit 0: the number of lanes below that have it.
    BallotBelow,
    /// Of bit 0, of the whole subgroup.
    BallotCount,
    /// From the lane whose number differs in these bits.
    ShuffleXor(u8),
    /// From a lane that the second operand names.
    Shuffle,
    BroadcastFirst,
    All,
    Any,
    /// Whether this is the first lane.
    Elect,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    Set(Variable, Expr),
    If {
        condition: Expr,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    /// So many times, at most [`MAX_TRIPS`], left early where the second expression is odd.
    Loop {
        trips: Expr,
        leave: Option<Expr>,
        body: Vec<Statement>,
    },
    /// The last case is the default.
    Switch {
        selector: Expr,
        cases: Vec<Vec<Statement>>,
    },
    /// `variable = function(&mut inout, argument)`.
    Call {
        function: u8,
        argument: Expr,
        inout: u8,
        result: u8,
    },
    /// An atomic operation on a word of the results.
    Record {
        op: Atomic,
        slot: Expr,
        value: Expr,
    },
    /// Each invocation's value goes to the one `shift` behind it, through workgroup memory.
    Exchange {
        value: Expr,
        shift: u32,
        to: u8,
    },
    /// All invocations' values become one, by atomic operations on workgroup memory.
    Reduce {
        op: Atomic,
        value: Expr,
        to: u8,
    },
    Subgroup {
        op: Subgroup,
        value: Expr,
        lane: Expr,
        to: u8,
    },
}

/// A function with an inout parameter, its local 0, and an argument, its local 1. It has no uniform variables.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub body: Vec<Statement>,
    pub result: Expr,
}

/// What both stages have.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    pub size: [u32; 3],
    pub functions: Vec<Function>,
    /// In uniform control flow.
    pub body: Vec<Statement>,
}

/// Statements, of which some end without anything made.
#[derive(Clone, Debug, PartialEq)]
pub enum Finish<T> {
    Site(T),
    Either { condition: Expr, then: Box<Finish<T>>, otherwise: Box<Finish<T>> },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    pub stage: Stage,
    pub payload: Payload,
    /// One for each member of the payload.
    pub writes: Vec<PayloadWrite>,
    pub finish: Finish<Emit>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Emit {
    /// Reduced to [`MAX_EMIT`] along x, 2 along y and z.
    pub groups: [Expr; 3],
    pub in_function: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Payload {
    pub members: Vec<Member>,
    /// One member that is no struct's.
    pub bare: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    Word,
    Array(u32),
    Vector(u32),
    /// A struct of a word, a vector of three and an array of so many words.
    Struct(u32),
    /// An array of `vec4`: so many floats, filled up.
    Floats(u32),
}

#[derive(Clone, Debug, PartialEq)]
pub enum PayloadWrite {
    /// Each word by the invocation of its number.
    Spread(Expr),
    /// Words that atomic operations of all invocations make. Floats are not made so.
    Atomic(Atomic, Expr),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topology {
    Points,
    Lines,
    Triangles,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    pub stage: Stage,
    pub topology: Topology,
    pub max_vertices: u32,
    pub max_primitives: u32,
    pub outputs: Vec<Output>,
    pub builtins: Builtins,
    pub finish: Finish<Option<Outputs>>,
    /// Writes stand behind all sites, or once at each.
    pub writes_at_sites: bool,
    pub writes: Vec<Write>,
    /// Invocations for which this is odd return before `tail`.
    pub leave: Option<Expr>,
    pub tail: Vec<Statement>,
}

/// One `OpSetMeshOutputsEXT`.
#[derive(Clone, Debug, PartialEq)]
pub struct Outputs {
    pub vertices: Expr,
    pub primitives: Expr,
    pub in_function: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Builtins {
    /// Members of `gl_MeshPerVertexEXT` and `gl_MeshPerPrimitiveEXT`, or variables of their own.
    pub block: bool,
    pub clip: u32,
    pub cull: u32,
    pub primitive_id: bool,
    pub layer: bool,
    pub viewport: bool,
    pub cull_primitive: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Unsigned,
    Signed,
    Float,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Of one to four components.
    Vector(u32),
    /// An array of vectors.
    Array(u32, u32),
    /// A matrix of columns and rows; floats only.
    Matrix(u32, u32),
    /// A struct of vectors, each at a location.
    Struct(Vec<u32>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    Smooth,
    Flat,
    NoPerspective,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    pub location: u32,
    /// The first one; only vectors begin behind 0.
    pub component: u32,
    pub kind: Kind,
    pub shape: Shape,
    pub per_primitive: bool,
    pub interpolation: Interpolation,
    /// A struct is an interface block.
    pub block: bool,
    /// Whether the fragment stage has it.
    pub read: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Position,
    PointSize,
    Clip,
    Cull,
    Indices,
    PrimitiveId,
    Layer,
    Viewport,
    CullPrimitive,
    /// Of [`Mesh::outputs`].
    Output(u8),
}

/// A loop over vertices or primitives that writes some outputs.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    pub per_primitive: bool,
    /// Invocation `i` begins at element `i + shift`, so that it writes what another one seems to own.
    pub shift: u32,
    pub in_function: bool,
    pub stores: Vec<Store>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Store {
    pub target: Target,
    pub value: Expr,
    pub part: Part,
}

/// What of a vector is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Whole,
    /// All, one component after the other.
    Split,
    /// The first half of the components. [`Part::Upper`] is stored elsewhere, of a value that all invocations agree on.
    Lower,
    Upper,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Fragment {
    pub reads_primitive_id: bool,
    pub reads_layer: bool,
    pub reads_facing: bool,
    pub reads_push: bool,
    /// Counts its invocations in the results.
    pub records: bool,
    /// Leaves out pixels whose value is a multiple of this.
    pub discards: Option<u32>,
}

pub const MAX_TRIPS: u32 = 4;
pub const MAX_EMIT: u32 = 4;
/// Variables of a stage.
pub const LOCALS: u8 = 4;
pub const UNIFORMS: u8 = 2;
/// Words.
pub const PUSH_WORDS: u32 = 8;
pub const INPUT_WORDS: u32 = 64;
/// The word of the inputs behind these is 0, which no compiler knows.
pub const ZERO_INPUT: u32 = INPUT_WORDS;
/// Words of the results that one kind of atomic operation has.
pub const SLOTS: u32 = 128;
pub const ATOMICS: [Atomic; 6] = [Atomic::Add, Atomic::Min, Atomic::Max, Atomic::And, Atomic::Or, Atomic::Xor];
/// Where slots of fragment invocations begin, behind those of all operations.
pub const FRAGMENT_SLOTS: u32 = SLOTS * ATOMICS.len() as u32;
pub const RESULT_WORDS: u32 = FRAGMENT_SLOTS + SLOTS;

impl Stage {
    pub fn invocations(&self) -> u32 {
        self.size.iter().product()
    }
}

impl Member {
    /// Its length in words.
    pub fn words(self) -> u32 {
        match self {
            Self::Word => 1,
            Self::Array(words) | Self::Vector(words) => words,
            Self::Struct(words) => 4 + words,
            Self::Floats(vectors) => 4 * vectors,
        }
    }
}

impl Topology {
    pub fn corners(self) -> u32 {
        match self {
            Self::Points => 1,
            Self::Lines => 2,
            Self::Triangles => 3,
        }
    }
}

impl Shape {
    /// Components of each location that it takes.
    pub fn locations(&self) -> Vec<u32> {
        match self {
            Self::Vector(components) => vec![*components],
            Self::Array(components, length) => vec![*components; *length as usize],
            Self::Matrix(columns, rows) => vec![*rows; *columns as usize],
            Self::Struct(members) => members.clone(),
        }
    }
}

impl Target {
    pub fn is_per_primitive(self, outputs: &[Output]) -> bool {
        match self {
            Self::Position | Self::PointSize | Self::Clip | Self::Cull => false,
            Self::Indices | Self::PrimitiveId | Self::Layer | Self::Viewport | Self::CullPrimitive => true,
            Self::Output(index) => outputs[usize::from(index)].per_primitive,
        }
    }
}

impl Expr {
    /// Whether all invocations of a workgroup compute the same.
    pub fn is_uniform(&self) -> bool {
        match self {
            Self::Constant(_) | Self::Uniform(_) | Self::Push(_) => true,
            Self::Local(_) | Self::Element => false,
            Self::Builtin(source) => {
                matches!(source, Source::WorkgroupId(_) | Source::NumWorkgroups(_) | Source::DrawIndex)
            }
            Self::Input(index) | Self::Payload(_, index) => index.is_uniform(),
            Self::Binary(_, a, b) => a.is_uniform() && b.is_uniform(),
            Self::Select(condition, a, b) => condition.is_uniform() && a.is_uniform() && b.is_uniform(),
        }
    }
}

impl<T> Finish<T> {
    pub fn sites(&self) -> usize {
        match self {
            Self::Site(_) => 1,
            Self::Either { then, otherwise, .. } => then.sites() + otherwise.sites(),
        }
    }
}
