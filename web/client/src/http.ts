// Requests to a collector, and what its answers mean.
import { SourdineError } from "./errors.js";
import type { Problem } from "./errors.js";

export interface Answer {
  /** done: 2xx in the collector's words. later: no answer, 408, 429, 5xx, 2xx in other words; again, with the same key.
   * final: everything else. */
  readonly meaning: "done" | "later" | "final";
  /** False where nobody can tell whether the collector acted on the request. */
  readonly isClear: boolean;
  readonly text: string;
  readonly problem: Problem;
  /** Milliseconds that the collector asks to be left alone; at most an hour. */
  readonly retryAfter: number;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export class CollectorConnection {
  private readonly base: string;
  private readonly token: string;

  constructor(
    url: string,
    token: string,
    allowPlain: boolean,
    private readonly fetch: Fetch,
    private readonly timeout: number,
  ) {
    let parsed: URL;
    try {
      parsed = new URL(url);
    } catch {
      throw new SourdineError("bad-input", `"${url}" is no address of a collector`);
    }
    const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(parsed.hostname);
    if (parsed.protocol !== "https:" && !(parsed.protocol === "http:" && (isLocal || allowPlain))) {
      throw new SourdineError(
        "bad-input",
        `the collector's address must begin with https: others would see the token on the way to ${parsed.host}`,
        "allowPlain: true sends it all the same.",
      );
    }
    if (parsed.username || parsed.password || parsed.search || parsed.hash) {
      throw new SourdineError("bad-input", "the collector's address has more than a host and a path");
    }
    this.base = parsed.href.replace(/\/+$/, "");
    this.token = token.trim(); // a file that has one ends in a line break
    if (!/^[\x21-\x7e]+$/.test(this.token)) {
      throw new SourdineError(
        "bad-input",
        this.token === "" ? "the token is empty" : "the token has characters in it that no token has",
        "A client token begins with sdc_.",
      );
    }
  }

  get(path: string): Promise<Answer> {
    return this.ask(path, { method: "GET" }, (json) => json["id"] !== undefined);
  }
  /** Done when the collector says that it has all `count` reports of the body. */
  post(path: string, key: string, body: string, count: number): Promise<Answer> {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
    return this.ask(path, { method: "POST", headers, body }, (json) => json["accepted"] === count);
  }

  private async ask(path: string, init: RequestInit, isDone: (json: Json) => boolean): Promise<Answer> {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), this.timeout);
    try {
      const response = await this.fetch(`${this.base}${path}`, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), Authorization: `Bearer ${this.token}` },
        cache: "no-store",
        credentials: "omit",
        redirect: "error",
        referrerPolicy: "no-referrer",
        signal: abort.signal,
      });
      return judged(response, await response.text(), isDone);
    } catch (error) {
      const why = abort.signal.aborted
        ? `no answer within ${this.timeout / 1000} seconds`
        : reasonOf(error).replaceAll(this.token, "…");
      const problem = {
        type: "about:blank",
        title: "the collector cannot be reached",
        status: 0,
        detail: why,
        hint: "",
      };
      return { meaning: "later", isClear: false, text: "", problem, retryAfter: 0 };
    } finally {
      clearTimeout(timer);
    }
  }
}

/** What a failed fetch says, and what lies behind it: "fetch failed" alone helps nobody. */
function reasonOf(error: unknown): string {
  const reasons: string[] = [];
  let next = error;
  while (next !== undefined && next !== null && reasons.length < 4) {
    const { message, code, cause } = next as { message?: unknown; code?: unknown; cause?: unknown };
    reasons.push(String(message || code || next));
    next = cause;
  }
  return reasons.join(": ");
}

type Json = Record<string, unknown>;

const strange: Problem = {
  type: "about:blank",
  title: "what answers is no collector",
  status: 200,
  detail: "",
  hint: "Does a proxy in between answer by itself?",
};

function judged(response: Response, text: string, isDone: (json: Json) => boolean): Answer {
  const { status } = response;
  const json = objectOf(text);
  const isGood = status >= 200 && status < 300;
  const isStrange = isGood && !isDone(json); // a proxy's page, for instance
  const isLater = isStrange || status === 408 || status === 429 || status >= 500;
  return {
    meaning: isLater ? "later" : isGood ? "done" : "final",
    isClear: !isStrange && status < 500 && status !== 408,
    text,
    problem: isGood ? strange : problemOf(status, json),
    retryAfter: retryAfterOf(response.headers.get("Retry-After")),
  };
}

/** Empty for everything that is no object. */
function objectOf(text: string): Json {
  try {
    const json: unknown = JSON.parse(text);
    return json !== null && typeof json === "object" ? (json as Json) : {};
  } catch {
    return {};
  }
}

function problemOf(status: number, json: Json): Problem {
  const string = (name: string, otherwise = "") =>
    typeof json[name] === "string" ? (json[name] as string).slice(0, 1000) : otherwise;
  return {
    type: string("type", "about:blank"),
    title: string("title", `the collector answered ${status}`),
    status,
    detail: string("detail"),
    hint: string("hint"),
  };
}

/** Seconds, or a date. */
function retryAfterOf(text: string | null): number {
  if (text === null) return 0;
  const asked = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), 3_600_000) : 0;
}

export const sentenceOf = ({ title, detail }: Problem): string => (detail ? `${title}: ${detail}` : title);
