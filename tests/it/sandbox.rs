//! What a run writes down, and what is left when it is over.

use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use rustix::thread::sched_getaffinity;
use serde_json::Value;
use yardstick::testing::resource::Resource;
use yardstick::testing::sandbox::{
    Asks, Command, Error, Execution, Exit, Files, Input, Level, Limits, Sandbox, SandboxOptions,
};

use super::night;
use super::scratch::Scratch;

/// Every level that is tested: those that shut in and the one that does not.
static LEVELS: LazyLock<Vec<Sandbox>> = LazyLock::new(|| Level::ALL.map(open).into());

fn open(level: Level) -> Sandbox {
    let opening = SandboxOptions { executable: env!("CARGO_BIN_EXE_yardstick").into(), warm: true };
    Sandbox::open(level, &opening).unwrap_or_else(|error| panic!("{error}"))
}

fn strict() -> &'static Sandbox {
    &LEVELS[0]
}

/// The system's interpreter, which every user may run; where there is none, the first on the search path.
fn python() -> String {
    if Path::new("/usr/bin/python3").exists() {
        return "/usr/bin/python3".into();
    }
    let output = std::process::Command::new("python3")
        .args(["-c", "import sys; print(sys.executable, end='')"])
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn command(program: &str, args: &[&str]) -> Command {
    Command {
        program: program.into(),
        args: args.iter().map(OsString::from).collect(),
        env: vec![("PATH".into(), "/usr/bin:/bin".into())],
        files: Arc::new(Files::new([]).unwrap()),
        tools: vec![],
        channel: false,
        reserves: false,
        prove: false,
        warm: None,
    }
}

fn lines(lines: &[&str]) -> Input {
    Input { lines: lines.iter().map(ToString::to_string).collect(), final_newline: true, terminal: false }
}

fn python_run_in(sandbox: &Sandbox, program: &str, input: &Input, limits: &Limits) -> Execution {
    sandbox.run(&command(&python(), &["-c", program]), input, limits).unwrap()
}

/// What a program did at the strict level, which must be what it does at the others.
fn python_run(program: &str, input: &Input, limits: &Limits) -> Execution {
    let all: Vec<Execution> =
        LEVELS.iter().map(|sandbox| python_run_in(sandbox, program, input, limits)).collect();
    for other in &all[1..] {
        let level = other.isolation.level;
        assert_eq!((other.exit, &other.asks), (all[0].exit, &all[0].asks), "{level}: {program}");
        assert_eq!(
            String::from_utf8_lossy(&other.stdout),
            String::from_utf8_lossy(&all[0].stdout),
            "{level}: {program}"
        );
    }
    all.into_iter().next().unwrap()
}

fn small() -> Limits {
    Limits { cpu: Duration::from_secs(1), wall: Duration::from_secs(5), ..Limits::default() }
}

#[test]
fn every_line_is_handed_over_when_it_is_asked_for() {
    let program = "while True:\n  line = input('> ')\n  print('got', line)\n  if line == 'c': break";
    let execution = python_run(program, &lines(&["a", "b", "c", "never asked for"]), &small());
    assert_eq!(execution.exit, Exit::Code(0));
    assert_eq!(execution.stdout, b"> got a\n> got b\n> got c\n");
    assert_eq!(execution.asks, Asks::Known { at: vec![2, 10, 18], beyond_end: None });
}

#[test]
fn asking_for_more_lines_than_there_are_is_recorded() {
    let program = "print(input())\nprint(input())";
    let expected = Asks::Known { at: vec![0], beyond_end: Some(2) };
    assert_eq!(python_run(program, &lines(&["a"]), &small()).asks, expected);
    let unfinished = Input { lines: vec!["a".into()], final_newline: false, terminal: false };
    let execution = python_run(program, &unfinished, &small());
    assert_eq!((execution.asks, execution.exit), (expected, Exit::Code(1)));
}

#[test]
fn reading_a_last_line_without_newline_asks_for_no_more() {
    let unfinished = Input { lines: vec!["a".into(), "b".into()], final_newline: false, terminal: false };
    let execution = python_run("print(input() + input())", &unfinished, &small());
    assert_eq!(execution.stdout, b"ab\n");
    assert_eq!(execution.asks, Asks::Known { at: vec![0, 0], beyond_end: None });
}

#[test]
fn input_reaches_programs_however_they_read_it() {
    let input = lines(&["one", "two", "three"]);
    let programs = [
        "import sys; print(sys.stdin.read().split())",
        "import sys; print([line.strip() for line in sys.stdin])",
        "import os; print(b''.join(iter(lambda: os.read(0, 1), b'')).decode().split())",
        "import os; print(b''.join(iter(lambda: os.read(os.dup(0), 99), b'')).decode().split())",
        "print(open('/dev/stdin').read().split())",
        "import select, sys; select.select([0], [], []); print(sys.stdin.read().split())",
        "import asyncio, sys\nasync def main():\n  reader = asyncio.StreamReader()\n  await asyncio.get_running_loop()\
         .connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)\n  \
         print((await reader.read()).decode().split())\nasyncio.run(main())",
        "import subprocess; print(subprocess.run(['cat'], capture_output=True, text=True).stdout.split())",
        "import threading\nlines = []\ndef read():\n  for _ in range(3): lines.append(input())\n\
         t = threading.Thread(target=read)\nt.start()\nt.join()\nprint(lines)",
    ];
    for program in night::some(&programs, 5) {
        let execution = python_run(program, &input, &small());
        let shown = String::from_utf8_lossy(&execution.stderr).into_owned();
        assert_eq!(
            String::from_utf8_lossy(&execution.stdout),
            "['one', 'two', 'three']\n",
            "{program}\n{shown}"
        );
        assert_eq!(execution.exit, Exit::Code(0), "{program}");
    }
}

#[test]
fn a_program_that_reads_nothing_is_not_waited_for() {
    let long = lines(&["x".repeat(1 << 20).as_str(); 3]);
    let execution = python_run("print('done')", &long, &small());
    assert_eq!((execution.exit, execution.stdout), (Exit::Code(0), b"done\n".to_vec()));
    let execution = python_run("import sys; print(len(sys.stdin.read()))", &long, &small());
    assert_eq!(execution.stdout, b"3145731\n");
    let closed = python_run("import os, time; os.close(0); print('done')", &long, &small());
    assert_eq!(closed.stdout, b"done\n");
}

#[test]
fn a_busy_loop_ends_at_its_processor_time() {
    let execution = python_run("while True: pass", &lines(&[]), &small());
    assert_eq!(execution.exit, Exit::Exceeded(Resource::Cpu));
    assert!(execution.usage.cpu >= Duration::from_millis(500), "{:?}", execution.usage);
}

#[test]
fn a_program_that_ignores_the_signal_of_its_limit_ends_all_the_same() {
    let program = "import signal; signal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass";
    assert_eq!(python_run(program, &lines(&[]), &small()).exit, Exit::Exceeded(Resource::Cpu));
}

#[test]
fn a_sleeping_program_ends_at_its_idle_limit() {
    let limits = Limits { wall: Duration::from_millis(500), ..Limits::default() };
    let execution = python_run("print('zzz', flush=True)\nimport time; time.sleep(60)", &lines(&[]), &limits);
    assert_eq!((execution.exit, execution.stdout), (Exit::Exceeded(Resource::Wall), b"zzz\n".to_vec()));
}

#[test]
fn a_flood_is_cut_off_and_its_beginning_kept() {
    let limits = Limits { output: 1000, ..Limits::default() };
    for stream in ["stdout", "stderr"] {
        let program = format!("import sys\nwhile True: print('flood', file=sys.{stream})");
        let execution = python_run_in(strict(), &program, &lines(&[]), &limits);
        assert_eq!(execution.exit, Exit::Exceeded(Resource::Output));
        assert_eq!(execution.stdout.len() + execution.stderr.len(), 1000);
    }
    let exact = python_run("print('x' * 999)", &lines(&[]), &limits);
    assert_eq!((exact.exit, exact.stdout.len()), (Exit::Code(0), 1000));
    let one_more = python_run("print('x' * 1000)", &lines(&[]), &limits);
    assert_eq!((one_more.exit, one_more.stdout.len()), (Exit::Exceeded(Resource::Output), 1000));
}

#[test]
fn the_memory_limit_holds_for_all_processes_of_a_program_together() {
    let limits = Limits { memory: 64 << 20, ..Limits::default() };
    let alone = "data = [bytearray(1 << 20) for _ in range(300)]\nimport time; time.sleep(3)";
    assert_eq!(python_run(alone, &lines(&[]), &limits).exit, Exit::Exceeded(Resource::Memory));
    let spread = "import os, time\nfor _ in range(4):\n  if os.fork() == 0:\n    data = bytearray(b'x') * (30 << 20)\n    \
                  time.sleep(3)\n    os._exit(0)\ntime.sleep(3)";
    assert_eq!(python_run(spread, &lines(&[]), &limits).exit, Exit::Exceeded(Resource::Memory));
}

#[test]
fn memory_that_parent_and_children_share_counts_once() {
    let limits = Limits { memory: 64 << 20, ..Limits::default() };
    // They end while they are measured: the shares of the others grow then.
    let program = "import os, time\ndata = bytearray(b'x') * (44 << 20)\nfor _ in range(12):\n  for i in range(5):\n    \
                   if os.fork() == 0:\n      time.sleep(0.02 + i / 1000)\n      os._exit(0)\n  \
                   for _ in range(5): os.wait()\nprint('fine')";
    assert_eq!(python_run(program, &lines(&[]), &limits).exit, Exit::Code(0));
}

#[test]
fn too_many_processes_end_the_run() {
    let limits = Limits { processes: 8, ..Limits::default() };
    let program =
        "import os, time\nfor _ in range(20):\n  if os.fork() == 0:\n    time.sleep(30)\ntime.sleep(30)";
    assert_eq!(python_run(program, &lines(&[]), &limits).exit, Exit::Exceeded(Resource::Processes));
}

#[test]
fn a_grandchild_does_not_outlive_its_parent() {
    let program = "import os, sys, time\n\
        if os.fork() == 0:\n  os.setsid()\n  if os.fork() == 0:\n    open('there', 'w').close()\n    \
        print('daemon', flush=True)\n    time.sleep(60)\n  os._exit(0)\n\
        while not os.path.exists('there'): time.sleep(0.01)\nprint('parent')";
    for sandbox in LEVELS.iter() {
        let mark = format!("yardstick-test-{}-{}", std::process::id(), sandbox.isolation().level);
        let command = command(&python(), &["-c", program, &mark]);
        // Shorter than the daemon sleeps, and so long that nothing but waiting takes half of it.
        let limits = Limits { wall: Duration::from_secs(50), ..small() };
        let execution = sandbox.run(&command, &lines(&[]), &limits).unwrap();
        assert_eq!(execution.exit, Exit::Code(0));
        assert!(execution.usage.wall < limits.wall / 2, "the daemon kept standard output open");
        assert_eq!(processes_with(&mark), 0, "{mark}");
    }
}

/// How many processes of this machine have this in their command line.
fn processes_with(mark: &str) -> usize {
    std::fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| std::fs::read(entry.ok()?.path().join("cmdline")).ok())
        .filter(|line| String::from_utf8_lossy(line).contains(mark))
        .count()
}

