// Runs a file of tests that is written for Jest with what is handed in, and says in one text what came of it: `passed`, or the
// tests that fail. It knows the functions of Jest that tests of courses use, and nothing of files in other places.
'use strict';

const fs = require('fs');
const path = require('path');
const util = require('util');
const url = require('url');
const { createRequire } = require('module');

const kept = { write: process.stdout.write, inspect: util.inspect, same: util.isDeepStrictEqual };
const FEW_SECONDS = 5000;

class Failure extends Error {}

const shown = (value) => kept.inspect(value, { depth: 4, breakLength: Infinity });

class Asymmetric {
  constructor(name, accepts) {
    this.accepts = accepts;
    this[util.inspect.custom] = () => name;
  }
}

// As `toEqual` does it: properties without a value do not count, nor do classes.
function equal(one, other) {
  if (other instanceof Asymmetric) return other.accepts(one);
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const plain = (value) => !(value instanceof Date || value instanceof RegExp || value instanceof Map || value instanceof Set);
  if (one instanceof Error && other instanceof Error) return one.message === other.message;
  if (!plain(one) || !plain(other)) return kept.same(one, other);
  if (Array.isArray(one) && one.length !== other.length) return false;
  const names = (value) => Object.keys(value).filter((name) => value[name] !== undefined);
  const [first, second] = [names(one), names(other)];
  return first.length === second.length && second.every((name) => first.includes(name) && equal(one[name], other[name]));
}

function strictlyEqual(one, other) {
  if (other instanceof Asymmetric) return other.accepts(one);
  return kept.same(one, other);
}

function contains(whole, part) {
  if (part instanceof Asymmetric) return part.accepts(whole);
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return equal(whole, part);
  return whole !== null && typeof whole === 'object' && Object.keys(part).every((name) => contains(whole[name], part[name]));
}

function property(value, names) {
  const all = Array.isArray(names) ? names : String(names).replace(/\[(\d+)\]/g, '.$1').split('.');
  for (const name of all) {
    if (value === null || value === undefined || !(name in Object(value))) return { has: false };
    value = value[name];
  }
  return { has: true, value };
}

function thrown(call, isError) {
  if (isError) return { error: call };
  try {
    call();
    return {};
  } catch (error) {
    return { error };
  }
}

function isWanted(error, wanted) {
  const message = error && error.message !== undefined ? error.message : String(error);
  if (wanted === undefined) return true;
  if (typeof wanted === 'string') return message.includes(wanted);
  if (wanted instanceof RegExp) return wanted.test(message);
  if (typeof wanted === 'function') return error instanceof wanted || (error && error.name === wanted.name);
  return message === wanted.message;
}

const calls = (mock) => mock.mock.calls;
const MATCHERS = {
  toBe: (value, wanted) => Object.is(value, wanted),
  toEqual: equal,
  toStrictEqual: strictlyEqual,
  toMatchObject: contains,
  toBeTruthy: (value) => Boolean(value),
  toBeFalsy: (value) => !value,
  toBeNull: (value) => value === null,
  toBeUndefined: (value) => value === undefined,
  toBeDefined: (value) => value !== undefined,
  toBeNaN: (value) => Number.isNaN(value),
  toBeGreaterThan: (value, limit) => value > limit,
  toBeGreaterThanOrEqual: (value, limit) => value >= limit,
  toBeLessThan: (value, limit) => value < limit,
  toBeLessThanOrEqual: (value, limit) => value <= limit,
  toBeCloseTo: (value, wanted, digits = 2) => value === wanted || Math.abs(value - wanted) < 10 ** -digits / 2,
  toMatch: (value, wanted) => (typeof wanted === 'string' ? value.includes(wanted) : wanted.test(value)),
  toContain: (value, item) => (typeof value === 'string' ? value.includes(item) : [...value].some((one) => Object.is(one, item))),
  toContainEqual: (value, item) => [...value].some((one) => equal(one, item)),
  toHaveLength: (value, length) => value.length === length,
  toBeInstanceOf: (value, kind) => value instanceof kind,
  toHaveProperty(value, name, ...wanted) {
    const found = property(value, name);
    return found.has && (wanted.length === 0 || equal(found.value, wanted[0]));
  },
  toHaveBeenCalled: (mock) => calls(mock).length > 0,
  toHaveBeenCalledTimes: (mock, times) => calls(mock).length === times,
  toHaveBeenCalledWith: (mock, ...wanted) => calls(mock).some((call) => equal(call, wanted)),
  toHaveBeenLastCalledWith: (mock, ...wanted) => equal(calls(mock)[calls(mock).length - 1], wanted),
  toHaveBeenNthCalledWith: (mock, place, ...wanted) => equal(calls(mock)[place - 1], wanted),
};

