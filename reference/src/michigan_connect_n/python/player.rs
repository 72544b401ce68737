//! The class `Player`.

use super::super::Player;
use super::super::event::Event;
use super::{member, notation};
use crate::session::{Call, Class, ClassKind, Function, Instance, Object, Outcome};

pub(super) static PLAYER: Class = Class {
    name: "Player",
    module: "connectN",
    kind: ClassKind::Plain {
        methods: &[
            Function {
                name: "__init__",
                parameters: &["self", "playerName", "playerNotation", "curScore"],
                run: |call| {
                    let player = call.instance(0, &PLAYER)?;
                    [NAME, NOTATION, SCORE]
                        .iter()
                        .zip(1..)
                        .for_each(|(name, it)| player.set(name, call.any(it)));
                    Ok(Object::None)
                },
            },
            Function { name: "display", parameters: &["self"], run: display },
            Function { name: "addScoreByOne", parameters: &["self"], run: add_score_by_one },
            Function { name: "getScore", parameters: &["self"], run: |call| get(call, SCORE) },
            Function { name: "getName", parameters: &["self"], run: |call| get(call, NAME) },
            Function { name: "getNotation", parameters: &["self"], run: |call| get(call, NOTATION) },
        ],
    },
};

const NAME: &str = "_Player__playerName";
const NOTATION: &str = "_Player__playerNotation";
const SCORE: &str = "_Player__curScore";

/// The object that a player is.
pub(super) fn object(player: &Player) -> Object {
    let instance = Instance::new(&PLAYER);
    instance.set(NAME, Object::str(player.name.as_str()));
    instance.set(NOTATION, member(player.notation));
    instance.set(SCORE, Object::int(player.score));
    Object::Instance(instance.into())
}

/// The player that an object is.
pub(super) fn player(instance: &Instance) -> Outcome<Player> {
    let name = instance.attribute(NAME);
    let name = name.as_ref().and_then(Object::as_str).ok_or_else(|| instance.wrong(NAME, "a str"))?;
    let notation = instance.attribute(NOTATION).as_ref().and_then(notation);
    let notation = notation.ok_or_else(|| instance.wrong(NOTATION, "a Notation"))?;
    Ok(Player { name: name.to_owned(), notation, score: instance.int(SCORE)? })
}

/// Sets the score of an object.
pub(super) fn set_score(instance: &Instance, score: i64) {
    instance.set(SCORE, Object::int(score));
}

/// Prints a line, and returns it without its newline.
fn display(call: &mut Call) -> Outcome<Object> {
    let player = player(&*call.instance(0, &PLAYER)?)?;
    let text = Event::Player(&player).to_string();
    call.console().print(Event::Player(&player));
    Ok(Object::str(text.strip_suffix('\n').unwrap_or(&text)))
}

fn add_score_by_one(call: &mut Call) -> Outcome<Object> {
    let player = call.instance(0, &PLAYER)?;
    set_score(&player, player.int(SCORE)?.saturating_add(1));
    Ok(Object::None)
}

fn get(call: &mut Call, name: &str) -> Outcome<Object> {
    let player = call.instance(0, &PLAYER)?;
    player.attribute(name).ok_or_else(|| player.wrong(name, "there"))
}
