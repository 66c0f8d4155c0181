//! The demo's figures as text and as an HTML page that stands beside the pictures.

use std::fmt::Write;
use std::path::Path;

use super::{Demo, Figures, Rendering, SCENE};

const STYLE: &str = include_str!("report.css");

/// A few lines for the terminal.
pub fn text(demo: &Demo) -> String {
    let mut text = String::new();
    if let Some(first) = demo.renderings.first() {
        let [width, height] = first.size;
        text += &format!("\n{SCENE}, {width} × {height}, median of {} frames\n", first.frames);
    }
    for (rendering, path, figures) in rows(demo) {
        let gpu = figures.gpu_ms.map_or(String::new(), |times| format!(", GPU {:.1} ms", times.median));
        text += &format!("  {:<12} {path:<9} {:8.1} ms a frame{gpu}\n", rendering.driver, figures.frame_ms.median);
    }
    for verdict in verdicts(demo) {
        text += &format!("  {verdict}\n");
    }
    text
}

/// The page. Pictures are named relative to it.
pub fn html(demo: &Demo) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Meshwork: {SCENE}</title>\n\
         <style>\n{STYLE}</style>\n<h1>{SCENE}: mesh shaders, native and by fallback</h1>\n"
    );
    for verdict in verdicts(demo) {
        page += &format!("<p class=\"verdict\">{}</p>\n", escape(&verdict));
    }
    write_pictures(&mut page, demo);
    write_figures(&mut page, demo);
    page + "</html>\n"
}

fn rows(demo: &Demo) -> impl Iterator<Item = (&Rendering, &'static str, &Figures)> {
    demo.renderings.iter().flat_map(|rendering| rendering.paths().map(move |(name, path)| (rendering, name, path)))
}

/// What the comparison of the pictures says, a sentence each.
fn verdicts(demo: &Demo) -> Vec<String> {
    let within = demo.renderings.iter().filter_map(|rendering| {
        let pixels = rendering.pixels_different?;
        Some(format!("{}: native and fallback differ in {pixels} pixels", rendering.driver))
    });
    let across = demo.across_drivers.as_ref().map(|comparison| {
        let percent = comparison.pixels_different as f64 / comparison.pixels as f64 * 100.0;
        format!(
            "lavapipe native and swiftshader fallback differ in {} of {} pixels ({percent:.3} %; drivers round edges differently)",
            comparison.pixels_different, comparison.pixels
        )
    });
    within.chain(across).collect()
}

fn write_pictures(page: &mut String, demo: &Demo) {
    *page += "<section class=\"pictures\">\n";
    for (rendering, path, figures) in rows(demo) {
        write_picture(page, &figures.image, &format!("{} on {}", path, rendering.device));
    }
    let within = demo.renderings.iter().filter_map(|rendering| {
        Some((rendering.difference.as_deref()?, format!("difference on {}", rendering.device)))
    });
    let across = demo.across_drivers.as_ref();
    let across = across.map(|comparison| (comparison.difference.as_path(), "difference between the drivers".into()));
    for (picture, caption) in within.chain(across) {
        write_picture(page, picture, &caption);
    }
    *page += "</section>\n";
}

fn write_picture(page: &mut String, picture: &Path, caption: &str) {
    let (source, caption) = (escape(&picture.display().to_string()), escape(caption));
    *page += &format!(
        "<figure><a href=\"{source}\"><img src=\"{source}\" alt=\"{caption}\"></a><figcaption>{caption}</figcaption></figure>\n"
    );
}

fn write_figures(page: &mut String, demo: &Demo) {
    let longest = rows(demo).map(|(_, _, figures)| figures.frame_ms.median).fold(f64::MIN_POSITIVE, f64::max);
    *page += "<table>\n<tr><th>driver<th>path<th class=\"bar\">ms a frame (median)<th>fastest<th>GPU ms\
              <th>triangles<th>mesh draws<th>dispatches<th>barriers<th>records<th>lost workgroups</tr>\n";
    for (rendering, path, figures) in rows(demo) {
        let width = figures.frame_ms.median / longest * 100.0;
        let pass = figures.gpu_ms.map_or("–".into(), |times| format!("{:.1}", times.median));
        let triangles = figures.triangles.map_or("–".into(), |count| count.to_string());
        // Writing to a String cannot fail.
        let _ = writeln!(
            page,
            "<tr><td>{}<td>{path}<td class=\"bar\"><i style=\"width:{width:.0}%\"></i><b>{:.1}</b><td>{:.1}<td>{pass}\
             <td>{triangles}<td>{}<td>{}<td>{}<td>{:.1} MiB<td>{}</tr>",
            escape(&rendering.driver),
            figures.frame_ms.median,
            figures.frame_ms.min,
            figures.mesh_draws,
            figures.dispatches,
            figures.barriers,
            figures.record_bytes as f64 / f64::from(1 << 20),
            figures.lost_workgroups
        );
    }
    *page += "</table>\n<p>Times of a CPU driver vary by half from run to run; dispatches and barriers are those that the \
              fallback adds to a frame.</p>\n";
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::{Paths, Times};

    fn figures(image: &str) -> Figures {
        Figures {
            image: image.into(),
            frame_ms: Times { median: 2.0, min: 1.0 },
            gpu_ms: None,
            mesh_draws: 1,
            dispatches: 5,
            barriers: 6,
            triangles: Some(7),
            record_bytes: 1 << 20,
            lost_workgroups: 0,
        }
    }

    #[test]
    fn the_page_shows_every_picture_and_escapes_names() {
        let rendering = Rendering {
            driver: "lavapipe".into(),
            device: "llvmpipe <256 bits>".into(),
            size: [4, 2],
            frames: 3,
            paths: Paths { native: Some(figures("n.png")), fallback: Some(figures("f.png")) },
            pixels_different: Some(0),
            difference: Some("d.png".into()),
        };
        let demo = Demo { renderings: vec![rendering], across_drivers: None };
        let page = html(&demo);
        for expected in
            ["src=\"n.png\"", "src=\"f.png\"", "src=\"d.png\"", "llvmpipe &lt;256 bits&gt;", "differ in 0 pixels"]
        {
            assert!(page.contains(expected), "{expected} is not in {page}");
        }
        assert!(text(&demo).contains("native and fallback differ in 0 pixels"));
    }
}
