//! Ends that others may have brought about are believed only of a program that ran alone.
//!
//! Programs meet in a folder, which is possible without isolation: so nothing here depends on time.

use std::ops::RangeInclusive;

use super::scratch::{Ended, Scratch, named};

/// How a program never ends.
const LOOPS: &str = "for _ in __import__('itertools').count(): pass";
const SLEEPS: &str = "time.sleep(60)";

/// Ada waits until Bob is there; Bob never comes to an end if he meets her, and says hello if not.
struct Class(Scratch);

impl Class {
    /// Bob does this in a program, in a session or in his own tests.
    fn new(scenario: &str, never_ends: &str) -> Self {
        let spec = format!(
            "assignment: beside\ntitle: Beside\nsubmission: {{ files: [hello.py], optional: [test_twice.py] }}\n\
             limits: {{ cpu: 1s, wall: 5s }}\nscenarios:\n  - {{ name: hello, points: 1, {scenario} }}\n"
        );
        let scratch = Scratch::new(&spec);
        let place = scratch.path("meeting");
        let here = place.display();
        let ada = format!(
            "import os, time\ndef hello():\n    open('{here}/ada', 'w').close()\n    \
             while not os.path.exists('{here}/bob'): time.sleep(0.01)\n    return 'hello'\n"
        );
        let bob = format!(
            "import os, time\ndef hello():\n    print('x', file=open('{here}/runs', 'a'))\n    \
             if not os.path.exists('{here}/bob'):\n        \
             while not os.path.exists('{here}/ada'): time.sleep(0.01)\n        \
             open('{here}/bob', 'w').close()\n        {never_ends}\n    return 'hello'\n"
        );
        let main = "if __name__ == '__main__': print(hello())\n";
        let tests = "import unittest, hello\nfrom twice import twice\nclass Twice(unittest.TestCase):\n    \
                     def test_hello(self):\n        hello.hello()\n        self.assertEqual(twice(3), 6)\n";
        let scratch = scratch
            .write("meeting/nobody", "")
            .write("right/twice.py", "def twice(number): return number * 2\n")
            .write("wrong/twice.py", "def twice(number): return number * 3\n")
            .write("class/Ada/hello.py", ada + main)
            .write("class/Bob/hello.py", bob + main)
            .write("class/Ada/test_twice.py", tests)
            .write("class/Bob/test_twice.py", tests);
        Self(scratch)
    }

    fn program(never_ends: &str) -> Self {
        Self::new("expect: { stdout: \"hello\\n\" }", never_ends)
    }

    fn grade(&self, jobs: &str) -> Ended {
        self.0.run(&["grade", "spec.yaml", "class", "--sandbox", "none", "--jobs", jobs])
    }

    fn verdict(&self, name: &str) -> String {
        named(&self.0.results(), name)["scenarios"][0]["verdict"].as_str().unwrap().to_owned()
    }

    /// How often Bob's program was run.
    fn runs(&self) -> usize {
        self.0.read("meeting/runs").lines().count()
    }

    fn nobody_is_blamed_for_others(&self, runs: RangeInclusive<usize>) {
        let graded = self.grade("2");
        assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
        assert_eq!([self.verdict("Ada"), self.verdict("Bob")], ["accepted", "accepted"], "{}", graded.stdout);
        let run = self.runs();
        assert!(runs.contains(&run), "{run}");
        let again = self.grade("2");
        assert!(again.stdout.contains("  2 of 2 runs were known from before"), "{}", again.stdout);
        assert_eq!(self.runs(), run, "what is believed is kept");
    }
}

#[test]
fn a_time_limit_beside_others_is_believed_only_when_it_is_reached_alone() {
    Class::program(LOOPS).nobody_is_blamed_for_others(2..=2);
}

#[test]
#[ignore = "takes five seconds; a time limit beside others is always tried"]
fn an_idle_limit_beside_others_is_believed_only_when_it_is_reached_alone() {
    Class::program(SLEEPS).nobody_is_blamed_for_others(2..=2);
}

#[test]
fn a_time_limit_of_a_session_beside_others_is_believed_only_when_it_is_reached_alone() {
    Class::new("session: \">>> hello()\\n'hello'\\n\"", LOOPS).nobody_is_blamed_for_others(2..=2);
}

#[test]
fn a_time_limit_of_own_tests_beside_others_is_believed_only_when_it_is_reached_alone() {
    let tests = "tests: { file: test_twice.py, correct: right/twice.py, wrong: [wrong/twice.py] }";
    // Alone on a right program twice and on the wrong one; before that on as many as are begun until one is doubtful.
    Class::new(tests, LOOPS).nobody_is_blamed_for_others(4..=6);
}

#[test]
fn a_signal_that_others_can_send_is_believed_only_of_a_program_that_ran_alone() {
    Class::program("os.kill(os.getpid(), 9)").nobody_is_blamed_for_others(2..=2);
}

#[test]
fn with_one_job_no_submission_runs_beside_another_and_nothing_is_repeated() {
    let class = Class::program(LOOPS);
    let class = Class(class.0.write("meeting/ada", "").write("class/Ada/hello.py", "print('hello')\n"));
    class.grade("1");
    assert_eq!([class.verdict("Ada"), class.verdict("Bob")], ["accepted", "time limit"]);
    assert_eq!(class.runs(), 1);
}

#[test]
fn a_time_limit_of_the_only_submission_is_believed_at_once_with_any_number_of_jobs() {
    let class = Class::program(LOOPS);
    let class = Class(class.0.write("meeting/ada", ""));
    std::fs::remove_dir_all(class.0.path("class/Ada")).unwrap();
    class.grade("2");
    assert_eq!((class.verdict("Bob"), class.runs()), ("time limit".to_owned(), 1));
}

#[test]
fn a_program_that_loops_beside_others_and_alone_gets_the_same_report_for_any_number_of_jobs() {
    let spec = "assignment: loops\ntitle: Loops\nsubmission: { files: [hello.py] }\nlimits: { cpu: 100ms }\n\
                scenarios:\n  - { name: one, points: 1, stdin: [1], expect: { stdout: \"1\\n\" } }\n  \
                - { name: two, points: 1, stdin: [2], expect: { stdout: \"2\\n\" } }\n";
    let class = ["Ada", "Bob", "Cyd"].iter().fold(Scratch::new(spec), |class, name| {
        let program = format!(
            "# {name}\nturns = 0\nnumber = input()\nprint(number)\nwhile number == '2': turns += 1\n"
        );
        class.write(&format!("class/{name}/hello.py"), program)
    });
    let reports = ["1", "3"].map(|jobs| {
        let graded = class.run(&["grade", "spec.yaml", "class", "--jobs", jobs, "--out", jobs]);
        assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
        class.read(&format!("{jobs}/results.json"))
    });
    assert!(reports[0].contains("time limit"), "{}", reports[0]);
    assert_eq!(reports[0], reports[1]);
}
