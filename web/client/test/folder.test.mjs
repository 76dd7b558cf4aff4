// The queue in a folder: processes that are killed, disks that fail, and two that want the same folder.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { FileSecretStore, FolderQueueStore, fingerprintOf } from "../dist/node.js";
import { failFiles } from "./support/faults.mjs";
import { countedReports, oue, setUp } from "./support/set_up.mjs";

const olh = { oracle: "olh", k: 3, epsilon: 1 }; // hash seeds are drawn once: equal reports are one report

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
  const second = await open({ queue: new FolderQueueStore(path) });
  assert.equal((await second.flush()).acknowledged, 3);
  assert.equal(countedReports(mock).length, 3);
});

test("a client that is killed at any moment loses no report and has none counted twice", async (t) => {
  const { mock, folder, open } = await setUp(t, olh);
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

test("whichever call of the file system fails, each report that was taken is counted once, and no other", async (t) => {
  const { mock, folder, open } = await setUp(t, olh, { max_batch_reports: 2 });
  const tried = async (action) => {
    for (let attempt = 1; ; ++attempt) {
      try {
        return await action();
      } catch (error) {
        if (error.code !== "EIO" || attempt === 6) throw error;
      }
    }
  };
  for (const together of [1, 3]) {
    for (let first = 0, made = Infinity; made > first; ++first) {
      const path = join(folder, `${together}-${first}`);
      const client = (queue) => open({ queue, maxBackoffMilliseconds: 0 });
      mock.counted.clear();
      mock.failures = ["lose"];
      made = 0;
      const restore = failFiles(() => ++made > first && made <= first + together);
      let taken = 0;
      try {
        const queue = new FolderQueueStore(path);
        const one = await tried(() => client(queue));
        for (let i = 0; i < 3; ++i)
          taken += await one.report(i).then(
            () => 1,
            () => 0,
          );
        await one.send().catch(() => undefined);
        for (let i = 0; i < 2; ++i)
          taken += await one.report(i).then(
            () => 1,
            () => 0,
          );
        await tried(() => one.send());
        await tried(() => one.close());
      } finally {
        restore();
      }
      const next = await client(new FolderQueueStore(path));
      await next.flush();
      await next.close();
      const reports = countedReports(mock);
      const where = `call ${first} and ${together - 1} more`;
      assert.equal(new Set(reports).size, reports.length, `${where}: a report is counted twice`);
      assert.equal(reports.length, taken, `${where}: ${taken} reports were taken, ${reports.length} are counted`);
      assert.deepEqual(readdirSync(path), ["parameters.json"], where);
      rmSync(path, { recursive: true });
    }
  }
});

test("a batch that could not be written with the others is not sent beside them", async (t) => {
  const { mock, folder, open } = await setUp(t, olh, { max_batch_reports: 2 });
  const path = join(folder, "queue");
  const first = await open({ queue: new FolderQueueStore(path) });
  for (let i = 0; i < 5; ++i) await first.report(1);
  let renamed = 0;
  const restore = failFiles((call) => call === "rename" && ++renamed === 2);
  await assert.rejects(first.send(), { code: "EIO" });
  restore();
  assert.equal((await first.flush()).acknowledged, 5);
  await first.close();
  const second = await open({ queue: new FolderQueueStore(path) });
  await second.flush();
  assert.equal(countedReports(mock).length, 5);
});

test("a report that was not taken is not sent, though its file was there", async (t) => {
  const { mock, folder, open } = await setUp(t);
  const path = join(folder, "queue");
  const first = await open({ queue: new FolderQueueStore(path) });
  // The folder cannot be synced, nor, at first, the file be removed.
  for (const removals of [0, 1]) {
    let left = removals;
    const restore = failFiles(
      (call, name) => (call === "sync" && name === path) || (call === "unlink" && name.endsWith(".json") && left-- > 0),
    );
    await assert.rejects(first.report("Dole"), { code: "EIO" });
    restore();
    await first.report("Lons");
  }
  await first.close();
  const second = await open({ queue: new FolderQueueStore(path) });
  await second.flush();
  assert.equal(countedReports(mock).length, 2);
});

test("a secret that could not be written leaves no copy", async (t) => {
  const { folder } = await setUp(t);
  const restore = failFiles((call) => call === "sync");
  await assert.rejects(new FileSecretStore(join(folder, "secret")).keep(new Uint8Array(32)), { code: "EIO" });
  restore();
  assert.deepEqual(readdirSync(folder), []);
});

test("what is damaged is named", async (t) => {
  const { folder, open } = await setUp(t);
  const path = join(folder, "queue");
  await (await open({ queue: new FolderQueueStore(path) })).close();
  for (const text of ["{", "null", '{"id":"other"}']) {
    writeFileSync(join(path, "some.json"), text);
    await assert.rejects(open({ queue: new FolderQueueStore(path) }), {
      code: "store",
      message: /'some.json' in the queue '.*' is damaged. Move it elsewhere/,
    });
  }
  rmSync(join(path, "some.json"));
  await open({ queue: new FolderQueueStore(path) });
});

/** Starts a process that wants the folder; resolves to it and to what it said. */
function startHolder(t, ...given) {
  const script = fileURLToPath(new URL("./support/holder.mjs", import.meta.url));
  const child = spawn(process.execPath, [script, ...given], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((done) => child.on("close", done));
  const kill = () => (child.kill("SIGKILL"), ended);
  t.after(kill);
  return new Promise((done, fail) => {
    child.stdout.once("data", (said) => done({ said: String(said).trim(), kill }));
    child.once("error", fail);
  });
}

test("the first process of a container does not take the folder of another container's first process", async (t) => {
  const { folder } = await setUp(t);
  const one = await startHolder(t, folder, "one", "1");
  assert.equal(one.said, "held");
  const two = await startHolder(t, folder, "two", "1");
  assert.match(two.said, /another process uses the queue .*if process 1 of one is gone, remove 'one@1@.*\.lock'/);
  await one.kill(); // which nobody can tell from elsewhere
  assert.match((await startHolder(t, folder, "two", "1")).said, /another process/);
  await two.kill();
  const again = await startHolder(t, folder, "one", "1");
  // Where the system tells when processes began, another of the same number is seen to be another.
  if (process.platform === "linux") assert.equal(again.said, "held");
});

test("the folder of a process that was killed is free, however many want it at once, for one", async (t) => {
  const { folder } = await setUp(t);
  for (let round = 0; round < 3; ++round) {
    const before = await startHolder(t, folder);
    assert.equal(before.said, "held");
    assert.match((await startHolder(t, folder)).said, /another process/);
    await before.kill();
    process.env.SLOW = "40";
    const all = await Promise.all(Array.from({ length: 4 }, () => startHolder(t, folder)));
    delete process.env.SLOW;
    assert.ok(all.filter(({ said }) => said === "held").length <= 1, all.map(({ said }) => said).join("; "));
    for (const { kill } of all) await kill();
  }
  assert.equal((await startHolder(t, folder)).said, "held");
});

test("two queues of one process do not share a folder", async (t) => {
  const { mock, folder, open } = await setUp(t);
  const path = join(folder, "queue");
  const first = await open({ queue: new FolderQueueStore(path) });
  await assert.rejects(open({ queue: new FolderQueueStore(path) }), { code: "store", message: /another process/ });
  await first.close();
  // A client that could not be opened lets go of the folder.
  const { spec, fingerprint } = mock;
  mock.spec = spec.replace('"epsilon":1.0', '"epsilon":0.5');
  mock.fingerprint = await fingerprintOf("oracle", mock.spec);
  await assert.rejects(open({ queue: new FolderQueueStore(path) }), { code: "wrong-server" });
  Object.assign(mock, { spec, fingerprint });
  await open({ queue: new FolderQueueStore(path) });
});
