// A secret and a queue in files, for Node. What is written is on the disk before it counts.
import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, readdir, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hexadecimal } from "./encoding.js";
import { SourdineError } from "./errors.js";
import { codeOf, syncFolder, unlinkIfThere, writeSynced } from "./file_system.js";
import { FolderLock } from "./folder_lock.js";
import { Draft } from "./queue.js";
import type { QueueRecord, QueueStore, Records } from "./queue.js";
import { secretOfText } from "./secret.js";
import type { SecretStore } from "./secret.js";

/** 64 hexadecimal digits in a file for its owner alone: the same file as Sourdine's C++ client has. */
export class FileSecretStore implements SecretStore {
  constructor(private readonly path: string) {}

  async load(): Promise<Uint8Array | undefined> {
    let text: string;
    try {
      const { mode } = await stat(this.path);
      if (process.platform !== "win32" && (mode & 0o077) !== 0) {
        throw new SourdineError(
          "store",
          `others can read the secret '${this.path}'`,
          "Whoever has it can undo the permanent responses: chmod 600, and use another if it was seen.",
        );
      }
      text = await readFile(this.path, "utf8");
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      throw error;
    }
    return secretOfText(text, `'${this.path}'`);
  }

  /** Under another name first: a file that is half written must never be taken for the secret. */
  async keep(secret: Uint8Array): Promise<Uint8Array> {
    const temporary = `${this.path}.${randomBytes(8).toString("hex")}`;
    try {
      await writeSynced(temporary, `${hexadecimal(secret)}\n`);
      await link(temporary, this.path);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    } finally {
      await unlinkIfThere(temporary);
    }
    await syncFolder(dirname(this.path));
    const kept = await this.load();
    if (!kept) throw new SourdineError("store", `the secret '${this.path}' is gone again`);
    return kept;
  }
}

/** One file per record in a folder of its own. One process at a time. */
export class FolderQueueStore implements QueueStore {
  private readonly lock: FolderLock;
  /** What the folder has; undefined while that is not known. */
  private records: Map<string, QueueRecord> | undefined;
  /** New records of changes that failed: whoever asked for them was told that they are not there. */
  private readonly undone = new Set<string>();
  private working: Promise<unknown> = Promise.resolve();

  constructor(private readonly folder: string) {
    this.lock = new FolderLock(folder);
  }

  change<T>(body: (records: Records) => T): Promise<T> {
    const turn = this.working.then(async () => {
      const records = (this.records ??= await this.load());
      const draft = new Draft(records);
      const result = body(draft);
      const gone = [...draft.deletes].map((id) => records.get(id)).filter((record) => record !== undefined);
      this.records = undefined; // until all is done: after a failure the folder says what there is
      await this.writeNew(draft, records);
      await this.remove(gone);
      draft.applyTo(records);
      this.records = records;
      return result;
    });
    this.working = turn.catch(() => undefined);
    return turn;
  }

  async close(): Promise<void> {
    await this.working;
    this.records = undefined;
    await this.undo();
    await this.lock.release();
  }

  private pathOf(id: string): string {
    return join(this.folder, `${id}.json`);
  }

  // First what is new, then what goes: a crash in between leaves a batch and the reports it was made from, which the
  // batch names. So no batch goes while a report of it is there.
  private async writeNew(draft: Draft, before: ReadonlyMap<string, QueueRecord>): Promise<void> {
    try {
      for (const record of draft.puts.values()) {
        const temporary = `${this.pathOf(record.id)}.new`;
        await unlinkIfThere(temporary);
        await writeSynced(temporary, JSON.stringify(record));
        if (!before.has(record.id)) this.undone.add(record.id);
        await rename(temporary, this.pathOf(record.id));
      }
      if (draft.puts.size > 0) await syncFolder(this.folder);
      this.undone.clear();
    } catch (error) {
      await this.undo().catch(() => undefined); // if it fails, again before anything else is done
      throw error;
    }
  }
  /** Gone for good before the folder is read again: what else is made of the same reports must be their only batch. */
  private async undo(): Promise<void> {
    if (this.undone.size === 0) return;
    for (const id of this.undone) await unlinkIfThere(this.pathOf(id));
    await syncFolder(this.folder);
    this.undone.clear();
  }
  private async remove(gone: readonly QueueRecord[]): Promise<void> {
    if (gone.length === 0) return;
    for (const record of gone) {
      if (record.kind === "batch") await Promise.all(record.from.map((id) => unlinkIfThere(this.pathOf(id))));
    }
    await syncFolder(this.folder);
    for (const record of gone) await unlinkIfThere(this.pathOf(record.id));
    await syncFolder(this.folder);
  }

  private async load(): Promise<Map<string, QueueRecord>> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.lock.acquire();
    await this.undo();
    const records = new Map<string, QueueRecord>();
    for (const name of await readdir(this.folder)) {
      if (name.endsWith(".new")) await unlinkIfThere(join(this.folder, name));
      if (!name.endsWith(".json")) continue;
      const record = await this.read(name);
      records.set(record.id, record);
    }
    for (const record of [...records.values()]) {
      if (record.kind !== "batch") continue;
      for (const id of record.from) {
        if (records.delete(id)) await unlinkIfThere(this.pathOf(id));
      }
    }
    return records;
  }
  private async read(name: string): Promise<QueueRecord> {
    const text = await readFile(join(this.folder, name), "utf8");
    try {
      const record = JSON.parse(text) as QueueRecord;
      if (`${record.id}.json` === name) return record;
    } catch {
      // Whatever it is, a queue did not write it.
    }
    throw new SourdineError("store", `'${name}' in the queue '${this.folder}' is damaged`, "Move it elsewhere.");
  }
}
