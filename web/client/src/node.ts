import { webcrypto } from "node:crypto";
import { useCrypto } from "./webcrypto.js";

useCrypto(webcrypto as unknown as Crypto);

export * from "./index.js";
