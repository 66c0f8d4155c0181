//! The operations of `shaders/uniform.glsl`, `clustered.glsl`, `types.comp` and `divergent.glsl`, word by word.

use crate::wave::{Expected, Results, Span, Wave};

/// Operations that a shader runs.
#[derive(Clone, Copy)]
pub struct Case {
    pub name: &'static str,
    /// Shader file, without the stage's ending.
    pub shader: &'static str,
    /// `CASE` in it.
    pub number: u32,
    /// Some invocations of a workgroup come to operations and some do not.
    pub diverges: bool,
    /// What the lanes of a wave put, and the value of `uniform_index`.
    pub expect: fn(&Wave<'_>, u32, &mut Results),
}

pub const CASES: &[Case] = &[
    uniform("masks", 0, masks),
    uniform("ballots", 1, ballots),
    uniform("votes", 2, votes),
    uniform("reads", 3, reads),
    uniform("shapes", 4, shapes),
    uniform("reductions", 5, reductions),
    Case { shader: "clustered", ..uniform("clusters", 0, clusters) },
    uniform("quads", 6, quads),
    uniform("flow", 7, flow),
    Case { shader: "types", ..uniform("types", 0, types) },
    divergent("branch", 0, branch),
    divergent("loops", 1, loops),
    // What broke other translators.
    uniform("mbcnt", 8, mbcnt),
    uniform("bit 40", 9, bit_40),
    uniform("plain shuffles", 10, plain_shuffles),
    uniform("index by half", 11, index_by_half),
    uniform("first workgroup", 12, first_workgroup),
    divergent("broadcast first", 2, broadcast_first),
];

const fn uniform(name: &'static str, number: u32, expect: fn(&Wave<'_>, u32, &mut Results)) -> Case {
    Case { name, shader: "uniform", number, diverges: false, expect }
}

const fn divergent(name: &'static str, number: u32, expect: fn(&Wave<'_>, u32, &mut Results)) -> Case {
    Case { name, shader: "divergent", number, diverges: true, expect }
}

fn all_lanes(wave: &Wave<'_>) -> u128 {
    u128::MAX >> (128 - wave.width)
}

fn before(lane: usize) -> u128 {
    (1 << lane) - 1
}

fn masks(wave: &Wave<'_>, uniform_index: u32, out: &mut Results) {
    let all = all_lanes(wave);
    out.put(wave, |_| wave.width as u32);
    out.put_mask(wave, |lane| 1 << lane);
    out.put_mask(wave, |lane| all & !before(lane));
    out.put_mask(wave, |lane| all & !before(lane) & !(1 << lane));
    out.put_mask(wave, |lane| before(lane) | 1 << lane);
    out.put_mask(wave, before);
    out.put(wave, |lane| (before(lane) >> (32 * (uniform_index & 3))) as u32);
}

fn ballots(wave: &Wave<'_>, _: u32, out: &mut Results) {
    let row = |lane| wave.row(lane);
    let odd = wave.ballot(|lane| row(lane)[0] & 1 != 0);
    let count = |mask: u128| mask.count_ones();
    // Of no bit the specification says nothing.
    let bit = |mask: u128, bit: u32| if mask == 0 { Expected::Undefined } else { Expected::Word(bit) };
    out.put_mask(wave, |_| odd);
    out.put_bool(wave, |lane| odd >> lane & 1 != 0);
    out.put_bool(wave, |lane| odd >> (row(lane)[1] as usize % wave.width) & 1 != 0);
    out.put(wave, |_| count(odd));
    out.put(wave, |lane| count(odd & (before(lane) | 1 << lane)));
    out.put(wave, |lane| count(odd & before(lane)));
    out.put_expected(wave, |_| bit(odd, odd.trailing_zeros()));
    out.put_expected(wave, |_| bit(odd, 127_u32.wrapping_sub(odd.leading_zeros())));
    out.put_mask(wave, |_| wave.active);
    out.put(wave, |_| wave.width as u32);
    out.put(wave, |_| wave.width as u32 - 1);
    out.put_bool(wave, |lane| lane == wave.first());
}

fn votes(wave: &Wave<'_>, uniform_index: u32, out: &mut Results) {
    let row = |lane| wave.row(lane);
    out.put_bool(wave, |_| wave.all(|lane| row(lane)[0] & 1 != 0));
    out.put_bool(wave, |_| wave.any(|lane| row(lane)[0] & 255 == 7));
    out.put_bool(wave, |_| wave.all(|lane| row(lane)[3] < 5));
    out.put_bool(wave, |_| wave.any(|lane| row(lane)[3] > 4));
    out.put_bool(wave, |_| wave.all_equal(|lane| row(lane)[0]));
    out.put_bool(wave, |_| wave.all_equal(|_| uniform_index));
    out.put_bool(wave, |_| true);
    let last_bit = |lane| row(lane)[3] & 1;
    out.put_bool(wave, |_| wave.all_equal(last_bit));
    out.put_bool(wave, |_| wave.all_equal(last_bit));
}

