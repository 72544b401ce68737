// Stops Node just before it looks at a program, so that a fork of it can run each program.
//
// Node runs this before the program, because its options name it. The native half (`node/` beside `native/`) makes a fork for
// each run and shuts the fork in. A thread that a program starts gets the same options, and nothing is done there.
"use strict";

const FOLDER = "/.yardstick/";
delete require.cache[__filename];

if (require("worker_threads").isMainThread) {
    const { setFlagsFromString } = require("v8");
    const addon = FOLDER + "node.node";
    const { draw, forkForEveryRun } = require(addon);
    delete require.cache[addon];
    for (const name of ["LD_PRELOAD", "LD_BIND_NOW", "NODE_OPTIONS"]) delete process.env[name];
    const before = performance.now();

    const pid = forkForEveryRun();

    delete process.env.YARDSTICK_CONTROL;
    replace(process, "pid", { value: pid });
    setFlagsFromString("--random-seed=" + draw()); // Every process draws other numbers.
    beginClocks(performance.now() - before);
    if (pid === 0) attempt();
}

// Replaces a part of a property.
function replace(object, name, part) {
    Object.defineProperty(object, name, { ...Object.getOwnPropertyDescriptor(object, name), ...part });
}

// Lets the clocks that begin with the process begin with this fork: Node has waited for so many milliseconds.
function beginClocks(waited) {
    const clock = Performance.prototype;
    const { now } = clock;
    const { get } = Object.getOwnPropertyDescriptor(clock, "timeOrigin");
    const { uptime } = process;
    const { apply } = Reflect;
    replace(clock, "now", { value: { now() { return apply(now, this, []) - waited; } }.now });
    replace(clock, "timeOrigin", { get: Object.getOwnPropertyDescriptor(
        { get timeOrigin() { return apply(get, this, []) + waited; } }, "timeOrigin").get });
    replace(process, "uptime", { value: { uptime() { return uptime() - waited / 1000; } }.uptime });
}

// Does what needs the threads of Node, and ends with the number that the native half waits for.
function attempt() {
    const add = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 7, 1, 3, 97, 100, 100, 0, 0,
        10, 9, 1, 7, 0, 32, 0, 32, 1, 106, 11]);
    const works = [
        WebAssembly.instantiate(add).then(({ instance }) => instance.exports.add(2, 3) === 5),
        require("fs").promises.stat("/").then((found) => found.isDirectory()),
        new Promise((resolve) => setTimeout(resolve, 1, true)),
    ];
    Promise.all(works).then((all) => process.exit(all.every(Boolean) ? 42 : 1), () => process.exit(1));
}
