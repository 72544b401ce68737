//! Interpreters and compilers, as they are found and started.

use super::scratch::{Scratch, ended};

#[test]
fn a_file_whose_name_looks_like_an_option_is_run_all_the_same() {
    for (name, program) in
        [("-x.py", "print('hello')"), ("-x.c", "#include <stdio.h>\nint main(void) { puts(\"hello\"); }")]
    {
        let spec = Scratch::hello().read("spec.yaml").replace("hello.py", name);
        let ended =
            Scratch::new(&spec).write(&format!("Ada/{name}"), program).run(&["check", "spec.yaml", "Ada"]);
        assert!(ended.stdout.contains("1 of 1 point"), "{}{}", ended.stdout, ended.stderr);
    }
}

#[test]
fn an_interpreter_that_tells_nothing_is_named_with_how_it_ended() {
    let scratch =
        Scratch::hello().write("Ada/hello.py", "print('hello')").write("bin/python3", "#!/bin/sh\nexit 7\n");
    let python = scratch.path("bin/python3");
    std::fs::set_permissions(&python, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", scratch.path("bin").display());
    let told = ended(scratch.command(&["check", "spec.yaml", "Ada"]).env("PATH", path));
    assert!(told.stdout.contains("`python3` is on the search path and does not work"), "{}", told.stdout);
    assert!(told.stdout.contains("it ended with exit status: 7 and told nothing"), "{}", told.stdout);
    assert_eq!(told.code, 3);
}
