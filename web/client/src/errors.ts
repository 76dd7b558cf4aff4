/** What went wrong, for programs. */
export type FailureCode =
  | "bad-input" // a label, a spec or an option that cannot be used
  | "too-much" // the collection asks for more than the application allows
  | "wrong-server" // what the server says of its collection contradicts itself
  | "refused" // the server answered with an error that will not go away by itself
  | "unreachable" // no answer, or one that says "later"
  | "store"; // this device cannot keep what it must keep

/** Every failure of this package: one sentence, and for some a hint what to do. */
export class SourdineError extends Error {
  readonly code: FailureCode;
  readonly hint: string;
  /** The server's own words (RFC 9457), where it had some. */
  readonly problem: Problem | undefined;

  constructor(code: FailureCode, message: string, hint = "", problem?: Problem) {
    super(hint ? `${message}. ${hint}` : message);
    this.name = "SourdineError";
    this.code = code;
    this.hint = hint;
    this.problem = problem;
  }
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  hint: string;
}

export function failInput(message: string, hint = ""): never {
  throw new SourdineError("bad-input", message, hint);
}
