// What waits to be sent. Only randomised reports are in it, never a value. A report is kept until the collector has it:
// waiting reports become batches, a batch has its key before it is sent first, and one that the collector refuses is
// set aside, not dropped.
import { hexadecimal, randomBytes } from "./encoding.js";
import type { Problem } from "./errors.js";
import { inDatabase } from "./indexed_db.js";

export interface WaitingReport {
  readonly kind: "report";
  readonly id: string;
  readonly fingerprint: string;
  readonly period: string | null;
  /** When the batch it will be part of is to be sent; equal for all reports that wait together. */
  readonly due: number;
  readonly report: string; // base64
}

export interface Batch {
  readonly kind: "batch";
  readonly id: string;
  readonly fingerprint: string;
  readonly period: string | null;
  readonly reports: readonly string[];
  /** The reports it was made from. */
  readonly from: readonly string[];
  readonly key: string | null;
  /** How many attempts were made of which nobody can tell whether they counted. Two tabs may make some at once. */
  readonly unanswered: number;
  /** "refused": it was not counted. "uncertain": it was refused, but an earlier attempt may have counted. */
  readonly state: "sending" | "refused" | "uncertain";
  readonly problem: Problem | null;
}

/** What the collector said of the collection when it was asked first. */
export interface KeptParameters {
  readonly kind: "parameters";
  readonly id: "parameters";
  readonly text: string;
}

export type QueueRecord = WaitingReport | Batch | KeptParameters;

/** Records by id; what is put and deleted is kept together when the change ends. */
export interface Records {
  all(): Iterable<QueueRecord>;
  get(id: string): QueueRecord | undefined;
  put(record: QueueRecord): void;
  delete(id: string): void;
}

/** A place for records. `change` runs its body alone, and resolves when what it did is kept; then it is kept whole. */
export interface QueueStore {
  change<T>(body: (records: Records) => T): Promise<T>;
  close(): Promise<void>;
}

export class MemoryQueueStore implements QueueStore {
  private readonly records = new Map<string, QueueRecord>();
  async change<T>(body: (records: Records) => T): Promise<T> {
    const draft = new Draft(this.records);
    const result = body(draft);
    draft.applyTo(this.records);
    return result;
  }
  async close(): Promise<void> {}
}

/** In the browser; all tabs of a site share it. */
export class IndexedDbQueueStore implements QueueStore {
  constructor(private readonly name: string) {}
  change<T>(body: (records: Records) => T): Promise<T> {
    return inDatabase<T>(this.name, "readwrite", (store, done) => {
      const found = store.getAll();
      found.onsuccess = () => {
        const draft = new Draft(new Map((found.result as QueueRecord[]).map((record) => [record.id, record])));
        const result = body(draft);
        for (const record of draft.puts.values()) store.put(record);
        for (const id of draft.deletes) store.delete(id);
        done(result);
      };
    });
  }
  async close(): Promise<void> {}
}

/** A change that is not made yet. */
export class Draft implements Records {
  readonly puts = new Map<string, QueueRecord>();
  readonly deletes = new Set<string>();
  constructor(private readonly before: ReadonlyMap<string, QueueRecord>) {}

  *all(): Iterable<QueueRecord> {
    for (const record of this.before.values()) {
      if (!this.deletes.has(record.id) && !this.puts.has(record.id)) yield record;
    }
    yield* this.puts.values();
  }
  get(id: string): QueueRecord | undefined {
    return this.deletes.has(id) ? undefined : (this.puts.get(id) ?? this.before.get(id));
  }
  put(record: QueueRecord): void {
    this.deletes.delete(record.id);
    this.puts.set(record.id, record);
  }
  delete(id: string): void {
    this.puts.delete(id);
    this.deletes.add(id);
  }
  applyTo(records: Map<string, QueueRecord>): void {
    for (const id of this.deletes) records.delete(id);
    for (const record of this.puts.values()) records.set(record.id, record);
  }
}

/** A moment, and the longest that a report waits; in milliseconds. */
export interface Moment {
  readonly now: number;
  readonly jitter: number;
}

export interface QueueCounts {
  waiting: number;
  sending: number;
  refused: number;
  uncertain: number;
}

/** Ids are random: this is a shuffle, and tells nothing of who came first. */
const byId = (a: QueueRecord, b: QueueRecord) => (a.id < b.id ? -1 : 1);
const freshId = () => hexadecimal(randomBytes(16));
const isBatch = (record: QueueRecord): record is Batch => record.kind === "batch";
const isWaiting = (record: QueueRecord): record is WaitingReport => record.kind === "report";
/** What is due later than any jitter comes from a clock that was set back since. */
const isDue = ({ due }: WaitingReport, { now, jitter }: Moment) => due <= now || due > now + jitter;

