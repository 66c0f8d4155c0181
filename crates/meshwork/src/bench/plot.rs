//! Plots as SVG, to stand in an HTML page whose style sheet colours the classes `v0`, `v1`, ….

use std::fmt::Write;
use std::ops::Range;

const WIDTH: f64 = 760.0;
/// A bar, and what is between two groups of them.
const BAR: f64 = 14.0;
const GAP: f64 = 10.0;
const CURVE_HEIGHT: f64 = 340.0;
/// Around a plot, for labels.
const LEFT: f64 = 120.0;
const RIGHT: f64 = 60.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 40.0;

/// What one value or curve is of.
#[derive(Clone, Copy)]
pub struct Class(pub usize);

/// A logarithmic axis from a power of ten, or one of 2 or 5 times it, to another.
struct Axis {
    ticks: Vec<f64>,
    from: f64,
    to: f64,
}

impl Axis {
    /// Over all values that can stand on it, at the places `from..to` in pixels.
    fn over(values: impl Iterator<Item = f64>, pixels: Range<f64>) -> Self {
        let (low, high) = values
            .filter(|value| value.is_finite() && *value > 0.0)
            .fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), value| (low.min(value), high.max(value)));
        let (low, high) = if low <= high { (low, high) } else { (1.0, 1.0) };
        let decades = low.log10().floor() as i32 - 1..=high.log10().ceil() as i32 + 1;
        let steps: Vec<f64> =
            decades.flat_map(|decade| [1.0, 2.0, 5.0].map(|digit| digit * 10_f64.powi(decade))).collect();
        // From the last step below to the first above.
        let first = steps.iter().rposition(|&step| step < low * 0.999).unwrap_or(0);
        let last = steps.iter().position(|&step| step > high * 1.001).unwrap_or(steps.len() - 1);
        Self { ticks: steps[first..=last].to_vec(), from: pixels.start, to: pixels.end }
    }

    /// The place of a value in pixels; of what cannot stand on the axis, its beginning.
    fn at(&self, value: f64) -> f64 {
        let (low, high) = (self.ticks[0], self.ticks[self.ticks.len() - 1]);
        let part = (value.clamp(low, high) / low).ln() / (high / low).ln();
        self.from + part * (self.to - self.from)
    }

    /// Ticks to be labelled: all, or of many only the powers of ten.
    fn labelled(&self) -> impl Iterator<Item = f64> {
        let all = self.ticks.len() <= 8;
        let is_power = |tick: f64| (tick.log10() - tick.log10().round()).abs() < 1e-9;
        self.ticks.iter().copied().filter(move |&tick| all || is_power(tick))
    }
}

/// Horizontal bars that begin at 1, on a logarithmic axis, in named groups.
pub fn ratio_bars(groups: &[(String, Vec<(Class, f64)>)]) -> String {
    let ratios = groups.iter().flat_map(|(_, bars)| bars).map(|&(_, ratio)| ratio);
    let axis = Axis::over(ratios.chain([0.9, 1.1]), LEFT..WIDTH - RIGHT);
    let bars: usize = groups.iter().map(|(_, bars)| bars.len()).sum();
    let bottom = TOP + bars as f64 * BAR + groups.len() as f64 * GAP;
    let mut svg = begin(bottom + BOTTOM);
    vertical_grid(&mut svg, &axis, TOP..bottom);
    let one = axis.at(1.0);
    let mut y = TOP + GAP / 2.0;
    for (name, bars) in groups {
        text(&mut svg, (LEFT - 8.0, y + bars.len() as f64 * BAR / 2.0 + 4.0), "end", name);
        for &(Class(class), ratio) in bars {
            let (left, right) = (one.min(axis.at(ratio)), one.max(axis.at(ratio)));
            line(
                &mut svg,
                &format!(
                    "<rect class=\"v{class}\" x=\"{left:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
                    (right - left).max(1.0),
                    BAR - 3.0
                ),
            );
            text(&mut svg, (right + 4.0, y + BAR - 4.0), "start", &format!("{ratio:.2}"));
            y += BAR;
        }
        y += GAP;
    }
    line(&mut svg, &format!("<line class=\"one\" x1=\"{one:.1}\" x2=\"{one:.1}\" y1=\"{TOP}\" y2=\"{bottom:.1}\"/>"));
    svg + "</svg>\n"
}

/// Curves of milliseconds over counts, both logarithmic.
pub fn curves(curves: &[(Class, Vec<(f64, f64)>)], x_label: &str) -> String {
    let points = || curves.iter().flat_map(|(_, points)| points);
    let bottom = CURVE_HEIGHT - BOTTOM;
    let x = Axis::over(points().map(|point| point.0), LEFT..WIDTH - RIGHT);
    let y = Axis::over(points().map(|point| point.1), bottom..TOP);
    let mut svg = begin(CURVE_HEIGHT);
    vertical_grid(&mut svg, &x, TOP..bottom);
    for tick in y.labelled() {
        let at = y.at(tick);
        let right = WIDTH - RIGHT;
        line(&mut svg, &format!("<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>"));
        text(&mut svg, (LEFT - 8.0, at + 4.0), "end", &format!("{tick} ms"));
    }
    text(&mut svg, (LEFT + (WIDTH - LEFT - RIGHT) / 2.0, CURVE_HEIGHT - 6.0), "middle", x_label);
    for (Class(class), points) in curves {
        let mut path = String::new();
        for (index, &(count, ms)) in points.iter().enumerate() {
            let (x, y) = (x.at(count), y.at(ms));
            // Writing to a String cannot fail.
            let _ = write!(path, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' });
            line(&mut svg, &format!("<circle class=\"v{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>"));
        }
        line(&mut svg, &format!("<path class=\"v{class}\" d=\"{path}\"/>"));
    }
    svg + "</svg>\n"
}

fn begin(height: f64) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\">\n")
}

fn vertical_grid(svg: &mut String, axis: &Axis, y: Range<f64>) {
    for tick in axis.labelled() {
        let x = axis.at(tick);
        line(
            svg,
            &format!("<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{}\" y2=\"{:.1}\"/>", y.start, y.end),
        );
        text(svg, (x, y.end + 15.0), "middle", &tick.to_string());
    }
}

fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, text: &str) {
    line(svg, &format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"));
}

fn line(svg: &mut String, element: &str) {
    *svg += element;
    svg.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_holds_all_values_between_round_numbers() {
        let axis = Axis::over([0.95, 15.0].into_iter(), 0.0..100.0);
        assert_eq!((axis.ticks.first(), axis.ticks.last()), (Some(&0.5), Some(&20.0)));
        assert_eq!((axis.at(0.5), axis.at(20.0)), (0.0, 100.0));
        assert!(axis.at(1.0) < axis.at(2.0));
        // Nothing to draw, and what cannot be drawn, have a place too.
        let empty = Axis::over([f64::NAN, 0.0].into_iter(), 0.0..100.0);
        assert_eq!(empty.at(0.0), 0.0);
    }

    #[test]
    fn plots_have_a_mark_for_each_value() {
        let bars = ratio_bars(&[("grass".into(), vec![(Class(1), 1.02), (Class(3), 44.0)])]);
        assert_eq!(bars.matches("<rect").count(), 2);
        assert!(bars.contains(">grass<") && bars.contains(">44.00<"));
        let curves = curves(&[(Class(0), vec![(480.0, 1.0), (4_800.0, 10.0)])], "draws");
        assert_eq!((curves.matches("<circle").count(), curves.matches("<path").count()), (2, 1));
    }
}