fn reads(wave: &Wave<'_>, uniform_index: u32, out: &mut Results) {
    let size = wave.width;
    let row = |lane| wave.row(lane);
    let x = |lane| row(lane)[0];
    let of = |lane: usize, n: usize| row(lane)[n] as usize % size;
    let mut from = |source: &dyn Fn(usize) -> usize| out.put_expected(wave, |lane| wave.read(source(lane), x));
    from(&|_| 2);
    from(&|_| wave.first());
    from(&|_| uniform_index as usize % size);
    from(&|lane| of(lane, 1));
    from(&|lane| (lane + 3) % size);
    from(&|lane| lane ^ 1);
    from(&|lane| lane ^ (size / 2));
    from(&|lane| lane ^ of(lane, 2));
    from(&|lane| lane.wrapping_sub(1));
    from(&|lane| lane.wrapping_sub(size / 2));
    from(&|lane| lane + 1);
    from(&|lane| lane + of(lane, 2));
}

fn shapes(wave: &Wave<'_>, _: u32, out: &mut Results) {
    let row = |lane: usize| wave.row(lane);
    let mut from = |value: &dyn Fn(usize) -> u32| {
        out.put_expected(wave, |lane| wave.read(row(lane)[1] as usize % wave.width, value));
    };
    for n in [0, 1, 2, 3, 0, 2] {
        from(&|lane| row(lane)[n]);
    }
    from(&|lane| ((row(lane)[0] & 0xffff) as f32 + 0.5).to_bits());
    from(&|lane| row(lane)[0] & 1);
    from(&|lane| row(lane)[0] & 1);
    from(&|lane| row(lane)[0] >> 1 & 1);
    from(&|lane| row(lane)[2]);
    for n in 0..4 {
        out.put(wave, |lane| wave.reduce(lane, Span::All, 0, |lane| row(lane)[n], u32::wrapping_add));
    }
    for n in [0, 2] {
        let least = |lane| wave.reduce(lane, Span::All, i32::MAX, |lane| row(lane)[n] as i32, i32::min);
        out.put(wave, |lane| least(lane) as u32);
    }
    for n in 0..4 {
        out.put(wave, |lane| wave.reduce(lane, Span::BeforeOwn, 0, |lane| row(lane)[n], u32::wrapping_add));
    }
    out.put_bool(wave, |_| wave.all(|lane| row(lane)[0] & 1 != 0));
    out.put_bool(wave, |_| wave.all(|lane| row(lane)[0] & 15 != 3));
}

