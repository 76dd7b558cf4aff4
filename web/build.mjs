// build.mjs OUT.html [PAGE]: bundles a page of src/ (release, study, range, blur, anonymity, survey, collector) into one
// self-contained file. The page loads nothing: its content security policy forbids every request, and allows the one
// script whose hash is written here. __DATA__ is where the data go. The collector's page has none: it asks the server
// that it came from, which is all its policy allows beyond the others'.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, "dist/release.html"));
const pages = {
  release: {
    script: "src/main.ts",
    style: "src/style.css",
    instead: "The same numbers are in estimates.csv and the guarantee is in PRIVACY.md, beside this file.",
  },
  study: {
    script: "src/study.ts",
    style: "src/study.css",
    instead: "The same numbers are printed by the command that wrote this file, with --json.",
  },
  range: {
    script: "src/range.ts",
    style: "src/style.css",
    instead: "The command “sourdine range query” gives the same numbers and the guarantee.",
  },
  blur: {
    script: "src/blur.ts",
    style: "src/style.css",
    instead:
      'The same numbers are in density.csv and regions.csv and the guarantee is in PRIVACY.md, beside this file. <span lang="fr">Cette page dessine ses graphiques avec JavaScript, sans aucun réseau. Les mêmes nombres sont dans density.csv et regions.csv et la garantie dans PRIVACY.md, à côté de ce fichier.</span>',
  },
  anonymity: {
    script: "src/anonymity.ts",
    style: "src/style.css",
    instead:
      'The same numbers are in manifest.json, and PRIVACY.md says what holds and what does not, beside this file. <span lang="fr">Cette page dessine ses graphiques avec JavaScript, sans aucun réseau. Les mêmes nombres sont dans manifest.json, et PRIVACY.md dit ce qui est tenu et ce qui ne l’est pas, à côté de ce fichier.</span>',
  },
  survey: {
    script: "src/survey.ts",
    style: "src/style.css",
    instead:
      'The same numbers are in estimates.csv and the guarantee is in PRIVACY.md, beside this file. <span lang="fr">Cette page dessine ses graphiques avec JavaScript, sans aucun réseau. Les mêmes nombres sont dans estimates.csv et la garantie dans PRIVACY.md, à côté de ce fichier.</span>',
  },
  collector: {
    script: "src/collector.ts",
    style: "src/collector.css",
    instead: "The same numbers are at /v1/collections, for programs.",
    policy: "; connect-src 'self'; base-uri 'none'; form-action 'none'",
    data: "null",
    network: "with requests to this server only",
  },
};
const chosen = pages[process.argv[3] ?? "release"];

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
  build({ ...shared, entryPoints: [chosen.script], format: "iife", outdir: "unused" }),
  build({ ...shared, entryPoints: [chosen.style], outdir: "unused" }),
]);
// An end tag inside a JavaScript string would close the script element.
const js = script.outputFiles[0].text.trim().replaceAll("</script", "<\\/script");
const css = style.outputFiles[0].text.trim();
const hash = createHash("sha256").update(js).digest("base64");

const parts = {
  __STYLE__: css,
  __SCRIPT__: js,
  __SCRIPT_HASH__: `'sha256-${hash}'`,
  __POLICY__: chosen.policy ?? "",
  __INSTEAD__: chosen.instead,
  __NETWORK__: chosen.network ?? "without any network",
  ...(chosen.data === undefined ? {} : { __DATA__: chosen.data }),
};
const template = await readFile(join(here, "src/template.html"), "utf8");
if (template.split("__DATA__").length !== 2) throw new Error("the page must contain __DATA__ exactly once");
const page = template.replace(/__[A-Z_]+?__/g, (name) => parts[name] ?? name);
if (page.split("__DATA__").length !== (chosen.data === undefined ? 2 : 1)) {
  throw new Error("the script or the style must not contain __DATA__");
}

await mkdir(dirname(out), { recursive: true });
await writeFile(out, page);
console.log(`${out}: ${Math.round(page.length / 1024)} KiB`);
