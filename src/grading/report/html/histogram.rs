//! The distribution of the points of a class, as a picture.

use super::markup::Html;
use crate::points::Points;
use crate::report::Report;

/// The width of a bar with its gap, the width of the gap, and the height of the highest bar, in units of the picture.
const STEP: usize = 60;
const GAP: usize = 8;
const HEIGHT: usize = 120;
/// The height of the numbers above and below the bars.
const ABOVE: usize = 22;
const BELOW: usize = 24;

/// Writes the picture; nothing if no points can be earned.
pub(super) fn section(html: &mut Html, report: &Report) {
    if report.max_points == Points::ZERO || report.distribution.highest() == 0 {
        return;
    }
    html.element("section", &[("aria-labelledby", "spread")], |html| {
        html.leaf("h2", &[("id", "spread")], "How the points are spread");
        html.element("figure", &[("class", "histogram")], |html| picture(html, report));
    });
}

fn picture(html: &mut Html, report: &Report) {
    let tenths = &report.distribution.tenths;
    let (width, height) = (tenths.len() * STEP, ABOVE + HEIGHT + BELOW);
    let told: Vec<String> = tenths
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(tenth, count)| format!("{}: {count}", label(tenth, report.max_points)))
        .collect();
    let told = format!("Submissions by points. {}.", told.join("; "));
    let view_box = format!("0 0 {width} {height}");
    let attributes = [("viewBox", view_box.as_str()), ("role", "img"), ("aria-label", told.as_str())];
    html.element("svg", &attributes, |html| {
        for (tenth, &count) in tenths.iter().enumerate() {
            bar(html, tenth, count, report);
        }
        let (y, width) = ((ABOVE + HEIGHT).to_string(), width.to_string());
        html.element("path", &[("class", "axis"), ("d", &format!("M0 {y}H{width}"))], |_| {});
    });
}

fn bar(html: &mut Html, tenth: usize, count: usize, report: &Report) {
    let middle = (tenth * STEP + STEP / 2).to_string();
    if count > 0 {
        let height = (count * HEIGHT / report.distribution.highest()).max(2);
        let (x, y) = ((tenth * STEP + GAP / 2).to_string(), ABOVE + HEIGHT - height);
        let class = if tenth == 10 { "bar full" } else { "bar" };
        let (width, height) = ((STEP - GAP).to_string(), height.to_string());
        let (top, above) = (y.to_string(), (y - 7).to_string());
        let shape =
            [("class", class), ("x", &x), ("y", &top), ("width", &width), ("height", &height), ("rx", "3")];
        html.element("rect", &shape, |_| {});
        html.leaf("text", &[("class", "count"), ("x", &middle), ("y", &above)], &count.to_string());
    }
    let below = (ABOVE + HEIGHT + BELOW - 6).to_string();
    html.leaf("text", &[("x", &middle), ("y", &below)], &label(tenth, report.max_points));
}

/// The label of a bar: `8–16` is from 8 points to less than 16 points; `80+` is the maximum and more.
fn label(tenth: usize, max: Points) -> String {
    let points = |tenths: usize| max.part(u32::try_from(tenths).unwrap_or(u32::MAX), 10);
    if tenth == 10 { format!("{max}+") } else { format!("{}–{}", points(tenth), points(tenth + 1)) }
}
