//! Interpreters and compilers, as they are found and started.

use super::optional;
use super::scratch::{Ended, Scratch, ended, named, write_program};

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

/// Checks a right program with a `python3` that is this script.
fn checked_with(python: &str) -> Ended {
    let scratch = Scratch::hello().write("Ada/hello.py", "print('hello')");
    write_program(&scratch.path("bin/python3"), python);
    let path = format!("{}:/usr/bin:/bin", scratch.path("bin").display());
    ended(scratch.command(&["check", "spec.yaml", "Ada"]).env("PATH", path))
}

#[test]
fn an_interpreter_that_tells_nothing_is_named_with_how_it_ended() {
    let told = checked_with("#!/bin/sh\nexit 7\n");
    assert!(told.stdout.contains("`python3` is on the search path and does not work"), "{}", told.stdout);
    assert!(told.stdout.contains("it ended with exit status: 7 and told nothing"), "{}", told.stdout);
    assert_eq!(told.code, 3);
}

/// Version managers print their own calls below it, where their user has asked for that.
#[test]
fn of_what_a_broken_tool_says_the_first_paragraph_is_told() {
    let told = checked_with(
        "#!/bin/sh\nprintf 'error: no version is chosen\\nhelp: choose one\\n\\nStack backtrace:\\n  0: main\\n' >&2\nexit 1\n",
    );
    assert!(
        told.stdout.contains("does not work: error: no version is chosen\nhelp: choose one\n"),
        "{told:?}"
    );
    assert!(!told.stdout.contains("backtrace"), "{told:?}");
    assert_eq!(told.code, 3);
}

#[cfg(target_os = "linux")]
#[test]
fn what_later_systems_have_no_more_is_named_with_the_last_that_has_it() {
    let scratch = hello("Hello.cs").write("Ada/Hello.cs", "class Hello { static void Main() { } }\n");
    let told = ended(scratch.command(&["check", "spec.yaml", "Ada"]).env("PATH", scratch.path("Ada")));
    let said = "`mcs` is needed to run C# and is not on the search path: install it (`apt-get install mono-mcs mono-runtime` on \
                Debian and Ubuntu; 13 is the last Debian that has them), or add its folder to PATH";
    assert!(told.stdout.contains(said), "{told:?}");
    assert_eq!(told.code, 3);
}

/// A folder with a spec by which this file must print `hello`.
fn hello(file: &str) -> Scratch {
    Scratch::new(&Scratch::hello().read("spec.yaml").replace("hello.py", file))
}

