// The client against a collector that fails: every report is counted once, or set aside.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  CollectorClient,
  FileSecretStore,
  FolderQueueStore,
  MemoClient,
  MemoryQueueStore,
  MemorySecretStore,
} from "../dist/node.js";
import { GivenWords, fingerprintOf, makeOracle, parseWritten, periodLabel } from "../dist/node.js";
import { fakeClock, startMock } from "./support/mock.mjs";

const labels = ["Besançon", "Dole", "Lons"];
const oue = { oracle: "oue", k: 3, epsilon: 1, labels };

/** A collector and a client on it, in a folder that goes with the test. */
async function setUp(t, asked = oue, settings = {}, options = {}) {
  const mock = await startMock(asked, settings);
  const folder = mkdtempSync(join(tmpdir(), "sourdine-client-"));
  const clients = [];
  t.after(async () => {
    for (const client of clients) await client.close();
    await mock.close();
    rmSync(folder, { recursive: true });
  });
  const base = { url: mock.url, collection: "fires", token: "sdc_test", maxEpsilon: 1, ...options };
  const open = async (more = {}) => {
    const client = await CollectorClient.open({ ...base, ...more });
    clients.push(client);
    return client;
  };
  return { mock, folder, open };
}
const countedReports = (mock) => [...mock.counted.values()].flatMap(({ reports }) => reports);
const slow = { firstBackoffMilliseconds: 1000, maxBackoffMilliseconds: 300_000 };

