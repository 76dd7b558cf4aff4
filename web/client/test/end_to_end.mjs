#!/usr/bin/env node
// end_to_end.mjs SOURDINE [BROWSER.mjs]: the client and a real collector (`SOURDINE serve`), which is killed while
// reports are sent. Every report is counted once, and the estimates are right. With BROWSER.mjs chromium reports too.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { CollectorClient, FolderQueueStore, MemorySecretStore } from "../dist/node.js";

const [sourdine, browserModule] = process.argv.slice(2);
if (!sourdine) {
  console.error("usage: end_to_end.mjs SOURDINE [BROWSER.mjs]");
  process.exit(2);
}
let failures = 0;
const check = (holds, sentence) => holds || (++failures, console.error(`FAILED: ${sentence}`));
const folder = mkdtempSync(join(tmpdir(), "sourdine-end-to-end-"));

/** Starts the collector; resolves to its address. */
function serve(port) {
  const child = spawn(resolve(sourdine), ["serve", "--config", "collector.toml", "--port", String(port)], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return new Promise((done, fail) => {
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
      const url = /collector at (http:\S+)/.exec(said)?.[1];
      if (url) done({ child, url });
    });
    child.on("exit", (code) => fail(new Error(`the collector ended with ${code}`)));
  });
}
const ended = (child) =>
  new Promise((done) => ((child.exitCode ?? child.signalCode) !== null ? done() : child.on("exit", done)));

// The browser's page is of another origin than the collector, as an application's is.
const pages = createServer((request, response) => {
  response.setHeader("Content-Type", "text/html");
  response.end("<!doctype html><title>An application</title>");
});
await new Promise((done) => pages.listen(0, "127.0.0.1", done));
const pagePort = pages.address().port;
writeFileSync(join(folder, "collector.toml"), `[server]\nallowed_origins = ["http://127.0.0.1:${pagePort}"]\n`);
const makesToken = ["serve", "--config", "collector.toml", "--new-token", "admin"];
const admin = execFileSync(resolve(sourdine), makesToken, { cwd: folder, encoding: "utf8" }).trim();
let server = await serve(0);
const { url } = server;
const port = new URL(url).port;

