// holder.mjs FOLDER [HOST PROCESS]: opens the queue, says "held" or why not, and stays there until it is killed. With
// HOST and PROCESS it takes itself for that process of that machine. With SLOW in the environment files take their time.
import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

const [folder, host, id] = process.argv.slice(2);
if (host) {
  os.hostname = () => host;
  Object.defineProperty(process, "pid", { value: Number(id) });
}
if (process.env.SLOW) {
  for (const name of ["link", "open", "readFile", "readdir", "rename", "unlink"]) {
    const real = files[name];
    files[name] = async (...given) => {
      await new Promise((done) => setTimeout(done, Math.random() * Number(process.env.SLOW)));
      return real(...given);
    };
  }
}
syncBuiltinESMExports();
const { FolderQueueStore } = await import("../../dist/node.js");
const said = await new FolderQueueStore(folder).change(() => "held").catch((error) => error.message);
console.log(said);
setInterval(() => undefined, 1000);