fn reductions(wave: &Wave<'_>, _: u32, out: &mut Results) {
    use Span::{All, BeforeOwn, UpToOwn};
    let x = |lane| wave.row(lane)[0];
    let odd = |lane| x(lane) | 1;
    let flag = |lane| x(lane) & 1 != 0;
    let small = |lane| ((x(lane) & 1023) as i32 - 512) as f32;
    let two = |lane: usize| if wave.row(lane)[1] & 1 != 0 { 2.0 } else { 0.5 };
    let int = |lane| x(lane) as i32;
    let u32s = |out: &mut Results, span, identity, value: &dyn Fn(usize) -> u32, combine: fn(u32, u32) -> u32| {
        out.put(wave, |lane| wave.reduce(lane, span, identity, value, combine));
    };
    let i32s = |out: &mut Results, span, identity, combine: fn(i32, i32) -> i32| {
        out.put(wave, |lane| wave.reduce(lane, span, identity, int, combine) as u32);
    };
    let f32s = |out: &mut Results, span, identity, value: &dyn Fn(usize) -> f32, combine: fn(f32, f32) -> f32| {
        out.put_float(wave, |lane| wave.reduce(lane, span, identity, value, combine));
    };
    let bools = |out: &mut Results, span, identity, combine: fn(bool, bool) -> bool| {
        out.put_bool(wave, |lane| wave.reduce(lane, span, identity, flag, combine));
    };
    let (add, mul) = (u32::wrapping_add as fn(_, _) -> _, u32::wrapping_mul as fn(_, _) -> _);
    u32s(out, All, 0, &x, add);
    u32s(out, All, 1, &odd, mul);
    u32s(out, All, u32::MAX, &x, u32::min);
    u32s(out, All, 0, &x, u32::max);
    i32s(out, All, i32::MAX, i32::min);
    i32s(out, All, i32::MIN, i32::max);
    u32s(out, All, u32::MAX, &|lane| x(lane) | 0xff00, |a, b| a & b);
    u32s(out, All, 0, &|lane| x(lane) & 0xff00, |a, b| a | b);
    u32s(out, All, 0, &x, |a, b| a ^ b);
    f32s(out, All, 0.0, &small, |a, b| a + b);
    f32s(out, All, 1.0, &two, |a, b| a * b);
    f32s(out, All, f32::INFINITY, &small, f32::min);
    f32s(out, All, f32::NEG_INFINITY, &small, f32::max);
    bools(out, All, false, |a, b| a ^ b);
    bools(out, All, false, |a, b| a | b);
    u32s(out, UpToOwn, 0, &x, add);
    u32s(out, UpToOwn, 1, &odd, mul);
    u32s(out, UpToOwn, u32::MAX, &x, u32::min);
    i32s(out, UpToOwn, i32::MIN, i32::max);
    u32s(out, UpToOwn, 0, &x, |a, b| a ^ b);
    f32s(out, UpToOwn, 0.0, &small, |a, b| a + b);
    f32s(out, UpToOwn, f32::NEG_INFINITY, &small, f32::max);
    u32s(out, BeforeOwn, 0, &x, add);
    u32s(out, BeforeOwn, 1, &odd, mul);
    u32s(out, BeforeOwn, u32::MAX, &x, u32::min);
    u32s(out, BeforeOwn, 0, &x, u32::max);
    i32s(out, BeforeOwn, i32::MAX, i32::min);
    i32s(out, BeforeOwn, i32::MIN, i32::max);
    u32s(out, BeforeOwn, u32::MAX, &x, |a, b| a & b);
    u32s(out, BeforeOwn, 0, &x, |a, b| a | b);
    u32s(out, BeforeOwn, 0, &x, |a, b| a ^ b);
    f32s(out, BeforeOwn, 0.0, &small, |a, b| a + b);
    f32s(out, BeforeOwn, 1.0, &two, |a, b| a * b);
    f32s(out, BeforeOwn, f32::INFINITY, &small, f32::min);
    f32s(out, BeforeOwn, f32::NEG_INFINITY, &small, f32::max);
    bools(out, BeforeOwn, true, |a, b| a & b);
}

fn clusters(wave: &Wave<'_>, _: u32, out: &mut Results) {
    let x = |lane| wave.row(lane)[0];
    let sum = |lane, size| wave.reduce(lane, Span::Cluster(size), 0, x, u32::wrapping_add);
    for size in [1, 2, 4] {
        out.put(wave, |lane| sum(lane, size));
    }
    out.put(wave, |lane| wave.reduce(lane, Span::Cluster(4), i32::MIN, |lane| x(lane) as i32, i32::max) as u32);
    out.put(wave, |lane| wave.reduce(lane, Span::Cluster(2), 0, x, |a, b| a ^ b));
}

fn quads(wave: &Wave<'_>, _: u32, out: &mut Results) {
    let x = |lane| wave.row(lane)[0];
    let mut from = |source: &dyn Fn(usize) -> usize| out.put_expected(wave, |lane| wave.read(source(lane), x));
    from(&|lane| lane & !3);
    from(&|lane| lane | 3);
    from(&|lane| lane ^ 1);
    from(&|lane| lane ^ 2);
    from(&|lane| lane ^ 3);
    let number = |lane| ((wave.row(lane)[1] & 255) as f32).to_bits();
    out.put_expected(wave, |lane| wave.read(lane ^ 3, number));
}

