//! The class `Game`.

use std::rc::Rc;

use super::super::Player;
use super::super::board::Notation;
use super::super::bugs::*;
use super::super::game::{Game, play_board};
use super::attribute;
use super::board::{self, BOARD};
use super::player::{self, PLAYER};
use crate::session::{Call, Class, ClassKind, Function, Instance, Object, Outcome};
use crate::{Bugs, Console, Stop};

pub(super) static GAME: Class = Class {
    name: "Game",
    kind: ClassKind::Plain {
        methods: &[
            Function {
                name: "__init__",
                parameters: &[
                    "self",
                    "rowNum",
                    "colNum",
                    "connectN",
                    "targetScore",
                    "playerName1",
                    "playerName2",
                ],
                run: init,
            },
            Function { name: "__playBoard", parameters: &["self", "curPlayer"], run: play_one_board },
            Function { name: "__changeTurn", parameters: &["self"], run: change_turn },
            Function { name: "playRound", parameters: &["self"], run: |call| play(call, Game::play_round) },
            Function { name: "play", parameters: &["self"], run: |call| play(call, Game::play) },
        ],
    },
};

const THE_BOARD: &str = "_Game__board";
const CONNECT_N: &str = "_Game__connectN";
const TARGET_SCORE: &str = "_Game__targetScore";
const PLAYERS: &str = "_Game__playerList";
const CURRENT: &str = "_Game__curPlayer";

/// Returns the name of an attribute of a game.
fn name(private: &'static str, bugs: Bugs) -> &'static str {
    attribute(private, bugs.has(&GAME_PUBLIC))
}

fn init(call: &mut Call) -> Outcome<Object> {
    let (game, bugs) = (call.instance(0, &GAME)?, call.deviations.bugs);
    let player = |name: Rc<str>, notation| {
        player::object(&Player { name: name.to_string(), notation, score: 0 }, bugs)
    };
    let first = player(call.str(5)?, Notation::Player1);
    let second = player(call.str(6)?, Notation::Player2);
    game.set(name(THE_BOARD, bugs), board::object(call.count(1)?, call.count(2)?, bugs));
    game.set(name(CONNECT_N, bugs), Object::int(call.int(3)?));
    game.set(name(TARGET_SCORE, bugs), Object::int(call.int(4)?));
    game.set(name(PLAYERS, bugs), Object::list(vec![first.clone(), second]));
    game.set(name(CURRENT, bugs), first);
    Ok(Object::None)
}

fn play_one_board(call: &mut Call) -> Outcome<Object> {
    let (instance, bugs) = (call.instance(0, &GAME)?, call.deviations.bugs);
    let mut player = call.instance(1, &PLAYER)?;
    if bugs.has(&ARGUMENT_IGNORED) {
        player = current(&instance, bugs).unwrap_or(player);
    }
    let player = player::player(&player, bugs)?;
    let instance = the_board(&instance, bugs)?;
    let mut board = board::board(&instance, bugs)?;
    let played = play_board(&mut board, player.notation, bugs, &mut call.console());
    board::set_cells(&instance, &board, bugs);
    played?;
    Ok(Object::None)
}

fn change_turn(call: &mut Call) -> Outcome<Object> {
    let (instance, bugs) = (call.instance(0, &GAME)?, call.deviations.bugs);
    let players = players(&instance, bugs)?;
    let mut game = game(&instance, &players, bugs)?;
    game.change_turn();
    set_current(&instance, &players, &game);
    Ok(Object::None)
}

/// Plays a round, or all of them, and keeps the result even if the input ended.
fn play(call: &mut Call, play: fn(&mut Game, &mut Console) -> Result<(), Stop>) -> Outcome<Object> {
    let (instance, bugs) = (call.instance(0, &GAME)?, call.deviations.bugs);
    let players = players(&instance, bugs)?;
    let mut game = game(&instance, &players, bugs)?;
    let played = play(&mut game, &mut call.console());
    board::set_grid(&*the_board(&instance, bugs)?, &game.board, bugs);
    players
        .iter()
        .zip(&game.players)
        .for_each(|(instance, player)| player::set_score(instance, player.score, bugs));
    set_current(&instance, &players, &game);
    played?;
    Ok(Object::None)
}

/// Returns the game of an object.
fn game(instance: &Instance, players: &[Rc<Instance>; 2], bugs: Bugs) -> Outcome<Game> {
    let board = board::board(&*the_board(instance, bugs)?, bugs)?;
    let connect_n_name = name(CONNECT_N, bugs);
    let connect_n = usize::try_from(instance.int(connect_n_name)?).ok().filter(|&connect_n| connect_n > 0);
    let is_second = current(instance, bugs).is_some_and(|current| Rc::ptr_eq(&current, &players[1]));
    Ok(Game {
        board,
        connect_n: connect_n.ok_or_else(|| instance.wrong(connect_n_name, "an int of at least 1"))?,
        target_score: instance.int(name(TARGET_SCORE, bugs))?,
        players: [player::player(&players[0], bugs)?, player::player(&players[1], bugs)?],
        current: usize::from(is_second),
        bugs,
    })
}

fn the_board(game: &Instance, bugs: Bugs) -> Outcome<Rc<Instance>> {
    let name = name(THE_BOARD, bugs);
    let board = game.attribute(name).and_then(|board| board.instance(&BOARD));
    board.ok_or_else(|| game.wrong(name, "a Board"))
}

fn players(game: &Instance, bugs: Bugs) -> Outcome<[Rc<Instance>; 2]> {
    let name = name(PLAYERS, bugs);
    let players = game.attribute(name).and_then(|players| players.as_list());
    let players = players.and_then(|players| players.iter().map(|player| player.instance(&PLAYER)).collect());
    let players = players.and_then(|players: Vec<_>| players.try_into().ok());
    players.ok_or_else(|| game.wrong(name, "a list of two Players"))
}

fn current(game: &Instance, bugs: Bugs) -> Option<Rc<Instance>> {
    game.attribute(name(CURRENT, bugs)).and_then(|player| player.instance(&PLAYER))
}

fn set_current(game: &Instance, players: &[Rc<Instance>; 2], state: &Game) {
    game.set(name(CURRENT, state.bugs), Object::Instance(players[state.current].clone()));
}
