// reporter.mjs URL FOLDER: reports and sends until it is killed; says "s" before and "d" after every report.
import { writeSync } from "node:fs";
import { CollectorClient, FolderQueueStore } from "../../dist/node.js";

const [url, folder] = process.argv.slice(2);
const queue = new FolderQueueStore(folder);
const client = await CollectorClient.open({
  url,
  collection: "fires",
  token: "sdc_test",
  maxEpsilon: 1,
  queue,
  maxBackoffMilliseconds: 5,
});
client.start();
for (;;) {
  writeSync(1, "s");
  await client.report(1);
  writeSync(1, "d");
}