fn types(wave: &Wave<'_>, _: u32, out: &mut Results) {
    let row = |lane: usize| wave.row(lane);
    let wide = |lane| u64::from(row(lane)[2]) << 32 | u64::from(row(lane)[0]);
    let halves = |out: &mut Results, value: &dyn Fn(usize) -> u64| {
        out.put(wave, |lane| value(lane) as u32);
        out.put(wave, |lane| (value(lane) >> 32) as u32);
    };
    let from = |out: &mut Results, value: &dyn Fn(usize) -> u32| {
        out.put_expected(wave, |lane| wave.read(row(lane)[1] as usize % wave.width, value));
    };
    for value in [&wide as &dyn Fn(usize) -> u64, &wide, &|lane| !wide(lane)] {
        from(out, &|lane| value(lane) as u32);
        from(out, &|lane| (value(lane) >> 32) as u32);
    }
    halves(out, &|lane| wave.reduce(lane, Span::All, 0, wide, u64::wrapping_add));
    halves(out, &|lane| wave.reduce(lane, Span::BeforeOwn, 0, wide, u64::wrapping_add));
    halves(out, &|lane| wave.reduce(lane, Span::BeforeOwn, i64::MAX, |lane| wide(lane) as i64, i64::min) as u64);
    let x = |lane| row(lane)[0];
    from(out, &|lane| x(lane) & 0xffff);
    out.put(wave, |lane| wave.reduce(lane, Span::All, i16::MAX, |lane| x(lane) as i16, i16::min) as u32);
    out.put(wave, |lane| wave.reduce(lane, Span::BeforeOwn, i16::MIN, |lane| x(lane) as i16, i16::max) as u32);
    from(out, &|lane| row(lane)[1] & 0xff);
    out.put(wave, |lane| wave.reduce(lane, Span::All, 0, |lane| x(lane) as u8, u8::wrapping_add).into());
    out.put(wave, |lane| wave.reduce(lane, Span::BeforeOwn, i8::MAX, |lane| x(lane) as i8, i8::min) as u32);
    let small = |lane| (x(lane) & 1023) as f32;
    from(out, &|lane| small(lane).to_bits());
    out.put_float(wave, |lane| wave.reduce(lane, Span::BeforeOwn, f32::NEG_INFINITY, small, f32::max));
    out.put(wave, |lane| wave.reduce(lane, Span::All, 0, |lane| x(lane) & 0xffff, |a, b| a + b));
    // Nothing is before the first lane: infinity.
    out.put_bool(wave, |lane| lane == wave.first());
    out.put_bool(wave, |_| wave.all_equal(|lane| x(lane) & 1));
}

/// Sums of values of which one may be undefined.
fn add(a: Expected, b: Expected) -> Expected {
    match (a, b) {
        (Expected::Word(a), Expected::Word(b)) => Expected::Word(a.wrapping_add(b)),
        _ => Expected::Undefined,
    }
}

fn flow(wave: &Wave<'_>, uniform_index: u32, out: &mut Results) {
    let row = |lane: usize| wave.row(lane);
    let sum = |lane, span, n: usize| wave.reduce(lane, span, 0, |lane| row(lane)[n], u32::wrapping_add);
    out.put_expected(wave, |_| wave.read(if uniform_index < 3 { 1 } else { 2 }, |lane| row(lane)[0]));
    out.put_expected(wave, |lane| {
        let mut total = Expected::Word(0);
        for n in 0..=uniform_index % 4 {
            let all = sum(lane, Span::All, 0).wrapping_mul(n + 1);
            let neighbour = wave.read(lane ^ (n as usize & 1), |lane| row(lane)[1]);
            total = add(total, add(Expected::Word(all), neighbour));
            if let (true, Expected::Word(word)) = (n != 2, total) {
                total = Expected::Word(word ^ sum(lane, Span::BeforeOwn, 2));
            }
        }
        total
    });
    out.put_expected(wave, |lane| wave.read(lane ^ 2, |lane| row(lane)[2]));
    let chosen = |lane: usize| if row(lane)[0] & 1 != 0 { row(lane)[1] } else { row(lane)[3] };
    out.put(wave, |lane| wave.reduce(lane, Span::All, 0, chosen, u32::wrapping_add));
    out.put_mask(wave, |_| wave.ballot(|lane| chosen(lane) & 1 != 0));
    let source = match uniform_index {
        0 => wave.first(),
        5 => 1,
        _ => 3,
    };
    out.put_expected(wave, |_| wave.read(source, |lane| row(lane)[0]));
}

/// Words of `operations` in the shader.
const OPERATIONS: usize = 15;

fn operations(wave: &Wave<'_>, out: &mut Results) {
    let y = |lane| wave.row(lane)[1];
    let z = wave.ballot(|lane| wave.row(lane)[2] & 1 != 0);
    let sum = |lane, span| wave.reduce(lane, span, 0, y, u32::wrapping_add);
    out.put_mask(wave, |_| wave.active);
    out.put_bool(wave, |lane| lane == wave.first());
    out.put(wave, |_| y(wave.first()));
    out.put_bool(wave, |_| wave.all(|lane| y(lane) & 3 != 0));
    out.put_bool(wave, |_| wave.any(|lane| y(lane) & 3 == 0));
    out.put_bool(wave, |_| wave.all_equal(|lane| wave.row(lane)[3] & 1));
    out.put(wave, |lane| sum(lane, Span::All));
    out.put(wave, |lane| wave.reduce(lane, Span::All, i32::MAX, |lane| y(lane) as i32, i32::min) as u32);
    out.put(wave, |lane| sum(lane, Span::UpToOwn));
    out.put(wave, |lane| sum(lane, Span::BeforeOwn));
    out.put(wave, |lane| wave.reduce(lane, Span::BeforeOwn, 0, y, u32::max));
    out.put(wave, |lane| (z & before(lane)).count_ones());
}

