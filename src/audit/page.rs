//! Writes an audit as a page for a browser: one file without scripts.

use std::io;

use super::{Audit, AuditedScenario, Target};
use crate::report::Visible;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;\
     background:#fff}table{border-collapse:collapse;margin:1rem 0}th,td{padding:.2rem .7rem;text-align:left;\
     vertical-align:top;border-bottom:1px solid #ddd}td.n,th.n{text-align:right}code{font-size:.9em}\
     @media(prefers-color-scheme:dark){body{color:#eee;background:#161616}th,td{border-color:#444}}";

impl Audit {
    /// Writes the page.
    ///
    /// # Errors
    ///
    /// When `out` cannot be written to.
    pub fn write_page(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let title = escaped(&self.assignment);
        writeln!(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
        writeln!(
            out,
            "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Audit of {title}</title>"
        )?;
        writeln!(out, "<style>{STYLE}</style>\n</head>\n<body>\n<h1>Audit of {title}</h1>")?;
        writeln!(
            out,
            "<p>{} scenarios catch <strong>{} of {} {}s ({} %)</strong>; {} % if common ones count more.</p>",
            self.scenarios.len(),
            self.caught.len(),
            self.targets.len(),
            self.what,
            self.percent(),
            self.weighted_percent(),
        )?;
        self.page_survivors(out)?;
        self.page_uncharged(out)?;
        self.page_equivalents(out)?;
        self.page_families(out)?;
        self.page_scenarios(out)?;
        self.page_features(out)?;
        writeln!(out, "</body>\n</html>")
    }

    fn page_survivors(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let survivors = self.survivors();
        if survivors.is_empty() {
            return writeln!(out, "<p>Nothing survives.</p>");
        }
        writeln!(out, "<h2>Survivors</h2>")?;
        self.page_targets(&survivors, out)
    }

    fn page_uncharged(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let uncharged = self.uncharged();
        if uncharged.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "<h2>Caught, and not charged</h2>\n<p>Only scenarios that are worth nothing show them.</p>"
        )?;
        self.page_targets(&uncharged, out)
    }

    fn page_targets(&self, targets: &[&Target], out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "<table>\n<tr><th>{}</th><th>what it does</th></tr>", self.what)?;
        for target in targets {
            let (id, about) = (escaped(&target.id), escaped(&target.about));
            writeln!(out, "<tr><td><code>{id}</code></td><td>{about}</td></tr>")?;
        }
        writeln!(out, "</table>")
    }

    fn page_equivalents(&self, out: &mut dyn io::Write) -> io::Result<()> {
        if self.equivalents.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "<h2>Equivalent</h2>\n<p>No input shows {} more, and they do not count.</p>\n<table>\n\
             <tr><th>{}</th><th>why nobody can see it</th></tr>",
            self.equivalents.len(),
            self.what
        )?;
        for one in &self.equivalents {
            let (id, reason) = (escaped(&one.id), escaped(&one.reason));
            writeln!(out, "<tr><td><code>{id}</code></td><td>{reason}</td></tr>")?;
        }
        writeln!(out, "</table>")
    }

    fn page_families(&self, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "<h2>Families</h2>\n<table>\n<tr><th>family</th><th class=\"n\">caught</th></tr>")?;
        for family in &self.families {
            let name = escaped(&family.name);
            writeln!(out, "<tr><td>{name}</td><td class=\"n\">{} of {}</td></tr>", family.caught, family.of)?;
        }
        writeln!(out, "</table>")
    }

    fn page_scenarios(&self, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(
            out,
            "<h2>Scenarios</h2>\n<p>{} of them (✓) would catch the same{}. The others are redundant for detection: keep \
             them where they teach, or carry points.</p>",
            self.smallest.scenarios.len(),
            if self.smallest.is_smallest { ", and no fewer would" } else { "" },
        )?;
        writeln!(
            out,
            "<table>\n<tr><th></th><th>scenario</th><th class=\"n\">lines</th><th class=\"n\">catches</th><th>only this \
             one</th></tr>"
        )?;
        for (number, scenario) in self.scenarios.iter().enumerate() {
            let AuditedScenario { name, inputs, catches, alone, .. } = scenario;
            let mark = if self.smallest.scenarios.contains(&number) { "✓" } else { "" };
            let ids: Vec<String> =
                alone.iter().map(|it| format!("<code>{}</code>", escaped(&self.targets[it].id))).collect();
            writeln!(
                out,
                "<tr><td>{mark}</td><td>{}</td><td class=\"n\">{inputs}</td><td class=\"n\">{}</td><td>{}</td></tr>",
                escaped(name),
                catches.len(),
                ids.join(" ")
            )?;
        }
        writeln!(out, "</table>")
    }

    fn page_features(&self, out: &mut dyn io::Write) -> io::Result<()> {
        if self.features.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "<h2>Features</h2>\n<table>\n<tr><th>feature</th><th class=\"n\">exercised</th><th>never</th></tr>"
        )?;
        for kind in &self.features {
            let never: Vec<String> = kind.never.iter().map(|name| escaped(name)).collect();
            writeln!(
                out,
                "<tr><td>{}</td><td class=\"n\">{} of {}</td><td>{}</td></tr>",
                kind.name,
                kind.exercised,
                kind.of,
                never.join("<br>")
            )?;
        }
        writeln!(out, "</table>")
    }
}

/// Escapes a text for HTML.
fn escaped(text: &str) -> String {
    let visible = Visible::new(text).to_string();
    visible.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
