// Answers one session: lines of JavaScript that are typed at the names of a submission's module.
//
// The grader starts this program in the folder of the submission, with the interpreter that runs the submission. The
// program removes its own file, and then reads one JSON object from standard input. Before the object stands its length
// in bytes, in eight digits:
//
//     00000043{"file": "counter.js", "lines": ["add(1)"]}
//
// What follows on standard input is the input of the submission.
//
// The program writes records to descriptor 3, or to the file that YARDSTICK_SIDE in the environment names, one JSON object a line: the first about the import, then one for each
// typed line. What a line prints goes to standard output as it is. The record of the import has a mark, which this
// program writes to standard output before each line, behind each line, and at last. So the grader knows what each line
// printed, and that what getters print while a value is read is not output of a line.
//
// The expected answers are not here. A session can lie about its values, but to gain by it the session would have to
// know the right ones. Everything that is used to read values is taken before the submission runs, so a submission that
// replaces parts of the library changes only what it computes itself.

"use strict";

(() => {
  const fs = require("fs");
  const path = require("path");
  const url = require("url");
  const vm = require("vm");
  const { types } = require("util");

  // The largest value that is encoded: levels of nesting, values inside it, characters of text. A larger one is
  // replaced by an object with the class name "value too large to compare".
  const MOST_DEPTH = 100;
  const MOST_NODES = 200000;
  const MOST_CHARACTERS = 4 << 20;
  // The most items of what is gone through.
  const MOST_ITEMS = 1000;
  const MOST_BIGINT = 1n << 1048576n;
  const TOO_LARGE = { tooLarge: true };
  const UNREAD = {};
  const FUNCTION = '["object","Function","<Function>",[],[],null]]';

  // The class name of what a line raises that is no JavaScript. No class can have this name.
  const UNREADABLE = "unreadable line";

  const CHANNEL = process.env.YARDSTICK_SIDE ? fs.openSync(process.env.YARDSTICK_SIDE, "a") : 3;
  delete process.env.YARDSTICK_SIDE;

  const { apply, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
  const uncurry = (method) => (self, first, second) => apply(method, self, [first, second]);
  const getterOf = (prototype, name) => uncurry(getOwnPropertyDescriptor(prototype, name).get);
  const { isArray } = Array;
  const { fromCodePoint } = String;
  const { stringify } = JSON;
  const { writeSync } = fs;
  const { runInThisContext, Script } = vm;
  const { Promise, setImmediate } = globalThis;
  const { Buffer } = require("buffer");
  const bytesOf = Buffer.from;
  const leave = process.reallyExit.bind(process);
  const { isProxy, isSet, isMap, isDate, isRegExp, isPromise, isNativeError, isBoxedPrimitive, isTypedArray } = types;
  const { isNumberObject, isStringObject, isBooleanObject, isBigIntObject, isSymbolObject } = types;
  const { isAnyArrayBuffer, isDataView, isGeneratorObject } = types;
  const hasOwn = uncurry(Object.prototype.hasOwnProperty);
  const isEnumerable = uncurry(Object.prototype.propertyIsEnumerable);
  const sourceOf = uncurry(Function.prototype.toString);
  const numberToString = uncurry(Number.prototype.toString);
  const bigintToString = uncurry(BigInt.prototype.toString);
  const symbolToString = uncurry(Symbol.prototype.toString);
  const charCodeAt = uncurry(String.prototype.charCodeAt);
  const slice = uncurry(String.prototype.slice);
  const padStart = uncurry(String.prototype.padStart);
  const includes = uncurry(String.prototype.includes);
  const exec = uncurry(RegExp.prototype.exec);
  const forEachOfSet = uncurry(Set.prototype.forEach);
  const forEachOfMap = uncurry(Map.prototype.forEach);
  const timeOf = uncurry(Date.prototype.getTime);
  const isoOf = uncurry(Date.prototype.toISOString);
  const regExpSource = getterOf(RegExp.prototype, "source");
  const regExpFlags = getterOf(RegExp.prototype, "flags");
  const lengthOfTyped = getterOf(getPrototypeOf(Uint8Array.prototype), "length");
  const numberOf = uncurry(Number.prototype.valueOf);
  const textOf = uncurry(String.prototype.valueOf);
  const booleanOf = uncurry(Boolean.prototype.valueOf);
  const bigintOf = uncurry(BigInt.prototype.valueOf);
  const symbolOf = uncurry(Symbol.prototype.valueOf);
  const bytesOfView = (value) => new Bytes(bufferOf(value), startOf(value), lengthOfView(value));
  const bufferOf = getterOf(DataView.prototype, "buffer");
  const startOf = getterOf(DataView.prototype, "byteOffset");
  const lengthOfView = getterOf(DataView.prototype, "byteLength");
  const Bytes = Uint8Array;
  const hrefOf = getterOf(URL.prototype, "href");
  const queryOf = uncurry(URLSearchParams.prototype.toString);
  const targetOf = uncurry(WeakRef.prototype.deref);
  const numberOfMet = uncurry(WeakMap.prototype.get);
  const forget = uncurry(WeakMap.prototype.delete);
  const then = uncurry(Promise.prototype.then);
  const { defineProperty, keys } = Object;
  const meet = uncurry(WeakMap.prototype.set);
  const ObjectPrototype = Object.prototype;
  const ArrayPrototype = Array.prototype;
  const SetPrototype = Set.prototype;
  const MapPrototype = Map.prototype;
  const BufferPrototype = Buffer.prototype;
  const URLPrototype = URL.prototype;
  const QueryPrototype = URLSearchParams.prototype;
  const WeakRefPrototype = WeakRef.prototype;
  const ITERATOR = Symbol.iterator;
  const nextOfGenerator = uncurry((function* () {})().next);
  const iterators = [[].values(), new Map().keys(), new Set().keys(), ""[ITERATOR](), "".matchAll(/x/g)];
  if (typeof Iterator === "function") {
    iterators.push(Iterator.from([]).map((item) => item), Iterator.from({ next() {} }));
  }
  // How each kind of iterator of the language is asked for its next item.
  const NEXT = new Map(iterators.map((iterator) => [getPrototypeOf(iterator), uncurry(iterator.next)]));
  const nextOfKind = NEXT.get.bind(NEXT);
  const timer = setTimeout(() => {}, 0);
  clearTimeout(timer);
  const immediate = setImmediate(() => {});
  clearImmediate(immediate);
  const TimerPrototype = getPrototypeOf(timer);
  const ImmediatePrototype = getPrototypeOf(immediate);

  const floats = new Float64Array(1);
  const words = new Uint32Array(floats.buffer);
  floats[0] = 1;
  const HIGH = words[0] === 0 ? 1 : 0;
  const LONE = /[\ud800-\udfff]/;
  const PRIVATE_NAME = /#[\p{ID_Start}$_]/u;
  const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

  // Encodes one value as JSON: a list that begins with a tag, or the tag alone.
  class Encoder {
    nodes = 0;
    characters = 0;
    isFull = false;
    // The objects that were met, with their numbers; and the last one, with those before.
    met = new WeakMap();
    last = null;

    // `around` are the arrays, objects and maps that the value lies in, the innermost first.
    encode(value, depth, around) {
      this.nodes += 1;
      if (depth > MOST_DEPTH || this.nodes > MOST_NODES) throw TOO_LARGE;
      switch (typeof value) {
        case "undefined":
          return '"none"';
        case "boolean":
          return value ? '"true"' : '"false"';
        case "number":
          return `["float",${float(value)}]`;
        case "bigint":
          if (value > MOST_BIGINT || value < -MOST_BIGINT) throw TOO_LARGE;
          return `["int",${this.text(bigintToString(value, 16))}]`;
        case "string":
          return `["str",${this.text(value)}]`;
        case "symbol":
          return this.shown("symbol", symbolToString(value));
        case "function":
          return '["object","Function"]';
        default:
          return value === null ? '"null"' : this.object(value, depth, around);
      }
    }

    object(value, depth, around) {
      if (isProxy(value)) return '["object","Proxy"]';
      const number = numberOfMet(this.met, value);
      if (number !== undefined) return `["met",${this.text(classOf(value))},${number}]`;
      let levels = 1;
      for (let outer = around; outer !== null; outer = outer.around) {
        if (outer.value === value) return `["up",${levels}]`;
        levels += 1;
      }
      const inside = { value, around, isInstance: around !== null && around.isInstance };
      const prototype = getPrototypeOf(value);
      if (isArray(value) && prototype === ArrayPrototype) return this.array(value, depth, inside);
      if (isSet(value) && prototype === SetPrototype) return this.set(value, depth, inside);
      if (isMap(value) && prototype === MapPrototype) return this.typed("Map", this.map(value, depth, inside));
      const isPlain = prototype === null || prototype === ObjectPrototype;
      if (isPlain && !isNativeError(value) && !isBoxedPrimitive(value)) return this.plain(value, depth, inside);
      // What is gone through is used up: what another object needs is left alone.
      const next = isGeneratorObject(value) ? nextOfGenerator : nextOfKind(prototype);
      if (next !== undefined) {
        return inside.isInstance ? '["object","Iterator"]' : this.gone("Iterator", value, next, depth, inside);
      }
      const name = classOf(value);
      if ((isDate(value) || isRegExp(value)) && !isOwn(value)) return this.written(name, value);
      if (prototype === BufferPrototype) return this.typed(name, this.numbers(value, depth, inside));
      if (prototype === URLPrototype) return this.shown(name, hrefOf(value));
      if (prototype === QueryPrototype) return this.typed(name, this.encode(queryOf(value), depth + 1, inside));
      if (prototype === WeakRefPrototype) return this.typed(name, this.encode(targetOf(value), depth + 1, inside));
      // A handle says nothing but that it is one.
      if (prototype === TimerPrototype || prototype === ImmediatePrototype) return this.shown(name, `<${name}>`);
      return this.instance(name, value, depth, inside);
    }

    // A date or a regular expression.
    written(name, value) {
      if (isRegExp(value)) return this.shown(name, `/${regExpSource(value)}/${regExpFlags(value)}`);
      const time = timeOf(value);
      return this.shown(name, time === time ? isoOf(value) : "Invalid Date");
    }

    shown(name, text) {
      return `["object",${this.text(name)},${this.text(text)},[],[],null]`;
    }

    typed(name, content) {
      return `["object",${this.text(name)},null,[],[],${content}]`;
    }

    // An object of another class: what it holds; its class alone if that cannot be read.
    instance(name, value, depth, inside) {
      const head = `["object",${this.text(name)}`;
      const { nodes, characters, last } = this;
      try {
        if (this.isFull || isPromise(value)) return `${head}]`;
        // Whether an error or an array of bytes is the same one says nothing.
        const isValue = isNativeError(value) || !isOwn(value);
        if (!isValue) {
          this.last = { value, number: last === null ? 1 : last.number + 1, before: last };
          meet(this.met, value, this.last.number);
        }
        const { number } = this.last ?? {};
        inside.isInstance = true;
        const hasContent = isHolding(value);
        if (!hasContent && isValue && !isNativeError(value)) return `${head}]`;
        const held = this.held(value, depth, inside, hasContent);
        const content = hasContent ? this.content(value, depth, inside) : null;
        const isBare = held.attributes === "" && held.properties === "" && !hasContent;
        if (isBare && (held.hasMore || hasPrivateNames(value))) {
          this.takeBack(last);
          return `${head}]`;
        }
        const told = `${head},null,[${held.attributes}],[${held.properties}],${content}`;
        return isValue ? `${told}]` : `${told},${number}]`;
      } catch (failure) {
        if (failure === TOO_LARGE) {
          this.nodes = nodes;
          this.characters = characters;
          this.isFull = depth + 1 < MOST_DEPTH;
        }
        this.takeBack(last);
        return `${head}]`;
      }
    }

    // Takes the numbers back of objects that are not in the answer after all.
    takeBack(last) {
      for (; this.last !== last; this.last = this.last.before) forget(this.met, this.last.value);
    }

    // The value as a list, a set, a map, a text or a number, which its class is derived from.
    content(value, depth, inside) {
      if (isArray(value)) return this.array(value, depth, inside);
      if (isSet(value)) return this.set(value, depth, inside);
      if (isMap(value)) return this.map(value, depth, inside);
      if (isTypedArray(value)) return this.numbers(value, depth, inside);
      if (isAnyArrayBuffer(value)) return this.numbers(new Bytes(value), depth, inside);
      if (isDataView(value)) return this.numbers(bytesOfView(value), depth, inside);
      if (isDate(value)) return this.written("Date", value);
      if (isRegExp(value)) return this.written("RegExp", value);
      if (isNumberObject(value)) return this.encode(numberOf(value), depth + 1, inside);
      if (isStringObject(value)) return this.encode(textOf(value), depth + 1, inside);
      if (isBooleanObject(value)) return this.encode(booleanOf(value), depth + 1, inside);
      if (isBigIntObject(value)) return this.encode(bigintOf(value), depth + 1, inside);
      return this.encode(symbolOf(value), depth + 1, inside);
    }

    numbers(value, depth, inside) {
      const length = lengthOfTyped(value);
      let items = "";
      for (let at = 0; at < length; at += 1) {
        items += `${at === 0 ? "" : ","}${this.encode(value[at], depth + 1, inside)}`;
      }
      return `["list",[${items}]]`;
    }

    map(value, depth, inside) {
      let pairs = "";
      forEachOfMap(value, (item, key) => {
        const pair = `[${this.encode(key, depth + 1, inside)},${this.encode(item, depth + 1, inside)}]`;
        pairs += pairs === "" ? pair : `,${pair}`;
      });
      return `["dict",[${pairs}]]`;
    }

    // What is gone through: its first items, and how it goes on if it does not end behind them.
    gone(name, iterator, next, depth, inside) {
      const items = this.items(iterator, next, depth, inside);
      return `["object",${this.text(name)},null,[${items.end}],[],["list",[${items.all}]]]`;
    }

    items(iterator, next, depth, inside) {
      let all = "";
      for (let at = 0; ; at += 1) {
        let item;
        try {
          const step = next(iterator);
          if (step.done) break;
          if (at === MOST_ITEMS) return { all, end: `["more",${this.encode(true, depth + 1, inside)}]` };
          item = step.value;
        } catch (error) {
          const isObject = typeof error === "object" && error !== null && !isProxy(error);
          return { all, end: `["thrown",["str",${this.text(isObject ? classOf(error) : typeof error)}]]` };
        }
        all += `${at === 0 ? "" : ","}${this.encode(item, depth + 1, inside)}`;
      }
      return { all, end: "" };
    }

    array(value, depth, inside) {
      const { length } = value;
      if (length > MOST_NODES) throw TOO_LARGE;
      let items = "";
      for (let at = 0; at < length; at += 1) {
        const descriptor = getOwnPropertyDescriptor(value, at);
        const item =
          descriptor === undefined
            ? '["object","empty item","<empty item>",[],[],null]'
            : this.encode(readOf(value, descriptor), depth + 1, inside);
        items += at === 0 ? item : `,${item}`;
      }
      return `["list",[${items}]]`;
    }

    set(value, depth, inside) {
      let items = "";
      forEachOfSet(value, (item) => {
        items += `${items === "" ? "" : ","}${this.encode(item, depth + 1, inside)}`;
      });
      return `["set",[${items}]]`;
    }

    plain(value, depth, inside) {
      const keys = ownKeys(value);
      let pairs = "";
      let functions = "";
      for (let at = 0; at < keys.length; at += 1) {
        const key = keys[at];
        if (!isEnumerable(value, key)) continue;
        let item;
        try {
          item = readOf(value, getOwnPropertyDescriptor(value, key));
        } catch {
          item = UNREAD;
        }
        const name = this.encode(key, depth + 1, inside);
        if (typeof item === "function") {
          functions += `${functions === "" ? "" : ","}[${name},${FUNCTION}`;
          continue;
        }
        const pair = `[${name},${item === UNREAD ? this.shown("getter", "<throws>") : this.encode(item, depth + 1, inside)}]`;
        pairs += pairs === "" ? pair : `,${pair}`;
      }
      if (functions === "") return `["dict",[${pairs}]]`;
      // What a function does is not seen. Beside values it counts that it is there.
      return pairs === "" ? '["object","Object"]' : `["dict",[${pairs},${functions}]]`;
    }

    // The own properties of an object, and what the getters of its classes give. Functions are what it does, and not what
    // it holds.
    held(value, depth, inside, hasContent) {
      const isIndexed = isArray(value) || isTypedArray(value) || isStringObject(value);
      let attributes = "";
      let properties = "";
      let hasMore = false;
      const add = (all, key, descriptor) => {
        let item;
        try {
          item = readOf(value, descriptor);
        } catch {
          return all;
        }
        if (typeof item === "function") {
          hasMore = true;
          return all;
        }
        const pair = `[${this.text(key)},${this.encode(item, depth + 1, inside)}]`;
        return all === "" ? pair : `${all},${pair}`;
      };
      const keys = ownKeys(value);
      for (let at = 0; at < keys.length; at += 1) {
        const name = keys[at];
        if (name === "stack") continue;
        if (isIndexed && typeof name === "string" && (name === "length" || exec(/^\d+$/, name) !== null)) continue;
        const isOfError = isNativeError(value) && (name === "message" || name === "cause" || name === "errors");
        if (!isEnumerable(value, name) && !isOfError) continue;
        const descriptor = getOwnPropertyDescriptor(value, name);
        // A symbol is often a name that nobody else is to know.
        if (typeof name === "symbol") hasMore = true;
        else attributes = add(attributes, name, descriptor);
      }
      const iterate = hasContent ? undefined : iteratorOf(value);
      if (typeof iterate === "function") {
        const items = this.iterated(value, iterate, depth, inside);
        if (items !== null) attributes += `${attributes === "" ? "" : ","}["[Symbol.iterator]()",${items}]`;
      }
      let from = getPrototypeOf(value);
      for (; from !== null && from !== ObjectPrototype && !isProxy(from); from = getPrototypeOf(from)) {
        if (!isDefined(from)) break;
        const names = ownKeys(from);
        for (let at = 0; at < names.length; at += 1) {
          const name = names[at];
          const descriptor = getOwnPropertyDescriptor(from, name);
          if (typeof name !== "string" || !hasOwn(descriptor, "get") || descriptor.get === undefined) continue;
          properties = add(properties, name, descriptor);
        }
      }
      return { attributes, properties, hasMore };
    }

    // What an object gives that can be gone through anew; `null` of one that would be used up.
    iterated(value, iterate, depth, inside) {
      let iterator;
      let next;
      try {
        iterator = apply(iterate, value, []);
        if (iterator === value) return null;
        next = iterator.next;
        if (typeof next !== "function") return null;
      } catch {
        return null;
      }
      return `["list",[${this.items(iterator, uncurry(next), depth, inside).all}]]`;
    }

    text(text) {
      this.characters += text.length;
      if (this.characters > MOST_CHARACTERS) throw TOO_LARGE;
      return stringify(validText(text));
    }
  }

  // The bits of a number as JSON: sixteen hexadecimal digits. All numbers that are none have the same bits.
  function float(number) {
    if (number !== number) return '"7ff8000000000000"';
    floats[0] = number;
    const digits = (word) => padStart(numberToString(word, 16), 8, "0");
    return `"${digits(words[HIGH])}${digits(words[1 - HIGH])}"`;
  }

  // A text that can be written in UTF-8: lone surrogates, U+D800 to U+DFFF, become U+10D800 to U+10DFFF.
  function validText(text) {
    if (exec(LONE, text) === null) return text;
    let valid = "";
    for (let at = 0; at < text.length; at += 1) {
      const unit = charCodeAt(text, at);
      const next = at + 1 < text.length ? charCodeAt(text, at + 1) : 0;
      if (unit >= 0xd800 && unit < 0xdc00 && next >= 0xdc00 && next < 0xe000) {
        valid += slice(text, at, at + 2);
        at += 1;
      } else {
        valid += unit >= 0xd800 && unit < 0xe000 ? fromCodePoint(unit + 0x100000) : text[at];
      }
    }
    return valid;
  }

  // The value of a property; of a getter, what it gives.
  function readOf(value, descriptor) {
    if (hasOwn(descriptor, "value")) return descriptor.value;
    return descriptor.get === undefined ? undefined : apply(descriptor.get, value, []);
  }

  // The function that made a prototype.
  function makerOf(prototype) {
    const descriptor = getOwnPropertyDescriptor(prototype, "constructor");
    if (descriptor === undefined || !hasOwn(descriptor, "value")) return undefined;
    return typeof descriptor.value === "function" && !isProxy(descriptor.value) ? descriptor.value : undefined;
  }

  // The name of the class of an object. No code of the class runs.
  function classOf(value) {
    for (let from = getPrototypeOf(value); from !== null && !isProxy(from); from = getPrototypeOf(from)) {
      const maker = makerOf(from);
      if (maker === undefined) continue;
      const name = getOwnPropertyDescriptor(maker, "name");
      const isName = name !== undefined && typeof name.value === "string" && exec(NAME, name.value) !== null;
      return isName ? name.value : "nameless class";
    }
    return "Object";
  }

  // Whether a prototype was made by a class or function that is written in JavaScript.
  function isDefined(prototype) {
    const maker = makerOf(prototype);
    return maker === undefined || !includes(sourceOf(maker), "[native code]");
  }

  // How a class of the submission lets its objects be gone through.
  function iteratorOf(value) {
    for (let from = getPrototypeOf(value); from !== null && !isProxy(from); from = getPrototypeOf(from)) {
      if (from === ObjectPrototype || !isDefined(from)) return undefined;
      const descriptor = getOwnPropertyDescriptor(from, ITERATOR);
      if (descriptor !== undefined) return descriptor.value;
    }
    return undefined;
  }

  function isOwn(value) {
    const prototype = getPrototypeOf(value);
    return prototype !== null && isDefined(prototype);
  }

  // Whether an object is a list, a set, a map, a text, a number or a date, or of a class that is derived from one.
  function isHolding(value) {
    const isMany = isArray(value) || isSet(value) || isMap(value) || isTypedArray(value);
    return isMany || isAnyArrayBuffer(value) || isDataView(value) || isBoxedPrimitive(value) || isDate(value) || isRegExp(value);
  }

  // Whether a class of an object has names that nobody else can see, such as `#count`.
  function hasPrivateNames(value) {
    for (let from = getPrototypeOf(value); from !== null && !isProxy(from); from = getPrototypeOf(from)) {
      const maker = makerOf(from);
      if (maker !== undefined && exec(PRIVATE_NAME, sourceOf(maker)) !== null) return true;
    }
    return false;
  }

  function encoded(value) {
    try {
      return new Encoder().encode(value, 0, null);
    } catch (failure) {
      return '["object","value too large to compare"]';
    }
  }

  function ownText(value, name) {
    const descriptor = getOwnPropertyDescriptor(value, name);
    const text = descriptor === undefined ? "" : readOf(value, descriptor);
    return typeof text === "string" ? text : "";
  }

  // The class and the message of what was thrown, and the text with the calls that led there.
  function thrown(error, name) {
    const said = { name: typeof error, message: "", stack: "" };
    const isObject = (typeof error === "object" || typeof error === "function") && error !== null;
    try {
      if (!isObject) {
        if (error === null) said.name = "null";
        said.message = typeof error === "symbol" ? symbolToString(error) : `${error}`;
      } else if (!isProxy(error)) {
        said.name = classOf(error);
        said.message = ownText(error, "message");
        said.stack = ownText(error, "stack");
      }
    } catch {
      // What cannot be read is left out.
    }
    const cut = (text, most) => stringify(validText(slice(text, 0, most)));
    return `"raised":[${cut(name ?? said.name, 200)},${cut(said.message, 2000)}],"stack":${cut(said.stack, 8000)}`;
  }

  function write(descriptor, text) {
    const bytes = bytesOf(text, "utf8");
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
  }

  const record = (fields) => write(CHANNEL, `{${fields}}\n`);

  const mark = `\0${process.pid}-${process.hrtime.bigint()}-${Math.random()}\0`;

  function printMark() {
    try {
      write(1, mark);
    } catch {
      // A submission may close its standard output.
    }
  }

  // Rejects as soon as something is thrown that nobody catches, such as in a timer.
  let fail = () => {};
  process.on("uncaughtException", (error) => fail(error));
  process.on("unhandledRejection", () => {});

  // Makes the names of the module global, and returns once it is loaded.
  async function load(file) {
    const full = path.resolve(file);
    const text = fs.readFileSync(full, "utf8").replace(/^#!.*/, "");
    process.argv = [process.argv[0], full];
    if (file.endsWith(".mjs") || !parses(`(function (exports, require, module) {${text}\n})`)) {
      const module = await import(url.pathToFileURL(full).href);
      const names = keys(module);
      for (let at = 0; at < names.length; at += 1) {
        const name = names[at];
        if (name === "default") publish(module.default?.name, () => module.default);
        else publish(name, () => module[name]);
      }
      return;
    }
    const own = require("module").createRequire(full);
    if (/\bexports\b/.test(text)) {
      const module = own(full);
      const isNamed = typeof module === "function" && module.name !== "";
      if (isNamed) publish(module.name, () => module);
      const names = module === null || module === undefined ? [] : keys(module);
      for (let at = 0; at < names.length; at += 1) publish(names[at], () => module[names[at]]);
      if (isNamed || names.length > 0) return;
    }
    const all = { require: own, module: { exports: {} }, __filename: full, __dirname: path.dirname(full) };
    all.exports = all.module.exports;
    for (const name of Object.keys(all)) publish(name, () => all[name]);
    runInThisContext(text, { filename: full });
  }

  function publish(name, get) {
    if (typeof name !== "string" || name === "") return;
    const set = (value) => defineProperty(globalThis, name, { value, writable: true, configurable: true });
    defineProperty(globalThis, name, { get, set, configurable: true, enumerable: true });
  }

  const parses = (source) => {
    try {
      return new Script(source, { filename: "session" }) !== null;
    } catch {
      return false;
    }
  };
  const run = (source) => runInThisContext(source, { filename: "session", displayErrors: false });

  // Returns what evaluates a line, with whether the line has a value: an expression has one.
  function reading(line) {
    const bare = line.replace(/[;\s]+$/, "");
    const isDeclared = /^\s*(?:async\s+function\b|function\b|class\b)/.test(bare);
    const later = (source) => `(async () => (${source}\n))`;
    if (/\bawait\b/.test(line)) {
      const bound = /^\s*(const|let|var)\s+([^=]+)=(?!=)([^]+)$/.exec(bare);
      if (bound !== null && parses(later(bound[3]))) {
        const [, keyword, names, source] = bound;
        return { hasValue: false, evaluate: () => bind(`${keyword} ${names}`, run(later(source))) };
      }
      if (parses(later(bare))) return { hasValue: true, evaluate: () => run(later(bare))() };
      const body = `(async () => {${line}\n})`;
      if (parses(body)) return { hasValue: false, evaluate: () => run(body)() };
    }
    const expression = `(${bare}\n)`;
    if (!isDeclared && parses(expression)) return { hasValue: true, evaluate: () => [run(expression)] };
    return { hasValue: false, evaluate: () => [run(line)], isUnreadable: !parses(line) };
  }

  // Declares names with the value that a function gives at last.
  async function bind(declared, later) {
    const value = await later();
    const name = "yardstickValue";
    defineProperty(globalThis, name, { value, configurable: true });
    try {
      run(`${declared} = ${name}`);
    } finally {
      delete globalThis[name];
    }
  }

  const readings = [];

  // A promise of what another one gives, unless something is thrown before that nobody catches.
  const orFailure = (promise) =>
    new Promise((resolve, reject) => {
      fail = reject;
      then(promise, resolve, reject);
    });

  async function answer({ hasValue, evaluate, isUnreadable }) {
    let said;
    try {
      const given = evaluate();
      // What is not awaited stands in a list, which nobody waits for.
      const value = isArray(given) ? given[0] : await orFailure(given);
      const turn = new Promise((resolve) => {
        setImmediate(resolve);
      });
      await orFailure(turn);
      printMark();
      said = hasValue ? `"value":${encoded(value)}` : "";
    } catch (error) {
      printMark();
      said = thrown(error, isUnreadable ? UNREADABLE : undefined);
    }
    printMark();
    record(said);
  }

  function readHead() {
    const read = (size) => {
      const bytes = Buffer.alloc(size);
      for (let at = 0; at < size; ) {
        const more = fs.readSync(0, bytes, at, size - at, null);
        if (more === 0) leave(1);
        at += more;
      }
      return bytes.toString("utf8");
    };
    return JSON.parse(read(Number(read(8))));
  }

  async function main() {
    fs.unlinkSync(__filename);
    const { file, lines } = readHead();
    for (const line of lines) readings[readings.length] = reading(line);
    const count = readings.length;
    let isAsked = false;
    // Nothing is left that could settle the promise for which a line waits.
    process.on("beforeExit", () => {
      if (!isAsked) {
        isAsked = true;
        const error = new Error("the promise is never settled");
        error.stack = "";
        fail(error);
      }
    });
    try {
      await orFailure(load(file));
    } catch (error) {
      record(`"imported":false,${thrown(error)}`);
      leave(0);
    }
    record(`"imported":true,"mark":${stringify(mark)}`);
    printMark();
    for (let at = 0; at < count; at += 1) {
      isAsked = false;
      await answer(readings[at]);
    }
    leave(0);
  }

  main();
})();
