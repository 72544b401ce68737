// What a module asks of its system (WASI, snapshot preview 1), on the file system of the interpreter beside it.
//
// Everything is below one folder, `/`. There are no links, no permissions and no clocks that go back.

const FILE = 4, FOLDER = 3, STREAM = 2;
const NOT_OPEN = 8, EXISTS = 20, NO_FOLDER = 54, NOT_THERE = 44, NO_SUCH_CALL = 52, A_FOLDER = 31;
const ROOT = 3;

class Ended extends Error {
  constructor(code) {
    super(`ended with ${code}`);
    this.code = code;
  }
}

class Wasi {
  constructor(files, args, env) {
    this.files = files;
    this.args = args.map((text) => this.text(text));
    this.env = Object.entries(env).map(([name, value]) => this.text(`${name}=${value}`));
    this.open = new Map();
    this.next = ROOT + 1;
    this.said = [];
    const calls = {};
    for (const name of Object.getOwnPropertyNames(Wasi.prototype)) {
      if (/^(args|environ|clock|fd|path|poll|proc|random|sched)_/.test(name)) {
        calls[name] = (...values) => this.told(() => this[name](...values));
      }
    }
    const unknown = () => NO_SUCH_CALL;
    this.imports = new Proxy(calls, { get: (known, name) => known[name] ?? unknown });
  }

  begin(instance) {
    this.memory = instance.exports.memory;
    try {
      instance.exports._start();
      return 0;
    } catch (error) {
      if (error instanceof Ended) return error.code;
      throw error;
    }
  }

  // The number of an error is the same in the interpreter's file system.
  told(call) {
    try {
      return call() ?? 0;
    } catch (error) {
      if (typeof error === "number") return error;
      if (typeof error.errno === "number") return error.errno;
      throw error;
    }
  }

  text(text) {
    return new TextEncoder().encode(text + "\0");
  }

  get view() {
    return new DataView(this.memory.buffer);
  }

  bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  path(folder, at, length) {
    const below = folder === ROOT ? "/" : this.stream(folder).path + "/";
    return below + new TextDecoder().decode(this.bytes(at, length).slice());
  }

  stream(fd) {
    const stream = this.open.get(fd);
    if (!stream) throw NOT_OPEN;
    return stream;
  }

  sizes(texts, count, size) {
    this.view.setUint32(count, texts.length, true);
    this.view.setUint32(size, texts.reduce((sum, text) => sum + text.length, 0), true);
  }

  list(texts, pointers, at) {
    for (const text of texts) {
      this.view.setUint32(pointers, at, true);
      this.bytes(at, text.length).set(text);
      pointers += 4;
      at += text.length;
    }
  }

  args_sizes_get(count, size) {
    this.sizes(this.args, count, size);
  }

  args_get(pointers, at) {
    this.list(this.args, pointers, at);
  }

  environ_sizes_get(count, size) {
    this.sizes(this.env, count, size);
  }

  environ_get(pointers, at) {
    this.list(this.env, pointers, at);
  }

  clock_time_get(clock, _precision, at) {
    const now = clock === 0 ? Date.now() : performance.now();
    this.view.setBigUint64(at, BigInt(Math.round(now * 1e6)), true);
  }

  random_get(at, length) {
    for (let done = 0; done < length; done += 65536) {
      crypto.getRandomValues(this.bytes(at + done, Math.min(65536, length - done)));
    }
  }

  sched_yield() {}

  proc_exit(code) {
    throw new Ended(code);
  }

  fd_prestat_get(fd, at) {
    if (fd !== ROOT) return NOT_OPEN;
    this.view.setUint8(at, 0);
    this.view.setUint32(at + 4, 1, true);
  }

  fd_prestat_dir_name(fd, at, length) {
    if (fd !== ROOT) return NOT_OPEN;
    this.bytes(at, length).set(new TextEncoder().encode("/").slice(0, length));
  }

  fd_fdstat_get(fd, at) {
    const kind = fd < ROOT ? STREAM : fd === ROOT || this.stream(fd).entries ? FOLDER : FILE;
    this.bytes(at, 24).fill(0);
    this.view.setUint8(at, kind);
    this.view.setBigUint64(at + 8, 0xffffffffffffffffn, true);
    this.view.setBigUint64(at + 16, 0xffffffffffffffffn, true);
  }

  fd_fdstat_set_flags() {}

  fd_filestat_get(fd, at) {
    if (fd < ROOT) return this.status({ mode: 0, size: 0, ino: fd, mtime: new Date(0) }, at);
    this.status(this.files.stat(fd === ROOT ? "/" : this.stream(fd).path), at);
  }

  path_filestat_get(folder, _flags, path, length, at) {
    this.status(this.files.stat(this.path(folder, path, length)), at);
  }

