//! Wrong ends of rounds and games: the named player, the point, and the last output.

use super::round;
use crate::bug::bugs;

bugs! {
    after round::BUGS;
    family "end":

    FIRST_PLAYER_NAMED {
        id: "first-player-named", common: 1,
        about: "Announces player 1 as the winner of every round.",
        hints: [
            "Whose name is in the message when player 2 wins?",
            "The message about the winner in `playRound`.",
            "The winner is the player whose notation `checkWin` has returned.",
        ],
    }
    OTHER_PLAYER_SCORES {
        id: "other-player-scores", common: 3,
        about: "Changes the turn before the point is given, so that the loser gets it.",
        hints: [
            "Who is the current player when the point is given?",
            "The order of `__changeTurn` and `addScoreByOne` in `playRound`.",
            "Give the point first, and change the turn only if the round goes on.",
        ],
    }
    FINAL_BOARD_MISSING {
        id: "final-board-missing", common: 2,
        about: "Does not show the board after the winning mark.",
        hints: [
            "Can the players see the line that has won?",
            "The branch of `playRound` for a win.",
            "Show the board once more after the winner is named.",
        ],
    }
    GAME_OVER_MISSING {
        id: "game-over-missing", common: 2,
        about: "Ends without the words `Game Over`.",
        hints: [
            "What is printed after the last round?",
            "The end of `play`.",
            "Print `Game Over` before the players are shown.",
        ],
    }
    FINAL_DETAILS_MISSING {
        id: "final-details-missing", common: 2,
        about: "Does not show the players after `Game Over`.",
        hints: [
            "How do the players know the final scores?",
            "The end of `play`.",
            "Call `display` for both players.",
        ],
    }
    FINAL_DETAILS_OF_WINNER {
        id: "final-details-of-winner", common: 1,
        about: "Shows only the winner after `Game Over`.",
        hints: [
            "Whose score is shown at the end?",
            "The end of `play`.",
            "Call `display` for both players, also for the one who has lost.",
        ],
    }
    ONLY_FIRST_SCORE_ENDS {
        id: "only-first-score-ends", common: 2,
        about: "Ends the game only when player 1 has the target score.",
        hints: [
            "Whose score does the loop of `play` look at?",
            "The condition of the loop in `play`.",
            "The game is over as soon as either player has the target score.",
        ],
    }
    ONE_ROUND_TOO_MANY {
        id: "one-round-too-many", common: 2,
        about: "Goes on until a score is larger than the target.",
        hints: [
            "Is the game over when a score equals the target?",
            "The condition of the loop in `play`.",
            "Go on while both scores are smaller than the target: `<`, not `<=`.",
        ],
    }
    ONLY_ONE_ROUND {
        id: "only-one-round", common: 2,
        about: "Plays one round, whatever the target score is.",
        hints: [
            "How often does `play` call `playRound`?",
            "The body of `play`.",
            "Rounds are played in a loop until a player has the target score.",
        ],
    }
    GAME_PUBLIC {
        id: "game-public", common: 2,
        about: "Names the attributes of the game without the two underscores.",
        hints: [
            "How does Python know that an attribute is private?",
            "The names after `self.` in the class Game.",
            "The handout's names begin with two underscores, as in `self.__curPlayer`.",
        ],
    }
}
