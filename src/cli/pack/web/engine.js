// Checks a submission: the module decides what is run, and the interpreter beside it runs it.
//
// Both share one file system. The module waits while a program runs; a program that runs too long can only be ended from
// outside, with all this. So what was done is told at once, and a new engine goes on from there.

const encoded = (bytes) => {
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
};
const decoded = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const joined = (pieces) => {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  pieces.reduce((at, piece) => (all.set(piece, at), at + piece.length), 0);
  return all;
};

// The standard streams of one program.
class Streams {
  constructor(stdin, most) {
    this.stdin = stdin;
    this.given = 0;
    this.most = most;
    this.asked = [];
    this.out = { pieces: [], length: 0 };
    this.err = { pieces: [], length: 0 };
    this.isOver = false;
  }

  // Each time a program asks, it gets one line, as if it were typed then.
  read(room) {
    this.asked.push(this.out.length);
    const rest = this.stdin.subarray(this.given);
    const line = rest.indexOf(10) + 1 || rest.length;
    const piece = rest.subarray(0, Math.min(line, room.length));
    room.set(piece);
    this.given += piece.length;
    return piece.length;
  }

  write(stream, bytes) {
    const piece = bytes.slice(0, Math.max(0, this.most - stream.length));
    stream.pieces.push(piece);
    stream.length += piece.length;
    this.isOver ||= piece.length < bytes.length;
    return bytes.length;
  }
}

// The interpreter takes some times as long as one that was compiled for the machine, so programs have so many times their time.
const SLOWER = 5;

const INTERRUPT = 2; // signal(7)

// When the prover of a program is woken, and when its time is up.
class Clock {
  constructor(time) {
    this.end = performance.now() + time * 1000;
    this.next = Infinity;
    this.isLate = false;
  }

  wake(milliseconds) {
    this.next = performance.now() + milliseconds;
  }

  give(seconds) {
    this.end += seconds * 1000;
  }

  stop() {
    this.end = this.next = Infinity;
  }

  strikes() {
    const now = performance.now();
    if (now >= this.end) {
      this.isLate = true;
      this.stop();
      return true;
    }
    if (now < this.next) return false;
    this.next = Infinity;
    return true;
  }
}

class Engine {
  // `load` starts the interpreter. `tell` hands on what happens, at once.
  static async start({ load, module, program, tell }) {
    const engine = new Engine();
    engine.tell = tell;
    const [python, compiled] = await Promise.all([load(), WebAssembly.compile(module)]);
    engine.python = python;
    engine.module = compiled;
    engine.files = python.FS;
    python.setStdin({ read: (room) => engine.streams.read(room), isatty: false });
    const write = (stream) => (bytes) => {
      const taken = engine.streams.write(engine.streams[stream], bytes);
      if (engine.streams.isOver) engine.clock.wake(0);
      return taken;
    };
    python.setStdout({ write: write("out"), isatty: false });
    python.setStderr({ write: write("err"), isatty: false });
    // The interpreter looks at this again and again, and takes what it finds there for the number of a signal.
    python.setInterruptBuffer({ get 0() { return engine.clock.strikes() ? INTERRUPT : 0; }, set 0(_) {} });
    engine.version = python.runPython("import sys; sys.version.replace(chr(10), ' ')");
    const names = python.globals.get("dict")();
    names.set("__file__", "<program>");
    names.set("PAGE", {
      wake: (milliseconds) => engine.clock.wake(milliseconds),
      late: () => engine.clock.isLate,
      printed_too_much: () => engine.streams.isOver,
      lacks: (what) => (engine.lacks = what),
      slept: (seconds) => engine.clock.give(seconds),
      left: (code) => engine.left(code),
      over: () => engine.clock.stop(),
    });
    python.runPython(program, { globals: names, filename: "<program>" });
    engine.program = names.get("run");
    return engine;
  }

  lay(files, folder) {
    for (const [name, bytes] of Object.entries(files)) {
      const path = `${folder}/${name}`;
      this.files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      this.files.writeFile(path, bytes);
    }
  }

