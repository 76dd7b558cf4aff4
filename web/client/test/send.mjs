#!/usr/bin/env node
// send.mjs TASK.json [BROWSER.mjs]: reports values to a collector with this client, under Node or in chromium. The task
// is {"url", "token", "max_epsilon", "collections": [{"id", "values": [0, 2, …]}]}, every value that of another person;
// prints how many reports of each collection the collector has. Exits with 1 when one is missing.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [file, browserModule] = process.argv.slice(2);
if (!file) {
  console.error("usage: send.mjs TASK.json [BROWSER.mjs]");
  process.exit(2);
}
const task = JSON.parse(readFileSync(file, "utf8"));

/** Runs in Node and in pages. People of repeated collections have secrets of their own, and so clients of their own. */
async function sendAll(client, { url, token, max_epsilon }, { id, values }) {
  const options = { url, token, collection: id, maxEpsilon: max_epsilon, queue: new client.MemoryQueueStore() };
  const open = () => client.CollectorClient.open({ ...options, secrets: new client.MemorySecretStore() });
  let collector = await open();
  const isRepeated = collector.parameters.oracle.spec.oracle === "l-osue";
  let acknowledged = 0;
  for (const value of values) {
    await collector.report(value);
    if (!isRepeated) continue;
    acknowledged += (await collector.flush()).acknowledged;
    collector = await open();
  }
  return acknowledged + (await collector.flush()).acknowledged;
}

const sent = {};
if (browserModule) {
  const { launch } = await import(pathToFileURL(resolve(browserModule)).href);
  const browser = await launch();
  const page = await (await browser.newContext({ bypassCSP: true })).newPage();
  await page.goto(`${task.url}/healthz`); // the collector's own origin
  const script = readFileSync(new URL("../dist/browser.js", import.meta.url), "utf8");
  await page.evaluate(async (text) => {
    globalThis.client = await import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  }, script);
  await page.addScriptTag({ content: `globalThis.sendAll = ${sendAll}` });
  for (const one of task.collections) {
    sent[one.id] = await page.evaluate(([how, what]) => globalThis.sendAll(globalThis.client, how, what), [task, one]);
  }
  await browser.close();
} else {
  const client = await import("../dist/node.js");
  for (const one of task.collections) sent[one.id] = await sendAll(client, task, one);
}
console.log(JSON.stringify(sent));
process.exit(task.collections.every(({ id, values }) => sent[id] === values.length) ? 0 : 1);
