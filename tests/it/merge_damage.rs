//! Damaged parts: no mark is lost or invented. What can be joined is what one machine leaves, and all else is named.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use tempfile::TempDir;

use super::night;
use super::scratch::{FOUR_LETTERS, SOLUTION, Scratch, WITHOUT_COMMA};

const OF: usize = 3;

/// A class of nine that was graded alone, and in three parts, some of them twice.
fn graded() -> Scratch {
    let programs = [SOLUTION, WITHOUT_COMMA, FOUR_LETTERS, "print("];
    let class = (0..9).fold(Scratch::greeting(), |class, number| {
        let program = format!("# {number}\n{}", programs[number % programs.len()]);
        class.write(&format!("class/student-{number:02}/hello.py"), program)
    });
    let grade = |class: &Scratch, more: &[&str]| {
        let graded = class.run(&[&["grade", "spec.yaml", "class", "--sandbox", "none"], more].concat());
        assert_eq!(graded.code, 0, "{}", graded.stderr);
    };
    let right = class.read("class/student-03/hello.py");
    let class = class.write("class/student-03/hello.py", SOLUTION);
    grade(&class, &["--shard", "0/3", "--out", "part-0"]);
    let class = class.write("class/student-03/hello.py", right);
    for part in 0..OF {
        grade(&class, &["--shard", &format!("{part}/{OF}"), "--out", &format!("part-{part}")]);
    }
    grade(&class, &["--out", "alone"]);
    class
}

/// Every file below a folder that follows from the traces.
fn results(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = files(folder).into_iter().filter(|file| !file.starts_with("traces"));
    files.map(|file| (file.clone(), fs::read(folder.join(&file)).unwrap())).collect()
}

/// Every file below a folder, by its path from there, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![PathBuf::new()]);
    while let Some(below) = folders.pop() {
        for entry in fs::read_dir(folder.join(&below)).unwrap() {
            let entry = entry.unwrap();
            let path = below.join(entry.file_name());
            match entry.file_type().unwrap().is_dir() {
                true => folders.push(path),
                false if path.ends_with("lock") => {}
                false => files.push(path),
            }
        }
    }
    files.sort_by_cached_key(|file| file.to_string_lossy().split('-').next().map(str::to_owned));
    files
}

fn copy(from: &Path, to: &Path) {
    for file in files(from) {
        fs::create_dir_all(to.join(&file).parent().unwrap()).unwrap();
        fs::copy(from.join(&file), to.join(&file)).unwrap();
    }
}

/// Numbers that look like chance and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// Three parts, one of them damaged, and what was done to it.
struct Damaged {
    folder: TempDir,
    parts: Vec<PathBuf>,
    part: PathBuf,
    what: String,
}

