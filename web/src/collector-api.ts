// Asking the collector: the token goes into a header and nowhere else. It is kept by sessionStorage, which ends with
// the tab, so that a reload does not ask for it again.

const place = "sourdine-collector-token";

/** Storage may be forbidden; then a reload asks for the token again. */
export const keptToken = {
  read(): string | null {
    try {
      return window.sessionStorage.getItem(place);
    } catch {
      return null;
    }
  },
  write(token: string): void {
    try {
      window.sessionStorage.setItem(place, token);
    } catch {
      /* as said above */
    }
  },
  forget(): void {
    try {
      window.sessionStorage.removeItem(place);
    } catch {
      /* there was none */
    }
  },
};

/** An answer that is not 2xx (RFC 9457). */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly slug: string, // "token-unknown" …; empty where the answer did not say
    readonly detail: string,
  ) {
    super(detail || `status ${status}`);
  }
  /** Only another token helps. */
  get isRefusal(): boolean {
    return this.status === 401 || this.slug === "token-scope";
  }
}

export const isToken = (text: string) => /^[\x21-\x7e]{1,512}$/.test(text);
export const pathOf = (collection: string) => `/v1/collections/${encodeURIComponent(collection)}`;

async function problemOf(answer: Response): Promise<Problem> {
  try {
    const { type, detail, title } = (await answer.json()) as { type?: string; detail?: string; title?: string };
    const slug = typeof type === "string" ? type.replace(/^urn:sourdine:problem:/, "") : "";
    return new Problem(answer.status, slug, detail ?? title ?? "");
  } catch {
    return new Problem(answer.status, "", "");
  }
}

export interface ServerEvent {
  name: string;
  data: string;
}

export class Api {
  constructor(private readonly token: string) {}

  async json<T>(path: string, signal: AbortSignal): Promise<T> {
    return (await (await this.ask(path, signal, "application/json")).json()) as T;
  }
  async file(path: string, signal: AbortSignal): Promise<Blob> {
    return (await this.ask(path, signal, "*/*")).blob();
  }

  /** Server-sent events until the stream ends. EventSource cannot send a header. `heard` also of comments. */
  async events(
    path: string,
    signal: AbortSignal,
    heard: () => void,
    take: (event: ServerEvent) => void,
  ): Promise<void> {
    const answer = await this.ask(path, signal, "text/event-stream");
    if (!answer.body) throw new Error("an answer without a body");
    heard();
    const reader = answer.body.getReader();
    const decoder = new TextDecoder();
    const parser = new EventParser(take);
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      parser.feed(decoder.decode(value, { stream: true }));
    }
  }

  private async ask(path: string, signal: AbortSignal, accept: string): Promise<Response> {
    const answer = await fetch(path, {
      headers: { Authorization: `Bearer ${this.token}`, Accept: accept },
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
      signal,
    });
    if (!answer.ok) throw await problemOf(answer);
    return answer;
  }
}

/** The text/event-stream format as far as the collector uses it: event, data, comments. */
export class EventParser {
  private rest = "";
  private name = "";
  private data: string[] = [];

  constructor(private readonly take: (event: ServerEvent) => void) {}

  feed(text: string): void {
    // A carriage return at the end may be half of a line's end.
    const whole = this.rest + text;
    const cut = whole.endsWith("\r") ? whole.length - 1 : whole.length;
    const lines = whole.slice(0, cut).split(/\r\n|\n|\r/);
    this.rest = lines.pop()! + whole.slice(cut);
    for (const line of lines) this.line(line);
  }

  private line(line: string): void {
    if (line === "") {
      if (this.data.length > 0) this.take({ name: this.name || "message", data: this.data.join("\n") });
      this.name = "";
      this.data = [];
      return;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.name = value;
    if (field === "data") this.data.push(value);
  }
}
