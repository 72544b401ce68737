//! What the instructor's tests are worth, and what they are called.

use std::collections::BTreeMap;

use super::Written;
use crate::points::{Points, Sixths};
use crate::rules::FoundTest;
use crate::spec::check::Checker;
use crate::spec::diagnostic::Diagnostic;
use crate::spec::document::{UnitTestDocument, UnitTestsDocument};
use crate::spec::yaml::At;

/// The longest name that is taken from the documentation of a test, in characters.
const LONGEST: usize = 100;

impl Checker<'_> {
    /// Returns what tests weigh. Where some of them say what they are worth, those that do not are worth nothing.
    fn weights(&mut self, document: &UnitTestsDocument, tests: &[(&Written, &FoundTest)]) -> Vec<Points> {
        let usual = if tests.iter().any(|(_, test)| marked(test).is_some()) {
            Points::ZERO
        } else {
            Points::whole(1)
        };
        let mut weights: Vec<Points> = Vec::new();
        for (of, test) in tests {
            let own = settings(document, test).find_map(|own| own.weight.as_ref());
            weights.push(match (own, marked(test)) {
                (Some(own), _) => self.points(own),
                (None, Some(marked)) => marked.parse().unwrap_or_else(|error| {
                    let message = format!("`{marked}` is no weight: {error}");
                    let label = format!("line {} of this file", test.line);
                    self.complain(
                        Diagnostic::new(of.place.clone(), message, label).help("such as `@weight(2)`"),
                    );
                    Points::ZERO
                }),
                (None, None) => usual,
            });
        }
        weights
    }

    /// Returns the weights by which tests share the points of the group in which they stand.
    pub(crate) fn shares_of_group(
        &mut self,
        document: &UnitTestsDocument,
        tests: &[(&Written, &FoundTest)],
    ) -> Vec<u32> {
        in_lowest_terms(&self.weights(document, tests))
    }

    /// Shares the points among tests that are a group of their own.
    pub(crate) fn worth(
        &mut self,
        document: &UnitTestsDocument,
        tests: &[(&Written, &FoundTest)],
    ) -> Vec<(Points, Option<Sixths>)> {
        let weights = self.weights(document, tests);
        let total: Points = weights.iter().copied().sum();
        let points = match &document.points {
            Some(points) => self.points(points),
            None if tests.iter().any(|(_, test)| marked(test).is_some()) => total,
            None => {
                let message = "nothing says what the tests are worth";
                let help = "say what they share, such as `points: 20`; or give each its own in the file, with `@weight(2)`";
                self.complain(Diagnostic::new(document.runner.place(), message, "no `points`").help(help));
                Points::ZERO
            }
        };
        if total == Points::ZERO && points > Points::ZERO && !tests.is_empty() {
            let message = "nobody can earn the points of these tests";
            let place = document.points.as_ref().map_or_else(|| document.runner.place(), At::place);
            let help = "give at least one test a weight above 0";
            self.complain(Diagnostic::new(place, message, "all weights are 0").help(help));
        }
        let weights = in_lowest_terms(&weights);
        let total = weights.iter().map(|&weight| u64::from(weight)).sum();
        let shares = points.shares(&weights).into_iter().zip(&weights);
        shares.map(|(share, &weight)| (share, Sixths::of(points, weight, total))).collect()
    }

    /// Names the tests: as the spec says, or by their documentation, as long as no two have the same.
    pub(crate) fn names_of(
        &mut self,
        document: &UnitTestsDocument,
        tests: &[(&Written, &FoundTest)],
    ) -> Vec<String> {
        let mut taken: BTreeMap<String, usize> = BTreeMap::new();
        let wanted: Vec<String> = tests
            .iter()
            .map(|(_, test)| {
                let exact = document.each.get(&test.path.join(".")).and_then(|own| own.value().name.as_ref());
                exact.map_or_else(|| usual_name(test), |name| self.named(name, "the test"))
            })
            .collect();
        for name in &wanted {
            *taken.entry(name.clone()).or_default() += 1;
        }
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let named = wanted.into_iter().zip(tests).map(|(name, (of, test))| {
            let name = if taken[&name] > 1 { test.path.join(".") } else { name };
            let count = seen.entry(name.clone()).or_default();
            *count += 1;
            // Two files may have a test of one name.
            if *count > 1 { format!("{name} in {}", of.path) } else { name }
        });
        named.collect()
    }
}

/// Returns what the spec says about a test, the nearest first.
pub(super) fn settings<'d>(
    document: &'d UnitTestsDocument,
    test: &FoundTest,
) -> impl Iterator<Item = &'d UnitTestDocument> {
    let names: Vec<String> = (1..=test.path.len()).rev().map(|end| test.path[..end].join(".")).collect();
    names.into_iter().filter_map(|name| document.each.get(&name).map(At::value))
}

fn usual_name(test: &FoundTest) -> String {
    let about = test.about.clone().unwrap_or_else(|| test.path.join("."));
    let name = match &test.marks.number {
        Some(number) => format!("{number}) {about}"),
        None => about,
    };
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name,
    }
}

/// Returns what a test itself says that it is worth.
fn marked(test: &FoundTest) -> Option<String> {
    test.marks.weight.clone().or_else(|| test.marks.partial_credit.clone())
}

/// Returns weights as the smallest whole numbers that share as they do.
fn in_lowest_terms(weights: &[Points]) -> Vec<u32> {
    let divisor = weights.iter().fold(0, |divisor, weight| common_divisor(divisor, weight.weight())).max(1);
    weights.iter().map(|weight| weight.weight() / divisor).collect()
}

fn common_divisor(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { common_divisor(other, one % other) }
}
