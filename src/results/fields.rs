//! The differences between two gradings: each field with both values.

use std::collections::BTreeSet;
use std::fmt;

use super::manifest::Listed;
use super::{HandBack, Manifest};
use crate::digest::Digest;
use crate::report::{Earlier, Visible};
use crate::submission::{Arrival, OneOfSeveral};
use crate::untrusted::Untrusted;

/// A field of the manifest whose values differ between two gradings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    /// The field in words.
    what: Untrusted,
    /// Its value in the first grading.
    one: Untrusted,
    /// Its value in the second grading.
    other: Untrusted,
}

impl Field {
    /// A field whose values are told in words.
    pub(super) fn said(what: &str, one: &str, other: &str) -> Self {
        Self { what: what.into(), one: one.into(), other: other.into() }
    }
}

/// `the due date (--due): `2026-03-01 23:59 +01:00` and none`.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { what, one, other } = self;
        write!(f, "{}: {} and {}", Visible::new(what), Visible::new(one), Visible::new(other))
    }
}

const NONE: &str = "none";

/// Every field with different values, if it decides the points of a submission or the text of its report.
///
/// These fields may differ between parts of one grading: the number of the part; the name under which the spec was
/// given; the places of the submissions and the digests of their files, which each part has only for its own; and the
/// layers of the isolation, if the level is the same; and when it was written. Each trace says under which isolation its program ran.
pub(super) fn differing(one: &Manifest, other: &Manifest) -> Vec<Field> {
    // A new field must be named here, so that its author decides whether it may differ.
    let Manifest {
        version: _,
        checksum: _,
        yardstick,
        spec,
        only,
        repeat,
        isolation,
        shard,
        html,
        hints,
        history,
        due,
        latest,
        written: _,
        hand_back,
        marks: _,
        decisions: _,
        submissions,
    } = one;
    let mut fields = Fields::default();
    fields.add("the version of yardstick", yardstick, &other.yardstick, Clone::clone);
    fields.add("the spec", &spec.digest, &other.spec.digest, short);
    fields.add("the selected scenarios (`--only`)", only, &other.only, |only| {
        only.as_ref().map_or_else(|| "all".to_owned(), |only| format!("`{only}`"))
    });
    fields.add("the number of runs (`--repeat`)", repeat, &other.repeat, ToString::to_string);
    fields.add("the level of isolation", &isolation.level, &other.isolation.level, ToString::to_string);
    let of = |shard: &super::Shard| shard.of;
    fields.add("the number of parts", &shard.as_ref().map(of), &other.shard.as_ref().map(of), |of| {
        of.map_or_else(|| NONE.to_owned(), |of| of.to_string())
    });
    let yes = |yes: &bool| if *yes { "asked for" } else { "not asked for" }.to_owned();
    fields.add("pages for browsers (`--format html`)", html, &other.html, yes);
    fields.add("the number of hints (`--diagnose`)", hints, &other.hints, shown);
    fields
        .add("the earlier gradings (`--history`)", history, &other.history, |history| compared_with(history));
    fields.add("the due date (`--due`)", due, &other.due, shown);
    add_marks(&mut fields, one, other);
    add_hand_back(&mut fields, hand_back.as_ref(), other.hand_back.as_ref());
    let count = |submissions: &Vec<Listed>| submissions.len();
    fields.add("the number of submissions", &count(submissions), &count(&other.submissions), |count| {
        count.to_string()
    });
    for (place, (one, other)) in submissions.iter().zip(&other.submissions).enumerate() {
        if one.name != other.name {
            let what = format!("the name of submission {}", place + 1);
            fields.add(what, &one.name, &other.name, quoted);
            // All submissions after this one differ too.
            break;
        }
        add_submission(&mut fields, one, other);
    }
    fields.add("the latest due date of anybody", latest, &other.latest, shown);
    fields.0
}

#[derive(Default)]
struct Fields(Vec<Field>);

impl Fields {
    fn add<T: PartialEq, S: Into<Untrusted>>(
        &mut self,
        what: impl Into<Untrusted>,
        one: &T,
        other: &T,
        shown: impl Fn(&T) -> S,
    ) {
        if one != other {
            let (one, other) = (shown(one).into(), shown(other).into());
            self.0.push(Field { what: what.into(), one, other });
        }
    }
}

