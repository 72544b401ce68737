//! An audit as a page for a browser: one file without scripts.

use std::io;

use super::table::UNJUDGED;
use super::{Audit, AuditedScenario, Target};
use crate::report::Html;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;\
     background:#fff}table{border-collapse:collapse;margin:1rem 0}th,td{padding:.2rem .7rem;text-align:left;\
     vertical-align:top;border-bottom:1px solid #ddd}td.n,th.n{text-align:right}code{font-size:.9em}\
     @media(prefers-color-scheme:dark){body{color:#eee;background:#161616}th,td{border-color:#444}}\
     @media(max-width:40rem){th,td{padding:.2rem .4rem;overflow-wrap:anywhere}}";

/// The class of columns with numbers.
const NUMBER: [(&str, &str); 1] = [("class", "n")];

impl Audit {
    /// Writes the page.
    ///
    /// # Errors
    ///
    /// When `out` cannot be written to.
    pub(crate) fn write_page(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let mut html = Html::document();
        html.element("html", &[("lang", "en")], |html| {
            html.raw("\n");
            html.element("head", &[], |html| self.page_head(html));
            html.raw("\n");
            html.element("body", &[], |html| html.element("main", &[], |html| self.page_body(html)));
            html.raw("\n");
        });
        html.raw("\n");
        out.write_all(&html.into_bytes())
    }

    fn page_head(&self, html: &mut Html) {
        html.void("meta", &[("charset", "utf-8")]);
        html.void("meta", &[("name", "viewport"), ("content", "width=device-width")]);
        html.leaf("title", &[], &format!("Audit of {}", self.assignment));
        html.element("style", &[], |html| html.raw(STYLE));
    }

    fn page_body(&self, html: &mut Html) {
        html.raw("\n");
        html.leaf("h1", &[], &format!("Audit of {}", self.assignment));
        html.raw("\n");
        html.element("p", &[], |html| {
            let (caught, of, what) = (self.caught.len(), self.targets.len(), self.what);
            html.text(&format!("{} scenarios catch ", self.scenarios.len()));
            html.leaf("strong", &[], &format!("{caught} of {of} {what}s ({} %)", self.percent()));
            html.text(&format!("; {} % if common ones count more.", self.weighted_percent()));
            if let Some(sentence) = self.left_out() {
                html.text(&format!(" {sentence}"));
            }
        });
        html.raw("\n");
        self.survivors_section(html);
        self.unjudged_section(html);
        self.uncharged_section(html);
        self.equivalents_section(html);
        self.families_section(html);
        self.scenarios_section(html);
        self.features_section(html);
    }

    fn survivors_section(&self, html: &mut Html) {
        let survivors = self.survivors();
        if survivors.is_empty() {
            html.leaf("p", &[], "Nothing survives.");
            html.raw("\n");
            return;
        }
        heading(html, "Survivors");
        self.targets_table(html, &survivors);
    }

    fn unjudged_section(&self, html: &mut Html) {
        if self.unjudged.is_empty() {
            return;
        }
        heading(html, "Not judged everywhere");
        paragraph(html, &format!("Of these, {UNJUDGED}."));
        table(html, &[(self.what, &[]), ("what failed", &[])], |html| {
            for one in &self.unjudged {
                row(html, |html| {
                    code_cell(html, &one.id);
                    html.element("td", &[], |html| {
                        html.text(&one.reason);
                        html.text(one.elsewhere());
                    });
                });
            }
        });
    }

    fn uncharged_section(&self, html: &mut Html) {
        let uncharged = self.uncharged();
        if uncharged.is_empty() {
            return;
        }
        heading(html, "Caught, and not charged");
        paragraph(html, "Only scenarios that are worth nothing show them.");
        self.targets_table(html, &uncharged);
    }

    fn targets_table(&self, html: &mut Html, targets: &[&Target]) {
        table(html, &[(self.what, &[]), ("what it does", &[])], |html| {
            for target in targets {
                row(html, |html| {
                    code_cell(html, &target.id);
                    html.leaf("td", &[], &target.about);
                });
            }
        });
    }

    fn equivalents_section(&self, html: &mut Html) {
        if self.equivalents.is_empty() {
            return;
        }
        heading(html, "Equivalent");
        let count = self.equivalents.len();
        paragraph(html, &format!("No input shows {count} more, and they do not count."));
        table(html, &[(self.what, &[]), ("why nobody can see it", &[])], |html| {
            for one in &self.equivalents {
                row(html, |html| {
                    code_cell(html, &one.id);
                    html.leaf("td", &[], &one.reason);
                });
            }
        });
    }

    fn families_section(&self, html: &mut Html) {
        heading(html, "Families");
        table(html, &[("family", &[]), ("caught", &NUMBER)], |html| {
            for family in &self.families {
                row(html, |html| {
                    html.leaf("td", &[], &family.name);
                    html.leaf("td", &NUMBER, &format!("{} of {}", family.caught, family.of));
                });
            }
        });
    }

    fn scenarios_section(&self, html: &mut Html) {
        heading(html, "Scenarios");
        let no_fewer = if self.smallest.is_smallest { ", and no fewer would" } else { "" };
        let count = self.smallest.scenarios.len();
        paragraph(
            html,
            &format!(
                "{count} of them (✓) would catch the same{no_fewer}. The others are redundant for detection: keep \
                 them where they teach, or carry points."
            ),
        );
        let heads: [Head; 5] =
            [("✓", &[]), ("scenario", &[]), ("lines", &NUMBER), ("catches", &NUMBER), ("only this one", &[])];
        table(html, &heads, |html| {
            for (number, scenario) in self.scenarios.iter().enumerate() {
                row(html, |html| self.scenario_cells(html, number, scenario));
            }
        });
    }

    fn scenario_cells(&self, html: &mut Html, number: usize, scenario: &AuditedScenario) {
        let AuditedScenario { name, inputs, catches, alone, .. } = scenario;
        html.leaf("td", &[], if self.smallest.scenarios.contains(&number) { "✓" } else { "" });
        html.leaf("td", &[], name);
        html.leaf("td", &NUMBER, &inputs.to_string());
        html.leaf("td", &NUMBER, &catches.len().to_string());
        html.element("td", &[], |html| {
            for (index, target) in alone.iter().enumerate() {
                html.text(if index == 0 { "" } else { " " });
                html.leaf("code", &[], &self.targets[target].id);
            }
        });
    }

    fn features_section(&self, html: &mut Html) {
        if self.features.is_empty() {
            return;
        }
        heading(html, "Features");
        table(html, &[("feature", &[]), ("exercised", &NUMBER), ("never", &[])], |html| {
            for kind in &self.features {
                row(html, |html| {
                    html.leaf("td", &[], kind.name);
                    html.leaf("td", &NUMBER, &format!("{} of {}", kind.exercised, kind.of));
                    html.element("td", &[], |html| {
                        for (index, name) in kind.never.iter().enumerate() {
                            if index > 0 {
                                html.void("br", &[]);
                            }
                            html.text(name);
                        }
                    });
                });
            }
        });
    }
}

/// The head of a column: its text and its attributes.
type Head<'a> = (&'a str, &'a [(&'static str, &'a str)]);

/// Writes a table with a row of heads; `rows` writes the other rows.
fn table(html: &mut Html, heads: &[Head], rows: impl FnOnce(&mut Html)) {
    html.element("table", &[], |html| {
        html.raw("\n");
        row(html, |html| {
            for (text, attributes) in heads {
                html.leaf("th", attributes, text);
            }
        });
        rows(html);
    });
    html.raw("\n");
}

fn row(html: &mut Html, cells: impl FnOnce(&mut Html)) {
    html.element("tr", &[], cells);
    html.raw("\n");
}

fn code_cell(html: &mut Html, text: &str) {
    html.element("td", &[], |html| html.leaf("code", &[], text));
}

fn heading(html: &mut Html, text: &str) {
    html.leaf("h2", &[], text);
    html.raw("\n");
}

fn paragraph(html: &mut Html, text: &str) {
    html.leaf("p", &[], text);
    html.raw("\n");
}