  status(status, at) {
    const kind = this.files.isDir(status.mode) ? FOLDER : this.files.isFile(status.mode) ? FILE : STREAM;
    this.bytes(at, 64).fill(0);
    this.view.setBigUint64(at + 8, BigInt(status.ino), true);
    this.view.setUint8(at + 16, kind);
    this.view.setBigUint64(at + 24, 1n, true);
    this.view.setBigUint64(at + 32, BigInt(status.size), true);
    for (const time of [40, 48, 56]) {
      this.view.setBigUint64(at + time, BigInt(status.mtime.getTime()) * 1000000n, true);
    }
  }

  path_open(folder, _follow, path, length, how, _rights, _inherited, flags, at) {
    const name = this.path(folder, path, length);
    const [creates, isFolder, isNew, empties] = [1, 2, 4, 8].map((bit) => (how & bit) !== 0);
    const found = this.files.analyzePath(name);
    if (!found.exists && !creates) return NOT_THERE;
    if (found.exists && creates && isNew) return EXISTS;
    if (found.exists && this.files.isDir(found.object.mode)) {
      if (creates) return A_FOLDER;
      this.open.set(this.next, { path: name, entries: this.files.readdir(name) });
    } else {
      if (isFolder) return NO_FOLDER;
      const writes = !found.exists || empties ? "w+" : "r+";
      const stream = this.files.open(name, writes);
      this.open.set(this.next, { path: name, stream, at: 0, appends: (flags & 1) !== 0 });
    }
    this.view.setUint32(at, this.next, true);
    this.next += 1;
  }

  fd_close(fd) {
    const { stream } = this.stream(fd);
    if (stream) this.files.close(stream);
    this.open.delete(fd);
  }

  // Calls `each` for every piece of memory in a list of them, until one is not used up.
  pieces(list, count, at, each) {
    let total = 0;
    for (let piece = 0; piece < count; piece += 1) {
      const start = this.view.getUint32(list + 8 * piece, true);
      const length = this.view.getUint32(list + 8 * piece + 4, true);
      const done = length && each(this.bytes(start, length));
      total += done;
      if (done < length) break;
    }
    this.view.setUint32(at, total, true);
  }

  fd_read(fd, list, count, at) {
    if (fd < ROOT) return this.pieces(list, count, at, () => 0);
    const open = this.stream(fd);
    if (open.entries) return A_FOLDER;
    this.pieces(list, count, at, (piece) => {
      const read = this.files.read(open.stream, piece, 0, piece.length, open.at);
      open.at += read;
      return read;
    });
  }

  fd_write(fd, list, count, at) {
    if (fd < ROOT) {
      this.pieces(list, count, at, (piece) => this.said.push(new TextDecoder().decode(piece.slice())) && piece.length);
      return;
    }
    const open = this.stream(fd);
    this.pieces(list, count, at, (piece) => {
      if (open.appends) open.at = this.files.stat(open.path).size;
      // The file system may keep what it is given, and the memory of the module changes.
      const written = this.files.write(open.stream, piece.slice(), 0, piece.length, open.at);
      open.at += written;
      return written;
    });
  }

  fd_seek(fd, offset, from, at) {
    const open = this.stream(fd);
    const start = [0, open.at, this.files.stat(open.path).size][from];
    open.at = start + Number(offset);
    this.view.setBigUint64(at, BigInt(open.at), true);
  }

  fd_tell(fd, at) {
    this.view.setBigUint64(at, BigInt(this.stream(fd).at), true);
  }

  fd_filestat_set_size(fd, size) {
    this.files.truncate(this.stream(fd).path, Number(size));
  }

  fd_readdir(fd, at, room, cookie, used) {
    const folder = fd === ROOT ? "/" : this.stream(fd).path;
    const entries = this.files.readdir(folder);
    let written = 0;
    for (let index = Number(cookie); index < entries.length && written < room; index += 1) {
      const name = new TextEncoder().encode(entries[index]);
      const status = this.files.stat(`${folder}/${entries[index]}`);
      const entry = new Uint8Array(24 + name.length), view = new DataView(entry.buffer);
      view.setBigUint64(0, BigInt(index + 1), true);
      view.setBigUint64(8, BigInt(status.ino), true);
      view.setUint32(16, name.length, true);
      view.setUint8(20, this.files.isDir(status.mode) ? FOLDER : FILE);
      entry.set(name, 24);
      const fits = entry.slice(0, room - written);
      this.bytes(at + written, fits.length).set(fits);
      written += fits.length;
    }
    this.view.setUint32(used, written, true);
  }

  path_create_directory(folder, path, length) {
    this.files.mkdir(this.path(folder, path, length));
  }

  path_remove_directory(folder, path, length) {
    this.files.rmdir(this.path(folder, path, length));
  }

  path_unlink_file(folder, path, length) {
    this.files.unlink(this.path(folder, path, length));
  }

  path_rename(from, path, length, to, other, otherLength) {
    this.files.rename(this.path(from, path, length), this.path(to, other, otherLength));
  }

  path_readlink() {
    return 28; // It is no link.
  }
}