#[test]
fn exit_codes_and_signals_are_told_apart() {
    assert_eq!(python_run("import sys; sys.exit(3)", &lines(&[]), &small()).exit, Exit::Code(3));
    let killed = python_run("import os; os.kill(os.getpid(), 9)", &lines(&[]), &small());
    assert_eq!(killed.exit, Exit::Signal(libc::SIGKILL));
    assert_eq!(
        python_run("import os; os.kill(0, 9)", &lines(&[]), &small()).exit,
        Exit::Signal(libc::SIGKILL)
    );
}

#[test]
fn a_program_cannot_send_a_signal_to_all_processes() {
    let program = "import os\ntry: os.kill(-1, 0)\nexcept PermissionError: print('refused')";
    assert_eq!(python_run(program, &lines(&[]), &small()).stdout, b"refused\n");
}

/// A run begins on the processor of the thread that conducts it.
#[test]
fn a_program_may_run_on_every_processor_and_so_may_who_ran_it() {
    let every = sched_getaffinity(None).unwrap();
    let program = "import os; print(len(os.sched_getaffinity(0)))";
    for _ in 0..3 {
        let printed = python_run(program, &lines(&[]), &small()).stdout;
        assert_eq!(String::from_utf8(printed).unwrap(), format!("{}\n", every.count()));
        assert_eq!(sched_getaffinity(None).unwrap(), every);
    }
}

