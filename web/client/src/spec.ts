// What an oracle is asked to be, as canonical JSON, and its fingerprint: SHA-256 of the kind, a line break and the
// JSON. Equal fingerprints ⇔ reports mean the same.
import { failInput } from "./errors.js";
import { systemSubtle } from "./webcrypto.js";

export interface OracleSpec {
  oracle: string;
  /** Number of values; that of the labels, where there are some. */
  k: number;
  epsilon: number;
  labels?: readonly string[];
  parameters?: Readonly<Record<string, number>>;
}

/** A number as it was written: 1.0 and 1 are the same number, but not the same spec. */
export class WrittenNumber {
  constructor(readonly text: string) {}
  get value(): number {
    return Number(this.text);
  }
}
export type WrittenJson = null | boolean | string | WrittenNumber | WrittenJson[] | { [key: string]: WrittenJson };

/** JSON whose numbers keep their spelling. */
export function parseWritten(text: string): WrittenJson {
  let at = 0;
  const fail = (): never => failInput(`this is not JSON (at character ${at + 1})`);
  const space = () => {
    while (at < text.length && " \t\n\r".includes(text[at] as string)) ++at;
  };
  const expect = (symbol: string) => (text.startsWith(symbol, at) ? (at += symbol.length) : fail());
  const matched = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) return fail();
    at += found.length;
    return found;
  };
  const string = () => JSON.parse(matched(/"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y)) as string;
  const list = (end: string, item: () => void) => {
    ++at;
    space();
    if (text[at] !== end) {
      for (item(); space(), text[at] === ","; item()) ++at;
    }
    expect(end);
  };
  const value = (depth: number): WrittenJson => {
    space();
    if (depth > 64) fail();
    const symbol = text[at];
    if (symbol === "{") {
      const object: { [key: string]: WrittenJson } = Object.create(null) as Record<string, WrittenJson>;
      list("}", () => {
        space();
        const key = string();
        space();
        expect(":");
        if (key in object) failInput(`the JSON has the key "${key}" twice`);
        object[key] = value(depth + 1);
      });
      return object;
    }
    if (symbol === "[") {
      const items: WrittenJson[] = [];
      list("]", () => items.push(value(depth + 1)));
      return items;
    }
    if (symbol === '"') return string();
    if (symbol === "t") return (expect("true"), true);
    if (symbol === "f") return (expect("false"), false);
    if (symbol === "n") return (expect("null"), null);
    return new WrittenNumber(matched(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y));
  };
  const found = value(0);
  space();
  if (at !== text.length) fail();
  return found;
}

/** Sorted keys, no spaces, numbers as they were written. */
export function canonicalText(json: WrittenJson): string {
  if (json instanceof WrittenNumber) return json.text;
  if (Array.isArray(json)) return `[${json.map(canonicalText).join(",")}]`;
  if (json !== null && typeof json === "object") {
    const keys = Object.keys(json).sort();
    return `{${keys.map((key) => `${quoted(key)}:${canonicalText(json[key] as WrittenJson)}`).join(",")}}`;
  }
  return typeof json === "string" ? quoted(json) : String(json);
}

/** JSON.stringify escapes what the C++ side does: quotes, backslashes and control characters (in small digits). */
const quoted = (text: string): string => JSON.stringify(text);

/** A double as the C++ library writes it: its shortest digits, with a point or an exponent. (For one
 * double in a thousand the library writes a digit more; so the fingerprint of a server's spec is taken of the numbers
 * as they were written.) */
export function writtenDouble(x: number): string {
  if (!Number.isFinite(x)) failInput(`${x} cannot be written`);
  if (x === 0) return Object.is(x, -0) ? "-0.0" : "0.0";
  if (x < 0) return `-${writtenDouble(-x)}`;
  const [mantissa, power] = x.toExponential().split("e") as [string, string];
  const digits = mantissa.replace(".", "");
  const point = Number(power) + 1; // x = 0.digits · 10^point
  if (digits.length <= point && point <= 15) return `${digits.padEnd(point, "0")}.0`;
  if (0 < point && point <= 15) return `${digits.slice(0, point)}.${digits.slice(point)}`;
  if (-4 < point && point <= 0) return `0.${"0".repeat(-point)}${digits}`;
  const exponent = point - 1;
  const size = String(Math.abs(exponent)).padStart(2, "0");
  return `${digits.length === 1 ? digits : `${digits[0]}.${digits.slice(1)}`}e${exponent < 0 ? "-" : "+"}${size}`;
}

/** The canonical JSON of a spec. */
export function canonicalSpec(spec: OracleSpec): string {
  const json: { [key: string]: WrittenJson } = {
    oracle: spec.oracle,
    k: new WrittenNumber(String(spec.k)),
    epsilon: new WrittenNumber(writtenDouble(spec.epsilon)),
  };
  if (spec.labels !== undefined && spec.labels.length > 0) json["labels"] = [...spec.labels];
  const parameters = Object.entries(spec.parameters ?? {});
  if (parameters.length > 0) {
    json["parameters"] = Object.fromEntries(parameters.map(([name, x]) => [name, new WrittenNumber(writtenDouble(x))]));
  }
  return canonicalText(json);
}

/** 64 hexadecimal digits. */
export async function fingerprintOf(kind: string, canonical: string): Promise<string> {
  const hash = await systemSubtle().digest("SHA-256", new TextEncoder().encode(`${kind}\n${canonical}`));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The spec that a server's JSON has, with the names and kinds of its fields checked. */
export function specFrom(json: WrittenJson): OracleSpec {
  if (json === null || typeof json !== "object" || Array.isArray(json) || json instanceof WrittenNumber) {
    failInput("the collection's spec is no object");
  }
  const number = (name: string, found: WrittenJson | undefined): number =>
    found instanceof WrittenNumber ? found.value : failInput(`the spec's ${name} is no number`);
  const known = ["epsilon", "k", "labels", "oracle", "parameters"];
  const unknown = Object.keys(json).find((key) => !known.includes(key));
  if (unknown !== undefined) failInput(`the spec has an unknown field "${unknown}"`);
  const { oracle, labels, parameters } = json;
  if (typeof oracle !== "string") failInput("the spec does not name its oracle");
  const spec: OracleSpec = { oracle, k: number("k", json["k"]), epsilon: number("epsilon", json["epsilon"]) };
  if (labels !== undefined) {
    if (!Array.isArray(labels) || !labels.every((label): label is string => typeof label === "string")) {
      failInput("the spec's labels are no list of texts");
    }
    spec.labels = labels;
  }
  if (parameters !== undefined) {
    if (
      parameters === null ||
      typeof parameters !== "object" ||
      Array.isArray(parameters) ||
      parameters instanceof WrittenNumber
    ) {
      failInput("the spec's parameters are no object");
    }
    spec.parameters = Object.fromEntries(
      Object.entries(parameters).map(([name, found]) => [name, number(`parameter "${name}"`, found)]),
    );
  }
  return spec;
}