impl Damaged {
    fn new(class: &Scratch, number: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut parts: Vec<PathBuf> =
            (0..OF).map(|part| folder.path().join(format!("part-{part}"))).collect();
        for (number, part) in parts.iter().enumerate() {
            copy(&class.path(format!("part-{number}")), part);
        }
        let mut numbers = Numbers(number as u64);
        let which = numbers.below(OF);
        let (part, other) = (parts[which].clone(), parts[(which + 1 + numbers.below(OF - 1)) % OF].clone());
        let all = files(&part);
        let traces: Vec<&PathBuf> = all.iter().filter(|file| file.starts_with("traces")).collect();
        // Half of the damages hit the traces.
        let file = match numbers.below(2) {
            0 => traces[numbers.below(traces.len())].clone(),
            _ => all[numbers.below(all.len())].clone(),
        };
        let path = part.join(&file);
        let mut bytes = fs::read(&path).unwrap();
        let place = numbers.below(bytes.len());
        let what = match number % 10 {
            0 => {
                fs::write(&path, &bytes[..place]).unwrap();
                format!("cut at byte {place}")
            }
            1..=3 => {
                let bit = numbers.below(8);
                bytes[place] ^= 1 << bit;
                fs::write(&path, &bytes).unwrap();
                format!("bit {bit} of byte {place} flipped")
            }
            4 => {
                fs::remove_file(&path).unwrap();
                "deleted".to_owned()
            }
            5 => {
                let (start, end) = (bytes[..place].iter().rposition(|byte| *byte == b'\n'), place);
                let end = bytes[end..]
                    .iter()
                    .position(|byte| *byte == b'\n')
                    .map_or(bytes.len(), |at| end + at + 1);
                bytes.drain(start.map_or(0, |at| at + 1)..end);
                fs::write(&path, &bytes).unwrap();
                format!("without the line at byte {place}")
            }
            6 => {
                let folder = if numbers.below(3) == 0 { part.clone() } else { part.join("traces") };
                fs::remove_dir_all(&folder).unwrap();
                fs::create_dir_all(&folder).unwrap();
                "a folder was emptied".to_owned()
            }
            7 => {
                let name = ["grading.json", "results.json"][numbers.below(2)];
                for (to, from) in [(&part, &other), (&other, &part)] {
                    fs::copy(class.path(from.file_name().unwrap()).join(name), to.join(name)).unwrap();
                }
                format!("{name} exchanged with another part's")
            }
            8 => {
                // The records of another part, before, behind, or in the place of its own.
                let position = numbers.below(3);
                if position == 2 {
                    fs::remove_dir_all(part.join("traces")).unwrap();
                    fs::create_dir(part.join("traces")).unwrap();
                }
                for file in files(&other).iter().filter(|file| file.starts_with("traces")) {
                    let name = file.file_name().unwrap().to_str().unwrap();
                    let name = format!(
                        "traces/{}",
                        if position == 0 { format!("0000-{name}") } else { format!("9-{name}") }
                    );
                    fs::copy(other.join(file), part.join(name)).unwrap();
                }
                format!("records of another part, {position}")
            }
            _ => {
                parts.remove(which);
                match numbers.below(3) {
                    0 => {}
                    1 => parts.push(other.clone()),
                    _ => {
                        copy(&other, &folder.path().join("again"));
                        parts.push(folder.path().join("again"));
                    }
                }
                "it is left out".to_owned()
            }
        };
        let what = format!(
            "{number}: {} of {}: {what}",
            file.display(),
            part.file_name().unwrap().to_str().unwrap()
        );
        Self { folder, parts, part, what }
    }
}

static GRADED: LazyLock<Scratch> = LazyLock::new(graded);

/// What becomes of parts with these damages; how many were joined, and how many refused.
fn joined_as_they_were_or_named(numbers: Range<usize>) -> (usize, usize) {
    let alone = results(&GRADED.path("alone"));
    let (mut joined, mut refused) = (0, 0);
    for number in numbers {
        let damaged = Damaged::new(&GRADED, number);
        let out = damaged.folder.path().join("joined");
        let mut args = vec!["merge", "--out", out.to_str().unwrap()];
        args.extend(damaged.parts.iter().map(|part| part.to_str().unwrap()));
        let merged = GRADED.run(&args);
        if merged.code == 0 {
            joined += 1;
            for (file, bytes) in results(&out) {
                assert!(alone.get(&file) == Some(&bytes), "{}: {}", damaged.what, file.display());
            }
            assert_eq!(GRADED.run(&["verify", out.to_str().unwrap()]).code, 0, "{}", damaged.what);
            continue;
        }
        refused += 1;
        assert!([2, 3].contains(&merged.code), "{}: {}", damaged.what, merged.stderr);
        assert!(!out.exists(), "{}", damaged.what);
        let part = damaged.part.to_str().unwrap();
        let number = &part[part.len() - 1..];
        let is_missing = merged.stderr.contains(&format!("1 of 3 parts are missing: {number}"))
            || merged.stderr.contains("is there twice");
        assert!(merged.stderr.contains(part) || is_missing, "{}: {}", damaged.what, merged.stderr);
    }
    (joined, refused)
}

#[test]
fn damaged_parts_are_joined_as_they_were_or_named() {
    let tried = if night::is_night() { 300 } else { 16 };
    let (joined, refused) = joined_as_they_were_or_named(0..tried);
    assert!(joined >= tried / 16 && refused >= tried / 3, "{joined} were joined and {refused} refused");
}

