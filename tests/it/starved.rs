//! Verdicts on a machine that has more to do than processors.

use std::process::{Child, Command};
use std::time::Duration;

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use yardstick::testing::resource::Resource;
use yardstick::testing::sandbox::{
    Asks, Error, Execution, Exit, Files, Input, Level, Limits, Sandbox, SandboxOptions,
};

use super::night;

/// As many programs at one processor, which everything that this thread starts has to share with them.
struct Crowd(Vec<Child>);

impl Crowd {
    fn of(size: usize) -> Self {
        let first = (0..CpuSet::MAX_CPU).find(|cpu| sched_getaffinity(None).unwrap().is_set(*cpu)).unwrap();
        let mut one = CpuSet::new();
        one.set(first);
        sched_setaffinity(None, &one).unwrap();
        // Each in a session of its own: the kernel may share a processor among sessions.
        let busy = || Command::new("setsid").args(["sh", "-c", "while :; do :; done"]).spawn().unwrap();
        Self((0..size).map(|_| busy()).collect())
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        for busy in &mut self.0 {
            busy.kill().unwrap();
            busy.wait().unwrap();
        }
    }
}

/// Runs a program of the shell at a crowded processor; again, as graders do, if it got too little of that.
fn run(level: Level, crowd: usize, program: &str, limits: &Limits) -> Result<Exit, Error> {
    let mut result = run_once(level, crowd, program, limits);
    for _ in 0..2 {
        if matches!(result, Err(Error::Starved { .. })) {
            result = run_once(level, crowd, program, limits);
        }
    }
    result
}

/// Runs a program of the shell at a crowded processor, without input.
fn run_once(level: Level, crowd: usize, program: &str, limits: &Limits) -> Result<Exit, Error> {
    execute(level, crowd, program, &Input::default(), limits).map(|execution| execution.exit)
}

/// What a program of the shell does at a crowded processor.
fn execute(
    level: Level,
    crowd: usize,
    program: &str,
    input: &Input,
    limits: &Limits,
) -> Result<Execution, Error> {
    // A thread of its own, because it is bound to the processor for good.
    std::thread::scope(|scope| {
        let crowded = || {
            let _crowd = Crowd::of(crowd);
            let opening = SandboxOptions { executable: env!("CARGO_BIN_EXE_yardstick").into(), warm: false };
            let sandbox = Sandbox::open(level, &opening).unwrap();
            let command = yardstick::testing::sandbox::Command {
                program: "/bin/sh".into(),
                args: vec!["-c".into(), program.into()],
                env: vec![("PATH".into(), "/usr/bin:/bin".into())],
                files: std::sync::Arc::new(Files::new([]).unwrap()),
                tools: vec![],
                channel: false,
                reserves: false,
                prove: false,
                warm: None,
            };
            sandbox.run(&command, input, limits)
        };
        scope.spawn(crowded).join().unwrap()
    })
}

#[test]
fn a_busy_loop_that_gets_little_of_a_processor_ends_at_its_processor_time_all_the_same() {
    // With a fourth of a processor, it has had less than a third of a second when its time on the clock is up.
    let limits =
        Limits { cpu: Duration::from_millis(600), wall: Duration::from_millis(900), ..Limits::default() };
    for &level in night::some(&[Level::Strict, Level::None], 1) {
        let exit = run(level, 3, "while :; do :; done", &limits);
        assert_eq!(exit.unwrap(), Exit::Exceeded(Resource::Cpu), "{level}");
    }
}

#[test]
fn a_loop_that_nobody_sees_in_the_queue_is_not_given_lines_that_it_does_not_ask_for() {
    let limits = Limits { cpu: Duration::from_millis(300), ..Limits::default() };
    let lines = vec!["first".into(), "second".into()];
    let input = Input { lines, final_newline: true, terminal: false };
    // The first process waits for the one that loops.
    let program = "read line; printf '%s\n' \"$line\"; (while :; do :; done) & wait";
    let execution = execute(Level::Strict, 6, program, &input, &limits).unwrap();
    assert_eq!(execution.exit, Exit::Exceeded(Resource::Cpu));
    assert_eq!(execution.asks, Asks::Known { at: vec![0], beyond_end: None });
}

#[test]
fn a_program_that_needs_its_time_gets_it_on_a_crowded_processor() {
    let limits = Limits { wall: Duration::from_secs(1), ..Limits::default() };
    let program = "n=0; while [ $n -lt 200000 ]; do n=$((n + 1)); done";
    assert_eq!(run(Level::Strict, 4, program, &limits).unwrap(), Exit::Code(0));
}

#[test]
fn a_sleeping_program_reaches_its_idle_limit_on_a_crowded_processor_too() {
    let limits = Limits { wall: Duration::from_millis(500), ..Limits::default() };
    assert_eq!(run(Level::Strict, 4, "sleep 60", &limits).unwrap(), Exit::Exceeded(Resource::Wall));
}

#[test]
fn a_program_that_never_gets_far_is_nobody_s_fault_but_the_machine_s() {
    let limits =
        Limits { cpu: Duration::from_secs(9), wall: Duration::from_millis(200), ..Limits::default() };
    // With a thirteenth of a processor: it has waited five times its time on the clock before that is over.
    let error = run_once(Level::Strict, 12, "while :; do :; done", &limits).unwrap_err();
    assert!(matches!(error, Error::Starved { waited } if waited > limits.wall), "{error}");
    assert!(error.to_string().starts_with("the machine is too busy: "), "{error}");
}