fn branch(wave: &Wave<'_>, _: u32, out: &mut Results) {
    let row = |lane: usize| wave.row(lane);
    let (takes, leaves) = (wave.only(|lane| row(lane)[0] & 1 != 0), wave.only(|lane| row(lane)[0] & 1 == 0));
    operations(&takes, out);
    out.skip(&leaves, OPERATIONS);
    operations(wave, out);
}

fn loops(wave: &Wave<'_>, _: u32, out: &mut Results) {
    let row = |lane: usize| wave.row(lane);
    out.put(wave, |lane| {
        (0..row(lane)[0] & 7).fold(0_u32, |sum, n| {
            let inside = wave.only(|lane| n < row(lane)[0] & 7);
            let all = inside.reduce(lane, Span::All, 0, |lane| row(lane)[1].wrapping_add(n), u32::wrapping_add);
            sum.wrapping_add(all).wrapping_add(row(inside.first())[2])
        })
    });
    // The trip on which a lane's value is the first's.
    let mut trips = vec![0; wave.width];
    let mut left = wave.clone();
    for trip in 1.. {
        if left.active == 0 {
            break;
        }
        let first = row(left.first())[3];
        left.lanes().filter(|&lane| row(lane)[3] == first).for_each(|lane| trips[lane] = trip);
        left = left.only(|lane| row(lane)[3] != first);
    }
    out.put(wave, |lane| wave.lanes().filter(|&other| row(other)[3] == row(lane)[3]).count() as u32);
    out.put(wave, |lane| trips[lane]);
    out.put(wave, |lane| wave.reduce(lane, Span::All, 0, |lane| trips[lane], u32::wrapping_add));
}

fn mbcnt(wave: &Wave<'_>, _: u32, out: &mut Results) {
    let odd = wave.ballot(|lane| wave.row(lane)[0] & 1 != 0);
    out.put(wave, |lane| (odd & before(lane) & u128::from(u64::MAX)).count_ones());
}

fn bit_40(wave: &Wave<'_>, _: u32, out: &mut Results) {
    // Of no bit the specification says nothing.
    let bit = |mask: u128, bit: u32| if mask == 0 { Expected::Undefined } else { Expected::Word(bit) };
    let lone = if wave.width > 40 { 40 } else { wave.width - 1 };
    let one = wave.ballot(|lane| lane == lone);
    out.put_mask(wave, |_| one);
    out.put(wave, |_| one.count_ones());
    out.put(wave, |lane| (one & before(lane)).count_ones());
    out.put_expected(wave, |_| bit(one, lone as u32));
    out.put_expected(wave, |_| bit(one, lone as u32));
}

fn plain_shuffles(wave: &Wave<'_>, uniform_index: u32, out: &mut Results) {
    let size = wave.width;
    let x = |lane| wave.row(lane)[0];
    out.put_expected(wave, |_| wave.read(3, x));
    out.put_expected(wave, |lane| wave.read(wave.row(lane)[1] as usize % size, |_| uniform_index));
    out.put_expected(wave, |_| wave.read(size, x));
    out.put_expected(wave, |_| wave.read(u32::MAX as usize, x));
}

fn index_by_half(wave: &Wave<'_>, _: u32, out: &mut Results) {
    let source = |lane| if lane < wave.width / 2 { 1 } else { wave.width - 2 };
    out.put_expected(wave, |lane| wave.read(source(lane), |lane| wave.row(lane)[0]));
}

fn first_workgroup(wave: &Wave<'_>, _: u32, out: &mut Results) {
    if wave.workgroup == 0 {
        out.put_expected(wave, |lane| wave.read(wave.row(lane)[1] as usize % wave.width, |lane| wave.row(lane)[0]));
    }
}

fn broadcast_first(wave: &Wave<'_>, _: u32, out: &mut Results) {
    let row = |lane: usize| wave.row(lane);
    let (takes, leaves) = (wave.only(|lane| row(lane)[3] == 3), wave.only(|lane| row(lane)[3] != 3));
    out.put(&takes, |_| row(takes.first())[0]);
    out.put(&leaves, |lane| leaves.reduce(lane, Span::All, 0, |lane| row(lane)[2], u32::wrapping_add));
    out.put(wave, |_| row(wave.first())[0]);
}
