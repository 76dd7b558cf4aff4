// The system's cryptography. Browsers and Node 20 have it as a global; under Node 18 the Node entry gives it here.
import { SourdineError } from "./errors.js";

let given: Crypto | undefined;

export function useCrypto(crypto: Crypto): void {
  given = crypto;
}

export function systemCrypto(): Crypto {
  const found = given ?? globalThis.crypto;
  if (typeof found?.getRandomValues !== "function") {
    throw new SourdineError("store", "there is no cryptographic random generator here");
  }
  return found;
}

/** Hashes and ciphers; browsers have them on secure pages only. */
export function systemSubtle(): SubtleCrypto {
  const { subtle } = systemCrypto();
  if (subtle === undefined) {
    throw new SourdineError(
      "store",
      "this page has no cryptography",
      "Browsers give it to pages loaded by https or from localhost.",
    );
  }
  return subtle;
}
