// CollectorClient: an application's side of a collection. It randomises on the spot, keeps reports until the collector
// has them, and has each counted once.
//
// Privacy: a value is randomised before report() keeps anything, and never kept. Thresholds and ε are computed here;
// a collection that spends more than maxEpsilon gets no report, nor does one whose spec is not that of the first time.
// A batch is sent a random time, up to the collection's jitter (or minJitterSeconds), after its first report.
// Delivery: a batch has its key and its reports in the queue before it is sent; while there is no clear answer the same
// key and the same reports are sent again. What is refused for good is set aside, and told to `onRefused`.
import { SystemChance } from "./chance.js";
import { base64, keyAt, timeOfKey } from "./encoding.js";
import { SourdineError, failInput } from "./errors.js";
import { CollectorConnection, sentenceOf } from "./http.js";
import type { Answer, Fetch } from "./http.js";
import { MemoClient } from "./memo.js";
import { LongUnary } from "./oracle.js";
import { maxJitterSeconds, parseParameters, requirePromise } from "./parameters.js";
import type { CollectionParameters } from "./parameters.js";
import { periodLabel } from "./period.js";
import { MemoryQueueStore, ReportQueue } from "./queue.js";
import type { Batch, Moment, QueueCounts, QueueStore } from "./queue.js";
import { openSecret } from "./secret.js";
import type { SecretStore } from "./secret.js";

export interface CollectorOptions {
  /** "https://collector.example" */
  url: string;
  collection: string;
  /** "sdc_…" */
  token: string;
  /** What the people who report were promised: the most that all reports about one value may tell. */
  maxEpsilon: number;
  /** Whatever the collection's jitter is, batches wait up to this at least. */
  minJitterSeconds?: number;
  /** Where reports wait. Without one they are lost with the page or the process. */
  queue?: QueueStore;
  /** Where the person's secret is; l-osue needs one. */
  secrets?: SecretStore;
  /** Called for a batch that will not be sent again; it stays in the queue, see setAside(). */
  onRefused?: (batch: Batch) => void;
  /** Plain http to other machines. */
  allowPlain?: boolean;
  fetch?: Fetch;
  timeoutMilliseconds?: number;
  firstBackoffMilliseconds?: number;
  maxBackoffMilliseconds?: number;
  /** For tests. */
  clock?: Clock;
}

export interface Clock {
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

export interface SendStatus extends QueueCounts {
  /** Reports the collector has, since the client was opened. */
  acknowledged: number;
  /** Why the last attempt failed; empty after one that did not. */
  lastProblem: string;
  /** When there is something to do next; undefined when nothing waits. */
  next: number | undefined;
}

const maxReportsPerBatch = 10_000;
/** How long the collector counts as reached after it was heard, in milliseconds. */
const answerLasts = 10_000;
const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

export class CollectorClient {
  private readonly chance = new SystemChance();
  private readonly labels: ReadonlyMap<string, number>;
  private working: Promise<unknown> = Promise.resolve();
  private failures = 0;
  private notBefore = 0;
  private acknowledged = 0;
  private lastProblem = "";
  private running = false;
  private isAwake = false;
  private endPause: () => void = () => {};

  private constructor(
    private readonly options: CollectorOptions,
    private readonly connection: CollectorConnection,
    private readonly queue: ReportQueue,
    private readonly clock: Clock,
    /** What is collected, and how; checked. */
    readonly parameters: CollectionParameters,
    private readonly memo: MemoClient | undefined,
    /** What to add to this device's clock. */
    private readonly clockOffset: number,
    /** When the collector was last heard. */
    private answered: number,
  ) {
    this.labels = new Map((parameters.oracle.spec.labels ?? []).map((label, i) => [label, i]));
  }