function expectation(value, { isNot = false, isError = false } = {}) {
  const judge = (name, holds, wanted) => {
    if (holds !== isNot) return;
    const shownWanted = wanted.map(shown).join(', ');
    throw new Failure(`expect(${shown(value)})${isNot ? '.not' : ''}.${name}(${shownWanted})`);
  };
  const one = {};
  for (const [name, matches] of Object.entries(MATCHERS)) one[name] = (...wanted) => judge(name, Boolean(matches(value, ...wanted)), wanted);
  const throws = (...wanted) => {
    const found = thrown(value, isError);
    judge('toThrow', 'error' in found && isWanted(found.error, wanted[0]), wanted);
  };
  Object.assign(one, { toThrow: throws, toThrowError: throws });
  return one;
}

function expect(value) {
  const promised = (isNot, isRejected) =>
    new Proxy({}, {
      get: (_, name) => {
        if (name === 'not') return promised(true, isRejected);
        return async (...wanted) => {
          const settled = await Promise.resolve(typeof value === 'function' ? value() : value).then(
            (result) => ({ result }), (error) => ({ error }));
          if (isRejected !== 'error' in settled) {
            throw new Failure(`the promise was ${isRejected ? 'not rejected' : `rejected with ${shown(settled.error)}`}`);
          }
          const found = isRejected ? settled.error : settled.result;
          return expectation(found, { isNot, isError: isRejected })[name](...wanted);
        };
      },
    });
  const one = expectation(value);
  one.not = expectation(value, { isNot: true });
  one.resolves = promised(false, false);
  one.rejects = promised(false, true);
  return one;
}

Object.assign(expect, {
  anything: () => new Asymmetric('anything', (value) => value !== null && value !== undefined),
  any: (kind) => new Asymmetric(`any ${kind.name}`, (value) => Object(value) instanceof kind),
  arrayContaining: (items) => new Asymmetric(shown(items), (value) => items.every((item) => [...value].some((one) => equal(one, item)))),
  objectContaining: (part) => new Asymmetric(shown(part), (value) => contains(value, part)),
  stringContaining: (part) => new Asymmetric(shown(part), (value) => String(value).includes(part)),
  stringMatching: (part) => new Asymmetric(shown(part), (value) => new RegExp(part).test(value)),
  closeTo: (wanted, digits) => new Asymmetric(`about ${wanted}`, (value) => MATCHERS.toBeCloseTo(value, wanted, digits)),
  assertions() {},
  hasAssertions() {},
});

// `jest.fn` and `jest.spyOn`.
class Mocks {
  constructor() {
    this.all = [];
  }

  fn(implementation) {
    const once = [];
    let usual = implementation;
    const mock = function mock(...args) {
      mock.mock.calls.push(args);
      const work = once.length ? once.shift() : usual;
      const value = work ? work.apply(this, args) : undefined;
      mock.mock.results.push({ type: 'return', value });
      return value;
    };
    mock.mockClear = () => {
      mock.mock = { calls: [], results: [] };
      return mock;
    };
    mock.mockClear();
    mock.mockImplementation = (work) => ((usual = work), mock);
    mock.mockImplementationOnce = (work) => (once.push(work), mock);
    mock.mockReturnValue = (value) => mock.mockImplementation(() => value);
    mock.mockReturnValueOnce = (value) => mock.mockImplementationOnce(() => value);
    mock.mockResolvedValue = (value) => mock.mockImplementation(async () => value);
    mock.mockRejectedValue = (error) => mock.mockImplementation(async () => { throw error; });
    mock.mockReset = () => mock.mockClear().mockImplementation(undefined);
    mock.mockRestore = () => mock.mockReset();
    this.all.push(mock);
    return mock;
  }

  spyOn(owner, name) {
    const real = owner[name];
    const mock = this.fn(function real_(...args) {
      return real.apply(this, args);
    });
    mock.mockRestore = () => {
      owner[name] = real;
    };
    owner[name] = mock;
    return mock;
  }

  functions() {
    const each = (work) => () => this.all.forEach((mock) => mock[work]());
    return {
      fn: (work) => this.fn(work),
      spyOn: (owner, name) => this.spyOn(owner, name),
      clearAllMocks: each('mockClear'),
      resetAllMocks: each('mockReset'),
      restoreAllMocks: each('mockRestore'),
      setTimeout() {},
    };
  }
}

// The tests of a file, in their order, with what is done around them.
class Tests {
  constructor() {
    this.all = [];
    this.block = { name: '', parent: null, beforeEach: [], afterEach: [], beforeAll: [], afterAll: [], isSkipped: false };
  }

