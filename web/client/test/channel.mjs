#!/usr/bin/env node
// channel.mjs FOLDER [--trials N] [--broken NAME] [--browser BROWSER.mjs]: draws reports of every value of small
// domains and writes them for the audit (tests/collector/client_audit.cc): NAME-VALUE.bin, and cases.json. With
// --browser (tests/browser/browser.mjs) they are drawn in chromium.
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { auditCases, drawCase } from "./support/draw.mjs";

const args = process.argv.slice(2);
const option = (name) => {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args.splice(at, 2)[1];
};
const trials = Number(option("--trials") ?? 200_000);
const broken = option("--broken");
const browserModule = option("--browser");
const [folder] = args;
if (!folder || !(trials > 0)) {
  console.error("usage: channel.mjs FOLDER [--trials N] [--broken NAME] [--browser BROWSER.mjs]");
  process.exit(2);
}

/** A page on this machine: browsers have cryptography on such pages only. */
async function inBrowser(use) {
  const files = { "/client.js": "../dist/browser.js", "/draw.mjs": "./support/draw.mjs" };
  const server = createServer((request, response) => {
    const file = files[request.url];
    response.setHeader("Content-Type", file ? "text/javascript" : "text/html");
    response.end(file ? readFileSync(new URL(file, import.meta.url)) : "<!doctype html><title>channel</title>");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { launch } = await import(pathToFileURL(resolve(browserModule)).href);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(300_000);
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await use(async (one) => {
      const { spec, values } = await page.evaluate(
        async ([asked, count, how]) => {
          const [client, { drawCase }] = await Promise.all([import("/client.js"), import("/draw.mjs")]);
          const drawn = await drawCase(client, asked, count, how);
          const base64 = (bytes) =>
            new Promise((done) => {
              const reader = new FileReader();
              reader.onload = () => done(reader.result.slice(reader.result.indexOf(",") + 1));
              reader.readAsDataURL(new Blob([bytes]));
            });
          return { spec: drawn.spec, values: await Promise.all(drawn.values.map(base64)) };
        },
        [one, trials, broken ?? null],
      );
      return { spec, values: values.map((text) => Buffer.from(text, "base64")) };
    });
  } finally {
    await browser.close();
    server.close();
  }
}

async function inNode(use) {
  const client = await import("../dist/node.js");
  await use((one) => drawCase(client, one, trials, broken));
}

mkdirSync(folder, { recursive: true });
const written = [];
await (browserModule ? inBrowser : inNode)(async (draw) => {
  for (const one of auditCases) {
    const { spec, values } = await draw(one);
    values.forEach((bytes, value) => writeFileSync(join(folder, `${one.name}-${value}.bin`), bytes));
    written.push({ name: one.name, spec });
  }
});
writeFileSync(join(folder, "cases.json"), JSON.stringify({ cases: written }));
