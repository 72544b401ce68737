//! Compilers that work for nobody: a machine's fault, and no student's.

#![cfg(target_os = "linux")]

use std::path::Path;

use super::optional;
use super::scratch::{Scratch, ended, named, write_program};

const PATH: &str = "/usr/bin:/bin";

fn spec_of(file: &str) -> String {
    format!(
        "assignment: hello\nsubmission: {{ files: [hello.py], instead: [{file}] }}\nscenarios:\n  \
         - {{ name: hello, points: 1, expect: {{ stdout: \"hello\\n\" }} }}\n"
    )
}

#[test]
fn where_a_compiler_builds_nothing_nobody_is_blamed_and_other_languages_are_graded() {
    let c = "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 0; }\n";
    let java = "class hello { public static void main(String[] args) { System.out.println(\"hello\"); } }\n";
    let cannot_start =
        "#!/bin/sh\necho 'Unrecognized option: -noverify' >&2\necho 'Error: A fatal exception' >&2\nexit 1\n";
    let lacks_the_library = "#!/bin/sh\nexec /usr/bin/gcc --sysroot=/nowhere \"$@\"\n";
    let cases = [
        ("gcc", "hello.c", c, cannot_start, "no C program", ": Unrecognized option: -noverify"),
        ("gcc", "hello.c", c, lacks_the_library, "no C program", "stdio.h"),
        ("javac", "hello.java", java, cannot_start, "no Java program", ": Unrecognized option: -noverify"),
    ];
    for (compiler, file, source, script, told, complaint) in cases {
        if !optional::is_at_hand(compiler) {
            continue;
        }
        let scratch = Scratch::new(&spec_of(file))
            .write(&format!("class/one/{file}"), source)
            .write("class/two/hello.py", "print('hello')\n");
        write_program(&scratch.path(format!("broken/{compiler}")), script);
        let path = format!("{}:{PATH}", scratch.path("broken").display());
        let told = format!("{told} can be checked, built or run on this machine: ");
        let checked =
            ended(scratch.command(&["check", "spec.yaml", &format!("class/one/{file}")]).env("PATH", &path));
        assert_eq!(checked.code, 3, "{checked:?}");
        for part in [told.as_str(), complaint] {
            assert!(checked.stdout.contains(part), "{checked:?}");
        }
        ended(scratch.command(&["grade", "spec.yaml", "class"]).env("PATH", &path));
        let results = scratch.results();
        assert_eq!(named(&results, "one")["status"], "not graded", "{results}");
        assert_eq!(named(&results, "two")["points"], "1", "{results}");
    }
}

/// What the linker says names no file of the submission, or a file that is missing; the compiler works.
#[test]
fn what_a_working_compiler_refuses_is_the_students_matter() {
    let cases = [
        ("hello.c", "int twice(int n) { return 2 * n; }\n"),
        ("hello.c", "#include \"theirs.h\"\nint main(void) { return 0; }\n"),
        ("hello.java", "class hello { int n = \"a\"; }\n"),
    ];
    for (file, source) in cases {
        let compiler =
            if Path::new(file).extension().is_some_and(|ending| ending == "c") { "gcc" } else { "javac" };
        if !optional::is_at_hand(compiler) {
            continue;
        }
        let scratch = Scratch::new(&spec_of(file)).write(&format!("class/{file}"), source);
        let checked = scratch.run(&["check", "spec.yaml", &format!("class/{file}")]);
        assert!(checked.stdout.contains("invalid submission: "), "{checked:?}");
    }
}

/// The classes of a newer release are started by no older `java`, whatever they hold.
#[test]
fn where_the_compiler_is_newer_than_what_runs_its_programs_nobody_is_blamed() {
    let Some(java) = optional::found("java") else { return };
    let source =
        "class hello { public static void main(String[] args) { System.out.println(\"hello\"); } }\n";
    // A class that was handed in tells nothing of the compiler.
    let newest = b"\xca\xfe\xba\xbe\0\0\xff\xff";
    let run = |version: &str| {
        let scratch = Scratch::new(&spec_of("hello.java"))
            .write("class/hello.java", source)
            .write("class/Other.class", newest)
            .write("jdk/release", format!("JAVA_VERSION=\"{version}\"\n"));
        write_program(
            &scratch.path("jdk/bin/java"),
            &format!("#!/bin/sh\nexec '{}' \"$@\"\n", java.display()),
        );
        let path = format!("{}:{PATH}", scratch.path("jdk/bin").display());
        ended(scratch.command(&["check", "spec.yaml", "class"]).env("PATH", &path))
    };
    let old = run("1.8.0_392");
    assert_eq!(old.code, 3, "{old:?}");
    assert!(old.stdout.contains("but `java` is Java 8: choose both from one JDK"), "{old:?}");
    let new = run("99");
    assert_eq!(new.code, 0, "{new:?}");
}