test("reports arrive, in batches with keys of version 7", async (t) => {
  const { mock, open } = await setUp(t, oue, { max_batch_reports: 4 });
  const client = await open();
  for (let i = 0; i < 10; ++i) await client.report(i % 2 ? "Dole" : 2);
  assert.equal(mock.requests.length, 0);
  const status = await client.flush();
  assert.deepEqual([status.acknowledged, status.waiting, status.sending, status.next], [10, 0, 0, undefined]);
  assert.deepEqual(mock.requests.map(({ body }) => JSON.parse(body).reports.length).sort(), [2, 4, 4]);
  for (const { key, body, type } of mock.requests) {
    assert.match(key, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.ok(Math.abs(parseInt(key.replace("-", "").slice(0, 12), 16) - Date.now()) < 60_000);
    assert.equal(type, "application/json");
    const { fingerprint, reports, randomness } = JSON.parse(body);
    assert.deepEqual([fingerprint, randomness], [mock.fingerprint, "private"]);
    for (const report of reports) {
      const bytes = Buffer.from(report, "base64");
      assert.equal(bytes.toString("base64"), report);
      assert.equal(bytes.length, 1);
      assert.ok(bytes[0] < 8, "padding is zero");
    }
  }
});

test("an unclear answer is asked for again with the same key and body, after a pause", async (t) => {
  const clock = fakeClock();
  const { mock, open } = await setUp(t, oue, {}, { clock, ...slow });
  const client = await open();
  for (let i = 0; i < 5; ++i) await client.report("Lons");
  mock.failures = [
    "lose",
    { status: 503, slug: "busy", headers: { "Retry-After": "7" } },
    "drop",
    { status: 429, slug: "too-many" },
  ];
  const status = await client.flush(3_600_000);
  assert.equal(status.acknowledged, 5);
  assert.equal(mock.requests.length, 5);
  assert.equal(new Set(mock.requests.map(({ key, body }) => key + body)).size, 1);
  assert.equal(countedReports(mock).length, 5);
  assert.equal(clock.slept.length, 4);
  const most = [1000, 7000 + 2000, 4000, 8000];
  clock.slept.forEach((ms, i) => assert.ok(ms >= (i === 1 ? 7000 : 0) && ms <= most[i], `pause ${i} of ${ms} ms`));
});

test("what is refused is set aside with the reason, and can be taken back", async (t) => {
  const told = [];
  const { mock, open } = await setUp(t, oue, {}, { onRefused: (batch) => told.push(batch) });
  const client = await open();
  await client.report("Dole");
  mock.failures = [{ status: 403, slug: "token-scope" }];
  const status = await client.flush();
  assert.deepEqual([status.refused, status.uncertain, status.acknowledged, status.next], [1, 0, 0, undefined]);
  assert.deepEqual(
    [told.length, told[0].state, told[0].problem.type],
    [1, "refused", "urn:sourdine:problem:token-scope"],
  );
  assert.match(status.lastProblem, /token-scope: in a test/);
  assert.equal(await client.takeBackRefused(), 1);
  assert.equal((await client.flush()).acknowledged, 1);
  assert.equal(new Set(mock.requests.map(({ key }) => key)).size, 1);
  assert.equal(countedReports(mock).length, 1);
});

test("a refusal after an attempt without an answer is uncertain, not refused", async (t) => {
  const clock = fakeClock();
  const { mock, open } = await setUp(t, oue, {}, { clock });
  const client = await open();
  await client.report("Dole");
  mock.failures = ["lose", { status: 422, slug: "batch-too-old" }];
  const status = await client.flush(3_600_000);
  assert.deepEqual([status.refused, status.uncertain], [0, 1]);
  assert.equal(await client.takeBackRefused(), 0);
  assert.equal((await client.setAside())[0].problem.type, "urn:sourdine:problem:batch-too-old");
});

test("a batch older than the collector remembers is not sent again", async (t) => {
  const clock = fakeClock();
  const { mock, open } = await setUp(t, oue, {}, { clock });
  const client = await open();
  await client.report("Dole");
  mock.failures = ["lose"];
  await client.send();
  clock.time += 259_200_000 + 3_600_000;
  const status = await client.send();
  assert.deepEqual([status.uncertain, mock.requests.length], [1, 1]);
});

test("a batch that never left is not old, however long there is no network", async (t) => {
  const clock = fakeClock();
  const { mock, open } = await setUp(t, oue, {}, { clock });
  const client = await open();
  await client.report("Dole");
  mock.failures = [{ status: 429, slug: "too-many" }];
  await client.send();
  clock.time += 10 * 86_400_000;
  assert.equal((await client.flush()).acknowledged, 1);
  assert.notEqual(mock.requests[0].key, mock.requests[1].key);
});

test("a collection that asks for too much gets nothing", async (t) => {
  const { open } = await setUp(t);
  await assert.rejects(open({ maxEpsilon: 0.5 }), {
    code: "too-much",
    message: /epsilon = 1, but this application allows 0.5/,
  });
  await assert.rejects(open({ maxEpsilon: 0 }), { code: "bad-input" });
  await assert.rejects(open({ maxEpsilon: NaN }), { code: "bad-input" });
});

test("l-osue is judged by what all reports together tell", async (t) => {
  const { open } = await setUp(t, { oracle: "l-osue", k: 3, epsilon: 2, parameters: { epsilon1: 0.5 } });
  await assert.rejects(open({ maxEpsilon: 1, secrets: new MemorySecretStore() }), { code: "too-much" });
  await assert.rejects(open({ maxEpsilon: 2 }), { message: /SecretStore/ });
});

test("a collector that contradicts itself gets nothing", async (t) => {
  const { mock, open } = await setUp(t);
  const honest = { ...mock };
  mock.fingerprint = await fingerprintOf("oracle", mock.spec.replace('"epsilon":1.0', '"epsilon":1'));
  await assert.rejects(open(), { code: "wrong-server", message: /fingerprint/ });
  mock.fingerprint = honest.fingerprint;
  mock.settings = { report_bytes: 2 };
  await assert.rejects(open(), { code: "wrong-server", message: /1 bytes/ });
  mock.settings = { id: "others" };
  await assert.rejects(open(), { code: "bad-input", message: /"id" twice/ });
  mock.settings = {};
  mock.spec = mock.spec.replace('"oue"', '"the"');
  await assert.rejects(open(), { code: "bad-input", message: /does not know the oracle "the"/ });
});

test("a collector that later asks for something else gets nothing", async (t) => {
  const { mock, open } = await setUp(t);
  const queue = new MemoryQueueStore();
  await open({ queue });
  mock.spec = mock.spec.replace('"epsilon":1.0', '"epsilon":0.5');
  mock.fingerprint = await fingerprintOf("oracle", mock.spec);
  await assert.rejects(open({ queue }), { code: "wrong-server", message: /something else/ });
});

test("a value that is none is refused, and not repeated in the message", async (t) => {
  const { open } = await setUp(t);
  const client = await open();
  for (const value of ["Pontarlier", "", "1", -1, 3, 0.5, NaN]) {
    await assert.rejects(
      client.report(value),
      (error) => error.code === "bad-input" && !error.message.includes("Pontarlier"),
    );
  }
});

test("tokens go to nobody but the collector", async (t) => {
  const { open } = await setUp(t);
  await assert.rejects(open({ url: "http://collector.example" }), { code: "bad-input", message: /https/ });
  await assert.rejects(open({ url: "https://user@collector.example" }), { code: "bad-input" });
  await assert.rejects(open({ url: "not an address" }), { code: "bad-input" });
  await assert.rejects(open({ token: "sdc_other" }), { code: "refused", message: /token-unknown/ });
});

test("periods", async (t) => {
  const { mock, open } = await setUp(t, oue, { period: "week" });
  const client = await open();
  await client.report("Dole", { at: new Date("2026-11-17T13:00:00Z") });
  await client.report("Dole", { at: new Date("2026-11-22T23:59:59Z") });
  await client.report("Lons", { at: new Date("2027-01-03T00:00:00Z") });
  await client.flush();
  assert.deepEqual([...mock.counted.values()].map(({ period, reports }) => [period, reports.length]).sort(), [
    ["2026-W47", 2],
    ["2026-W53", 1],
  ]);
  const time = new Date("2026-11-17T13:59:59.999Z");
  assert.deepEqual(
    ["hour", "day", "month", "year"].map((period) => periodLabel(period, time)),
    ["2026-11-17T13", "2026-11-17", "2026-11", "2026"],
  );
  for (const [day, week] of [
    ["2024-12-30", "2025-W01"],
    ["2021-01-01", "2020-W53"],
    ["2020-12-31", "2020-W53"],
    ["2023-01-01", "2022-W52"],
    ["2018-01-01", "2018-W01"],
  ]) {
    assert.equal(periodLabel("week", new Date(`${day}T12:00:00Z`)), week);
  }
});

test("a batch is sent within the jitter after its first report, evenly", async (t) => {
  const clock = fakeClock();
  const { mock, open } = await setUp(t, oue, { jitter_seconds: 100 }, { clock });
  const client = await open();
  const start = clock.time;
  const waits = [];
  for (let i = 0; i < 40; ++i) {
    const first = clock.time;
    await client.report("Dole");
    const { next } = await client.send();
    await client.report("Lons");
    assert.equal((await client.status()).next, next, "the second report goes with the first");
    assert.equal(mock.requests.length, i);
    await client.flush(200_000);
    assert.equal(mock.requests.length, i + 1);
    waits.push(clock.time - first);
  }
  assert.ok(waits.every((wait) => wait >= 0 && wait <= 100_000));
  assert.ok(clock.time > start);
  // Each of two halves gets one of 40 with probability 1 − 2^−39.
  assert.ok(waits.some((wait) => wait < 50_000) && waits.some((wait) => wait >= 50_000));
  const times = mock.requests.map(({ key }) => parseInt(key.replace("-", "").slice(0, 12), 16));
  assert.ok(
    times.every((time) => time >= start),
    "the key has the time of the first sending",
  );
});

test("a wrong clock is put right by the collector's", async (t) => {
  const clock = fakeClock(Date.now() - 86_400_000);
  const { mock, open } = await setUp(t, oue, { period: "day" }, { clock });
  const client = await open();
  await client.report("Dole");
  await client.flush();
  const [{ key, period }] = mock.requests;
  assert.ok(Math.abs(parseInt(key.replace("-", "").slice(0, 12), 16) - Date.now()) < 60_000);
  assert.ok([-60_000, 60_000].map((ms) => periodLabel("day", new Date(Date.now() + ms))).includes(period));
});

test("a folder keeps what was not sent, and whoever opens it next sends it once", async (t) => {
  const { mock, folder, open } = await setUp(t);
  const path = join(folder, "queue");
  const first = await open({ queue: new FolderQueueStore(path) });
  for (let i = 0; i < 7; ++i) await first.report("Dole");
  mock.failures = ["lose"];
  await first.send();
  await assert.rejects(open({ queue: new FolderQueueStore(path) }), { code: "store", message: /another process/ });
  await first.close();
  assert.equal(statSync(path).mode & 0o777, 0o700);
  mock.offline = true;
  const second = await open({ queue: new FolderQueueStore(path) });
  await second.report("Lons");
  mock.offline = false;
  assert.equal((await second.flush()).acknowledged, 8);
  assert.equal(countedReports(mock).length, 8);
  await second.close();
  assert.deepEqual(readdirSync(path), ["parameters.json"]);
});

test("a crash between making a batch and letting its reports go does not double them", async (t) => {
  const { mock, folder, open } = await setUp(t);
  const path = join(folder, "queue");
  const first = await open({ queue: new FolderQueueStore(path) });
  for (let i = 0; i < 3; ++i) await first.report("Dole");
  const reports = readdirSync(path)
    .filter((name) => name.endsWith(".json"))
    .map((name) => [name, readFileSync(join(path, name))]);
  mock.failures = ["drop"];
  await first.send();
  await first.close();
  for (const [name, bytes] of reports) writeFileSync(join(path, name), bytes);
  writeFileSync(join(path, "half.json.new"), "{");
  writeFileSync(join(path, "lock"), "999999999");
  const second = await open({ queue: new FolderQueueStore(path) });
  assert.equal((await second.flush()).acknowledged, 3);
  assert.equal(countedReports(mock).length, 3);
});

test("a client that is killed at any moment loses no report and has none counted twice", async (t) => {
  const { mock, folder, open } = await setUp(t, { oracle: "olh", k: 3, epsilon: 1 });
  const path = join(folder, "queue");
  let said = "";
  for (let run = 0; run < 8; ++run) {
    mock.failures = run % 3 === 0 ? ["lose", { status: 503, slug: "busy" }] : [];
    const reporter = fileURLToPath(new URL("./support/reporter.mjs", import.meta.url));
    const child = spawn(process.execPath, [reporter, mock.url, path], { stdio: ["ignore", "pipe", "inherit"] });
    const ended = new Promise((done) => child.on("close", done));
    const before = said.length;
    child.stdout.on("data", (chunk) => {
      said += chunk;
      if (said.length - before > 20 + 7 * run) child.kill("SIGKILL");
    });
    await ended;
  }
  const client = await open({ queue: new FolderQueueStore(path), maxBackoffMilliseconds: 5 });
  const status = await client.flush();
  assert.deepEqual([status.waiting, status.sending, status.refused, status.uncertain], [0, 0, 0, 0]);
  const count = (letter) => said.split(letter).length - 1;
  const reports = countedReports(mock);
  assert.equal(new Set(reports).size, reports.length, "hash seeds are drawn once: no report is there twice");
  assert.ok(
    reports.length >= count("d") && reports.length <= count("s"),
    `${count("d")} ≤ ${reports.length} ≤ ${count("s")}`,
  );
  assert.ok(count("d") > 100);
});

test("nothing in the queue's folder tells a value", async (t) => {
  const { folder, open } = await setUp(t, { ...oue, oracle: "grr" });
  const client = await open({ queue: new FolderQueueStore(join(folder, "queue")) });
  await client.report("Besançon");
  const { labels: all } = client.parameters.oracle.spec;
  for (const name of readdirSync(join(folder, "queue")).filter((file) => file !== "parameters.json")) {
    const text = readFileSync(join(folder, "queue", name), "utf8");
    for (const label of all) assert.ok(!text.includes(label));
  }
});

test("the secret is a file for its owner alone, made once", async (t) => {
  const { folder } = await setUp(t);
  const path = join(folder, "secret");
  const stores = [new FileSecretStore(path), new FileSecretStore(path)];
  assert.equal(await stores[0].load(), undefined);
  const [a, b] = await Promise.all(stores.map((store, i) => store.keep(new Uint8Array(32).fill(i + 1))));
  assert.deepEqual(a, b);
  assert.deepEqual(await new FileSecretStore(path).load(), a);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.match(readFileSync(path, "utf8"), /^[0-9a-f]{64}\n$/);
  chmodSync(path, 0o644);
  await assert.rejects(stores[0].load(), { code: "store", message: /others can read/ });
  chmodSync(path, 0o600);
  writeFileSync(path, "short");
  await assert.rejects(stores[0].load(), { code: "store", message: /64 hexadecimal digits/ });
  assert.equal(readdirSync(folder).length, 1, "no temporary file is left");
});

test("two devices with one secret repeat one permanent response", async (t) => {
  const asked = { oracle: "l-osue", k: 3, epsilon: 1, labels, parameters: { epsilon1: 0.9 } };
  const { mock, folder, open } = await setUp(t, asked);
  const secrets = new FileSecretStore(join(folder, "secret"));
  for (const client of [await open({ secrets }), await open({ secrets })]) {
    for (let i = 0; i < 2000; ++i) await client.report("Lons");
    await client.flush();
  }
  const oracle = makeOracle(asked);
  const permanent = await new MemoClient(oracle, await secrets.load(), "fires").permanentResponse(2);
  const reports = countedReports(mock).map((report) => Buffer.from(report, "base64")[0]);
  assert.equal(reports.length, 4000);
  const p2 = Number(oracle.thresholds.p2) / 2 ** 64;
  for (let bit = 0; bit < 3; ++bit) {
    const kept = reports.filter((report) => (((report ^ permanent[0]) >> bit) & 1) === 0).length;
    // Six standard deviations and more: below 10^−8 for a true client.
    assert.ok(Math.abs(kept - 4000 * p2) < 6 * Math.sqrt(4000 * 0.25), `bit ${bit}: ${kept} of 4000, ${p2} expected`);
  }
});

test("start() sends by itself", async (t) => {
  const { mock, open } = await setUp(t);
  const client = await open();
  client.start();
  await client.report("Dole");
  for (let i = 0; i < 200 && mock.counted.size === 0; ++i) await new Promise((done) => setTimeout(done, 10));
  await client.report("Dole");
  for (let i = 0; i < 200 && mock.counted.size === 1; ++i) await new Promise((done) => setTimeout(done, 10));
  client.stop();
  assert.equal(countedReports(mock).length, 2);
});

test("JSON whose numbers keep their spelling", () => {
  for (const text of [
    "",
    "{",
    '{"a":1,"a":2}',
    "[1,]",
    "01",
    "1.",
    "nul",
    '"\n"',
    "[1]x",
    "-",
    "[".repeat(99) + "]".repeat(99),
  ]) {
    assert.throws(() => parseWritten(text), { code: "bad-input" }, text);
  }
  assert.deepEqual(parseWritten(' [ true , null , "\\u00e9\\n" , [ ] ] '), [true, null, "é\n", []]);
  assert.equal(parseWritten('{"a":{"b":1.50e+01}}').a.b.text, "1.50e+01");
});

test("uniform numbers are drawn by rejection", () => {
  const top = (1n << 64n) - 1n;
  // 2^64 mod 3 = 1: of all words only 0 is rejected. 2^64 mod (2^32 − 5) = 25: the products with low parts below 25.
  for (const [n, given, expected, used] of [
    [3, [0n, 1n << 63n], 1, 2],
    [3, [1n], 0, 1],
    [3, [top], 2, 1],
    [2, [0n], 0, 1],
    [2 ** 32 - 5, [0n, 0n, top], 2 ** 32 - 6, 3],
    [2 ** 32, [top], 2 ** 32 - 1, 1],
  ]) {
    const words = new GivenWords(given);
    assert.deepEqual([words.below(n), words.used], [expected, used], `below ${n}`);
  }
});

test("no floating-point random number anywhere", () => {
  for (const name of readdirSync(new URL("../src", import.meta.url))) {
    assert.ok(!readFileSync(new URL(`../src/${name}`, import.meta.url), "utf8").includes("Math.random"), name);
  }
});
