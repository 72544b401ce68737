// The worker of the page: starts an engine with what it is given, and checks. It fetches nothing.

const addressOf = (bytes) => URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));

const loadPython = async (pieces) => {
  const folder = "https://python.invalid/";
  const kinds = { wasm: "application/wasm", json: "application/json" };
  self.fetch = async (address) => {
    const name = String(address).split("/").pop();
    if (!(name in pieces)) throw new TypeError("this page fetches nothing");
    return new Response(pieces[name], { headers: { "Content-Type": kinds[name.split(".").pop()] ?? "application/zip" } });
  };
  const { loadPyodide } = await import(addressOf(pieces["pyodide.mjs"]));
  const { default: createPyodideModule } = await import(addressOf(pieces["pyodide.asm.mjs"]));
  const lockFileContents = new TextDecoder().decode(pieces["pyodide-lock.json"]);
  return loadPyodide({ indexURL: folder, packageBaseUrl: folder, createPyodideModule, lockFileContents });
};

let engine;

self.onmessage = async ({ data }) => {
  const tell = (message) => self.postMessage(message);
  try {
    if (data.what === "start") {
      const { pieces } = data;
      const program = new TextDecoder().decode(pieces["program.py"]);
      engine = await Engine.start({ load: () => loadPython(pieces), module: pieces["yardstick.wasm"], program, tell });
      tell({ what: "ready" });
    } else {
      tell({ what: "checked", ...engine.check(data) });
    }
  } catch (error) {
    tell(error instanceof Broken ? { what: "broken" } : { what: "failed", reason: String(error.message ?? error) });
  }
};
