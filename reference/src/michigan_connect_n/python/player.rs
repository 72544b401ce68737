//! The class `Player`.

use super::super::Player;
use super::super::bugs::*;
use super::super::event::{Event, details};
use super::{NOTATIONS, attribute, member, notation};
use crate::Bugs;
use crate::session::{Call, Class, ClassKind, Function, Instance, Object, Outcome};

pub(super) static PLAYER: Class = Class {
    name: "Player",
    kind: ClassKind::Plain {
        methods: &[
            Function {
                name: "__init__",
                parameters: &["self", "playerName", "playerNotation", "curScore"],
                run: init,
            },
            Function { name: "display", parameters: &["self"], run: display },
            Function { name: "addScoreByOne", parameters: &["self"], run: add_score_by_one },
            Function { name: "getScore", parameters: &["self"], run: |call| get(call, SCORE) },
            Function { name: "getName", parameters: &["self"], run: |call| get(call, NAME) },
            Function { name: "getNotation", parameters: &["self"], run: get_notation },
        ],
    },
};

const NAME: &str = "_Player__playerName";
const NOTATION: &str = "_Player__playerNotation";
const SCORE: &str = "_Player__curScore";

/// Returns the name of an attribute of a player.
fn name(private: &'static str, bugs: Bugs) -> &'static str {
    attribute(private, bugs.has(&PLAYER_PUBLIC))
}

/// Returns a player as an object.
pub(super) fn object(player: &Player, bugs: Bugs) -> Object {
    let instance = Instance::new(&PLAYER);
    instance.set(name(NAME, bugs), Object::str(player.name.as_str()));
    instance.set(name(NOTATION, bugs), member(player.notation));
    instance.set(name(SCORE, bugs), Object::int(player.score));
    Object::Instance(instance.into())
}

/// Returns the player of an object.
pub(super) fn player(instance: &Instance, bugs: Bugs) -> Outcome<Player> {
    let [own_name, own_notation, score] = [NAME, NOTATION, SCORE].map(|private| name(private, bugs));
    let text = instance.attribute(own_name);
    let text = text.as_ref().and_then(Object::as_str).ok_or_else(|| instance.wrong(own_name, "a str"))?;
    let notation = instance.attribute(own_notation).as_ref().and_then(notation);
    let notation = notation.ok_or_else(|| instance.wrong(own_notation, "a Notation"))?;
    Ok(Player { name: text.to_owned(), notation, score: instance.int(score)? })
}

/// Sets the score of an object.
pub(super) fn set_score(instance: &Instance, score: i64, bugs: Bugs) {
    instance.set(name(SCORE, bugs), Object::int(score));
}

fn init(call: &mut Call) -> Outcome<Object> {
    let (player, bugs) = (call.instance(0, &PLAYER)?, call.deviations.bugs);
    for (attribute, place) in [NAME, NOTATION, SCORE].into_iter().zip(1..) {
        player.set(name(attribute, bugs), call.any(place));
    }
    if bugs.has(&SCORE_IGNORED) {
        set_score(&player, 0, bugs);
    }
    Ok(Object::None)
}

/// Prints a line, and returns it without its newline.
fn display(call: &mut Call) -> Outcome<Object> {
    let bugs = call.deviations.bugs;
    let player = player(&*call.instance(0, &PLAYER)?, bugs)?;
    if !bugs.has(&DETAILS_UNPRINTED) {
        call.console().print(Event::Player { player: &player, bugs });
    }
    Ok(if bugs.has(&NONE_AFTER_DETAILS) { Object::None } else { Object::str(details(&player, bugs)) })
}

fn add_score_by_one(call: &mut Call) -> Outcome<Object> {
    let (instance, bugs) = (call.instance(0, &PLAYER)?, call.deviations.bugs);
    let score = instance.int(name(SCORE, bugs))?;
    let new = score.saturating_add(1);
    set_score(&instance, if bugs.has(&SCORE_UNCHANGED) { score } else { new }, bugs);
    Ok(if bugs.has(&SCORE_RETURNED) { Object::int(new) } else { Object::None })
}

fn get_notation(call: &mut Call) -> Outcome<Object> {
    let notation = get(call, NOTATION)?;
    let number = NOTATIONS.iter().position(|&it| super::notation(&notation) == Some(it));
    Ok(match number {
        Some(number) if call.deviations.bugs.has(&NOTATION_AS_NUMBER) => Object::count(number),
        Some(_) | None => notation,
    })
}

fn get(call: &mut Call, private: &'static str) -> Outcome<Object> {
    let (player, name) = (call.instance(0, &PLAYER)?, name(private, call.deviations.bugs));
    player.attribute(name).ok_or_else(|| player.wrong(name, "there"))
}
