// Under Node: everything of index.ts, and what is kept in files.
import { webcrypto } from "node:crypto";
import { useCrypto } from "./webcrypto.js";

useCrypto(webcrypto as unknown as Crypto);

export * from "./index.js";
export { FileSecretStore, FolderQueueStore } from "./files.js";
