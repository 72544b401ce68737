// What the other files of this folder hold, by name. A page that lies on a disk may not read files, but may run them.
"use strict";
const parts = new Map();
const part = (name, text) => parts.set(name, text);

const unpacked = async (name) => {
  const text = atob(parts.get(name));
  // Letter by letter: anything else takes many times as long, and the page stands still meanwhile.
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};
