// One process at a time in a folder. A process first puts a file there that names it, then looks for others: of two
// that come together at least one sees the other, and leaves. Nobody removes the file of a process that may be alive.
import { randomBytes } from "node:crypto";
import { open, readFile, readdir } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { SourdineError } from "./errors.js";
import { codeOf, unlinkIfThere } from "./file_system.js";

const attempts = 5;
/** host@process@start@random.lock: all in the name, since a name is there whole or not at all. */
const pattern = /^([^@]*)@([1-9]\d*)@([^@]*)@[0-9a-f]+\.lock$/;
const host = () => encodeURIComponent(hostname());

export class FolderLock {
  /** Of the files that this lock has put there. */
  private readonly names = new Set<string>();
  private isHeld = false;

  constructor(private readonly folder: string) {}

  async acquire(): Promise<void> {
    for (let attempt = 1; !this.isHeld; ++attempt) {
      const name = `${host()}@${process.pid}@${await startOf("self")}@${randomBytes(8).toString("hex")}.lock`;
      this.names.add(name);
      await (await open(join(this.folder, name), "wx", 0o600)).close();
      const other = await this.other();
      this.isHeld = other === undefined;
      if (other === undefined) return;
      await this.release();
      if (attempt === attempts) throw this.failure(other);
      // Who came together comes back apart.
      await new Promise((resolve) => setTimeout(resolve, ((randomBytes(1)[0] as number) * attempt) / 8));
    }
  }

  async release(): Promise<void> {
    this.isHeld = false;
    for (const name of this.names) {
      await unlinkIfThere(join(this.folder, name));
      this.names.delete(name);
    }
  }

  /** The file of a process that may be alive. Those of processes that are gone are removed. */
  private async other(): Promise<string | undefined> {
    for (const name of await readdir(this.folder)) {
      if (this.names.has(name) || !name.endsWith(".lock")) continue;
      if (!(await isGone(name))) return name;
      await unlinkIfThere(join(this.folder, name));
    }
    return undefined;
  }

  private failure(other: string): SourdineError {
    const [, itsHost = "another machine", id = "?"] = pattern.exec(other) ?? [];
    return new SourdineError(
      "store",
      `another process uses the queue '${this.folder}'`,
      `Give every process a folder of its own; if process ${id} of ${itsHost} is gone, remove '${other}' there.`,
    );
  }
}

/** Whether a process is certainly not there any more. Those of another host cannot be asked for. */
async function isGone(name: string): Promise<boolean> {
  const [, itsHost, id, itsStart] = pattern.exec(name) ?? [];
  if (id === undefined || itsHost !== host()) return false;
  if (!isRunning(Number(id))) return true;
  const start = await startOf(id);
  return itsStart !== "" && start !== "" && start !== itsStart;
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** When a process began, where the system tells: numbers of processes come again, in containers at once. */
async function startOf(id: string): Promise<string> {
  try {
    const boot = (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
    const text = await readFile(`/proc/${id}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" "); // from the third on
    return fields[0] === "Z" ? "ended" : `${boot}.${fields[19]}`;
  } catch {
    return "";
  }
}