async function api(method, path, body) {
  const response = await fetch(url + path, {
    method,
    headers: { Authorization: `Bearer ${admin}`, ...(body ? { "Content-Type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const json = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(json)}`);
  return json;
}

const labels = ["Besançon", "Dole", 'Lons "le" Saunier', "東京"];
const epsilon = 2;
/** Of n reports, this many about each value. */
const trueCounts = (n) => [0.5, 0.3, 0.2, 0].map((share) => Math.round(share * n));
const valuesOf = (n) => trueCounts(n).flatMap((count, value) => Array(count).fill(value));

async function newCollection(id, oracle, more = {}) {
  await api("POST", "/v1/collections", {
    id,
    title: id,
    spec: { oracle, k: 4, epsilon, labels },
    min_reports: 1,
    ...more,
  });
  const { secret } = await api("POST", "/v1/tokens", { scope: "client", collection: id, note: "", expires: null });
  return {
    url,
    collection: id,
    token: secret,
    maxEpsilon: epsilon,
    firstBackoffMilliseconds: 50,
    maxBackoffMilliseconds: 500,
  };
}

/** Holds the estimates to the truth: seven standard errors, 10^−11 for one and 10^−9 for all. */
async function checkEstimates(id, n) {
  const { together } = await api("GET", `/v1/collections/${id}/estimates?together=true`);
  check(together.reports === n, `${id} counts ${together.reports} reports, ${n} were sent`);
  const truth = trueCounts(n);
  console.log(
    id,
    n,
    together.values
      .map(({ estimate, std_error }, i) => `${truth[i]}: ${estimate.toFixed(1)} ± ${std_error.toFixed(1)}`)
      .join(", "),
  );
  together.values.forEach(({ value, estimate, std_error }, i) => {
    check(value === labels[i], `${id}: label ${i} is ${value}`);
    check(
      Math.abs(estimate - truth[i]) <= 7 * std_error,
      `${id}: ${value} is estimated ${estimate} ± ${std_error}, it is ${truth[i]}`,
    );
  });
}

try {
  for (const oracle of ["grr", "sue", "oue", "olh"]) {
    const n = 600;
    const client = await CollectorClient.open({
      ...(await newCollection(`node-${oracle}`, oracle, { period: "day" })),
      queue: new FolderQueueStore(join(folder, oracle)),
    });
    const values = valuesOf(n);
    for (let i = 0; i < n; i += 150) {
      await Promise.all(values.slice(i, i + 150).map((value) => client.report(labels[value])));
      const sending = client.flush();
      if (i % 450 === 0) {
        server.child.kill("SIGKILL");
        await ended(server.child);
        server = await serve(port);
      }
      const status = await sending;
      check(
        status.next === undefined && status.refused + status.uncertain === 0,
        `${oracle}: ${JSON.stringify(status)}`,
      );
    }
    await client.close();
    await checkEstimates(`node-${oracle}`, n);
  }

  // One report each of many people, under secrets of their own.
  const people = await newCollection("node-l-osue", "l-osue");
  for (const value of valuesOf(300)) {
    const client = await CollectorClient.open({ ...people, secrets: new MemorySecretStore() });
    await client.report(value);
    await client.flush();
  }
  await checkEstimates("node-l-osue", 300);

  // Refusals, in the collector's words.
  const refused = async (options, code, slug) => {
    const error = await CollectorClient.open(options).then(
      () => undefined,
      (found) => found,
    );
    check(
      error?.code === code && (error.problem?.type ?? "").endsWith(slug),
      `${slug}: ${error?.code} ${error?.message}`,
    );
  };
  await refused({ ...people, token: "sdc_stranger" }, "refused", "token-unknown");
  await refused({ ...people, collection: "nowhere" }, "refused", "");
  await refused({ ...people, maxEpsilon: 1.9, secrets: new MemorySecretStore() }, "too-much", "");
  const closing = await newCollection("closing", "oue");
  const late = await CollectorClient.open(closing);
  await late.report("Dole");
  await api("POST", "/v1/collections/closing/close");
  const status = await late.flush();
  check(
    status.refused === 1 && (await late.setAside())[0].problem.type.endsWith("collection-closed"),
    JSON.stringify(status),
  );

  if (browserModule) {
    const { launch } = await import(pathToFileURL(resolve(browserModule)).href);
    const browser = await launch();
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${pagePort}`);
    const script = readFileSync(new URL("../dist/browser.js", import.meta.url), "utf8");
    for (const oracle of ["grr", "sue", "oue", "olh"]) {
      const options = await newCollection(`browser-${oracle}`, oracle);
      await page.evaluate(
        async ([text, given, values]) => {
          const client = await import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
          const collector = await client.CollectorClient.open({ ...given, queue: new client.MemoryQueueStore() });
          for (const value of values) await collector.report(value);
          return collector.flush();
        },
        [script, options, valuesOf(2000)],
      );
      await checkEstimates(`browser-${oracle}`, 2000);
    }
    // A page whose origin is not named learns nothing, and its reports stay with it; refusals are told to the others.
    const grr = await newCollection("browser-refused", "grr");
    const opened = (given) =>
      page.evaluate(
        async ([text, options]) => {
          const client = await import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
          return client.CollectorClient.open(options).then(
            () => "opened",
            (error) => error.code,
          );
        },
        [script, given],
      );
    check((await opened({ ...grr, token: "sdc_stranger" })) === "refused", "a page is told that its token is unknown");
    await page.goto(`http://localhost:${pagePort}`);
    check((await opened(grr)) === "unreachable", "a page of another origin is not served");
    await browser.close();
  }
} finally {
  server.child.removeAllListeners("exit");
  server.child.kill("SIGTERM");
  await ended(server.child);
  pages.close();
  rmSync(folder, { recursive: true });
}
console.log(failures === 0 ? "all reports were counted once, and the estimates are right" : `${failures} failures`);
process.exit(failures === 0 ? 0 : 1);
