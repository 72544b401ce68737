// What the other files of this folder hold, by name. A page that lies on a disk may not read files, but may run them.
"use strict";
const parts = new Map();
const part = (name, text) => parts.set(name, text);

const unpacked = async (name) => {
  const bytes = Uint8Array.from(atob(parts.get(name)), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};
