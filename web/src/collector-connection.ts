// Staying in touch with the collector: one attempt after the other, each until it fails or falls silent, with waits
// that grow and are not the same for all readers. What is shown stays; that it is old is said.
import { Problem } from "./collector-api";

export type ConnectionState = "connecting" | "live" | "lost";

const silence = 40_000; // the server says something every 15 s
const firstWait = 1000;
const longestWait = 30_000;
const forgotten = 60_000; // a page that nobody looks at gives its connection back: browsers have six for a server

export class Connection {
  state: ConnectionState = "connecting";
  /** When everything that is shown was last known to be so; 0: never. */
  freshAt = 0;
  retryAt = 0;
  /** What the server said last, if it answered at all. */
  problem: Problem | undefined;
  private waited = firstWait;
  private wake: (() => void) | undefined;
  private readonly listeners: (() => void)[] = [];

  /** `attempt` runs while the connection lasts, and calls `heard` for every sign of life. */
  constructor(
    private readonly signal: AbortSignal,
    private readonly attempt: (signal: AbortSignal, heard: () => void) => Promise<void>,
    private readonly refused: (problem: Problem) => void,
  ) {
    window.addEventListener("online", () => this.retryNow(), { signal });
    // Behind others a page's clocks are slow, and waits are long: who comes back does not wait.
    document.addEventListener("visibilitychange", () => !document.hidden && this.retryNow(), { signal });
    signal.addEventListener("abort", () => this.wake?.());
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }
  retryNow(): void {
    this.waited = firstWait;
    this.wake?.();
  }

  async run(): Promise<void> {
    while (!this.signal.aborted) {
      const problem = await this.once();
      if (this.signal.aborted) return;
      if (problem && (problem.isRefusal || problem.status === 404)) return this.refused(problem);
      if (document.hidden) {
        await this.untilSeen();
        continue;
      }
      this.problem = problem;
      const wait = this.waited * (0.75 + 0.5 * Math.random());
      this.waited = Math.min(longestWait, 2 * this.waited);
      this.retryAt = Date.now() + wait;
      this.become("lost");
      await new Promise<void>((done) => {
        const timer = window.setTimeout(done, wait);
        this.wake = () => {
          window.clearTimeout(timer);
          done();
        };
      });
      this.wake = undefined;
      this.retryAt = 0;
      this.tell();
    }
  }

  private untilSeen(): Promise<void> {
    return new Promise((done) => {
      const seen = () => {
        if (document.hidden && !this.signal.aborted) return;
        document.removeEventListener("visibilitychange", seen);
        done();
      };
      document.addEventListener("visibilitychange", seen);
      this.signal.addEventListener("abort", seen);
    });
  }

  private async once(): Promise<Problem | undefined> {
    const controller = new AbortController();
    const end = () => controller.abort();
    this.signal.addEventListener("abort", end);
    let watch = window.setTimeout(end, silence);
    let unseen = 0;
    const look = () => {
      window.clearTimeout(unseen);
      if (document.hidden) unseen = window.setTimeout(end, forgotten);
    };
    document.addEventListener("visibilitychange", look, { signal: controller.signal });
    look();
    const heard = () => {
      window.clearTimeout(watch);
      watch = window.setTimeout(end, silence);
      this.freshAt = Date.now();
      this.waited = firstWait;
      this.problem = undefined;
      this.become("live");
    };
    try {
      await this.attempt(controller.signal, heard);
      return undefined;
    } catch (error) {
      return error instanceof Problem ? error : undefined;
    } finally {
      window.clearTimeout(watch);
      window.clearTimeout(unseen);
      this.signal.removeEventListener("abort", end);
      controller.abort();
    }
  }

  private become(state: ConnectionState): void {
    const isNew = state !== this.state;
    this.state = state;
    if (isNew || state === "lost") this.tell();
  }
  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
