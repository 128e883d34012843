// Bundles what the site uses from npm into ../vendor: classic scripts, since module scripts do not load from file://.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const vendor = join(here, "..", "vendor");
await mkdir(vendor, { recursive: true });
await build({
  entryPoints: [join(here, "node_modules", "oxigraph", "web.js")],
  outfile: join(vendor, "oxigraph.js"),
  bundle: true,
  minify: true,
  format: "iife",
  globalName: "oxigraph",
  target: "es2022",
  charset: "utf8",
  // The module's own address is only asked for where the WebAssembly file is fetched; the site hands it over instead.
  define: { "import.meta.url": '"file:///oxigraph.js"' },
  legalComments: "none",
});
const wasm = await readFile(join(here, "node_modules", "oxigraph", "web_bg.wasm"));
await writeFile(join(vendor, "oxigraph-wasm.js"), `window.kgWasm="${gzipSync(wasm, { level: 9 }).toString("base64")}";\n`);
await copyFile(join(here, "node_modules", "axe-core", "axe.min.js"), join(vendor, "axe.min.js")).catch((fault) => { if (fault.code !== "ENOENT") throw fault; });
const lock = await readFile(join(here, "package-lock.json"));
await writeFile(join(vendor, "made-from"), `${createHash("sha256").update(lock).digest("hex")}\n`);
