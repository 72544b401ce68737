//! Wrong data of a player, and wrong output of it.

use crate::bug::bugs;

bugs! {
    family "player":

    SCORE_IGNORED {
        id: "score-ignored", common: 2,
        about: "Begins with a score of 0, whatever score is given to the constructor.",
        hints: [
            "What is the third argument of `Player` for?",
            "The line of `Player.__init__` that sets the score.",
            "The player begins with `curScore`, not with 0.",
        ],
    }
    SCORE_UNCHANGED {
        id: "score-unchanged", common: 2,
        about: "Leaves the score as it is in `addScoreByOne`.",
        hints: [
            "Is the score larger after `addScoreByOne`?",
            "The sum in `addScoreByOne`.",
            "The sum must be stored in the player's own attribute, as in `self.__curScore += 1`.",
        ],
    }
    DETAILS_WITHOUT_SCORE {
        id: "details-without-score", common: 1,
        about: "Shows a player without the score.",
        hints: [
            "Which three things does a player keep?",
            "The text in `Player.display`.",
            "The text holds the name, the current score and the notation.",
        ],
    }
    DETAILS_WITHOUT_NOTATION {
        id: "details-without-notation", common: 2,
        about: "Shows a player without the notation.",
        hints: [
            "Which three things does a player keep?",
            "The text in `Player.display`.",
            "The text holds the name, the current score and the notation.",
        ],
    }
    NONE_AFTER_DETAILS {
        id: "none-after-details", common: 3,
        about: "Returns nothing from `Player.display`, and prints what it returned.",
        hints: [
            "Where does the word None come from?",
            "The calls of `display` inside `print`.",
            "`display` prints the text itself and returns it; whoever calls it must not print it again.",
        ],
    }
    DETAILS_UNPRINTED {
        id: "details-unprinted", common: 2,
        about: "Returns a player's details from `display`, but leaves printing to the caller.",
        hints: [
            "What does `display` do when it is called by itself?",
            "The end of `Player.display`.",
            "The text is printed and returned.",
        ],
    }
    PLAYER_PUBLIC {
        id: "player-public", common: 2,
        about: "Names the attributes of a player without the two underscores.",
        hints: [
            "How does Python know that an attribute is private?",
            "The names after `self.` in the class Player.",
            "The handout's names begin with two underscores, as in `self.__curScore`.",
        ],
    }
}
