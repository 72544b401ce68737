// The page: takes what a student chooses, drops or types, has a worker check it, and shows what came of it.
"use strict";
{
  const ASSIGNMENT = JSON.parse(parts.get("assignment.json"));
  const LARGE = ["engine.js", "yardstick.js", "python.js"];
  // So long a program that does not end by itself may go on after its time, in seconds.
  const GRACE = 1.5;
  const element = (id) => document.getElementById(id);
  const [editor, result, button] = [element("editor"), element("result"), element("check")];

  // ---- What is shown

  const make = (name, attributes = {}, ...content) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...content);
    return made;
  };

  const show = (kind, sign, headline, ...content) => {
    const head = make("h2", { class: "big" }, make("span", { class: "sg", "aria-hidden": "true" }, sign), headline);
    result.replaceChildren(make("div", { class: `card res ${kind}` }, head, ...content));
  };

  const stop = () => make("p", { class: "row" }, make("button", { type: "button", id: "stop" }, "Stop ", make("kbd", {}, "Esc")));

  const showLoading = () =>
    show("mark", "…", "Loading Python", make("p", {}, "Once only: the next time it is there already."),
      make("progress", { max: STEPS, value: steps, "aria-label": "Loading" }), stop());

  const showRunning = (runs) => {
    const bar = result.querySelector("progress.runs");
    if (bar) {
      bar.value = Math.min(runs, bar.max);
      bar.previousSibling.textContent = `${runs} runs of your program so far.`;
      return;
    }
    const attributes = { class: "runs", max: ASSIGNMENT.scenarios + 1, value: runs, "aria-label": "Runs" };
    show("mark", "…", "Running", make("p", {}, "Your program is run."), make("progress", attributes), stop());
  };

  const command = () => make("code", { class: "cmd" }, `yardstick check ${ASSIGNMENT.key} ${ASSIGNMENT.entry}`);

  const showFailure = (reason) => {
    const [first, ...rest] = reason.split("\n");
    show("none", "–", "This could not be checked here", make("p", {}, first), ...rest.map((line) => make("p", { class: "note" }, line)),
      make("h3", {}, "Check it on your computer instead"), command(),
      make("p", { class: "note" }, "The same scenarios, the same words. Or hand it in: it will be marked all the same."));
  };

  // The page that the program writes is taken over, but for its frame, and what would look like a mark.
  const showPage = ({ page, results }) => {
    const scenarios = results.submissions[0].scenarios ?? [];
    const tried = scenarios.filter((one) => one.verdict !== "not run");
    const count = (verdicts) => tried.filter((one) => verdicts.includes(one.verdict)).length;
    const [right, unknown] = [count(["accepted"]), count(["not graded"])];
    const lost = tried.length - right - unknown;
    // Its style is that of this page.
    const content = page.replace(/<style>[^]*?<\/style>/g, "");
    const written = new DOMParser().parseFromString(content, "text/html");
    const main = document.importNode(written.querySelector("main"), true);
    const marks = written.querySelector("header nav");
    const all = tried.length === 1 ? "the one scenario is" : `all ${tried.length} scenarios are`;
    const upper = (text) => text[0].toUpperCase() + text.slice(1);
    if (!tried.length) show("no", "✗", "Nothing could be run");
    else if (!lost && !unknown) show("ok", "✓", upper(`${all} right`), make("p", {}, "Now hand it in. There may be scenarios that are not shown here."));
    else if (!lost) show("none", "–", `${unknown} of ${tried.length} scenarios cannot be checked here`, command());
    else show("no", "✗", `${lost} of ${tried.length} scenarios ${lost === 1 ? "is" : "are"} not right yet`);
    const card = result.firstElementChild;
    const code = (text) => make("code", {}, text);
    if (misnamed) card.append(make("p", {}, "Hand it in as ", code(ASSIGNMENT.entry), ": what you chose is called ", code(misnamed), "."));
    if (marks) card.append(document.importNode(marks, true));
    result.append(...main.children);
    for (const hidden of result.querySelectorAll("[data-script]")) hidden.hidden = false;
  };

  // ---- What is checked

  // The files beside the program, which stands in the editor.
  let others = {};
  // What was chosen as the program: its bytes count as long as nobody changes the text.
  let chosen = {};
  // What it is called, if that is not what is asked for. A name with wildcards asks for none.
  let misnamed;
  const extension = (name) => name.split(".").pop();
  const isRunHere = (name) => /\.(py|ipynb|zip)$/.test(name);

  const take = async (files) => {
    const taken = {};
    for (const file of files) taken[file.webkitRelativePath || file.name] = new Uint8Array(await file.arrayBuffer());
    const names = Object.keys(taken);
    // A single file is the program, whatever it is called.
    const isAlone = names.length === 1 && extension(names[0]) === extension(ASSIGNMENT.entry);
    const program = isAlone ? names[0] : ASSIGNMENT.entry;
    misnamed = program !== ASSIGNMENT.entry && !/[*?]/.test(ASSIGNMENT.entry) ? program : undefined;
    const isTyped = program in taken && !program.endsWith(".ipynb");
    editor.value = isTyped ? new TextDecoder().decode(taken[program]) : "";
    chosen = isTyped ? { text: editor.value, bytes: taken[program] } : {};
    others = Object.fromEntries(Object.entries(taken).filter(([name]) => !isTyped || name !== program));
    const list = element("others");
    list.replaceChildren(...Object.keys(others).map((name) => make("li", {}, make("code", {}, name))));
    list.hidden = !list.children.length;
  };

  const submission = () => {
    const names = Object.keys(others);
    // A zip file or a notebook alone is what was handed in, whatever it is called.
    if (!editor.value && names.length === 1) return { name: names[0], files: others };
    const files = Object.fromEntries(names.map((name) => [`yours/${name}`, others[name]]));
    const bytes = () => (editor.value === chosen.text ? chosen.bytes : new TextEncoder().encode(editor.value));
    if (editor.value) files[`yours/${ASSIGNMENT.entry}`] = bytes();
    return { name: "yours", files };
  };

  // ---- Who checks

  // `ready` is kept as soon as a worker starts; it has started when `isReady`.
  let worker, ready, isReady = false, turn = 0;

  const loaded = (name) => new Promise((done, failed) => {
    const script = make("script", { src: name });
    script.onload = done;
    script.onerror = () => failed(new Error(`\`${name}\` is missing beside this page`));
    document.head.append(script);
  });

  const PIECES = ["program.py", "yardstick.wasm", "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];
  // What has to be there before a worker can start: each large file, and then its pieces.
  const STEPS = LARGE.length + 1;
  let pieces, steps = 0;
  const step = () => {
    steps += 1;
    // Nobody is told of what nobody waits for.
    if (button.disabled) showLoading();
  };
  const load = () => (pieces ??= (async () => {
    steps = 0;
    for (const name of LARGE) {
      await loaded(name);
      step();
    }
    const found = {};
    for (const name of PIECES) found[name] = await unpacked(name);
    const engine = new Blob([await unpacked("engine.js")], { type: "text/javascript" });
    for (const name of [...PIECES, "engine.js"]) parts.delete(name);
    step();
    return { found, address: URL.createObjectURL(engine) };
  })().catch((error) => { pieces = undefined; throw error; }));

  const start = () => (ready ??= load().then(({ found, address }) => new Promise((done, failed) => {
    worker = new Worker(address);
    worker.onerror = (event) => failed(new Error(event.message || "the worker does not start"));
    worker.onmessage = ({ data }) => (data.what === "ready" ? done() : failed(new Error(data.reason)));
    worker.postMessage({ what: "start", pieces: found });
  })).then(() => { isReady = true; }, (error) => { end(); throw error; }));

  // Starts Python before anybody asks for it. What fails now is tried again by the next check, which tells.
  const startAhead = () => start().catch(() => {});

  const end = () => {
    worker?.terminate();
    worker = ready = undefined;
    isReady = false;
  };

  // One check, by as many workers as it takes: what one has done, the next one knows.
  const checked = async (asked, isWanted) => {
    const known = new Map();
    for (;;) {
      await start();
      if (!isWanted()) return null;
      showRunning(known.size);
      const answer = await new Promise((answered) => {
        let watch, left;
        const late = (key, time) => {
          const answer = { exit: "cpu_exceeded", time, asked: [], stdout: "", stderr: "", lacks: null };
          known.set(key, left ?? { answer, left: {} });
          answered({ what: "late" });
        };
        worker.onmessage = ({ data }) => {
          clearTimeout(watch);
          if (data.what === "began") watch = setTimeout(late, (data.time + GRACE) * 1000, data.key, data.time);
          else if (data.what === "left") { left = data.done; watch = setTimeout(late, GRACE * 1000, data.key, 0); }
          else if (data.what === "done") { known.set(data.key, data.done); left = undefined; showRunning(known.size); }
          else answered(data);
        };
        worker.onerror = (event) => answered({ what: "failed", reason: event.message });
        worker.postMessage({ what: "check", spec: ASSIGNMENT.spec, files: ASSIGNMENT.files, submission: asked, known });
      });
      // Whoever gave up this check may have another one done by another worker.
      if (answer.what === "checked" || !isWanted()) return answer;
      end();
      if (answer.what === "failed") throw new Error(answer.reason);
    }
  };

  const check = async () => {
    if (button.disabled) return;
    const own = (turn += 1);
    const isCurrent = () => own === turn;
    const asked = submission();
    const names = Object.keys(asked.files);
    if (!names.some(isRunHere)) {
      const what = names.length ? `${Object.keys(others)[0]} cannot be run in a browser: this page runs only Python.` : "Nothing is there to be checked.";
      showFailure(`${what} It takes ${ASSIGNMENT.entry}: choose it, drop it here, or type your program.`);
      return;
    }
    button.disabled = true;
    try {
      if (!isReady) showLoading();
      const answer = await checked(asked, isCurrent);
      if (isCurrent()) showPage(answer);
    } catch (error) {
      if (isCurrent()) showFailure(String(error.message));
    } finally {
      if (isCurrent()) button.disabled = false;
    }
  };

  // Tells whether there was a check to give up.
  const abandon = () => {
    if (!button.disabled) return false;
    turn += 1;
    // A worker that has only begun to start is that of the next check.
    if (isReady) end();
    button.disabled = false;
    startAhead();
    return true;
  };

  const give = () => abandon() && show("none", "–", "Stopped");

  // ---- Files, keys

  for (const [name, bytes] of Object.entries(ASSIGNMENT.files)) {
    ASSIGNMENT.files[name] = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
  }

  const checkFiles = async (files) => {
    // What is checked meanwhile is not what counts any more.
    abandon();
    await take(files);
    check();
  };
  element("files").addEventListener("change", (event) => checkFiles(event.target.files));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length) checkFiles(event.dataTransfer.files);
  });
  button.addEventListener("click", check);
  result.addEventListener("click", (event) => event.target.closest("#stop") && give());

  let indents = false;
  editor.addEventListener("keydown", (event) => {
    if (event.ctrlKey && event.key.toLowerCase() === "m") {
      indents = !indents;
      element("tab").textContent = indents ? "Tab indents; Ctrl M lets it move on." : "Tab moves on; Ctrl M lets it indent.";
      event.preventDefault();
    } else if (indents && event.key === "Tab" && !event.shiftKey) {
      event.preventDefault();
      editor.setRangeText("    ", editor.selectionStart, editor.selectionEnd, "end");
    }
  });

  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") { event.preventDefault(); check(); return; }
    if (event.key === "Escape") { give(); return; }
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    const articles = [...result.querySelectorAll("article")];
    const step = { j: 1, k: -1 }[event.key];
    if (!step || !articles.length) return;
    event.preventDefault();
    const at = articles.findIndex((article) => article.contains(document.activeElement));
    const next = articles[Math.min(Math.max(at < 0 ? 0 : at + step, 0), articles.length - 1)];
    next.focus({ preventScroll: true });
    next.scrollIntoView();
  });

  const storage = (() => { try { return localStorage; } catch { return null; } })();
  for (const choice of document.querySelectorAll("input[name=colours]")) {
    choice.checked = choice.id === (storage?.getItem("yardstick-colours") ?? "auto");
    choice.addEventListener("change", () => storage?.setItem("yardstick-colours", choice.id));
  }

  // From a web server the page is kept for when there is no network; from a disk it is there anyway.
  const keep = () => {
    if (location.protocol.startsWith("http")) navigator.serviceWorker?.register("offline.js").catch(() => {});
  };
  // First the page is there to be read and typed into. It is kept last, because that fetches all files once more.
  const painted = new Promise((done) => {
    if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes("paint")) return requestAnimationFrame(() => setTimeout(done));
    const look = (seen) => seen.getEntriesByName("first-contentful-paint").length && done();
    new PerformanceObserver(look).observe({ type: "paint", buffered: true });
  });
  addEventListener("load", () => painted.then(startAhead).then(keep));
}
