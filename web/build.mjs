// build.mjs OUT.html: bundles src/ into one self-contained page. The page loads nothing: its content security policy
// forbids every request, and allows the one script whose hash is written here. __DATA__ is where a release's data go.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, "dist/release.html"));

const shared = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  write: false,
  charset: "utf8",
  legalComments: "none",
  target: ["chrome100", "firefox100", "safari15"],
  logLevel: "warning",
};
const [script, style] = await Promise.all([
  build({ ...shared, entryPoints: ["src/main.ts"], format: "iife", outdir: "unused" }),
  build({ ...shared, entryPoints: ["src/style.css"], outdir: "unused" }),
]);
// An end tag inside a JavaScript string would close the script element.
const js = script.outputFiles[0].text.trim().replaceAll("</script", "<\\/script");
const css = style.outputFiles[0].text.trim();
const hash = createHash("sha256").update(js).digest("base64");

const parts = { __STYLE__: css, __SCRIPT__: js, __SCRIPT_HASH__: `'sha256-${hash}'` };
const template = await readFile(join(here, "src/template.html"), "utf8");
const page = template.replace(/__(STYLE|SCRIPT|SCRIPT_HASH)__/g, (name) => parts[name]);
if (page.split("__DATA__").length !== 2) throw new Error("the page must contain __DATA__ exactly once");

await mkdir(dirname(out), { recursive: true });
await writeFile(out, page);
console.log(`${out}: ${Math.round(page.length / 1024)} KiB`);
