#!/usr/bin/env node
// honest_clients.mjs CLIENT BROWSER.mjs: reports what the standard input says, by the TypeScript client of the folder
// CLIENT, in Node and in chromium. The input is JSON, a list of collections { url, collection, token, people, node,
// browser }, the last two being lists of { at, values }. Each value of `people` is somebody with a secret of their own.
// Prints how many reports the collector has acknowledged, as JSON.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, browserModule] = process.argv.slice(2);
if (!browserModule) {
  console.error("usage: honest_clients.mjs CLIENT BROWSER.mjs");
  process.exit(2);
}
const { launch } = await import(pathToFileURL(resolve(browserModule)).href);
const plan = JSON.parse(readFileSync(0, "utf8"));

/** Runs in Node, and by its text in the browser. */
async function reportAll(library, { url, collection, token, people }, runs) {
  const open = () =>
    library.CollectorClient.open({
      url,
      collection,
      token,
      maxEpsilon: 20,
      queue: new library.MemoryQueueStore(),
      secrets: new library.MemorySecretStore(),
    });
  /** Resolves to what the collector has of the client's reports. */
  const sent = async (client) => {
    const status = await client.flush();
    if (status.next !== undefined || status.refused + status.uncertain > 0) throw new Error(JSON.stringify(status));
    return status.acknowledged;
  };
  const one = people ? undefined : await open();
  let acknowledged = 0;
  for (const { at, values } of runs) {
    for (const value of values) {
      const client = one ?? (await open());
      await client.report(value, { at: new Date(at) });
      if (people) acknowledged += await sent(client);
    }
    if (one) acknowledged = await sent(one);
  }
  return acknowledged;
}

const library = await import(pathToFileURL(resolve(join(folder, "dist", "node.js"))).href);
const inNode = (async () => {
  let sum = 0;
  for (const collection of plan) sum += await reportAll(library, collection, collection.node);
  return sum;
})();

const browser = await launch();
const context = await browser.newContext({ bypassCSP: true });
const page = await context.newPage();
await page.goto(`${plan[0].url}/healthz`);
const script = readFileSync(join(folder, "dist", "browser.js"), "utf8");
let inBrowser = 0;
for (const { node: _, browser: runs, ...collection } of plan) {
  inBrowser += await page.evaluate(
    async ([text, how, given, itsRuns]) => {
      const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
      const itsLibrary = await import(address);
      return await new Function(`return (${how})`)()(itsLibrary, given, itsRuns);
    },
    [script, reportAll.toString(), collection, runs],
  );
}
const version = browser.version();
await browser.close();
console.log(JSON.stringify({ node: await inNode, browser: inBrowser, version }));
process.exit(0);
