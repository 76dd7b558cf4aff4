// A secret and a queue in files, for Node. What is written is on the disk before it counts.
import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, readdir, rename, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hexadecimal } from "./encoding.js";
import { SourdineError } from "./errors.js";
import { Draft } from "./queue.js";
import type { QueueRecord, QueueStore, Records } from "./queue.js";
import { secretOfText } from "./secret.js";
import type { SecretStore } from "./secret.js";

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException)?.code;

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Names are on the disk when their folder is. Windows cannot, and need not. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

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
    await writeSynced(temporary, `${hexadecimal(secret)}\n`);
    try {
      await link(temporary, this.path);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    } finally {
      await unlink(temporary);
    }
    await syncFolder(dirname(this.path));
    const kept = await this.load();
    if (!kept) throw new SourdineError("store", `the secret '${this.path}' is gone again`);
    return kept;
  }
}

/** One file per record in a folder of its own. One process at a time. */
export class FolderQueueStore implements QueueStore {
  private records: Map<string, QueueRecord> | undefined;
  private working: Promise<unknown> = Promise.resolve();

  constructor(private readonly folder: string) {}

  change<T>(body: (records: Records) => T): Promise<T> {
    const turn = this.working.then(async () => {
      const records = (this.records ??= await this.load());
      const draft = new Draft(records);
      const result = body(draft);
      const gone = [...draft.deletes].map((id) => records.get(id)).filter((record) => record !== undefined);
      await this.writeNew(draft);
      draft.applyTo(records);
      await this.remove(gone);
      return result;
    });
    this.working = turn.catch(() => undefined);
    return turn;
  }

  async close(): Promise<void> {
    await this.working;
    if (this.records) await unlink(this.lockPath()).catch(() => undefined);
    if (this.records) locked.delete(this.lockPath());
    this.records = undefined;
  }

  private lockPath(): string {
    return join(this.folder, "lock");
  }
  private pathOf(id: string): string {
    return join(this.folder, `${id}.json`);
  }

  // First what is new, then what goes: a crash in between leaves a batch and the reports it was made from, which the
  // batch names. So no batch goes while a report of it is there.
  private async writeNew(draft: Draft): Promise<void> {
    for (const record of draft.puts.values()) {
      const temporary = `${this.pathOf(record.id)}.new`;
      await unlink(temporary).catch(() => undefined);
      await writeSynced(temporary, JSON.stringify(record));
      await rename(temporary, this.pathOf(record.id));
    }
    if (draft.puts.size > 0) await syncFolder(this.folder);
  }
  private async remove(gone: readonly QueueRecord[]): Promise<void> {
    if (gone.length === 0) return;
    for (const record of gone) {
      if (record.kind === "batch") await Promise.all(record.from.map((id) => this.unlinkIfThere(id)));
    }
    await syncFolder(this.folder);
    for (const record of gone) await this.unlinkIfThere(record.id);
    await syncFolder(this.folder);
  }
  private async unlinkIfThere(id: string): Promise<void> {
    await unlink(this.pathOf(id)).catch((error: unknown) => {
      if (codeOf(error) !== "ENOENT") throw error;
    });
  }

  private async load(): Promise<Map<string, QueueRecord>> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.lock();
    const records = new Map<string, QueueRecord>();
    for (const name of await readdir(this.folder)) {
      if (name.endsWith(".new")) await unlink(join(this.folder, name));
      if (!name.endsWith(".json")) continue;
      const record = JSON.parse(await readFile(join(this.folder, name), "utf8")) as QueueRecord;
      records.set(record.id, record);
    }
    for (const record of [...records.values()]) {
      if (record.kind !== "batch") continue;
      for (const id of record.from) {
        if (records.delete(id)) await unlink(this.pathOf(id));
      }
    }
    return records;
  }

  /** The lock of a process that is gone does not count. */
  private async lock(): Promise<void> {
    for (let attempt = 0; attempt < 2; ++attempt) {
      try {
        await writeSynced(this.lockPath(), String(process.pid));
        locked.add(this.lockPath());
        return;
      } catch (error) {
        if (codeOf(error) !== "EEXIST") throw error;
      }
      // A process of our own number that did not lock it here: it went before us, in a container that starts anew.
      const holder = Number(await readFile(this.lockPath(), "utf8").catch(() => "0"));
      if (holder !== process.pid && isRunning(holder)) break;
      if (holder === process.pid && locked.has(this.lockPath())) break;
      await unlink(this.lockPath()).catch(() => undefined);
    }
    throw new SourdineError(
      "store",
      `another process uses the queue '${this.folder}'`,
      "Give every process a folder of its own.",
    );
  }
}

/** By this process. */
const locked = new Set<string>();

function isRunning(process_id: number): boolean {
  if (!Number.isInteger(process_id) || process_id <= 0) return false;
  try {
    process.kill(process_id, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}