/// What each command makes of parts with these damages; where a part is missing, there is nothing to be asked of it.
fn makes_no_mark_out_of_damage(numbers: impl Iterator<Item = usize>) {
    let class = &GRADED;
    for number in numbers.filter(|number| number % 10 < 9) {
        let damaged = Damaged::new(class, number);
        let (part, what) = (damaged.part.to_str().unwrap(), &damaged.what);
        let whole = class.path(damaged.part.file_name().unwrap());
        let whole_results = results(&whole);
        let has_whole = |file: &str| {
            fs::read(damaged.part.join(file)).ok().as_ref() == whole_results.get(Path::new(file))
        };

        let verified = class.run(&["verify", part]);
        if verified.code == 0 {
            assert!(has_whole("results.json") && has_whole("grades.csv"), "{what}: {}", verified.stdout);
        }
        let differ = class.run(&["diff", whole.to_str().unwrap(), part]);
        if differ.code == 0 {
            assert!(differ.stdout.starts_with("3 unchanged"), "{what}: {}", differ.stdout);
        }
        let names = ["student-00", "student-01", "student-02"];
        let name = names[part[part.len() - 1..].parse::<usize>().unwrap()];
        let proof = damaged.folder.path().join("proof.zip");
        let proof = proof.to_str().unwrap();
        if class.run(&["bundle", name, "--results", part, "--out", proof]).code == 0 {
            assert_eq!(class.run(&["verify", proof]).code, 0, "{what}");
            let unpacked = fs::File::open(proof).unwrap();
            let mut unpacked = zip::ZipArchive::new(unpacked).unwrap();
            let page = std::io::read_to_string(unpacked.by_name(&format!("feedback/{name}.txt")).unwrap());
            let page = page.unwrap();
            assert!(whole_results[Path::new(&format!("feedback/{name}.txt"))] == page.as_bytes(), "{what}");
        }
        let regraded = class.run(&["regrade", "--results", part, "spec.yaml"]);
        if regraded.code == 0 {
            assert!(has_whole("results.json"), "{what}: {}", regraded.stdout);
        }
    }
}

#[test]
fn no_command_makes_a_mark_out_of_damage() {
    // One or two of each kind.
    makes_no_mark_out_of_damage(night::spread(Vec::from_iter(0..100), 9).into_iter());
}

