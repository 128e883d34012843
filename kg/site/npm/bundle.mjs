// Bundles what the site and the server use from npm into ../vendor: classic scripts, since module scripts do not load
// from file://.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
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
// The query page of the server. Its package comes as one module, with the styles beside it.
const yasgui = join(here, "node_modules", "@zazuko", "yasgui", "build");
await build({
  entryPoints: [join(yasgui, "yasgui.esm.js")],
  outfile: join(vendor, "yasgui.js"),
  bundle: true,
  minify: true,
  format: "iife",
  globalName: "yasguiModule",
  target: "es2022",
  charset: "utf8",
  legalComments: "none", // the licences stand in licences.txt
});
await copyFile(join(yasgui, "yasgui.min.css"), join(vendor, "yasgui.css"));
const wasm = await readFile(join(here, "node_modules", "oxigraph", "web_bg.wasm"));
await writeFile(join(vendor, "oxigraph-wasm.js"), `window.kgWasm="${gzipSync(wasm, { level: 9 }).toString("base64")}";\n`);
await copyFile(join(here, "node_modules", "axe-core", "axe.min.js"), join(vendor, "axe.min.js")).catch((fault) => { if (fault.code !== "ENOENT") throw fault; });
const lock = await readFile(join(here, "package-lock.json"));
const told = [];
for (const [folder, { version, license, dev }] of Object.entries(JSON.parse(lock).packages)) {
  if (!folder || dev) continue;
  const name = (await readdir(join(here, folder))).find((file) => /^licen[cs]e/i.test(file));
  const text = name ? await readFile(join(here, folder, name), "utf8") : "";
  told.push(`${folder.replace(/^.*node_modules\//, "")} ${version}: ${license ?? "see its text"}\n\n${text.trim()}\n`);
}
await writeFile(join(vendor, "licences.txt"), told.join(`\n${"-".repeat(72)}\n\n`));
await writeFile(join(vendor, "made-from"), `${createHash("sha256").update(lock).update(await readFile(fileURLToPath(import.meta.url))).digest("hex")}\n`);
