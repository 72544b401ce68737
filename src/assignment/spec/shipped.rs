//! The specs that are compiled into the program.

/// A spec that is compiled into the program, with the other files that belong to it.
#[derive(Debug)]
pub struct Shipped {
    /// The key of its assignment.
    pub key: &'static str,
    /// The YAML text.
    pub text: &'static str,
    /// The files that the spec names, by their paths from its folder.
    pub files: &'static [(&'static str, &'static str)],
}

impl Shipped {
    /// The content of a file that the spec names, by its path from the folder of the spec.
    pub fn supplied(&self, path: &str) -> Result<Vec<u8>, String> {
        let file = self.files.iter().find(|(name, _)| *name == path);
        file.map(|(_, content)| content.as_bytes().to_vec()).ok_or_else(|| "it is not shipped".to_owned())
    }
}

macro_rules! ship {
    ($key:literal $(, $file:literal)*) => {
        Shipped {
            key: $key,
            text: include_str!(concat!("../../../specs/", $key, ".yaml")),
            files: &[$(($file, include_str!(concat!("../../../specs/", $file)))),*],
        }
    };
}

/// Returns all shipped specs, in the order of their keys.
pub fn shipped() -> &'static [Shipped] {
    &[
        ship!("byu-connect-four"),
        ship!("byu-connect-four-plus"),
        ship!("carleton-connect4"),
        ship!(
            "michigan-connect-n",
            "michigan-connect-n/play.py",
            "michigan-connect-n/tests/correct/connectN.py",
            "michigan-connect-n/tests/always-four-in-line/connectN.py",
            "michigan-connect-n/tests/anti-diagonal-copies-the-diagonal/connectN.py",
            "michigan-connect-n/tests/anti-diagonal-wraps-over-the-top/connectN.py",
            "michigan-connect-n/tests/board-shown-with-blanks/connectN.py",
            "michigan-connect-n/tests/column-number-of-rows/connectN.py",
            "michigan-connect-n/tests/diagonals-only-from-column-0/connectN.py",
            "michigan-connect-n/tests/empty-cells-win/connectN.py",
            "michigan-connect-n/tests/empty-mark-accepted/connectN.py",
            "michigan-connect-n/tests/falling-diagonal-missing/connectN.py",
            "michigan-connect-n/tests/full-column-overwritten/connectN.py",
            "michigan-connect-n/tests/full-when-the-first-column-is/connectN.py",
            "michigan-connect-n/tests/given-score-ignored/connectN.py",
            "michigan-connect-n/tests/init-grid-does-nothing/connectN.py",
            "michigan-connect-n/tests/minus-one-accepted/connectN.py",
            "michigan-connect-n/tests/no-win-is-false/connectN.py",
            "michigan-connect-n/tests/notation-counts-from-one/connectN.py",
            "michigan-connect-n/tests/number-of-columns-is-a-column/connectN.py",
            "michigan-connect-n/tests/player-display-returns-none/connectN.py",
            "michigan-connect-n/tests/refused-marks-give-none/connectN.py",
            "michigan-connect-n/tests/row-misses-the-last-column/connectN.py",
            "michigan-connect-n/tests/rows-and-columns-swapped/connectN.py",
            "michigan-connect-n/tests/rows-are-one-list/connectN.py",
            "michigan-connect-n/tests/score-not-added/connectN.py",
            "michigan-connect-n/tests/vertical-stops-below-the-top/connectN.py"
        ),
        ship!("umass-connect4"),
        ship!("uq-connect4ish", "uq-connect4ish/a1_support.py"),
    ]
}