  functions() {
    const add = (isSkipped, isOnly) => (name, work) =>
      this.all.push({ name: String(name), work, block: this.block, isOnly, isSkipped: isSkipped || !work });
    const group = (isSkipped) => (name, work) => {
      const outer = this.block;
      this.block = { name: String(name), parent: outer, beforeEach: [], afterEach: [], beforeAll: [], afterAll: [], isSkipped };
      work();
      this.block = outer;
    };
    const each = (make) => (table, ...values) => (name, work) => {
      const rows = table.raw ? rowsOf(table, values) : table.map((row) => (Array.isArray(row) ? row : [row]));
      rows.forEach((row, place) => make(titled(name, row, place), () => work(...row)));
    };
    const [test, describe] = [add(false, false), group(false)];
    Object.assign(test, { only: add(false, true), skip: add(true, false), todo: add(true, false), each: each(test) });
    Object.assign(describe, { only: describe, skip: group(true), each: each(describe) });
    const around = (kind) => (work) => this.block[kind].push(work);
    const hooks = { beforeEach: around('beforeEach'), afterEach: around('afterEach'), beforeAll: around('beforeAll'), afterAll: around('afterAll') };
    return { test, it: test, xit: test.skip, xtest: test.skip, fit: test.only, describe, xdescribe: describe.skip, ...hooks };
  }

  async run() {
    const hasOnly = this.all.some((test) => test.isOnly);
    const blocks = (block) => (block ? [...blocks(block.parent), block] : []);
    const failures = [];
    const begun = new Set();
    let count = 0;
    for (const test of this.all) {
      const around = blocks(test.block);
      if (test.isSkipped || (hasOnly && !test.isOnly) || around.some((block) => block.isSkipped)) continue;
      count += 1;
      try {
        for (const block of around.filter((block) => !begun.has(block))) {
          begun.add(block);
          for (const hook of block.beforeAll) await called(hook);
        }
        for (const hook of around.flatMap((block) => block.beforeEach)) await called(hook);
        await called(test.work);
        for (const hook of around.reverse().flatMap((block) => block.afterEach)) await called(hook);
      } catch (error) {
        const name = [...around.map((block) => block.name), test.name].filter(Boolean).join(' > ');
        const said = error instanceof Failure ? error.message : `${error && error.name}: ${error && error.message}`;
        failures.push(`${name}: ${said}`);
      }
    }
    for (const hook of [...begun].flatMap((block) => block.afterAll)) await called(hook);
    if (!count) return 'there are no tests in it';
    return failures.length ? failures.join('\n') : 'passed';
  }
}

function rowsOf(table, values) {
  const names = table.raw[0].split('|').map((name) => name.trim());
  const rows = [];
  for (let at = 0; at < values.length; at += names.length) {
    rows.push([Object.fromEntries(names.map((name, place) => [name, values[at + place]]))]);
  }
  return rows;
}

function titled(name, row, place) {
  const rest = [...row];
  return String(name).replace(/%[sdifjop#]/g, (sign) => (sign === '%#' ? place : shown(rest.shift())));
}

// A test that takes a parameter ends when it calls that.
function called(work) {
  const late = new Promise((_, reject) => {
    setTimeout(() => reject(new Failure(`it does not end within ${FEW_SECONDS / 1000} s`)), FEW_SECONDS).unref();
  });
  const done = work.length
    ? new Promise((resolve, reject) => work((error) => (error ? reject(error) : resolve())))
    : Promise.resolve().then(() => work());
  return Promise.race([done, late]);
}

// An ES module is loaded from its own place, because that is where its imports lead from. It finds the functions of Jest as globals,
// or in a package.
async function imported(place, source, globals) {
  Object.assign(globalThis, globals);
  const folder = path.join(__dirname, 'node_modules', '@jest', 'globals');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{"exports": "./index.mjs"}');
  fs.writeFileSync(path.join(folder, 'index.mjs'), `export const { ${Object.keys(globals).join(', ')} } = globalThis;`);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.writeFileSync(place, source);
  await import(url.pathToFileURL(place).href);
}

exports.run = async function run(file, isModule = false) {
  const source = fs.readFileSync(path.join(__dirname, path.basename(file)), 'utf8');
  const place = path.join(__dirname, file);
  const load = createRequire(place);
  const tests = new Tests();
  const globals = { ...tests.functions(), expect, jest: new Mocks().functions() };
  const required = (name) => (name === '@jest/globals' ? globals : load(name));
  required.resolve = load.resolve;
  const names = { require: required, module: { exports: {} }, exports: {}, __filename: place, __dirname: path.dirname(place), ...globals };
  process.stdout.write = () => true;
  try {
    if (isModule) await imported(place, source, globals);
    else new Function(...Object.keys(names), source)(...Object.values(names));
    return await tests.run();
  } catch (error) {
    return `the tests cannot begin: ${error && error.name}: ${error && error.message}`;
  } finally {
    process.stdout.write = kept.write;
  }
};
