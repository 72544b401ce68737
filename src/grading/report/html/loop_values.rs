//! The lines of a loop that was stopped, and beside them a table of the values in it.

use super::markup::Html;
use super::source;
use crate::compare::LoopValues;
use crate::report::GradedScenario;
use crate::untrusted::Untrusted;

/// Writes the lines that matter, the values in them if any are known, and what to do.
pub(super) fn guidance(html: &mut Html, scenario: &GradedScenario) {
    let Some(values) = &scenario.loop_values else { return source::guidance(html, &scenario.guidance) };
    html.element("div", &[("class", "loop")], |html| {
        source::lines(html, &scenario.guidance);
        html.element("table", &[("class", "values")], |html| match values {
            LoopValues::Always(values) => {
                head(html, "These values do not change", "Always");
                rows(html, values, |(name, _)| name, |html, (_, value)| html.leaf("code", &[], value));
            }
            LoopValues::Changes(values) => {
                head(html, "What becomes of these values", "Change");
                rows(
                    html,
                    values,
                    |one| &one.name,
                    |html, one| {
                        html.text(one.deed);
                        if let Some(value) = &one.value {
                            html.text(" ");
                            html.leaf("code", &[], value);
                        }
                    },
                );
            }
        });
    });
    source::todo(html, &scenario.guidance);
}

fn head(html: &mut Html, caption: &str, told: &str) {
    html.leaf("caption", &[], caption);
    html.element("thead", &[], |html| {
        html.element("tr", &[], |html| {
            html.leaf("th", &[("scope", "col")], "Value");
            html.leaf("th", &[("scope", "col")], told);
        });
    });
}

fn rows<T>(html: &mut Html, values: &[T], name: impl Fn(&T) -> &Untrusted, told: impl Fn(&mut Html, &T)) {
    html.element("tbody", &[], |html| {
        for value in values {
            html.element("tr", &[], |html| {
                html.element("th", &[("scope", "row")], |html| html.leaf("code", &[], name(value)));
                html.element("td", &[], |html| told(html, value));
            });
        }
    });
}
