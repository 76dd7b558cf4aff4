// What most tests begin with.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CollectorClient } from "../../dist/node.js";
import { startMock } from "./mock.mjs";

export const labels = ["Besançon", "Dole", "Lons"];
export const oue = { oracle: "oue", k: 3, epsilon: 1, labels };

/** A collector and a client on it, in a folder that goes with the test. */
export async function setUp(t, asked = oue, settings = {}, options = {}) {
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
export const countedReports = (mock) => [...mock.counted.values()].flatMap(({ reports }) => reports);
