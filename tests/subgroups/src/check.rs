//! What a run left, against what the operations mean.

use std::collections::BTreeMap;

use crate::cases::Case;
use crate::gpu::{STRIDE, UNTOUCHED};
use crate::wave::{Expected, Results, Row, Wave};

/// Rows of a wave, by lane.
type Lanes = Vec<Option<usize>>;

/// Compares the results of a run. `workgroup` is 0 where there are no workgroups.
pub fn check(
    case: &Case,
    width: u32,
    workgroup: u32,
    uniform_index: u32,
    rows: &[Row],
    results: &[u32],
) -> Result<(), String> {
    let words = |row: usize| &results[row * STRIDE as usize..(row + 1) * STRIDE as usize];
    let waves = find_waves(width, rows.len(), words)?;
    if workgroup > 0 {
        check_workgroups(width, workgroup, &waves, words)?;
    }
    // Wave and lane; in workgroups their number and the wave's in them.
    let heading = if workgroup > 0 { 4 } else { 2 };
    for (first, lanes) in &waves {
        let wave_rows: Vec<Row> = lanes.iter().map(|row| row.map_or([0; 4], |row| rows[row])).collect();
        let active = lanes.iter().rev().fold(0, |mask, row| mask << 1 | u128::from(row.is_some()));
        let wave = Wave::new(&wave_rows, active, first.checked_div(workgroup).unwrap_or(0) as usize);
        let mut expected = Results::new(width as usize);
        (case.expect)(&wave, uniform_index, &mut expected);
        for (lane, row) in lanes.iter().enumerate().filter_map(|(lane, row)| Some((lane, (*row)?))) {
            let found = &words(row)[heading..];
            compare(expected.of(lane), found).map_err(|(word, expected)| {
                format!(
                    "uniform index {uniform_index}, row {row}, lane {lane} of {active:#x}, word {word}: {:#010x} instead of {expected:?}",
                    found[word]
                )
            })?;
        }
    }
    Ok(())
}

/// The waves, by what all their invocations say of it.
fn find_waves<'a>(width: u32, rows: usize, words: impl Fn(usize) -> &'a [u32]) -> Result<BTreeMap<u32, Lanes>, String> {
    let mut waves: BTreeMap<u32, Lanes> = BTreeMap::new();
    for row in 0..rows {
        let (wave, lane) = (words(row)[0], words(row)[1]);
        let lanes = waves.entry(wave).or_insert_with(|| vec![None; width as usize]);
        match lanes.get_mut(lane as usize) {
            Some(place @ None) => *place = Some(row),
            Some(Some(other)) => return Err(format!("rows {other} and {row} are both lane {lane} of wave {wave}")),
            None => return Err(format!("row {row} has lane {lane}")),
        }
    }
    // Its first lane's row names it.
    let first = |lanes: &Lanes| lanes.iter().flatten().next().map(|&row| row as u32);
    match waves.iter().find(|(wave, lanes)| first(lanes) != Some(**wave)) {
        Some((wave, lanes)) => Err(format!("the first of wave {wave} is row {:?}", first(lanes))),
        None => Ok(waves),
    }
}

/// Waves do not cross workgroups, there are no more than needed, and each has a number of its own.
fn check_workgroups<'a>(
    width: u32,
    workgroup: u32,
    waves: &BTreeMap<u32, Lanes>,
    words: impl Fn(usize) -> &'a [u32],
) -> Result<(), String> {
    let count = workgroup.div_ceil(width);
    let mut numbers = BTreeMap::new();
    for (wave, lanes) in waves {
        let mut rows = lanes.iter().flatten();
        let first = *rows.next().ok_or("a wave without lanes")?;
        let group = first / workgroup as usize;
        let id = words(first)[3];
        for &row in rows {
            if row / workgroup as usize != group || words(row)[3] != id {
                return Err(format!("row {row} of wave {wave} is of another workgroup or says another SubgroupId"));
            }
        }
        if words(first)[2] != count || id >= count {
            return Err(format!("wave {wave} says SubgroupId {id} of {} instead of {count}", words(first)[2]));
        }
        if let Some(other) = numbers.insert((group, id), wave) {
            return Err(format!("waves {other} and {wave} are both number {id} of workgroup {group}"));
        }
    }
    Ok(())
}

/// The place of the first difference, and what was expected there.
fn compare(expected: &[Expected], found: &[u32]) -> Result<(), (usize, Expected)> {
    let differs = |(word, expected): (usize, &Expected)| match expected {
        Expected::Word(value) => found[word] != *value,
        Expected::Undefined => false,
        Expected::Untouched => found[word] != UNTOUCHED,
    };
    let all = expected.iter().copied().chain(std::iter::repeat(Expected::Untouched)).take(found.len());
    let all: Vec<_> = all.collect();
    match all.iter().enumerate().find(|&(word, expected)| differs((word, expected))) {
        Some((word, &expected)) => Err((word, expected)),
        None => Ok(()),
    }
}
