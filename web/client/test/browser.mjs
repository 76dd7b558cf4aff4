#!/usr/bin/env node
// browser.mjs BROWSER.mjs: the client in chromium (tests/browser/browser.mjs), with its queue and its secret in the
// browser's database.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { MemoClient, makeOracle } from "../dist/node.js";
import { startMock } from "./support/mock.mjs";

if (process.argv.length !== 3) {
  console.error("usage: browser.mjs BROWSER.mjs");
  process.exit(2);
}
const { check, checkEqual, failed, launch } = await import(pathToFileURL(resolve(process.argv[2])).href);

const asked = { oracle: "l-osue", k: 5, epsilon: 2, labels: ["a", "b", "c", "d", "é"], parameters: { epsilon1: 1.9 } };
const mock = await startMock(asked);
mock.files["/client.js"] = readFileSync(new URL("../dist/browser.js", import.meta.url));
const browser = await launch();
const context = await browser.newContext();
const problems = [];

async function freshPage() {
  const page = await context.newPage();
  page.on("pageerror", (error) => problems.push(error.message));
  await page.goto(mock.url);
  await page.evaluate(async () => {
    const client = await import("/client.js");
    globalThis.open = () =>
      client.CollectorClient.open({
        url: location.origin,
        collection: "fires",
        token: "sdc_test",
        maxEpsilon: 2,
        queue: new client.IndexedDbQueueStore("fires"),
        secrets: new client.IndexedDbSecretStore(),
        firstBackoffMilliseconds: 1,
        maxBackoffMilliseconds: 5,
      });
    globalThis.client = client;
  });
  return page;
}

// Reports that could not be sent outlive their page, and two tabs send them once.
let page = await freshPage();
mock.failures = [{ status: 503, slug: "busy" }]; // a broken connection chromium would try again by itself
const first = await page.evaluate(async () => {
  const client = await open();
  for (let i = 0; i < 30; ++i) await client.report("é");
  return client.send();
});
checkEqual(first.sending, 30, "reports that wait for a busy collector");
await page.close();
const tabs = [await freshPage(), await freshPage()];
await Promise.all(
  tabs.map((tab) =>
    tab.evaluate(async () => {
      const client = await open();
      for (let i = 0; i < 20; ++i) await client.report("é");
      return client.flush(20_000);
    }),
  ),
);
const left = await tabs[0].evaluate(async () => (await open()).status());
checkEqual(left.waiting + left.sending + left.refused + left.uncertain, 0, "reports left behind");
const reports = [...mock.counted.values()].flatMap((batch) => batch.reports);
checkEqual(reports.length, 70, "reports counted");

// All tabs have one secret, and the permanent response that Node computes from it.
const secrets = await Promise.all(
  tabs.map((tab) => tab.evaluate(async () => [...(await new client.IndexedDbSecretStore().load())])),
);
checkEqual(String(secrets[0]), String(secrets[1]), "the secret of two tabs");
const races = await Promise.all(
  tabs.map((tab, i) =>
    tab.evaluate(async (byte) => {
      const store = new client.IndexedDbSecretStore("race");
      if ((await store.load()) !== undefined) return "too late";
      return (await store.keep(new Uint8Array(32).fill(byte))).join();
    }, i),
  ),
);
check(races.includes("too late") || races[0] === races[1], "two tabs that make a secret at once have one");
checkEqual(new Set(secrets[0]).size > 10, true, "the secret looks random");
const permanent = (
  await new MemoClient(makeOracle(asked), Uint8Array.from(secrets[0]), "fires").permanentResponse(4)
)[0];
const { p2 } = makeOracle(asked).thresholds;
let kept = 0;
for (const report of reports) {
  for (let bit = 0; bit < 5; ++bit) kept += (((Buffer.from(report, "base64")[0] ^ permanent) >> bit) & 1) === 0 ? 1 : 0;
}
// 350 bits, each kept with p2: six standard deviations, below 10^−8 for a true client.
const expected = (350 * Number(p2)) / 2 ** 64;
check(
  Math.abs(kept - expected) < 6 * Math.sqrt(350 / 4),
  `${kept} of 350 bits are the permanent ones, ${expected} expected`,
);

checkEqual(problems.join("; "), "", "errors on the pages");
await browser.close();
await mock.close();
process.exit(failed() === 0 ? 0 : 1);
