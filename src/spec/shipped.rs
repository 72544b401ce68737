//! The specs that are part of the program.

/// A spec that is part of the program, with the files that stand beside it.
#[derive(Debug)]
pub struct Shipped {
    /// The key of its assignment.
    pub key: &'static str,
    /// The YAML.
    pub text: &'static str,
    /// Files that the spec names, by their paths from its folder.
    pub files: &'static [(&'static str, &'static str)],
}

impl Shipped {
    pub(super) fn supplied(&self, path: &str) -> Result<Vec<u8>, String> {
        let file = self.files.iter().find(|(name, _)| *name == path);
        file.map(|(_, content)| content.as_bytes().to_vec()).ok_or_else(|| "it is not shipped".to_owned())
    }
}

macro_rules! ship {
    ($key:literal $(, $file:literal)*) => {
        Shipped {
            key: $key,
            text: include_str!(concat!("../../specs/", $key, ".yaml")),
            files: &[$(($file, include_str!(concat!("../../specs/", $file)))),*],
        }
    };
}

/// All of them, in the order of their keys.
pub fn shipped() -> &'static [Shipped] {
    &[
        ship!("byu-connect-four"),
        ship!("byu-connect-four-plus"),
        ship!("carleton-connect4"),
        ship!("michigan-connect-n", "michigan-connect-n/play.py"),
        ship!("umass-connect4"),
        ship!("uq-connect4ish", "uq-connect4ish/a1_support.py"),
    ]
}