  /** Asks the collector what is collected; while it cannot be reached, what it said the first time counts. */
  static async open(options: CollectorOptions): Promise<CollectorClient> {
    const { collection, maxEpsilon, minJitterSeconds = 0 } = options;
    if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(collection)) failInput(`"${collection}" is no name of a collection`);
    if (!(maxEpsilon > 0)) failInput("maxEpsilon must be given: the most that reports about one value may tell");
    if (!(Number.isSafeInteger(minJitterSeconds) && minJitterSeconds >= 0 && minJitterSeconds <= maxJitterSeconds))
      failInput(`minJitterSeconds must be a whole number, at most ${maxJitterSeconds}`);
    const connection = new CollectorConnection(
      options.url,
      options.token,
      options.allowPlain ?? false,
      options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
      options.timeoutMilliseconds ?? 60_000,
    );
    const queue = new ReportQueue(options.queue ?? new MemoryQueueStore());
    try {
      return await CollectorClient.openWith(options, connection, queue);
    } catch (error) {
      await queue.close().catch(() => undefined);
      throw error;
    }
  }
  private static async openWith(
    options: CollectorOptions,
    connection: CollectorConnection,
    queue: ReportQueue,
  ): Promise<CollectorClient> {
    const { collection, maxEpsilon, minJitterSeconds = 0, clock = systemClock } = options;
    const answer = await connection.get(pathOf(collection));
    if (answer.meaning === "final")
      throw new SourdineError("refused", sentenceOf(answer.problem), answer.problem.hint, answer.problem);
    const text = answer.meaning === "done" ? answer.text : await queue.keptParameters();
    if (text === undefined) {
      throw new SourdineError(
        "unreachable",
        `${sentenceOf(answer.problem)}; what "${collection}" collects is not known yet`,
      );
    }
    const parameters = await parseParameters(text, collection);
    requirePromise(parameters.oracle, maxEpsilon);
    const first = await parseParameters(await queue.keepParameters(text), collection);
    if (first.fingerprint !== parameters.fingerprint) {
      throw new SourdineError(
        "wrong-server",
        `the collector asks for something else than when "${collection}" was first used here`,
      );
    }
    const { oracle } = parameters;
    let memo: MemoClient | undefined;
    if (oracle instanceof LongUnary) {
      if (!options.secrets) failInput("this collection asks people again and again: give a SecretStore as `secrets`");
      memo = new MemoClient(oracle, await openSecret(options.secrets), collection);
    }
    const offset = answer.meaning === "done" ? parameters.serverTime - clock.now() : 0;
    return new CollectorClient(
      options,
      connection,
      queue,
      clock,
      { ...parameters, jitterSeconds: Math.max(parameters.jitterSeconds, minJitterSeconds) },
      memo,
      Math.abs(offset) > 2000 ? offset : 0,
      answer.meaning === "done" ? clock.now() : -Infinity,
    );
  }

  /** Realised ε of everything that is sent about one value. */
  get epsilon(): number {
    return this.parameters.oracle.epsilon;
  }

  /** Randomises and queues. Resolves when the report is kept; nothing has been sent then. `at` decides the period. */
  async report(value: string | number, { at }: { at?: Date } = {}): Promise<void> {
    const { oracle, period, fingerprint, isOpen } = this.parameters;
    if (!isOpen) throw new SourdineError("refused", `the collection "${this.parameters.id}" is closed`);
    const number = this.valueOf(value);
    const label = period === null ? null : periodLabel(period, at ?? new Date(this.now()));
    const report = this.memo ? await this.memo.report(number, this.chance) : oracle.randomize(number, this.chance);
    const moment = this.moment();
    await this.queue.add(fingerprint, label, moment.now + this.upTo(moment.jitter), base64(report), moment);
    this.wake();
  }

  /** Sends what is due, once, without waiting for anything. */
  send(): Promise<SendStatus> {
    const turn = this.working.then(() => this.sendDue());
    this.working = turn.catch(() => undefined);
    return turn;
  }

  /** Sends what is due, waits for what is not and retries, until nothing waits or the time is up. */
  async flush(atMostMilliseconds = 60_000): Promise<SendStatus> {
    const end = this.clock.now() + atMostMilliseconds;
    for (;;) {
      const status = await this.send();
      if (status.next === undefined || status.next > end) return status;
      await this.clock.sleep(Math.max(0, status.next - this.clock.now()));
    }
  }

