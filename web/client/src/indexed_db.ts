// One transaction on one object store ("records", keyed by "id") of a browser's database.
import { SourdineError } from "./errors.js";

const storeName = "records";

/** Runs `body` in a transaction, and resolves with what it passes to `done` when the transaction is complete. */
export async function inDatabase<T>(
  name: string,
  mode: IDBTransactionMode,
  body: (store: IDBObjectStore, done: (value: T) => void) => void,
): Promise<T> {
  const database = await opened(name);
  try {
    return await new Promise<T>((resolve, reject) => {
      // Strict: complete means on the disk, where browsers know the word.
      const transaction = database.transaction(storeName, mode, { durability: "strict" });
      let value: { of: T } | undefined;
      let thrown: unknown;
      transaction.oncomplete = () => (value ? resolve(value.of) : reject(failure("it gave no result")));
      transaction.onabort = () => reject(thrown ?? failure(transaction.error?.message ?? "it was broken off"));
      try {
        body(transaction.objectStore(storeName), (found) => (value = { of: found }));
      } catch (error) {
        thrown = error;
        transaction.abort();
      }
    });
  } finally {
    database.close();
  }
}

function opened(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const { indexedDB } = globalThis;
    if (indexedDB === undefined) return reject(failure("there is none here"));
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(failure(request.error?.message ?? "unknown"));
  });
}

const failure = (why: string) => new SourdineError("store", `this browser's database cannot be used: ${why}`);
