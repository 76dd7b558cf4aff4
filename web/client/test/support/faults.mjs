// Files that fail.
import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const calls = ["link", "mkdir", "open", "readFile", "readdir", "rename", "unlink"];

/** Until the function returned is called, every call for which `fails(call, path)` is true rejects with EIO, "write" and
 * "sync" of an open file being calls as well. Syncing is left out: what the tests do to files is no power cut. */
export function failFiles(fails) {
  const real = Object.fromEntries(calls.map((name) => [name, files[name]]));
  const attempt = (call, path) => {
    if (fails(call, String(path))) throw Object.assign(new Error(`EIO: ${call} '${path}'`), { code: "EIO" });
  };
  for (const name of calls) {
    files[name] = async (path, ...rest) => {
      attempt(name, path);
      const result = await real[name](path, ...rest);
      if (name !== "open") return result;
      const { writeFile } = result;
      result.writeFile = async (text) => (attempt("write", path), writeFile.call(result, text));
      result.sync = async () => attempt("sync", path);
      return result;
    };
  }
  syncBuiltinESMExports();
  return () => (Object.assign(files, real), syncBuiltinESMExports());
}
