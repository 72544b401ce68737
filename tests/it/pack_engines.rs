//! `yardstick pack slurm` and the like: what is written is what an engine, a shell or a schema takes.

use std::fs;
use std::process::Command;

use serde_json::Value;

use super::formats::{errors, valid};
use super::scratch::{SOLUTION, Scratch};

/// A class with a plan of this many shards, in a folder whose name a shell takes apart.
fn planned(shards: &str) -> Scratch {
    let class =
        Scratch::greeting().write("class/ada/hello.py", SOLUTION).write("class/bob/hello.py", SOLUTION);
    let made = class.run(&["plan", "spec.yaml", "class", "--out", PLAN, "--shards", shards]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    class
}

/// A name with everything that has a meaning to shells, YAML, Python, GitHub, HTCondor or GNU parallel.
const PLAN: &str = r#"a "plan", it's $(id) ${{ x }} {} @CPUS@ %j \ #1"#;

/// The engines that share a file system with this machine, and what each writes.
const CLUSTERS: [(&str, &[&str]); 4] = [
    ("slurm", &["slurm/submit.sh", "slurm/grade.sbatch"]),
    ("parallel", &["grade-parallel.sh"]),
    ("hyperqueue", &["grade-hyperqueue.py"]),
    ("condor", &["grade.sub"]),
];

/// Packs a plan, and returns the files that were written, without what differs between two runs of a test.
fn packed(class: &Scratch, args: &[&str], files: &[&str]) -> String {
    let packed = class.run(&[&["pack"], args].concat());
    assert_eq!((packed.code, packed.stderr.as_str()), (0, ""));
    let here = fs::canonicalize(class.path("")).unwrap();
    let texts = files.iter().map(|file| class.read(file).replace(here.to_str().unwrap(), "/course"));
    texts.collect::<Vec<String>>().join("\n=====\n")
}

#[test]
fn what_is_packed_for_each_engine_can_be_read() {
    let class = planned("2");
    fs::rename(class.path(PLAN), class.path("plan")).unwrap();
    for (engine, files) in CLUSTERS {
        let args = [engine, "--plan", "plan", "--executable", "yardstick"];
        insta::assert_snapshot!(engine, packed(&class, &args, files));
    }
    let kubernetes = ["kubernetes", "--plan", "plan", "--image", "registry.example.org/course:1"];
    insta::assert_snapshot!("kubernetes", packed(&class, &kubernetes, &["grade-kubernetes.yaml"]));
    let gitlab = ["gitlab", "--plan", "plan", "--image", "registry.example.org/course:1"];
    insta::assert_snapshot!("gitlab", packed(&class, &gitlab, &[".gitlab-ci.yml"]));
    let github = ["github", "--plan", "plan", "--download", "https://example.org/yardstick"];
    insta::assert_snapshot!("github", packed(&class, &github, &[".github/workflows/grade-class.yml"]));
}

/// Runs a program, and returns what it prints.
#[track_caller]
fn printed(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_path_is_one_word_whatever_is_in_it() {
    let class = planned("2");
    let plan = fs::canonicalize(class.path(PLAN)).unwrap();
    let plan = plan.to_str().unwrap();
    for (engine, _) in CLUSTERS {
        assert_eq!(class.run(&["pack", engine, "--plan", PLAN]).code, 0, "{engine}");
    }
    let assignment = |file: &str| {
        let script = class.read(file);
        script.lines().find(|line| line.starts_with("PLAN")).unwrap().to_owned()
    };
    for script in ["slurm/submit.sh", "grade-parallel.sh"] {
        printed(Command::new("bash").arg("-n").arg(class.path(script)));
        let shown = format!("{}; printf %s \"$PLAN\"", assignment(script));
        assert_eq!(printed(Command::new("bash").args(["-c", &shown])), plan);
    }
    printed(Command::new("bash").arg("-n").arg(class.path("slurm/grade.sbatch")));
    let shown = format!("{}; print(PLAN, end='')", assignment("grade-hyperqueue.py"));
    assert_eq!(printed(Command::new("python3").args(["-c", &shown])), plan);
    let compiled = "import sys; compile(open(sys.argv[1]).read(), 'script', 'exec')";
    printed(Command::new("python3").args(["-c", compiled]).arg(class.path("grade-hyperqueue.py")));
    let condor = class.read("grade.sub");
    let quoted = plan.replace('$', "$(DOLLAR)").replace('\'', "''").replace('"', "\"\"");
    assert!(condor.contains(&format!("'--plan' '{quoted}' '--shard' $(Process)")), "{condor}");
}

#[test]
fn manifests_are_valid_and_say_the_path_as_it_is() {
    let class = planned("3");
    let image = "registry.example.org/course:1";
    for (args, file) in [
        (vec!["kubernetes", "--image", image, "--plan-in-volume", PLAN], "grade-kubernetes.yaml"),
        (vec!["gitlab", "--image", image], ".gitlab-ci.yml"),
        (vec!["github", "--git", "https://example.org/y"], ".github/workflows/grade-class.yml"),
    ] {
        let packed = class.run(&[&["pack"], &args[..], &["--plan", PLAN]].concat());
        assert_eq!(packed.code, 0, "{}", packed.stderr);
        assert!(class.path(file).is_file());
    }

    let read = |file: &str| -> Value { serde_yaml::from_str(&class.read(file)).unwrap() };
    let jobs: Vec<Value> = class
        .read("grade-kubernetes.yaml")
        .split("\n---\n")
        .map(|document| serde_yaml::from_str(document).unwrap())
        .collect();
    jobs.iter().for_each(|job| valid("kubernetes-job", job));
    assert_eq!(jobs[0]["spec"]["completions"], 3);
    let command = &jobs[0]["spec"]["template"]["spec"]["containers"][0]["command"];
    assert_eq!(command[3], format!("/course/{PLAN}"));
    assert_eq!(command[5], "auto");

    let gitlab = read(".gitlab-ci.yml");
    valid("gitlab-ci", &gitlab);
    assert_eq!(gitlab["grade"]["parallel"], 3);
    assert_eq!(gitlab["grade"]["variables"]["PLAN"]["value"], PLAN);
    assert_eq!(gitlab["grade"]["variables"]["PLAN"]["expand"], false);

    let workflow = class.read(".github/workflows/grade-class.yml");
    let github = read(".github/workflows/grade-class.yml");
    valid("github-workflow", &github);
    assert_eq!(github["jobs"]["grade"]["strategy"]["matrix"]["shard"], serde_json::json!([0, 1, 2]));
    let steps = github["jobs"]["grade"]["steps"].as_array().unwrap();
    let grade = steps.iter().find(|step| step["name"] == "Grade a shard").unwrap();
    assert_eq!(grade["env"]["PLAN"], PLAN);
    assert!(!workflow.contains("${{ x }}"), "only our own is expanded: {workflow}");
}

#[test]
fn a_misspelt_key_of_a_manifest_is_no_valid_one() {
    let class = planned("1");
    let image = ["pack", "kubernetes", "--image", "i", "--plan", PLAN];
    assert_eq!(class.run(&image).code, 0);
    let text = class.read("grade-kubernetes.yaml").replace("backoffLimitPerIndex", "backoffLimitPerIndexes");
    let job: Value = serde_yaml::from_str(text.split("\n---\n").next().unwrap()).unwrap();
    let found = errors("kubernetes-job", &job);
    assert!(found.iter().any(|error| error.contains("backoffLimitPerIndexes")), "{found:?}");
}

#[test]
fn a_plan_with_more_shards_than_a_service_has_jobs_is_refused() {
    let class = planned("257");
    let gitlab = class.run(&["pack", "gitlab", "--image", "i", "--plan", PLAN]);
    assert_eq!(gitlab.code, 2);
    assert!(
        gitlab.stderr.contains("has 257 shards, and GitLab starts 200 jobs at most"),
        "{}",
        gitlab.stderr
    );
    let github = class.run(&["pack", "github", "--git", "https://example.org/y", "--plan", PLAN]);
    assert_eq!(github.code, 2);
    assert!(github.stderr.contains("GitHub starts 256 jobs at most"), "{}", github.stderr);
    assert!(!class.path(".github").exists());
}

#[test]
fn nothing_is_packed_for_a_plan_that_is_none_or_over_a_file_that_is_there() {
    let class = planned("1");
    let none = class.run(&["pack", "slurm", "--plan", "class"]);
    assert_eq!(none.code, 2, "{}", none.stderr);
    assert!(none.stderr.contains("holds no work plan"), "{}", none.stderr);
    assert!(!class.path("slurm").exists());
    assert_eq!(class.run(&["pack", "parallel", "--plan", PLAN]).code, 0);
    fs::write(class.path("grade-parallel.sh"), "changed by hand").unwrap();
    let again = class.run(&["pack", "parallel", "--plan", PLAN]);
    assert_eq!(again.code, 2);
    assert!(again.stderr.contains("cannot write to `grade-parallel.sh`"), "{}", again.stderr);
    assert_eq!(class.read("grade-parallel.sh"), "changed by hand");
}
