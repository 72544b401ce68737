//! The folder of a page.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;

use super::kit::Kit;
use super::visible::Visible;
use crate::cli::Error;
use crate::digest::Digest;
use crate::report::{Html, StudentPage};
use crate::submission::HandIn;

/// What is told where scenarios are left out: those of a group share its points.
const FEWER_POINTS: &str = " There, scenarios that are not on this page have their share of the points too: one that is on it \
                            may be worth less than it says here.";

/// A folder that was new or empty.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new(path: &Path) -> Result<Self, Error> {
        let fail = |source| Error::File { path: path.to_path_buf(), source };
        fs::create_dir_all(path).map_err(fail)?;
        if fs::read_dir(path).map_err(fail)?.next().is_some() {
            return Err(Error::Usage(format!(
                "`{}` is not empty\nhelp: name a new folder, or remove what is in it",
                path.display()
            )));
        }
        Ok(Self(path.to_path_buf()))
    }

    /// Writes all files, and returns how many bytes they have.
    pub(super) fn write(&self, key: &str, visible: &Visible, kit: &Kit) -> Result<usize, Error> {
        let files = files(key, visible, kit);
        for (name, content) in &files {
            let path = self.0.join(name);
            fs::write(&path, content).map_err(|source| Error::File { path, source })?;
        }
        Ok(files.values().map(Vec::len).sum())
    }
}

fn files(key: &str, visible: &Visible, kit: &Kit) -> BTreeMap<&'static str, Vec<u8>> {
    let engine = [include_str!("wasi.js"), include_str!("engine.js"), include_str!("worker.js")].concat();
    let own = Parts::default().with("engine.js", engine.as_bytes());
    let python = kit.python.iter().fold(Parts::default(), |parts, (name, content)| parts.with(name, content));
    let style = StudentPage::style() + include_str!("style.css");
    let mut files: BTreeMap<&'static str, Vec<u8>> = [
        ("index.html", page(visible, kit)),
        ("style.css", style),
        ("parts.js", include_str!("parts.js").to_owned()),
        ("page.js", include_str!("page.js").to_owned()),
        ("assignment.js", assignment(key, visible)),
        ("engine.js", own.with("program.py", include_bytes!("program.py")).0),
        ("yardstick.js", Parts::default().with("yardstick.wasm", &kit.module).0),
        ("python.js", python.0),
    ]
    .into_iter()
    .map(|(name, text)| (name, text.into_bytes()))
    .collect();
    let contents: Vec<Digest> = files.values().map(|content| Digest::of(content)).collect();
    let names: Vec<String> = contents.iter().map(ToString::to_string).collect();
    let version = Digest::of(names.concat().as_bytes()).to_string();
    files.insert("offline.js", include_str!("offline.js").replace("@VERSION@", &version[..16]).into_bytes());
    files
}

/// A script that hands over files by name.
#[derive(Default)]
struct Parts(String);

impl Parts {
    fn with(mut self, name: &str, content: &[u8]) -> Self {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        let packed =
            packed.write_all(content).and_then(|()| packed.finish()).expect("memory takes all bytes");
        self.0 += &format!("part({}, \"{}\");\n", json!(name), STANDARD.encode(packed));
        self
    }
}

/// Returns what the page knows of the assignment.
fn assignment(key: &str, visible: &Visible) -> String {
    let files: BTreeMap<&String, String> =
        visible.files.iter().map(|(name, content)| (name, STANDARD.encode(content))).collect();
    let known = json!({
        "key": key,
        "spec": visible.name,
        "entry": typed(&visible.spec.hand_in),
        "scenarios": visible.count(),
        "files": files,
    });
    format!("part(\"assignment.json\", {});\n", json!(known.to_string()))
}

/// Returns the name of the file that a student may type: the one that is started, unless that is supplied.
fn typed(hand_in: &HandIn) -> &str {
    let is_handed_in = hand_in.files.contains(&hand_in.entry);
    if is_handed_in { &hand_in.entry } else { hand_in.files.first().unwrap_or(&hand_in.entry) }
}

fn page(visible: &Visible, kit: &Kit) -> String {
    let hand_in = &visible.spec.hand_in;
    let left_out = visible.left_out();
    let (left_out, points) = match left_out.is_empty() {
        true => (String::new(), ""),
        false => (format!(" Left out: {}.", left_out.join("; ")), FEWER_POINTS),
    };
    [
        ("@TITLE@", visible.spec.title.clone()),
        ("@ENTRY@", typed(hand_in).to_owned()),
        ("@FILES@", hand_in.files.join(", ")),
        ("@PYTHON@", kit.interpreter.clone()),
        ("@LEFT_OUT@", left_out),
        ("@POINTS@", points.to_owned()),
    ]
    .into_iter()
    .fold(include_str!("index.html").to_owned(), |page, (name, text)| {
        page.replace(name, &Html::escaped(text.as_str()).replace('@', "&#64;"))
    })
}
