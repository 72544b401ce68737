//! The class `Game`.

use std::rc::Rc;

use super::super::board::{Board, Notation};
use super::super::{Game, Player, play_board};
use super::board::{self, BOARD};
use super::player::{self, PLAYER};
use crate::session::{Call, Class, ClassKind, Function, Instance, Object, Outcome};
use crate::{Console, EndOfInput};

pub(super) static GAME: Class = Class {
    name: "Game",
    module: "connectN",
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

fn init(call: &mut Call) -> Outcome<Object> {
    let game = call.instance(0, &GAME)?;
    let player =
        |name: Rc<str>, notation| player::object(&Player { name: name.to_string(), notation, score: 0 });
    let first = player(call.str(5)?, Notation::Player1);
    let second = player(call.str(6)?, Notation::Player2);
    game.set(THE_BOARD, board::object(call.count(1)?, call.count(2)?));
    game.set(CONNECT_N, Object::int(call.int(3)?));
    game.set(TARGET_SCORE, Object::int(call.int(4)?));
    game.set(PLAYERS, Object::list(vec![first.clone(), second]));
    game.set(CURRENT, first);
    Ok(Object::None)
}

fn play_one_board(call: &mut Call) -> Outcome<Object> {
    let instance = the_board(&*call.instance(0, &GAME)?)?;
    let player = player::player(&*call.instance(1, &PLAYER)?)?;
    let mut board = board::board(&instance)?;
    let played = play_board(&mut board, player.notation, &mut call.console());
    board::set_cells(&instance, &board);
    played?;
    Ok(Object::None)
}

fn change_turn(call: &mut Call) -> Outcome<Object> {
    let instance = call.instance(0, &GAME)?;
    let players = players(&instance)?;
    let mut game = game(&instance, &players)?;
    game.change_turn();
    set_current(&instance, &players, &game);
    Ok(Object::None)
}

/// Plays a round, or all of them, and keeps what came of it, even if the input ended.
fn play(call: &mut Call, play: fn(&mut Game, &mut Console) -> Result<(), EndOfInput>) -> Outcome<Object> {
    let instance = call.instance(0, &GAME)?;
    let players = players(&instance)?;
    let mut game = game(&instance, &players)?;
    let played = play(&mut game, &mut call.console());
    board::set_grid(&*the_board(&instance)?, &game.board);
    players
        .iter()
        .zip(&game.players)
        .for_each(|(instance, player)| player::set_score(instance, player.score));
    set_current(&instance, &players, &game);
    played?;
    Ok(Object::None)
}

/// The game that an object is.
fn game(instance: &Instance, players: &[Rc<Instance>; 2]) -> Outcome<Game> {
    let board: Board = board::board(&*the_board(instance)?)?;
    let connect_n = usize::try_from(instance.int(CONNECT_N)?).ok().filter(|&connect_n| connect_n > 0);
    let current = instance.attribute(CURRENT).and_then(|player| player.instance(&PLAYER));
    let is_second = current.is_some_and(|current| Rc::ptr_eq(&current, &players[1]));
    Ok(Game {
        board,
        connect_n: connect_n.ok_or_else(|| instance.wrong(CONNECT_N, "an int of at least 1"))?,
        target_score: instance.int(TARGET_SCORE)?,
        players: [player::player(&players[0])?, player::player(&players[1])?],
        current: usize::from(is_second),
    })
}

fn the_board(game: &Instance) -> Outcome<Rc<Instance>> {
    let board = game.attribute(THE_BOARD).and_then(|board| board.instance(&BOARD));
    board.ok_or_else(|| game.wrong(THE_BOARD, "a Board"))
}

fn players(game: &Instance) -> Outcome<[Rc<Instance>; 2]> {
    let players = game.attribute(PLAYERS).and_then(|players| players.as_list());
    let players = players.and_then(|players| players.iter().map(|player| player.instance(&PLAYER)).collect());
    let players = players.and_then(|players: Vec<_>| players.try_into().ok());
    players.ok_or_else(|| game.wrong(PLAYERS, "a list of two Players"))
}

fn set_current(game: &Instance, players: &[Rc<Instance>; 2], state: &Game) {
    game.set(CURRENT, Object::Instance(players[state.current].clone()));
}
