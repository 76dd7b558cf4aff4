// Where a person's secret is kept. It is 32 random bytes, made on the first device, never sent; who has it can undo the
// person's permanent responses, and without it the next report spends ε again.
import { bytesOfHex, randomBytes } from "./encoding.js";
import { SourdineError } from "./errors.js";
import { inDatabase } from "./indexed_db.js";
import { secretBytes } from "./memo.js";

export interface SecretStore {
  /** The secret kept; undefined when there is none. Rejects when that cannot be told. */
  load(): Promise<Uint8Array | undefined>;
  /** Keeps the secret unless there is one, and returns the one that is kept: of two tabs, one wins. */
  keep(secret: Uint8Array): Promise<Uint8Array>;
}

/** The secret of the store; a fresh one, kept before it is used, when there is none. */
export async function openSecret(store: SecretStore): Promise<Uint8Array> {
  const secret = (await store.load()) ?? (await store.keep(randomBytes(secretBytes)));
  if (secret.length !== secretBytes) {
    throw new SourdineError("store", "what is kept as this person's secret is none: it has not 32 bytes");
  }
  return secret;
}

/** 64 hexadecimal digits, and perhaps a line break. */
export function secretOfText(text: string, where: string): Uint8Array {
  const secret = bytesOfHex(text.replace(/\n$/, ""));
  if (secret?.length === secretBytes) return secret;
  throw new SourdineError(
    "store",
    `${where} is no secret of a client: 64 hexadecimal digits`,
    "Restore it from a copy: a new one means other permanent responses, which spend again.",
  );
}

/** For tests, and for pages that get the secret from elsewhere. Forgotten with the page. */
export class MemorySecretStore implements SecretStore {
  constructor(private secret?: Uint8Array) {}
  async load(): Promise<Uint8Array | undefined> {
    return this.secret;
  }
  async keep(secret: Uint8Array): Promise<Uint8Array> {
    return (this.secret ??= secret);
  }
}

/** In the browser; all tabs of a site share it. */
export class IndexedDbSecretStore implements SecretStore {
  constructor(private readonly name = "sourdine secret") {}
  load(): Promise<Uint8Array | undefined> {
    return inDatabase(this.name, "readonly", (store, done) => {
      const found = store.get("secret");
      found.onsuccess = () => done((found.result as { bytes: Uint8Array } | undefined)?.bytes);
    });
  }
  async keep(secret: Uint8Array): Promise<Uint8Array> {
    await globalThis.navigator?.storage?.persist?.().catch(() => false); // browsers may drop what is not asked to stay
    return inDatabase(this.name, "readwrite", (store, done) => {
      const found = store.get("secret");
      found.onsuccess = () => {
        const before = found.result as { bytes: Uint8Array } | undefined;
        if (!before) store.put({ id: "secret", bytes: secret });
        done(before?.bytes ?? secret);
      };
    });
  }
}
