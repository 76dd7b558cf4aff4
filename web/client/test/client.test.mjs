// The client against a collector that fails: every report is counted once, or set aside.
import assert from "node:assert/strict";
import { chmodSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { FileSecretStore, MemoClient, MemoryQueueStore, MemorySecretStore } from "../dist/node.js";
import { GivenWords, fingerprintOf, makeOracle, parseWritten, periodLabel } from "../dist/node.js";
import { fakeClock } from "./support/mock.mjs";
import { countedReports, labels, oue, setUp } from "./support/set_up.mjs";

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

test("a device without a network has no batches of which nobody can tell", async (t) => {
  const clock = fakeClock();
  const { mock, open } = await setUp(t, oue, {}, { clock, ...slow });
  const client = await open();
  clock.time += 60_000;
  await client.report("Dole");
  mock.offline = true;
  const { next, lastProblem } = await client.send();
  assert.ok(next > clock.time - 1 && lastProblem.includes("cannot be reached"));
  clock.time += 10 * 86_400_000;
  await client.send();
  mock.offline = false;
  const status = await client.flush(3_600_000);
  assert.deepEqual([status.acknowledged, status.uncertain, mock.requests.length], [1, 0, 1]);
});

test("of two tabs that try a batch at once, one that is told nothing is not forgotten", async (t) => {
  const clock = fakeClock();
  const { mock, open } = await setUp(t, oue, {}, { clock, queue: new MemoryQueueStore() });
  const [first, second] = [await open(), await open()];
  await first.report("Dole");
  const answers = mock.hold(2);
  const sent = [first.send(), second.send()];
  await answers.arrived;
  mock.failures = [{ status: 429, slug: "too-many" }, "lose"];
  answers.release();
  await Promise.all(sent);
  assert.equal(countedReports(mock).length, 1);
  // The batch was counted: with another key it would be once more.
  clock.time += 10 * 86_400_000;
  for (const client of [first, second]) await client.send();
  assert.equal(countedReports(mock).length, 1);
  assert.equal((await first.status()).uncertain, 1);
});

test("what answers for the collector does not acknowledge", async (t) => {
  const clock = fakeClock();
  const { mock, open } = await setUp(t, oue, {}, { clock });
  const queue = new MemoryQueueStore();
  const client = await open({ queue });
  for (let i = 0; i < 3; ++i) await client.report("Dole");
  const strangers = [
    "<!doctype html><title>Welcome</title>",
    "",
    "null",
    "[3]",
    "{}",
    '{"accepted":2}',
    '{"accepted":"3"}',
  ];
  for (const [i, page] of strangers.entries()) {
    mock.failures = [{ page }];
    const { acknowledged, sending, lastProblem } = await client.send();
    assert.deepEqual([acknowledged, sending, lastProblem], [0, 3, "what answers is no collector"], page);
    assert.equal(mock.requests.length, i + 1);
    clock.time += 300_000;
  }
  assert.equal((await client.flush()).acknowledged, 3);
  assert.equal(countedReports(mock).length, 3);
  // Nor does it describe a collection; what the collector said before still holds.
  mock.describe = () => strangers[0];
  await assert.rejects(open(), { code: "unreachable", message: /no collector; what "fires" collects is not known/ });
  await (await open({ queue })).report("Dole");
});

test("what lies behind a failed fetch is said, and never the token", async (t) => {
  const { mock, open } = await setUp(t);
  const failing = (cause) => ({ fetch: () => Promise.reject(new TypeError("fetch failed", { cause })) });
  const message = /cannot be reached: fetch failed: self-signed certificate in certificate chain;/;
  await assert.rejects(open(failing(new Error("self-signed certificate in certificate chain"))), { message });
  // Of several addresses that were tried, Node's cause has a code and no message.
  const coded = Object.assign(new AggregateError([]), { code: "ECONNREFUSED" });
  await assert.rejects(open(failing(coded)), { message: /fetch failed: ECONNREFUSED;/ });
  await assert.rejects(open(failing(undefined)), { message: /cannot be reached: fetch failed;/ });
  const telling = failing(new Error('invalid header "Bearer sdc_test"'));
  await assert.rejects(open(telling), { message: /invalid header "Bearer …"/ });
  const { port } = new URL(mock.url);
  await mock.close();
  await assert.rejects(open({ url: `http://127.0.0.1:${port}` }), { message: /ECONNREFUSED/ });
});

test("a token may come from a file with its line break", async (t) => {
  const { mock, open } = await setUp(t);
  const client = await open({ token: " sdc_test\r\n" });
  await client.report("Dole");
  assert.equal((await client.flush()).acknowledged, 1);
  assert.equal(countedReports(mock).length, 1);
  await assert.rejects(open({ token: " \n" }), { code: "bad-input", message: /the token is empty/ });
  const broken = { code: "bad-input", message: /^the token has characters in it that no token has\. / };
  await assert.rejects(open({ token: "sdc_te\nst" }), broken);
});

test("a batch is never larger than what a token may send in a minute", async (t) => {
  const { mock, open } = await setUp(t, oue, { max_reports_per_minute: 3 });
  const client = await open();
  for (let i = 0; i < 7; ++i) await client.report("Dole");
  assert.equal((await client.flush()).acknowledged, 7);
  assert.deepEqual(mock.requests.map(({ body }) => JSON.parse(body).reports.length).sort(), [1, 3, 3]);
  mock.settings = { max_reports_per_minute: null };
  await open();
  mock.settings = { max_reports_per_minute: 0 };
  await assert.rejects(open(), { code: "wrong-server", message: /max_reports_per_minute/ });
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

test("a report does not join what is due already", async (t) => {
  const clock = fakeClock();
  const { mock, open } = await setUp(t, oue, { jitter_seconds: 2_000_000 }, { clock });
  for (const wait of [0, 86_400_000]) {
    const queue = new MemoryQueueStore();
    const early = await open({ queue });
    await early.report("Dole");
    clock.time = (await early.status()).next + wait; // nobody sent it: the script had ended, or there was no network
    const late = await open({ queue });
    await late.report("Lons");
    mock.counted.clear();
    const status = await late.send();
    // The second waits its own time; with probability 10^−9 that is none.
    assert.deepEqual([countedReports(mock).length, status.waiting], [1, 1]);
    assert.ok(status.next > clock.time && status.next <= clock.time + 2_000_000_000);
  }
});

test("a clock that was set back keeps nothing waiting", async (t) => {
  const clock = fakeClock();
  const { open } = await setUp(t, oue, { jitter_seconds: 100 }, { clock });
  const client = await open();
  await client.report("Dole");
  clock.time -= 86_400_000;
  await client.report("Lons");
  assert.equal((await client.send()).acknowledged, 1);
  assert.equal((await client.flush(100_000)).acknowledged, 2);
});

test("an application's own jitter holds whatever the collection wants", async (t) => {
  const { mock, open } = await setUp(t, oue, {}, { clock: fakeClock() });
  const client = await open({ minJitterSeconds: 1_000_000 });
  assert.equal(client.parameters.jitterSeconds, 1_000_000);
  await client.report("Dole");
  assert.equal((await client.send()).waiting, 1); // but for a chance of 10^−9
  mock.settings = { jitter_seconds: 2_000_000 };
  assert.equal((await open({ minJitterSeconds: 1_000_000 })).parameters.jitterSeconds, 2_000_000);
  for (const minJitterSeconds of [-1, 0.5, NaN, 31 * 86_400 + 1]) {
    await assert.rejects(open({ minJitterSeconds }), { code: "bad-input", message: /minJitterSeconds/ });
  }
});

test("a collection whose reports would wait longer than 31 days gets none", async (t) => {
  const { mock, open } = await setUp(t, oue, { jitter_seconds: 31 * 86_400 });
  await open();
  mock.settings = { jitter_seconds: 31 * 86_400 + 1 };
  await assert.rejects(open(), { code: "wrong-server", message: /"jitter_seconds" is more than 31 days/ });
  mock.settings = { clock_window_seconds: 366 * 86_400 + 1 };
  await assert.rejects(open(), { code: "wrong-server", message: /"clock_window_seconds" is more than 366 days/ });
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
  for (let i = 0; i < 6000 && mock.counted.size === 0; ++i) await new Promise((done) => setTimeout(done, 10));
  await client.report("Dole");
  for (let i = 0; i < 6000 && mock.counted.size === 1; ++i) await new Promise((done) => setTimeout(done, 10));
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
