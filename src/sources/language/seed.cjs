// Fixes the random numbers of a program in JavaScript, and leaves no trace of itself. Node runs it before the program.
"use strict";

let state = Number(process.env.YARDSTICK_SEED) >>> 0;

// mulberry32, a generator with a state of 32 bits.
Math.random = function random() {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

delete process.env.YARDSTICK_SEED;
delete process.env.NODE_OPTIONS;
delete require.cache[__filename];
require("fs").unlinkSync(__filename);