  /** Sends whatever becomes due, until stop(). */
  start(): void {
    if (this.running) return;
    this.running = true;
    const longest = 60_000;
    const run = async () => {
      while (this.running) {
        this.isAwake = false;
        let wait = longest;
        try {
          const { next } = await this.send();
          if (next !== undefined) wait = Math.min(Math.max(next - this.clock.now(), 0), longest);
        } catch (error) {
          this.lastProblem = String((error as Error)?.message ?? error);
        }
        await this.pause(wait);
      }
    };
    void run();
  }
  stop(): void {
    this.running = false;
    this.wake();
  }
  /** Until there may be something to do: the time has passed, or somebody reported. */
  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.isAwake ? 0 : milliseconds);
      this.endPause = () => (clearTimeout(timer), resolve());
    });
  }
  private wake(): void {
    this.isAwake = true;
    this.endPause();
  }

  async status(): Promise<SendStatus> {
    const counts = await this.queue.counts();
    const due = counts.sending > 0 ? this.clock.now() : await this.queue.nextDue(this.moment());
    const next = due === undefined ? undefined : Math.max(due, this.notBefore);
    return { ...counts, acknowledged: this.acknowledged, lastProblem: this.lastProblem, next };
  }
  /** Batches that were refused for good, with the collector's reasons. */
  setAside(): Promise<Batch[]> {
    return this.queue.setAside();
  }
  /** What was refused waits again, with its keys: for a token that has been replaced. Resolves to how many batches. */
  takeBackRefused(): Promise<number> {
    return this.queue.takeBackRefused();
  }
  /** Stops, and lets go of the queue. What was not sent waits there. */
  async close(): Promise<void> {
    this.stop();
    await this.working;
    await this.queue.close();
  }

  private now(): number {
    return this.clock.now() + this.clockOffset;
  }
  private moment(): Moment {
    return { now: this.clock.now(), jitter: 1000 * this.parameters.jitterSeconds };
  }
  /** Uniform on 0 … n, n < 2^32. */
  private upTo(n: number): number {
    return this.chance.below(n + 1);
  }

  private valueOf(value: string | number): number {
    const { k } = this.parameters.oracle.spec;
    const isWhole = typeof value === "number" || (this.labels.size === 0 && /^(0|[1-9]\d*)$/.test(value));
    const number = isWhole ? Number(value) : this.labels.get(value as string);
    // The value itself is not repeated: messages end up in logs.
    if (number === undefined)
      failInput("this is none of the collection's values", "parameters.oracle.spec.labels has them.");
    if (!Number.isInteger(number) || number < 0 || number >= k) failInput(`this is none of the values 0 … ${k - 1}`);
    return number;
  }

  private async sendDue(): Promise<SendStatus> {
    if (this.clock.now() < this.notBefore) return this.status();
    await this.queue.seal(this.moment(), this.batchLimit());
    for (const { id, unanswered } of await this.queue.sending()) {
      if (unanswered === 0 && !(await this.isReached())) break;
      if (!(await this.sendBatch(id))) break;
    }
    return this.status();
  }

  /** Whether the collector answers. fetch does not tell a request that never left from one that may have counted, and of
   * the latter the collector must hear again soon: no batch is tried first while there is no network. */
  private async isReached(): Promise<boolean> {
    const age = this.clock.now() - this.answered;
    if (age >= 0 && age < answerLasts) return true;
    const answer = await this.connection.get(pathOf(this.parameters.id));
    this.note(answer);
    return answer.meaning !== "later";
  }

  private batchLimit(): number {
    const { maxBatchReports, maxBatchBytes, maxReportsPerMinute, oracle } = this.parameters;
    const perReport = 4 * Math.ceil(oracle.reportBytes / 3) + 3;
    const fit = Math.floor((maxBatchBytes - 256) / perReport);
    return Math.max(1, Math.min(maxReportsPerBatch, maxBatchReports, maxReportsPerMinute ?? Infinity, fit));
  }

  /** False when the collector wants to be left alone for now. */
  private async sendBatch(id: string): Promise<boolean> {
    let isTooOld = false;
    // The attempt is written down before it is made: a crash must not forget that it may have counted.
    const batch = await this.queue.update(id, (found) => {
      if (found.state !== "sending") return {};
      const isOld = found.key !== null && this.isOld(found.key);
      isTooOld = isOld && found.unanswered > 0;
      if (isTooOld) return { state: "uncertain", problem: tooOld };
      return { key: isOld || found.key === null ? keyAt(this.now()) : found.key, unanswered: found.unanswered + 1 };
    });
    if (batch && isTooOld) this.options.onRefused?.(batch);
    if (batch?.key == null || batch.state !== "sending") return true;
    const { fingerprint, reports, period, key } = batch;
    const query = period === null ? "" : `?period=${encodeURIComponent(period)}`;
    const body = JSON.stringify({ fingerprint, reports, randomness: "private" });
    const path = `${pathOf(this.parameters.id)}/reports${query}`;
    return this.settle(batch, await this.connection.post(path, key, body, reports.length));
  }

  private async settle({ id, reports }: Batch, answer: Answer): Promise<boolean> {
    this.note(answer);
    if (answer.meaning === "done") {
      await this.queue.done(id);
      this.acknowledged += reports.length;
      this.failures = 0;
      return true;
    }
    if (answer.meaning === "final") {
      const aside = await this.queue.update(id, (found) => {
        const unanswered = found.unanswered - 1;
        return { unanswered, state: unanswered > 0 ? "uncertain" : "refused", problem: answer.problem };
      });
      if (aside) this.options.onRefused?.(aside);
      return true;
    }
    if (answer.isClear) await this.queue.update(id, ({ unanswered }) => ({ unanswered: unanswered - 1 }));
    return false;
  }

  /** What an answer means for whatever is asked next. */
  private note(answer: Answer): void {
    this.answered = answer.isClear ? this.clock.now() : -Infinity;
    this.lastProblem = answer.meaning === "done" ? "" : sentenceOf(answer.problem);
    if (answer.meaning !== "later") return;
    const most = Math.min(
      this.options.maxBackoffMilliseconds ?? 300_000,
      (this.options.firstBackoffMilliseconds ?? 500) * 2 ** this.failures,
      2 ** 32 - 1,
    );
    this.failures = Math.min(this.failures + 1, 30);
    this.notBefore = this.clock.now() + answer.retryAfter + this.upTo(Math.floor(most));
  }

  private isOld(key: string): boolean {
    return this.now() - timeOfKey(key) > 1000 * this.parameters.clockWindowSeconds;
  }
}

const pathOf = (collection: string) => `/v1/collections/${encodeURIComponent(collection)}`;

const tooOld = {
  type: "about:blank",
  title: "the batch was sent first longer ago than the collector remembers",
  status: 0,
  detail: "",
  hint: "It may have been counted then.",
};