#[test]
fn nothing_of_a_submission_runs_in_the_java_compiler() {
    if optional::found("javac").is_none() {
        return;
    }
    let processor = "import java.util.*; import javax.annotation.processing.*; import javax.lang.model.element.*;\n\
                     @SupportedAnnotationTypes(\"*\") public class Processor extends AbstractProcessor {\n\
                     public boolean process(Set<? extends TypeElement> of, RoundEnvironment round) {\n\
                     System.err.println(\"the processor ran\"); System.exit(7); return false; } }\n";
    let plugin = "import com.sun.source.util.*;\npublic class Extra implements Plugin {\n\
                  public String getName() { return \"Extra\"; }\npublic boolean autoStart() { return true; }\n\
                  public void init(JavacTask task, String... args) {\n\
                  System.err.println(\"the plugin ran\"); System.exit(7); } }\n";
    let program =
        "public class Hello { public static void main(String[] a) { System.out.println(\"hello\"); } }\n";
    let scratch = hello("Hello.java")
        .write("made/Processor.java", processor)
        .write("made/Extra.java", plugin)
        .write("Ada/Hello.java", program)
        .write("Ada/META-INF/services/javax.annotation.processing.Processor", "Processor\n")
        .write("Ada/META-INF/services/com.sun.source.util.Plugin", "Extra\n");
    let made = std::process::Command::new("javac")
        .args(["-proc:none", "-d", "Ada", "made/Processor.java", "made/Extra.java"])
        .current_dir(scratch.path("."))
        .status()
        .unwrap();
    assert!(made.success());
    let ended = scratch.run(&["check", "spec.yaml", "Ada"]);
    assert!(ended.stdout.contains("1 of 1 point"), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn a_rust_program_is_built_as_a_program_whatever_it_calls_itself() {
    if optional::found("rustc").is_none() {
        return;
    }
    let library = "#![crate_type = \"rlib\"]\nfn main() { println!(\"hello\"); }\n";
    let scratch = hello("hello.rs")
        .write("Ada/hello.rs", library)
        .write("Bob/hello.rs", "#![crate_type = \"cdylib\"]\npub fn hello() {}\n");
    assert!(scratch.run(&["check", "spec.yaml", "Ada"]).stdout.contains("1 of 1 point"));
    let ended = scratch.run(&["check", "spec.yaml", "Bob"]);
    assert!(
        ended.stdout.contains("invalid submission: Rust cannot read `hello.rs`: line "),
        "{}",
        ended.stdout
    );
    assert_eq!(ended.code, 1);
}

#[test]
fn a_file_that_is_no_program_is_its_authors_fault() {
    let scratch = hello("hello")
        .write("class/text/hello", "no program")
        .write("class/empty/hello", "")
        .write("class/interpreter/hello", "#!/nowhere/sh\necho hello\n")
        .write("class/folder/hello", "#!/usr\n")
        .write("class/itself/hello", "#!./hello\n")
        .write("class/header/hello", b"\x7fELF\x02\x01\x01\0\0\0")
        .write("class/right/hello", "#!/bin/sh\necho hello\n");
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let results = scratch.results();
    for name in ["text", "empty", "interpreter", "folder", "itself", "header"] {
        let one = named(&results, name);
        assert_eq!(one["scenarios"][0]["verdict"], "invalid submission", "{one:#}");
        let reason = one["scenarios"][0]["reasons"][0].as_str().unwrap();
        assert!(reason.starts_with("`hello` is not a program that can be started here: "), "{reason}");
    }
    assert_eq!(named(&results, "right")["points"], "1");
}

#[test]
fn a_compiler_that_complains_without_end_is_cut_short() {
    if optional::found("gcc").is_none() {
        return;
    }
    let program = format!(
        "int main(void) {{\n{}}}\n",
        "#warning \"again and again and again\"\nx = 1;\n".repeat(1_000)
    );
    let scratch = hello("hello.c").write("Ada/hello.c", program);
    let ended = scratch.run(&["check", "spec.yaml", "Ada"]);
    assert!(
        ended.stdout.contains("invalid submission: C cannot read `hello.c`: line "),
        "{}",
        ended.stdout.len()
    );
    assert!(ended.stdout.contains(" lines are left out here: "), "{}", ended.stdout);
    assert!(ended.stdout.len() < 40_000 && ended.stdout.lines().count() < 120, "{}", ended.stdout.len());
}

#[test]
fn tools_heed_no_file_of_the_folder_in_which_the_grader_stands() {
    let scratch = Scratch::hello()
        .write("hello.py", "print('hello')")
        .write("bin/python3", "#!/bin/sh\n[ -e .python-version ] && exit 7\nexec /usr/bin/env -i PATH=\"$REAL\" python3 \"$@\"\n")
        .write(".python-version", "9.9\n");
    let python = scratch.path("bin/python3");
    std::fs::set_permissions(&python, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let real = std::env::var("PATH").unwrap();
    let path = format!("{}:/usr/bin:/bin", scratch.path("bin").display());
    let told = ended(scratch.command(&["check", "spec.yaml", "."]).env("PATH", path).env("REAL", real));
    assert!(told.stdout.contains("1 of 1 point"), "{}{}", told.stdout, told.stderr);
}

#[test]
fn nothing_of_a_submission_runs_while_it_is_checked() {
    let noise = "import sys\nsys.stderr.write('it ran')\nsys.exit(7)\n";
    let names = [
        "sitecustomize",
        "usercustomize",
        "marshal",
        "opcode",
        "os",
        "traceback",
        "ast",
        "encodings",
        "site",
    ];
    let scratch =
        names.iter().fold(Scratch::hello(), |scratch, name| scratch.write(&format!("Ada/{name}.py"), noise));
    let scratch = scratch
        .write("Ada/hello.py", "x = {1, 2}\nfor y in {1, 2}:\n    pass\nprint('hello'\n")
        .write("Ada/pyvenv.cfg", "home = .\n")
        .write("Ada/hello.pth", "import sitecustomize\n");
    for runner in ["fork", "spawn"] {
        let ended = scratch.run(&["check", "spec.yaml", "Ada", "--runner", runner]);
        assert!(
            ended.stdout.contains("Python cannot read `hello.py`: the `(` in line 4 is never closed."),
            "{runner}: {}",
            ended.stdout
        );
    }
}

/// A program in C names what loads it, and one line of it may name something else.
#[test]
fn a_built_program_that_names_a_loader_that_is_none_is_its_authors_fault() {
    if optional::found("gcc").is_none() {
        return;
    }
    let long = format!("/{}", "x".repeat(300));
    let odd =
        ["/lib64/nothing.so.2", "nothing.so", "/etc/passwd", "/etc/passwd/x", "/tmp", "/dev/null", &long];
    let mut class = hello("hello.c")
        .write("class/right/hello.c", "#include <stdio.h>\nint main(void) { puts(\"hello\"); }\n");
    for (index, loader) in odd.iter().enumerate() {
        let section = "__attribute__((section(\".interp\")))";
        let program = format!(
            "#include <stdio.h>\nconst char l[] {section} = \"{loader}\";\nint main(void) {{ puts(\"hello\"); }}\n"
        );
        class = class.write(&format!("class/odd {index}/hello.c"), program);
    }
    for level in ["strict", "standard", "none"] {
        let graded = class.run(&["grade", "spec.yaml", "class", "--sandbox", level, "--out", level]);
        assert_eq!(graded.code, 0, "{level}: {}{}", graded.stdout, graded.stderr);
        let results = class.results_in(level);
        for (index, loader) in odd.iter().enumerate() {
            let one = named(&results, &format!("odd {index}"));
            assert_eq!(one["scenarios"][0]["verdict"], "invalid submission", "{level} {loader}: {one:#}");
            let reason = one["scenarios"][0]["reasons"][0].as_str().unwrap();
            assert!(
                reason.contains("not a program that can be started") && reason.contains(loader),
                "{reason}"
            );
        }
        assert_eq!(named(&results, "right")["points"], "1", "{level}");
    }
}
