// What a collector says of its collection, and what the client makes of it: nothing is believed that can be computed.
// Thresholds and ε come from the spec, by this package's own arithmetic.
import { SourdineError } from "./errors.js";
import { makeOracle } from "./oracle.js";
import type { Oracle } from "./oracle.js";
import { periods } from "./period.js";
import type { Period } from "./period.js";
import { WrittenNumber, canonicalText, fingerprintOf, parseWritten, specFrom } from "./spec.js";
import type { WrittenJson } from "./spec.js";

export interface CollectionParameters {
  readonly id: string;
  readonly title: string;
  readonly isOpen: boolean;
  readonly oracle: Oracle;
  readonly fingerprint: string;
  readonly period: Period | null;
  readonly clockWindowSeconds: number;
  readonly jitterSeconds: number;
  readonly maxBatchReports: number;
  readonly maxBatchBytes: number;
  /** Of one token. */
  readonly maxReportsPerMinute: number | null;
  /** Milliseconds since 1970. */
  readonly serverTime: number;
}

const day = 86_400;
/** The longest jitter, in seconds, that a collection or an application may ask for. */
export const maxJitterSeconds = 31 * day;
const maxClockWindowSeconds = 366 * day;

const wrong = (what: string): never => {
  throw new SourdineError("wrong-server", `what the collector says of the collection cannot be: ${what}`);
};

/** The answer of GET /v1/collections/{id}. Rejects when it is none, of another collection, or contradicts itself. */
export async function parseParameters(text: string, id: string): Promise<CollectionParameters> {
  const json = parseWritten(text);
  if (json === null || typeof json !== "object" || Array.isArray(json) || json instanceof WrittenNumber) {
    return wrong("it is no object");
  }
  const string = (name: string): string => {
    const found = json[name];
    return typeof found === "string" ? found : wrong(`its "${name}" is no text`);
  };
  const whole = (name: string, least: number): number => {
    const found = json[name];
    const value = found instanceof WrittenNumber ? found.value : NaN;
    return Number.isSafeInteger(value) && value >= least ? value : wrong(`its "${name}" is no number of this kind`);
  };
  const seconds = (name: string, least: number, most: number): number => {
    const value = whole(name, least);
    return value <= most ? value : wrong(`its "${name}" is more than ${most / day} days`);
  };
  if (string("id") !== id) wrong(`it is of "${string("id")}", not of "${id}"`);
  if (string("kind") !== "oracle") {
    throw new SourdineError(
      "bad-input",
      `this client knows frequency oracles only; "${id}" is of kind "${string("kind")}"`,
    );
  }
  const spec = json["spec"] as WrittenJson;
  const oracle = makeOracle(specFrom(spec ?? null));
  const fingerprint = string("fingerprint");
  if (fingerprint !== (await fingerprintOf("oracle", canonicalText(spec))))
    wrong("its fingerprint is not that of its spec");
  for (const name of Object.keys(oracle.spec.parameters ?? {})) {
    if (specFrom(spec).parameters?.[name] === undefined) wrong(`its spec leaves "${name}" to be chosen`);
  }
  if (whole("report_bytes", 0) !== oracle.reportBytes) wrong(`its reports have not ${oracle.reportBytes} bytes`);
  const period = json["period"] ?? null;
  if (period !== null && !periods.includes(period as Period)) wrong('its "period" is none');
  const serverTime = Date.parse(string("server_time"));
  if (Number.isNaN(serverTime)) wrong('its "server_time" is no time');
  return {
    id,
    title: string("title"),
    isOpen: string("state") === "open",
    oracle,
    fingerprint,
    period: period as Period | null,
    clockWindowSeconds: seconds("clock_window_seconds", 1, maxClockWindowSeconds),
    jitterSeconds: seconds("jitter_seconds", 0, maxJitterSeconds),
    maxBatchReports: whole("max_batch_reports", 1),
    maxBatchBytes: whole("max_batch_bytes", 1),
    maxReportsPerMinute: (json["max_reports_per_minute"] ?? null) === null ? null : whole("max_reports_per_minute", 1),
    serverTime,
  };
}

/** Throws SourdineError("too-much") when all reports about one value may tell more than the application promised. */
export function requirePromise(oracle: Oracle, maxEpsilon: number): void {
  if (oracle.epsilon <= maxEpsilon) return;
  throw new SourdineError(
    "too-much",
    `the collection spends epsilon = ${oracle.epsilon}, but this application allows ${maxEpsilon}`,
  );
}
