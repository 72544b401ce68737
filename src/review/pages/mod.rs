//! The pages of a review. Each is whole when it comes: what a script adds are keys, and the sending of decisions.

mod also_right;
mod compare;
mod frame;
mod group;
mod history;
mod marks;
mod play;
mod publish;
mod requests;
mod submission;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::Review;
use super::desk::{Group, Lying, State};
use crate::decisions::Ruling;
use crate::report::Html;
use crate::untrusted::Untrusted;

pub(super) use also_right::also_right;
pub(super) use compare::compare;
pub(super) use frame::{SCRIPT, style};
pub(super) use group::{group, groups};
pub(super) use history::history;
pub(super) use marks::marks;
pub(super) use play::{explored, played};
pub(super) use publish::publish;
pub(super) use requests::requests;
pub(super) use submission::submission;

/// When something was decided, where the person is who reads it: the time of day, and the day if it is another one.
fn time(time: Timestamp) -> String {
    let (then, now) = (time.to_zoned(TimeZone::system()), Timestamp::now().to_zoned(TimeZone::system()));
    let format = if then.date() == now.date() { "%H:%M" } else { "%-d %b %H:%M" };
    then.strftime(format).to_string()
}

/// What a submission is called: by its number, so that nobody marks a name, unless names were asked for.
fn label(review: &Review, lying: &Lying, place: usize) -> Untrusted {
    match lying.graded.submissions.get(place) {
        Some(graded) if review.desk.names => graded.shown_name(),
        _ => format!("Student {}", place + 1).into(),
    }
}

/// What was decided about a group, in a word or two.
fn decided(state: State, group: &Group) -> Option<String> {
    match state {
        State::Open => None,
        State::Partly { decided } => Some(format!("{decided} of {} decided", group.astray.members.len())),
        State::Decided(ruling) => Some(ruling_in_words(ruling)),
        State::AlsoRight => Some("also right".to_owned()),
    }
}

fn ruling_in_words(ruling: Ruling) -> String {
    match ruling {
        Ruling::AsGraded => "as graded".to_owned(),
        Ruling::Worth { points, of } => format!("worth {points} of {of}"),
        Ruling::ByHand => "to look at by hand".to_owned(),
    }
}

/// Writes a key of the keyboard.
fn key(html: &mut Html, name: &str) {
    html.leaf("kbd", &[], name);
}