  // Returns the page about a submission, and its results. What stands in `known` was done before, and is not done again.
  check({ spec, files, submission, known }) {
    for (const folder of ["/assignment", "/submission", "/page", "/tmp"]) this.empty(folder);
    this.lay(files, "/assignment");
    this.lay(submission.files, "/submission");
    this.known = known;
    this.folders = 0;
    const args = ["yardstick", `/assignment/${spec}`, `/submission/${submission.name}`, "/page"];
    const wasi = new Wasi(this.files, args, { YARDSTICK_PYTHON3: this.version });
    const yardstick = { run: (at, length) => this.run(wasi, at, length), take: (at) => this.take(wasi, at) };
    const imports = { wasi_snapshot_preview1: wasi.imports, yardstick };
    const said = (other) => new Error(wasi.said.join("").trim() || other);
    let code;
    try {
      code = wasi.begin(new WebAssembly.Instance(this.module, imports));
    } catch (error) {
      throw error instanceof WebAssembly.RuntimeError ? said(error.message) : error;
    }
    if (code) throw said(`the module ended with ${code}`);
    const written = (name) => this.files.readFile(`/page/${name}`, { encoding: "utf8" });
    return { page: written("page.html"), results: JSON.parse(written("results.json")) };
  }

  empty(folder) {
    if (this.files.analyzePath(folder).exists) {
      for (const name of this.files.readdir(folder).filter((name) => name !== "." && name !== "..")) {
        const path = `${folder}/${name}`;
        if (this.files.isDir(this.files.lstat(path).mode)) {
          this.empty(path);
          this.files.rmdir(path);
        } else {
          this.files.unlink(path);
        }
      }
    } else {
      this.files.mkdir(folder);
    }
  }

  run(wasi, at, length) {
    const text = new TextDecoder().decode(wasi.bytes(at, length).slice());
    const request = JSON.parse(text);
    // The folders have other names each time.
    const side = request.env.find(([name]) => name === "YARDSTICK_SIDE")?.[1] ?? "/no/side";
    const key = text.replaceAll(request.folder, "/folder").replaceAll(side, "/side");
    const known = this.known.get(key);
    const done = known ?? this.done(key, request, side);
    if (known) {
      this.lay(known.left, request.folder);
      if (known.side) this.files.writeFile(side, known.side);
    }
    this.answer = new TextEncoder().encode(JSON.stringify(done.answer));
    return this.answer.length;
  }

  take(wasi, at) {
    wasi.bytes(at, this.answer.length).set(this.answer);
  }

  done(key, request, side) {
    const streams = (this.streams = new Streams(decoded(request.stdin), request.output));
    const began = performance.now();
    const clock = (this.clock = new Clock(request.time * SLOWER));
    const answer = (exit) => {
      if (streams.isOver) exit = "output_exceeded";
      else if (clock.isLate) exit = "cpu_exceeded";
      const bytes = (stream) => encoded(joined(stream.pieces));
      const [stdout, stderr] = [bytes(streams.out), bytes(streams.err)];
      const time = (performance.now() - began) / 1000;
      return { exit, time, asked: streams.asked, stdout, stderr, lacks: this.lacks };
    };
    this.lacks = null;
    // Whoever ends this from outside knows what would have come of it.
    this.left = (code) => this.tell({ what: "left", key, done: { answer: answer({ code }), left: {} } });
    this.tell({ what: "began", key, time: request.time * SLOWER });
    let done;
    const isOpen = this.files.streams.map((stream) => Boolean(stream));
    try {
      const code = this.program(JSON.stringify(request));
      const left = this.written(request.folder, Date.now() - (performance.now() - began) - 5);
      done = { answer: answer({ code }), left };
      if (this.files.analyzePath(side).exists) done.side = this.files.readFile(side);
    } catch (error) {
      // The stack of the browser was too small, or the interpreter gave up. Nothing can be done with it any more.
      this.lacks ??= "nest calls so deeply, or whatever else it does there";
      this.tell({ what: "done", key, done: { answer: answer({ code: 1 }), left: {} } });
      throw new Broken(error.message, { cause: error });
    }
    // What the program has left open.
    this.files.streams.forEach((stream, fd) => {
      if (stream && !isOpen[fd]) this.files.close(stream);
    });
    this.tell({ what: "done", key, done });
    return done;
  }

  // The files in a folder that were written since then.
  written(folder, since, path = "", found = {}) {
    for (const name of this.files.readdir(folder + path).filter((name) => name !== "." && name !== "..")) {
      const below = `${path}/${name}`, status = this.files.lstat(folder + below);
      if (this.files.isDir(status.mode)) this.written(folder, since, below, found);
      else if (status.mtime.getTime() >= since) found[below.slice(1)] = this.files.readFile(folder + below);
    }
    return found;
  }
}

class Broken extends Error {}
