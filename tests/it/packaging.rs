//! What a release hands on: names and versions agree everywhere, and what is packed can be installed. Nothing is fetched.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::optional;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Runs `packaging/release` as a workflow of the repository `course/yardstick` does.
fn release(args: &[&str]) -> Output {
    Command::new(root().join("packaging/release"))
        .args(args)
        .env("GITHUB_SERVER_URL", "https://example.org")
        .env("GITHUB_REPOSITORY", "course/yardstick")
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A small program that answers what a release asks of yardstick.
fn stand_in(folder: &Path) -> PathBuf {
    let path = folder.join("program");
    let script = format!(
        "#!/bin/sh\ncase $1 in\n--version) echo yardstick {VERSION} ;;\nman) echo page > \"$3/yardstick.1\" ;;\n*) echo $2 ;;\nesac\n"
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// The targets for which a release has an archive.
const TARGETS: [&str; 5] = [
    "x86_64-unknown-linux-musl",
    "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
];

/// A folder with the files of a release for these targets.
fn made(targets: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let program = stand_in(folder.path());
    let files = folder.path().join("release");
    fs::create_dir(&files).unwrap();
    for target in targets {
        let packed = release(&["archive", target, program.to_str().unwrap(), files.to_str().unwrap()]);
        assert!(packed.status.success(), "{}", text(&packed.stderr));
    }
    for command in ["fill", "sums"] {
        let done = release(&[command, files.to_str().unwrap()]);
        assert!(done.status.success(), "{}", text(&done.stderr));
    }
    folder
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let files = entries.filter(|entry| entry.file_type().unwrap().is_file());
    files.map(|file| file.file_name().into_string().unwrap()).collect()
}

#[test]
fn a_release_has_one_version() {
    let agreed = release(&["check", env!("CARGO_BIN_EXE_yardstick")]);
    assert_eq!(text(&agreed.stdout), format!("all of it is version {VERSION}\n"), "{}", text(&agreed.stderr));

    let refused = release(&["check", "--tag", "v99.0.0"]);
    assert_eq!(refused.status.code(), Some(1));
    let why = format!("error: the tag is `v99.0.0`, and the version in Cargo.toml asks for `v{VERSION}`\n");
    assert_eq!(text(&refused.stderr), why);

    // The wheel takes the version of Cargo.toml.
    assert!(read("pyproject.toml").contains("\ndynamic = [\"version\"]\n"));
}

#[test]
fn the_notes_of_a_release_are_a_section_of_the_changelog() {
    let heading = format!("\n## [{VERSION}]");
    let notes = release(&["notes"]);
    match read("CHANGELOG.md").contains(&heading) {
        true => assert!(notes.status.success() && !notes.stdout.is_empty()),
        false => assert!(text(&notes.stderr).contains("CHANGELOG.md has no section"), "{notes:?}"),
    }
}

#[test]
fn an_archive_is_installed_by_the_script_of_its_release() {
    if optional::found("curl").is_none() {
        return;
    }
    let folder = made(&TARGETS[..2]);
    let files = folder.path().join("release");
    let script = fs::read_to_string(files.join("install.sh")).unwrap();
    assert!(script.contains(&format!("${{YARDSTICK_VERSION:-{VERSION}}}")), "{script}");
    assert!(script.contains("https://example.org/course/yardstick/releases/download/v"), "{script}");
    let install = |script: &Path| {
        Command::new("sh")
            .arg(script)
            .env("YARDSTICK_FROM", format!("file://{}", files.display()))
            .env("YARDSTICK_TO", folder.path().join("bin"))
            .output()
            .unwrap()
    };

    for _ in 0..2 {
        let installed = install(&files.join("install.sh"));
        assert!(installed.status.success(), "{}", text(&installed.stderr));
        assert!(text(&installed.stdout).starts_with(&format!("yardstick {VERSION}\ninstalled ")));
    }
    assert_eq!(names(&folder.path().join("bin")), BTreeSet::from(["yardstick".to_owned()]));

    // That of the repository does not know what to fetch.
    let refused = install(&root().join("packaging/install.sh"));
    assert!(text(&refused.stderr).starts_with("error: this script is filled in by a release"), "{refused:?}");

    for target in &TARGETS[..2] {
        let archive = files.join(format!("yardstick-{VERSION}-{target}.tgz"));
        fs::write(&archive, [&fs::read(&archive).unwrap()[..], b"more"].concat()).unwrap();
    }
    let refused = install(&files.join("install.sh"));
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("is not what SHA256SUMS says"), "{refused:?}");
}

#[test]
fn templates_are_filled_in_where_their_archives_are_there() {
    let sums = "SHA256SUMS".to_owned();
    let linux = names(&made(&TARGETS[..2]).path().join("release"));
    assert!(linux.contains("install.sh") && linux.contains(&sums), "{linux:?}");
    assert!(!linux.contains("yardstick.rb") && !linux.contains("yardstick.yaml"), "{linux:?}");

    let all = made(&TARGETS);
    let files = all.path().join("release");
    for name in names(&files).iter().filter(|name| !name.starts_with("yardstick-")) {
        let filled = fs::read_to_string(files.join(name)).unwrap();
        assert!(!filled.contains("@VERSION") && !filled.contains("@SHA256"), "{name}: {filled}");
        assert!(*name == sums || filled.contains(VERSION), "{name}");
    }
    // A formula names the checksum of each archive.
    let formula = fs::read_to_string(files.join("yardstick.rb")).unwrap();
    let list = fs::read_to_string(files.join(&sums)).unwrap();
    for target in &TARGETS[..4] {
        let name = format!("yardstick-{VERSION}-{target}.tgz");
        let line = list.lines().find(|line| line.ends_with(&name)).unwrap();
        let url = format!(
            "url \"https://example.org/course/yardstick/releases/download/v{VERSION}/{name}\"\n      sha256 \"{}\"",
            &line[..64]
        );
        assert!(formula.contains(&url), "{url}\n{formula}");
    }
}

#[test]
fn the_same_files_make_the_same_archives() {
    let [one, other] = [0, 1].map(|_| {
        let folder = made(&[TARGETS[0], TARGETS[4]]);
        fs::read_to_string(folder.path().join("release/SHA256SUMS")).unwrap()
    });
    assert_eq!(one, other);
}

/// A folder that looks like a kit of this version.
fn kit(version: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let web = folder.path().join("web");
    fs::create_dir_all(&web).unwrap();
    fs::write(web.join("yardstick.wasm"), format!("\0asm the module of yardstick {version}\0")).unwrap();
    fs::write(web.join("pyodide.mjs"), "export {}").unwrap();
    folder
}

#[test]
fn the_kit_of_pages_is_handed_on_with_its_version_and_its_checksum() {
    let packed = |kit: &Path| release(&["kit", kit.join("web").to_str().unwrap(), kit.to_str().unwrap()]);
    let name = format!("yardstick-web-kit-{VERSION}.tgz");
    let digests = [0, 1].map(|_| {
        let kit = kit(VERSION);
        let made = packed(kit.path());
        let archive = kit.path().join(&name);
        assert_eq!(text(&made.stdout), format!("{}\n", archive.display()), "{}", text(&made.stderr));
        assert!(release(&["sums", kit.path().to_str().unwrap()]).status.success());
        let list = Command::new("tar").arg("--list").arg("--file").arg(&archive).output().unwrap();
        assert_eq!(text(&list.stdout), "web/pyodide.mjs\nweb/yardstick.wasm\n");
        fs::read_to_string(kit.path().join("SHA256SUMS")).unwrap()
    });
    assert!(digests[0] == digests[1] && digests[0].ends_with(&format!("  {name}\n")), "{digests:?}");

    let old = kit("0.0.1");
    let refused = packed(old.path());
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains(&format!("is not that of version {VERSION}")), "{refused:?}");
    let nothing = tempfile::tempdir().unwrap();
    let refused = packed(nothing.path());
    assert!(text(&refused.stderr).contains("`.ci/portable web` makes a kit"), "{refused:?}");

    let workflow = read(".github/workflows/release.yml");
    assert!(workflow.contains("path: target/portable/release/yardstick-web-kit-*.tgz"), "{workflow}");
    assert!(workflow.contains("needs: [linux, elsewhere, web, source]"), "{workflow}");
    // What `pack web` reads is what the kit is made of.
    let script = read(".ci/portable");
    for line in read("src/cli/pack/web/kit.rs").lines() {
        let names = line.split('"').skip(1).step_by(2).filter(|name| name.starts_with("py"));
        for name in names.filter(|name| name.contains('.')) {
            assert!(script.contains(name), "`.ci/portable web` does not put `{name}` into a kit");
        }
    }
}

/// The addresses that `cargo binstall` makes of Cargo.toml, without what stands before the name of the archive.
fn binstall() -> BTreeSet<String> {
    let manifest = read("Cargo.toml");
    let patterns = manifest.lines().filter_map(|line| line.strip_prefix("pkg-url = \""));
    let names =
        patterns.map(|pattern| pattern.trim_end_matches('"').rsplit_once("/v{ version }/").unwrap().1);
    names.map(|name| name.replace("{ version }", VERSION)).collect()
}

#[test]
fn archives_are_called_the_same_everywhere() {
    let folder = made(&TARGETS);
    let archives = names(&folder.path().join("release"));
    for target in TARGETS {
        let ending = if target.contains("windows") { "zip" } else { "tgz" };
        assert!(archives.contains(&format!("yardstick-{VERSION}-{target}.{ending}")), "{archives:?}");
    }
    let patterns = binstall();
    assert_eq!(patterns.len(), 3, "{patterns:?}");
    for pattern in patterns {
        let name = pattern.replace("{ target }", TARGETS[2]).replace("{ archive-suffix }", ".tgz");
        assert!(archives.contains(&name), "{name}: {archives:?}");
    }
    let workflow = read(".github/workflows/release.yml");
    for target in TARGETS.iter().filter(|target| !target.contains("linux")) {
        assert!(workflow.contains(&format!("target: {target} }}")), "{target}");
    }
}

#[test]
fn the_page_about_installing_names_everything_that_is_handed_on() {
    let page = read("docs/install.md");
    let wheel = read("pyproject.toml");
    let wheel = wheel.lines().find_map(|line| line.strip_prefix("name = \"")).unwrap().trim_end_matches('"');
    let packages = [
        wheel,
        "install.sh",
        "yardstick.rb",
        "SHA256SUMS",
        "action.yml",
        "packaging/Containerfile",
        "yardstick-web-kit",
    ];
    let parts = packages.into_iter().chain(TARGETS);
    for part in parts.chain(["cargo binstall", "winget", "_amd64.deb", "_arm64.deb"]) {
        assert!(page.contains(part), "docs/install.md does not name `{part}`");
    }
    assert!(page.contains(VERSION), "docs/install.md is of another version");
}

#[test]
fn workflows_name_the_versions_of_the_actions_that_they_use() {
    let mut files = vec![PathBuf::from("action.yml"), PathBuf::from("src/cli/pack/grade.yml")];
    let workflows = fs::read_dir(root().join(".github/workflows")).unwrap();
    files.extend(workflows.map(|entry| Path::new(".github/workflows").join(entry.unwrap().file_name())));
    let mut used = 0;
    for file in files {
        for line in read(file.to_str().unwrap()).lines() {
            let Some((_, action)) = line.split_once("uses: ") else { continue };
            let version = action.split_once("@v").map_or("", |(_, version)| version);
            let is_version = version.starts_with(|c: char| c.is_ascii_digit());
            assert!(is_version, "{}: `{action}` has no version", file.display());
            used += 1;
        }
    }
    assert!(used > 10, "only {used} were found");
}

#[test]
fn the_night_tries_what_a_release_builds() {
    assert!(read(".ci/nightly").contains("\nstep .ci/portable"));
    assert!(!read(".ci/run").contains("portable") && !read(".ci/check").contains("portable"));
}
