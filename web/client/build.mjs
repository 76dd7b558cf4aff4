#!/usr/bin/env node
// dist/: index.js, node.js (the same and what is kept in files), their types, and browser.js, one file for pages that
// are not bundled.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "dist");
rmSync(out, { recursive: true, force: true });
const common = { absWorkingDir: here, bundle: true, format: "esm", target: "es2021", logLevel: "warning" };
await build({
  ...common,
  entryPoints: ["src/index.ts", "src/node.ts"],
  splitting: true,
  chunkNames: "shared-[hash]",
  outdir: "dist",
  platform: "neutral",
  external: ["node:*"],
});
await build({
  ...common,
  entryPoints: ["src/index.ts"],
  outfile: "dist/browser.js",
  platform: "browser",
  minify: true,
});
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
execFileSync(process.execPath, [tsc, "--emitDeclarationOnly", "--declaration"], { cwd: here, stdio: "inherit" });

// The package carries the project's licence.
const licence = join(here, "../../LICENSE");
if (existsSync(licence)) copyFileSync(licence, join(here, "LICENSE"));
