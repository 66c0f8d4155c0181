//! The report as an HTML page that needs nothing else.

use std::fmt::Write;

use super::benchmarks::BENCHMARKS;
use super::plot::{Class, curves, ratio_bars};
use super::report::{Measured, Report, Split, Spread};
use super::variant::Variant;

pub const STYLE: &str = include_str!("page.css");

/// A point of a curve, from what was measured.
type Count = fn(&Measured) -> u64;

pub fn html(report: &Report) -> String {
    let [width, height] = report.size;
    let (device, driver) = (escape(&report.device), escape(&report.driver));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Meshwork on {device}</title>\n\
         <style>\n{STYLE}</style>\n<h1>Mesh shaders on {device}</h1>\n<p>Driver {driver}, {width} × {height}, {}. Variants \
         drew in turn; times are medians, with the fastest and the slowest frame.</p>\n",
        escape(&report.date)
    );
    write_ratios(&mut page, report);
    write_curves(&mut page, report);
    write_figures(&mut page, report);
    if let Some(comparison) = &report.against {
        page += &format!("<pre>{}</pre>\n", escape(comparison.to_string().trim()));
    }
    page + "</html>\n"
}

fn class(variant: Variant) -> Class {
    Class(variant as usize)
}

fn write_key(page: &mut String, variants: &[Variant]) {
    let key = |&variant: &Variant| format!("<span class=\"key v{}\"></span>{variant}", class(variant).0);
    *page += &format!("<p>{}</p>\n", variants.iter().map(key).collect::<String>());
}

fn write_ratios(page: &mut String, report: &Report) {
    // Where the driver has no mesh shaders, the fallback is what others are measured by.
    let has_native = report.benchmarks.iter().all(|measured| measured.variants.contains_key(&Variant::Native));
    let base = if has_native { Variant::Native } else { Variant::Fallback };
    let others: Vec<_> = Variant::ALL.into_iter().filter(|&variant| variant > base).collect();
    let group = |measured: &Measured| {
        let bar = |&variant: &Variant| Some((class(variant), *measured.ratios.get(&format!("{variant}/{base}"))?));
        (escape(&measured.name), others.iter().filter_map(bar).collect())
    };
    *page += &format!("<h2>How many times as long as {base}</h2>\n");
    write_key(page, &others);
    *page += &ratio_bars(&report.benchmarks.iter().map(group).collect::<Vec<_>>());
}

/// Curves over draws of each benchmark that was measured with several numbers, and over triangles of the meshlets.
fn write_curves(page: &mut String, report: &Report) {
    let all = || report.benchmarks.iter().chain(&report.scaling);
    let over_draws = BENCHMARKS.iter().filter(|benchmark| !benchmark.curve.is_empty());
    for name in over_draws.map(|benchmark| benchmark.name) {
        let points = all().filter(|measured| measured.name == name).collect();
        write_curve(page, &format!("{name}: time over draws"), points, |measured| measured.mesh_draws, "mesh draws");
    }
    let points = all().filter(|measured| measured.name.starts_with("meshlets")).collect();
    write_curve(page, "meshlets: time over triangles", points, |measured| measured.triangles, "triangles drawn");
}

fn write_curve(page: &mut String, title: &str, mut points: Vec<&Measured>, count: Count, label: &str) {
    if points.len() < 2 {
        return;
    }
    points.sort_by_key(|measured| count(measured));
    let curve = |variant: Variant| {
        let point =
            |&measured: &&Measured| Some((count(measured) as f64, measured.variants.get(&variant)?.time().median));
        (class(variant), points.iter().filter_map(point).collect::<Vec<_>>())
    };
    *page += &format!("<h2>{title}</h2>\n");
    write_key(page, &Variant::ALL);
    *page += &curves(&Variant::ALL.map(curve), label);
}

fn write_figures(page: &mut String, report: &Report) {
    *page += "<h2>Figures</h2>\n<table>\n<tr><th>benchmark<th>variant<th>GPU ms<th>frame ms<th>record ms<th>dispatches\
              <th>barriers<th>records<th>hoisted, vertices, pixels</tr>\n";
    for measured in report.benchmarks.iter().chain(&report.scaling) {
        for (variant, figures) in &measured.variants {
            // Writing to a String cannot fail.
            let _ = writeln!(
                page,
                "<tr><td>{}<br><small>{} draws, {} triangles</small><td>{variant}<td>{}<td>{}<td>{}<td>{}<td>{}\
                 <td>{:.1} MiB<td>{}</tr>",
                escape(&measured.name),
                measured.mesh_draws,
                measured.triangles,
                figures.gpu_ms.map_or("–".into(), cell),
                cell(figures.frame_ms),
                cell(figures.record_ms),
                figures.dispatches,
                figures.barriers,
                figures.record_bytes as f64 / f64::from(1 << 20),
                figures.split_ms.map_or("–".into(), split),
            );
        }
        let _ = writeln!(
            page,
            "<tr><td colspan=\"9\">{} pixels differ between the variants</tr>",
            measured.pixels_different
        );
    }
    *page += "</table>\n<p>Record time is processor time of the recording thread. Dispatches and barriers are those that the \
              layer adds to a frame.</p>\n";
}

fn cell(Spread { median, min, max }: Spread) -> String {
    format!("{median:.3}<br><small>{min:.3}–{max:.3}</small>")
}

fn split(Split { hoisted, vertices, pixels }: Split) -> String {
    let hoisted = hoisted.map_or("–".into(), |hoisted| format!("{hoisted:.3}"));
    format!("{hoisted}, {vertices:.3}, {pixels:.3}")
}

pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::report::tests::example;

    #[test]
    fn the_page_has_plots_and_figures_and_needs_nothing_else() {
        let mut report = example();
        let page = html(&report);
        assert_eq!((page.matches("<svg").count(), page.matches("<rect").count()), (1, 4));
        assert!(page.contains("llvmpipe &lt;256 bits&gt;") && page.contains("0 pixels differ"));
        assert!(!page.contains("src=") && !page.contains("href="));

        // A second number of draws makes a curve.
        let mut more = example().benchmarks.remove(0);
        more.mesh_draws = 9_601;
        report.scaling.push(more);
        let page = html(&report);
        assert!(page.contains("prepass: time over draws"));
        assert_eq!(page.matches("<circle").count(), 10);
    }
}
