//! Another user of the machine, who can reach the port of a review.

use std::fs;
use std::os::unix::process::CommandExt;
use std::process::Command;

use super::{GRADED, RESULTS, Server};
use crate::optional;
use crate::user::{User, is_root};

/// What curl gets as another user: the status, and everything that came back.
fn curl(user: u32, args: &[&str]) -> (u16, String) {
    let mut curl = Command::new("curl");
    curl.args([
        "--silent",
        "--noproxy",
        "*",
        "--include",
        "--max-time",
        "20",
        "--write-out",
        "\n%{http_code}",
    ]);
    let output = curl.args(args).uid(user).gid(user).current_dir("/").output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let status = said.lines().last().unwrap().parse().unwrap();
    (status, said)
}

#[test]
fn another_user_of_the_machine_is_refused_and_finds_the_secrets_nowhere() {
    if !is_root() {
        return optional::skipped("root");
    }
    if optional::found("curl").is_none() {
        return;
    }
    let class = GRADED.copy();
    let server = Server::start(&class.path(RESULTS), &["--grader", "ada"]);
    let user = User::ordinary().other().unwrap();
    let (root, secrets) = (server.root(), server.secrets());
    let origin = root.rsplit_once('/').unwrap().0.rsplit_once('/').unwrap().0.to_owned();
    let at = |path: &str| format!("{origin}{path}");
    // Without the path, and with a path that somebody saw over a shoulder.
    let json = ["--header", "content-type: application/json", "--data", "{\"of\":\"0\"}"];
    for address in [
        at("/"),
        at("/class"),
        at("/?token="),
        at("/?token=00000000000000000000000000000000"),
        at("/0123456789abcdef/"),
        root.clone(),
        format!("{root}class"),
        format!("{root}?token=00000000000000000000000000000000"),
    ] {
        for args in [&[][..], &json[..], &["--cookie", "yardstick=00000000000000000000000000000000"]] {
            let args: Vec<&str> = args.iter().copied().chain([address.as_str()]).collect();
            let (status, said) = curl(user, &args);
            assert_eq!(status, 403, "{args:?}: {said}");
            assert!(!said.contains("Hello") && !said.contains("set-cookie"), "{said}");
            assert!(secrets.iter().all(|secret| !said.contains(secret)), "{said}");
        }
    }
    // The command line of a process is there for everybody to read.
    let command_line = fs::read(format!("/proc/{}/cmdline", server.id())).unwrap();
    let command_line = String::from_utf8(command_line).unwrap();
    assert!(secrets.iter().all(|secret| !command_line.contains(secret)), "{command_line:?}");
    let mut read = Command::new("cat");
    let read = read.arg(format!("/proc/{}/environ", server.id())).uid(user).gid(user).output().unwrap();
    assert!(!read.status.success(), "the environment is the owner's");
    assert_eq!(class.run(&["review", "--log"]).stdout, "");
    // Whoever has the address is let in, so it was not a wrong address that was refused.
    let (status, said) = curl(user, &[&server.address()]);
    assert_eq!(status, 303, "{said}");
}