#[test]
fn a_program_inherits_no_variable_and_no_descriptor_of_the_grader() {
    let program = "import os; print(sorted(os.environ), [fd for fd in range(200) if os.path.lexists(f'/dev/fd/{fd}')][:3])\n\
         import fcntl\nfor fd in range(3, 200):\n  try: print('open', fd, fcntl.fcntl(fd, fcntl.F_GETFD))\n  \
         except OSError: pass";
    for sandbox in LEVELS.iter() {
        let printed =
            String::from_utf8(python_run_in(sandbox, program, &lines(&[]), &small()).stdout).unwrap();
        assert!(!printed.contains("open"), "{printed}");
        let names = printed.trim_start_matches('[').split(']').next().unwrap();
        let names: Vec<&str> = names.split(", ").filter(|name| *name != "'LC_CTYPE'").collect();
        assert_eq!(names, ["'HOME'", "'PATH'", "'TMPDIR'"]);
    }
}

#[test]
fn a_program_that_is_not_there_is_our_fault_and_named() {
    for sandbox in LEVELS.iter() {
        let error = sandbox.run(&command("/no/such/python", &[]), &lines(&[]), &small()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot start `/no/such/python`: No such file or directory (os error 2)"
        );
        let error = sandbox.run(&command("a\0b", &[]), &lines(&[]), &small()).unwrap_err();
        assert!(matches!(error, Error::Start { .. }), "{error}");
    }
}