#[test]
fn merge_names_every_submission_whose_traces_are_lost() {
    let folder = tempfile::tempdir().unwrap();
    let part = |number: usize| folder.path().join(format!("part-{number}"));
    let merge = || {
        let parts = (0..OF).map(part).map(|part| part.to_str().unwrap().to_owned()).collect::<Vec<_>>();
        let out = folder.path().join("joined").to_str().unwrap().to_owned();
        let args: Vec<&str> =
            ["merge", "--out", &out].into_iter().chain(parts.iter().map(String::as_str)).collect();
        let merged = GRADED.run(&args);
        assert_eq!(merged.code, 3, "{}", merged.stderr);
        merged.stderr.replace(&format!("{}/", folder.path().display()), "")
    };
    (0..OF).for_each(|number| copy(&GRADED.path(format!("part-{number}")), &part(number)));
    let file = files(&part(1)).into_iter().find(|file| file.starts_with("traces")).unwrap();
    let text = fs::read_to_string(part(1).join(&file)).unwrap();
    let record = text.lines().position(|line| line.contains("\"submission\":\"student-04\"")).unwrap();
    let damaged: Vec<String> = text
        .lines()
        .enumerate()
        .map(
            |(number, line)| {
                if number == record { line.replace("student-04", "student-05") } else { line.to_owned() }
            },
        )
        .collect();
    fs::write(part(1).join(&file), damaged.join("\n") + "\n").unwrap();
    fs::remove_dir_all(part(2).join("traces")).unwrap();
    let said = merge()
        .replace(file.to_str().unwrap(), "traces/FILE")
        .replace(&format!("line {}", record + 1), "line N");
    insta::assert_snapshot!(said, @"
    error: the part `part-1` lacks something that its results need
      what these did is damaged or missing in the traces: `student-04`; line N of `part-1/traces/FILE` is damaged
    help: grade it again with the same command; what is known is not run again

    and: the part `part-2` lacks something that its results need
      what the reference did is damaged or missing in the traces
      what these did is damaged or missing in the traces: `student-02`, `student-05`, `student-08`
    help: grade it again with the same command; what is known is not run again
    ");

    // A record that is an older one of the same files tells less than was asked for.
    let said = |text: &str| assert!(merge().contains(text), "{}", merge());
    copy(&GRADED.path("part-1"), &part(1));
    copy(&GRADED.path("part-2"), &part(2));
    let json = fs::read_to_string(part(1).join("results.json")).unwrap();
    fs::write(part(1).join("results.json"), json.replacen("accepted", "wrong answer", 1)).unwrap();
    said("`results.json` does not say what follows from the traces of `student-0");
}

#[test]
fn a_result_of_fewer_runs_than_repeat_asks_for_does_not_count() {
    let class = Scratch::greeting().write("class/Ada/hello.py", SOLUTION);
    let grade = |more: &[&str]| {
        let args = ["grade", "spec.yaml", "class", "--sandbox", "none", "--shard", "0/1", "--out", "part"];
        assert_eq!(class.run(&[&args[..], more].concat()).code, 0);
    };
    grade(&[]);
    grade(&["--repeat", "2"]);
    assert_eq!(class.run(&["merge", "part"]).code, 0);
    let is_second = |file: &PathBuf| file.to_str().unwrap().starts_with("traces/0002-");
    let second = files(&class.path("part")).into_iter().find(is_second).unwrap();
    fs::remove_file(class.path("part").join(second)).unwrap();
    let refused = class.run(&["merge", "part"]);
    assert_eq!(refused.code, 3, "{}", refused.stderr);
    assert!(refused.stderr.contains("damaged or missing in the traces: `Ada`"), "{}", refused.stderr);
    assert_eq!(class.run(&["regrade", "--results", "part"]).code, 3);
    assert_eq!(class.run(&["bundle", "Ada", "--results", "part"]).code, 3);
    assert_eq!(class.run(&["verify", "part"]).code, 1);
}

#[test]
fn submissions_with_the_same_files_keep_results_of_their_own() {
    let clock = "import time\ninput()\nprint(time.time_ns())\n";
    let class = Scratch::greeting().write("class/Ada/hello.py", clock).write("class/Bob/hello.py", clock);
    let grade = |more: &[&str]| {
        let graded = class.run(&[&["grade", "spec.yaml", "class"], more].concat());
        assert_eq!(graded.code, 0, "{}", graded.stderr);
    };
    grade(&["--out", "alone"]);
    let first = class.read("alone/results.json");
    grade(&["--out", "alone"]);
    assert_eq!(class.read("alone/results.json"), first);
    assert_eq!(class.run(&["verify", "alone"]).code, 0);

    grade(&["--shard", "0/2", "--out", "part-0"]);
    grade(&["--shard", "1/2", "--out", "part-1"]);
    assert_eq!(class.run(&["merge", "part-0", "part-1", "--out", "joined"]).code, 0);
    for (name, part) in [("Ada", "part-0"), ("Bob", "part-1")] {
        let page = format!("feedback/{name}.txt");
        assert_eq!(class.read(&format!("joined/{page}")), class.read(&format!("{part}/{page}")));
    }
}

#[test]
fn a_manifest_that_was_damaged_is_told_and_not_believed() {
    let class =
        Scratch::greeting().write("class/Ada/hello.py", SOLUTION).write("class/roster.csv", "id,handed_in\n");
    fs::remove_file(class.path("class/roster.csv")).unwrap();
    assert_eq!(class.run(&["grade", "spec.yaml", "class", "--shard", "0/1"]).code, 0);
    let manifest = class.read("yardstick-results/grading.json");
    for (old, new) in [("\"repeat\": 1", "\"repeat\": 0"), ("\"of\": 1", "\"of\": 0"), ("\"Ada\"", "\"Eda\"")]
    {
        let class = Scratch::hello().write("part/grading.json", manifest.replace(old, new));
        copy(&class.path("part"), &class.path("other"));
        for command in [
            &["merge", "part"][..],
            &["regrade", "--results", "part"],
            &["bundle", "Ada", "--results", "part"],
        ] {
            let refused = class.run(command);
            assert_eq!(refused.code, 2, "{old} {command:?}: {}", refused.stderr);
            assert!(refused.stderr.contains("`part/grading.json`"), "{old} {command:?}: {}", refused.stderr);
        }
        assert!([1, 2].contains(&class.run(&["verify", "part"]).code), "{old}");
    }
}
