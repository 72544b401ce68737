//! The clock of a run, and chance that depends on it.

use super::optional;
use super::scratch::{Scratch, named};

const SPEC: &str = "
assignment: today
title: Today
submission: { files: [today.py], instead: [today.js, today.c, Today.java, today.rb, today.php, today.lua, today.pl] }
clock: 2026-03-01T12:00:00
timezone: Europe/Berlin
scenarios:
  - { name: the day, points: 1, expect: { stdout: \"2026-03-01 12:00\\n\" } }
  - { name: another, points: 1, clock: 2027-01-01 00:00, timezone: Asia/Tokyo, expect: { stdout: \"2027-01-01 00:00\\n\" } }
  - { name: an instant, points: 1, clock: \"2030-06-30T22:30:00Z\", expect: { stdout: \"2030-07-01 00:30\\n\" } }
";

const PYTHON: &str = "import os, time
from datetime import datetime
print(datetime.now().strftime('%Y-%m-%d %H:%M'))
assert time.localtime().tm_year == datetime.now().year
assert os.listdir('.') == ['today.py'] and 'LD_PRELOAD' not in os.environ
before = time.time()
time.sleep(0.05)
assert 0.05 <= time.time() - before < 5
";

const JAVASCRIPT: &str = "const d = new Date(), two = n => String(n).padStart(2, '0');
console.log(`${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())} ${two(d.getHours())}:${two(d.getMinutes())}`);
";

const C: &str = r#"#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
int main(void) {
    time_t now = time(NULL);
    struct timeval of_day;
    gettimeofday(&of_day, NULL);
    if (of_day.tv_sec - now > 5) return 1;
    char text[32];
    strftime(text, sizeof text, "%Y-%m-%d %H:%M", localtime(&now));
    puts(text);
}
"#;

const JAVA: &str = r#"import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
public class Today {
    public static void main(String[] args) {
        System.out.println(LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm")));
        if (Math.abs(System.currentTimeMillis() - new java.util.Date().getTime()) > 5000) System.exit(1);
    }
}
"#;

#[test]
fn a_clock_begins_at_the_same_time_in_every_language() {
    let ruby = "puts Time.now.strftime('%Y-%m-%d %H:%M')\n";
    let php = "<?php date_default_timezone_set(getenv('TZ')); echo date('Y-m-d H:i'), \"\\n\";\n";
    let lua = "print(os.date('%Y-%m-%d %H:%M'))\n";
    let perl = "use POSIX;\nprint strftime('%Y-%m-%d %H:%M', localtime), \"\\n\";\n";
    let programs = [
        ("python3", "today.py", PYTHON),
        ("node", "today.js", JAVASCRIPT),
        ("gcc", "today.c", C),
        ("javac", "Today.java", JAVA),
        ("ruby", "today.rb", ruby),
        ("php", "today.php", php),
        ("lua", "today.lua", lua),
        ("perl", "today.pl", perl),
    ];
    let mut scratch = Scratch::new(SPEC);
    let mut there = Vec::new();
    for (tool, file, program) in programs {
        if optional::found(tool).is_some() {
            scratch = scratch.write(&format!("class/{tool}/{file}"), program);
            there.push(tool);
        }
    }
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let results = scratch.results();
    for tool in there {
        assert_eq!(named(&results, tool)["points"], "3", "{tool}: {}", named(&results, tool));
    }
}

#[test]
fn limits_and_the_search_for_endless_loops_do_not_depend_on_the_clock() {
    let endless = "import time\nnow = time.time()\nwhile True:\n    pass\n";
    let waiting = "import time\nwhile time.time() < 10**10:\n    pass\n";
    let scratch = Scratch::new(SPEC).write("class/a/today.py", endless).write("class/b/today.py", waiting);
    let spec = SPEC
        .replace("title: Today", "limits: { cpu: 300ms }")
        .split("  - { name: another")
        .next()
        .unwrap()
        .to_owned();
    let scratch = scratch.write("spec.yaml", spec);
    assert_eq!(scratch.run(&["grade", "spec.yaml", "class"]).code, 0);
    let results = scratch.results();
    let verdict = |name: &str| named(&results, name)["scenarios"][0]["verdict"].as_str().unwrap().to_owned();
    assert_eq!([verdict("a"), verdict("b")], ["endless loop", "time limit"]);
}

#[test]
fn a_reference_that_depends_on_the_day_is_named_until_a_clock_is_set() {
    let spec = "assignment: today\nsubmission: { files: [today.py] }\nreference: { files: [today.py] }\n\
                scenarios:\n  - { name: s, points: 1 }\n";
    let program = "import datetime\nprint(datetime.date.today())\n";
    let scratch = Scratch::new(spec).write("today.py", program);
    let refused = scratch.run(&["check", "spec.yaml", "today.py"]);
    assert_eq!(refused.code, 2, "{}", refused.stdout);
    assert!(
        refused.stderr.starts_with("error: the reference does not always do the same in `s`"),
        "{}",
        refused.stderr
    );
    assert!(refused.stderr.contains("`clock: 2026-03-01T12:00:00`"), "{}", refused.stderr);
    let scratch = scratch.write("spec.yaml", format!("clock: 2026-03-01\n{spec}"));
    let checked = scratch.run(&["check", "spec.yaml", "today.py"]);
    assert_eq!(checked.code, 0, "{}{}", checked.stdout, checked.stderr);
}

#[test]
fn a_new_spec_for_a_solution_that_depends_on_the_time_sets_its_clock() {
    let scratch = Scratch::new("")
        .write("day.py", "import datetime\nprint(datetime.date.today().strftime('%d.%m.'))\n");
    let begun = scratch.run(&["new", "day", "--from", "day.py"]);
    assert_eq!(begun.code, 0, "{}", begun.stderr);
    assert!(
        begun.stdout.contains("the solution depends on the time: the spec sets its clock"),
        "{}",
        begun.stdout
    );
    assert!(scratch.read("day/day.yaml").contains("T12:00:00\ntimezone: UTC\n"));
    let checked = scratch.run(&["check", "day/day.yaml", "day/solution.py"]);
    assert_eq!(checked.code, 0, "{}{}", checked.stdout, checked.stderr);
}

#[test]
fn with_a_clock_the_seed_that_a_program_in_c_takes_from_the_time_is_fixed() {
    if optional::found("gcc").is_none() {
        return;
    }
    let throw = "#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\n\
                 int main(void) { srand(time(NULL)); printf(\"%d %d\\n\", rand(), rand()); }\n";
    let spec = "assignment: dice\nsubmission: { files: [dice.c] }\nreference: { files: [solution.c] }\nclock: 2026-03-01\n\
                scenarios:\n  - { name: throws, points: 1 }\n";
    let scratch = Scratch::new(spec).write("dice.c", throw).write("solution.c", throw);
    let checked = scratch.run(&["check", "spec.yaml", "dice.c"]);
    assert_eq!(checked.code, 0, "{}{}", checked.stdout, checked.stderr);
}