#[test]
fn a_program_finds_its_files_and_what_it_leaves_can_be_kept() {
    let files: [(&Path, &[u8], bool); 2] = [
        (Path::new("data/numbers.txt"), b"1 2 3", false),
        (Path::new("run"), b"#!/bin/sh\ncat data/*; echo new > new", true),
    ];
    for sandbox in LEVELS.iter() {
        let command = Command { files: Arc::new(Files::new(files).unwrap()), ..command("run", &[]) };
        let (execution, kept_folder) = sandbox.run_and_keep_folder(&command, &lines(&[]), &small()).unwrap();
        assert_eq!((execution.exit, execution.stdout), (Exit::Code(0), b"1 2 3".to_vec()));
        assert_eq!(std::fs::read(kept_folder.path().join("new")).unwrap(), b"new\n");
        let again = sandbox.run(&command, &lines(&[]), &small()).unwrap();
        assert_eq!(again.stdout, b"1 2 3", "a second run finds the folder as the first one did");
    }
}

#[test]
fn at_a_terminal_every_line_is_handed_over_when_it_is_asked_for_too() {
    let program = "import sys\nassert sys.stdin.isatty() and sys.stdout.isatty()\nprint('first', end='', flush=True)\n\
        a = sys.stdin.readline()\nprint('second', end='', flush=True)\nb = sys.stdin.readline()\nprint([a, b, sys.stdin.read()])";
    for (final_newline, last) in [(true, "'two\\n'"), (false, "'two'")] {
        let input = Input { lines: vec!["one".into(), "two".into()], final_newline, terminal: true };
        let execution = python_run(program, &input, &small());
        let expected = format!("firstsecond['one\\n', {last}, '']\n");
        assert_eq!(String::from_utf8_lossy(&execution.stdout), expected);
        assert_eq!(execution.asks, Asks::Known { at: vec![5, 11], beyond_end: Some(11) });
        assert_eq!(execution.exit, Exit::Code(0));
    }
}

#[test]
fn a_tool_that_is_installed_elsewhere_can_be_used() {
    let elsewhere = tempfile::tempdir().unwrap();
    std::fs::set_permissions(elsewhere.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    let tool = elsewhere.path().join("tool");
    std::fs::write(&tool, "#!/bin/sh\necho from elsewhere\n").unwrap();
    std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o755)).unwrap();
    for sandbox in LEVELS.iter() {
        let tools = vec![elsewhere.path().canonicalize().unwrap()];
        let command = Command { tools, ..command(tool.to_str().unwrap(), &[]) };
        assert_eq!(sandbox.run(&command, &lines(&[]), &small()).unwrap().stdout, b"from elsewhere\n");
    }
}

