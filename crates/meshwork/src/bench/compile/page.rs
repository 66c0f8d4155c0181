//! The report as an HTML page that needs nothing else.

use std::fmt::Write;

use crate::bench::page::{STYLE, escape};

use super::report::{COLUMNS, Report};

pub fn html(report: &Report) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Meshwork: lowered shaders, compiled</title>\n\
         <style>\n{STYLE}</style>\n<h1>Lowered shaders beside those by hand</h1>\n<p>{}, {}. {}</p>\n",
        escape(&report.driver),
        escape(&report.date),
        escape(&report.explanation().join(" "))
    );
    for family in &report.families {
        let heads: String = COLUMNS.iter().map(|column| format!("<th>{column}")).collect();
        // Writing to a String cannot fail.
        let _ = writeln!(
            page,
            "<h2>{}</h2>\n<table>\n<tr><th>pipeline<th>stage{heads}</tr>",
            escape(&format!("{}: {}, {}", family.family, family.device, family.driver))
        );
        for stage in &family.stages {
            let cells: String = stage.cells().iter().map(|cell| format!("<td>{cell}")).collect();
            let broken: String = stage.broken.iter().map(|bar| format!("<br><small>over: {bar}</small>")).collect();
            let _ = writeln!(page, "<tr><td>{}{broken}<td>{}{cells}</tr>", escape(&stage.pipeline), stage.stage);
        }
        page += "</table>\n";
    }
    page + "</html>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::compile::report::tests::example;

    #[test]
    fn the_page_has_every_stage_and_needs_nothing_else() {
        let page = html(&example());
        assert_eq!((page.matches("<tr>").count(), page.matches("over: ").count()), (3, 3));
        assert!(page.contains("RADV &lt;NAVI10&gt;"));
        assert!(!page.contains("src=") && !page.contains("href="));
    }
}