export class ReportQueue {
  constructor(private readonly store: QueueStore) {}

  /** The text kept first. */
  keepParameters(text: string): Promise<string> {
    return this.store.change((records) => {
      const before = records.get("parameters");
      if (before?.kind === "parameters") return before.text;
      records.put({ kind: "parameters", id: "parameters", text });
      return text;
    });
  }
  keptParameters(): Promise<string | undefined> {
    return this.store.change((records) => {
      const before = records.get("parameters");
      return before?.kind === "parameters" ? before.text : undefined;
    });
  }

  /** `due` counts unless a report of the period waits already. One that is due does not wait: whatever joined it would
   * be sent at once, and tell when it was made. */
  add(fingerprint: string, period: string | null, due: number, report: string, moment: Moment): Promise<void> {
    return this.store.change((records) => {
      let together = due;
      for (const record of records.all()) {
        if (!isWaiting(record) || record.period !== period || record.fingerprint !== fingerprint) continue;
        if (!isDue(record, moment)) together = record.due;
      }
      records.put({ kind: "report", id: freshId(), fingerprint, period, due: together, report });
    });
  }

  /** Makes batches of at most `limit` reports from all that is due, in an order that tells nothing. */
  seal(moment: Moment, limit: number): Promise<void> {
    return this.store.change((records) => {
      const groups = new Map<string, WaitingReport[]>();
      for (const record of records.all()) {
        if (!isWaiting(record) || !isDue(record, moment)) continue;
        const name = JSON.stringify([record.fingerprint, record.period]);
        groups.set(name, [...(groups.get(name) ?? []), record]);
      }
      for (const group of groups.values()) {
        group.sort(byId);
        for (let i = 0; i < group.length; i += limit) seal(records, group.slice(i, i + limit));
      }
    });
  }

  sending(): Promise<Batch[]> {
    return this.list("sending");
  }
  setAside(): Promise<Batch[]> {
    return this.list("refused", "uncertain");
  }
  private list(...states: Batch["state"][]): Promise<Batch[]> {
    return this.store.change((records) =>
      [...records.all()]
        .filter(isBatch)
        .filter(({ state }) => states.includes(state))
        .sort(byId),
    );
  }

  /** Changes a batch; returns it, or undefined when it is gone (sent by another tab). */
  update(id: string, change: (batch: Batch) => Partial<Batch>): Promise<Batch | undefined> {
    return this.store.change((records) => {
      const batch = records.get(id);
      if (batch?.kind !== "batch") return undefined;
      const changed: Batch = { ...batch, ...change(batch) };
      records.put(changed);
      return changed;
    });
  }
  done(id: string): Promise<void> {
    return this.store.change((records) => records.delete(id));
  }

  /** What was refused waits again, with its keys. */
  takeBackRefused(): Promise<number> {
    return this.store.change((records) => {
      const refused = [...records.all()].filter(isBatch).filter(({ state }) => state === "refused");
      for (const batch of refused) records.put({ ...batch, state: "sending", problem: null });
      return refused.length;
    });
  }

  /** When the next waiting report is due; not before now. */
  nextDue(moment: Moment): Promise<number | undefined> {
    return this.store.change((records) => {
      const waiting = [...records.all()].filter(isWaiting);
      const dues = waiting.map((report) => (isDue(report, moment) ? moment.now : report.due));
      return dues.length > 0 ? dues.reduce((a, b) => Math.min(a, b)) : undefined;
    });
  }

  /** Reports, by what became of them. */
  counts(): Promise<QueueCounts> {
    return this.store.change((records) => {
      const counts: QueueCounts = { waiting: 0, sending: 0, refused: 0, uncertain: 0 };
      for (const record of records.all()) {
        if (isWaiting(record)) ++counts.waiting;
        else if (isBatch(record)) counts[record.state] += record.reports.length;
      }
      return counts;
    });
  }

  close(): Promise<void> {
    return this.store.close();
  }
}

function seal(records: Records, group: readonly WaitingReport[]): void {
  const { fingerprint, period } = group[0] as WaitingReport;
  records.put({
    kind: "batch",
    id: freshId(),
    fingerprint,
    period,
    reports: group.map(({ report }) => report),
    from: group.map(({ id }) => id),
    key: null,
    unanswered: 0,
    state: "sending",
    problem: null,
  });
  for (const { id } of group) records.delete(id);
}