#[test]
fn a_pipe_between_two_children_is_not_the_input() {
    let program =
        "import os, time\nprint(os.popen('echo x | grep x').read(), end='', flush=True)\nprint(input())";
    let execution = python_run(program, &lines(&["typed"]), &small());
    assert_eq!(execution.stdout, b"x\ntyped\n");
    assert_eq!(execution.asks, Asks::Known { at: vec![2], beyond_end: None });
}

#[test]
fn a_program_that_fails_for_want_of_descriptors_is_told_from_one_that_fails_otherwise() {
    let keeps = "kept = []\nwhile True: kept.append(open('/dev/null'))";
    assert_eq!(python_run(keeps, &lines(&[]), &small()).exit, Exit::Exceeded(Resource::Descriptors));
    let drops = "files = [open('/dev/null') for _ in range(1000)]";
    assert_eq!(python_run(drops, &lines(&[]), &small()).exit, Exit::Exceeded(Resource::Descriptors));
    let many = "kept = [open('/dev/null') for _ in range(200)]\nprint('fine')\nraise SystemExit(3)";
    assert_eq!(python_run(many, &lines(&[]), &small()).exit, Exit::Code(3));
    let in_a_child = "import subprocess, sys\n\
        sys.exit(subprocess.run([sys.executable, '-c', 'kept = [open(\"/dev/null\") for _ in range(1000)]']).returncode)";
    assert_eq!(python_run(in_a_child, &lines(&[]), &small()).exit, Exit::Exceeded(Resource::Descriptors));
}

#[test]
fn a_program_that_copes_with_a_want_of_descriptors_has_done_nothing_wrong() {
    let program =
        "kept = []\ntry:\n  while True: kept.append(open('/dev/null'))\nexcept OSError: print('enough')";
    let execution = python_run(program, &lines(&[]), &small());
    assert_eq!((execution.exit, execution.stdout), (Exit::Code(0), b"enough\n".to_vec()));
}

#[test]
fn a_file_that_is_too_large_is_told_from_a_full_disk_and_from_too_many_files() {
    let limits = Limits { disk: 256 << 20, ..small() };
    let by_error = "with open('large', 'wb') as file:\n  while True: file.write(bytes(1 << 20))";
    assert_eq!(python_run(by_error, &lines(&[]), &limits).exit, Exit::Exceeded(Resource::FileSize));
    let by_signal = "import os, signal; signal.signal(signal.SIGXFSZ, signal.SIG_DFL); file = open('x', 'w'); os.truncate(file.fileno(), 1 << 40)";
    assert_eq!(python_run(by_signal, &lines(&[]), &limits).exit, Exit::Exceeded(Resource::FileSize));

    let limits = Limits { disk: 8 << 20, cpu: Duration::from_secs(9), ..Limits::default() };
    let bytes = "for name in range(9): open(str(name), 'wb').write(bytes(1 << 20))";
    assert_eq!(python_run(bytes, &lines(&[]), &limits).exit, Exit::Exceeded(Resource::Disk));
    let names = "for name in range(9000): open(str(name), 'w').close()";
    assert_eq!(python_run(names, &lines(&[]), &limits).exit, Exit::Exceeded(Resource::Files));
}

#[test]
fn what_a_fresh_interpreter_holds_hides_no_used_up_limit() {
    let names = "for name in range(9000): open(str(name), 'w').close()\n";
    let bytes = "for name in range(90): open(str(name), 'wb').write(bytes(1 << 20))\n";
    for (program, verdict) in [(names, "file limit"), (bytes, "disk limit")] {
        let scratch = Scratch::greeting().write("hello.py", program);
        for runner in ["fork", "spawn"] {
            let checked =
                scratch.run(&["check", "spec.yaml", "hello.py", "--runner", runner, "--format", "json"]);
            let report: Value = serde_json::from_str(&checked.stdout).unwrap();
            assert_eq!(report["submissions"][0]["scenarios"][0]["verdict"], verdict, "{runner}: {report}");
        }
    }
}