fn shown<T: fmt::Display>(value: &Option<T>) -> String {
    value.as_ref().map_or_else(|| NONE.to_owned(), |value| format!("`{value}`"))
}

fn quoted(text: &Untrusted) -> Untrusted {
    Untrusted::concat(&[&"`", text, &"`"])
}

fn short(digest: &Digest) -> String {
    digest.to_string()[..12].to_owned()
}

/// The names of earlier gradings, each with a digest of what it was when it was read.
fn compared_with(history: &[Earlier]) -> Untrusted {
    if history.is_empty() {
        return NONE.into();
    }
    let each = history.iter().map(|one| {
        let read = short(&Digest::of_values(&[one]));
        Untrusted::concat(&[&quoted(&one.name), &format!(" ({read})")])
    });
    Untrusted::join(each, ", ")
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("a manifest has nothing that JSON has not")
}

fn add_marks(fields: &mut Fields, one: &Manifest, other: &Manifest) {
    let (one, other) = (one.marks(), other.marks());
    let of_either: BTreeSet<&(Untrusted, String)> = one.keys().chain(other.keys()).collect();
    for of in of_either {
        let (submission, scenario) = of;
        let what = Untrusted::concat(&[&"the mark of `", submission, &"` in `", scenario, &"` (`--marks`)"]);
        fields.add(what, &one.get(of), &other.get(of), shown);
    }
}

fn add_hand_back(fields: &mut Fields, one: Option<&HandBack>, other: Option<&HandBack>) {
    let none = HandBack::default();
    let (one, other) = (one.unwrap_or(&none), other.unwrap_or(&none));
    let HandBack { lms, column, titles, gradebook, conversion } = one;
    fields.add("the downloads (`--lms`)", lms, &other.lms, json);
    fields.add("the column of the gradebook (`--column`)", column, &other.column, shown);
    fields.add("the titles of the column", titles, &other.titles, json);
    fields.add("whether marks are converted (`--scale`)", conversion, &other.conversion, json);
    fields.add("the gradebook (`--gradebook`)", gradebook, &other.gradebook, |gradebook| {
        gradebook.as_ref().map_or_else(|| NONE.to_owned(), |content| short(&Digest::of(&content.0)))
    });
}

/// Adds the fields of one submission that come from a download or a roster.
fn add_submission(fields: &mut Fields, one: &Listed, other: &Listed) {
    let Listed {
        name,
        path: _,
        members: _,
        files: _,
        students,
        arrival,
        due,
        marked_late,
        returns_as,
        one_of,
    } = one;
    let mut add = |what: &str, differs: bool, [one, other]: [Untrusted; 2]| {
        if differs {
            let what = Untrusted::concat(&[&what, &" ", &quoted(name)]);
            fields.0.push(Field { what, one, other });
        }
    };
    add(
        "the students of",
        *students != other.students,
        [json(students), json(&other.students)].map(Untrusted::from),
    );
    let time = |arrival: &Option<Arrival>| match arrival {
        None => NONE.to_owned(),
        Some(Arrival::At(moment)) => format!("`{moment}`"),
        Some(Arrival::Clock(clock)) => format!("`{clock}`"),
    };
    add(
        "the time of arrival of",
        *arrival != other.arrival,
        [time(arrival), time(&other.arrival)].map(Untrusted::from),
    );
    add("the due date of", *due != other.due, [shown(due), shown(&other.due)].map(Untrusted::from));
    let place = |one_of: &Option<OneOfSeveral>| match one_of {
        None => Untrusted::from("the only one"),
        Some(OneOfSeveral { series, number, count }) => {
            Untrusted::concat(&[&format!("{number} of {count} of "), &quoted(series)])
        }
    };
    add("which hand-in is", *one_of != other.one_of, [place(one_of), place(&other.one_of)]);
    let late = |late: &bool| if *late { "late" } else { "not late" }.to_owned();
    add(
        "what the LMS says of",
        *marked_late != other.marked_late,
        [late(marked_late), late(&other.marked_late)].map(Untrusted::from),
    );
    add(
        "where the LMS takes back the page of",
        *returns_as != other.returns_as,
        [returns_as, &other.returns_as].map(|paths| match paths.is_empty() {
            true => NONE.into(),
            false => Untrusted::join(paths.iter().map(quoted), ", "),
        }),
    );
}
