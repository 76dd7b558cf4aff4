// The oracles: how one value becomes one report. Report bytes and probabilities are those of Sourdine's C++ library
// (src/sourdine/oracle/), and given the same random words so are the reports.
import { bitsForCount, bytesForBits, clearPadding, putBit, putNumber } from "./bits.js";
import type { Chance } from "./chance.js";
import { failInput } from "./errors.js";
import { expNear, realOf, realOne, wholePart } from "./exact.js";
import { LocalHash } from "./local_hash.js";
import { canonicalSpec } from "./spec.js";
import type { OracleSpec } from "./spec.js";
import { BitFlip, ChainedFlip, Keep, requireEpsilon } from "./threshold.js";

export interface Oracle {
  /** What it was made from, with everything that was left to be chosen. */
  readonly spec: OracleSpec;
  readonly reportBytes: number;
  /** Realised ε of everything that is ever sent about one value, computed from the thresholds; at most that asked. */
  readonly epsilon: number;
  /** ε of one report alone; less where reports repeat a memoised response. */
  readonly reportEpsilon: number;
  /** All thresholds in use, by name: numerators over 2^64. */
  readonly thresholds: Readonly<Record<string, bigint>>;
  /** One report about a value 0 … k−1. Of l-osue: of somebody who never comes back; others use MemoClient. */
  randomize(value: number, chance: Chance): Uint8Array;
}

export const maxDomain = 2 ** 26;

/** Throws SourdineError for a spec that is unknown, incomplete or impossible. */
export function makeOracle(asked: OracleSpec): Oracle {
  const spec = checked(asked);
  switch (spec.oracle) {
    case "grr":
      return new Grr(spec);
    case "sue":
      return sue(spec);
    case "oue":
      return new Unary(spec, BitFlip.optimised(spec.epsilon));
    case "olh":
      return olh(spec);
    case "l-osue":
      return lOsue(spec);
    default:
      return failInput(
        `this client does not know the oracle "${spec.oracle}"`,
        "It knows grr, sue, oue, olh and l-osue.",
      );
  }
}

const knownParameters: Record<string, readonly string[]> = { sue: ["f"], olh: ["g"], "l-osue": ["epsilon1"] };

function checked(spec: OracleSpec): OracleSpec {
  const { oracle, k, labels, parameters } = spec;
  if (!Number.isInteger(k) || k < 2 || k > maxDomain)
    failInput(`k must be a whole number from 2 to ${maxDomain}, not ${k}`);
  if (labels !== undefined) {
    if (labels.length !== k) failInput(`the spec's k is ${k}, but it has ${labels.length} labels`);
    if (labels.some((label) => label === "")) failInput("a label of the domain is empty");
    if (new Set(labels).size !== k) failInput("a label is in the domain twice");
  }
  const unknown = Object.keys(parameters ?? {}).find((name) => !(knownParameters[oracle] ?? []).includes(name));
  if (unknown !== undefined) failInput(`oracle "${oracle}" has no parameter "${unknown}"`);
  return {
    ...spec,
    ...(labels ? { labels: [...labels] } : {}),
    ...(parameters ? { parameters: { ...parameters } } : {}),
  };
}

function requireValue(value: number, k: number): void {
  if (!Number.isInteger(value) || value < 0 || value >= k)
    failInput(`value ${value} is outside the domain 0 … ${k - 1}`);
}

/** The true value with λ, else any of the k, evenly. */
class Grr implements Oracle {
  readonly reportBytes: number;
  readonly epsilon: number;
  readonly reportEpsilon: number;
  readonly thresholds: Record<string, bigint>;
  private readonly keep: Keep;

  constructor(readonly spec: OracleSpec) {
    this.keep = Keep.forEpsilon(spec.epsilon, spec.k);
    this.reportBytes = bytesForBits(bitsForCount(spec.k));
    this.epsilon = this.reportEpsilon = this.keep.epsilon();
    this.thresholds = { keep: this.keep.threshold.numerator };
  }

  randomize(value: number, chance: Chance): Uint8Array {
    requireValue(value, this.spec.k);
    const isKept = chance.bernoulli(this.keep.threshold);
    const any = chance.below(this.spec.k);
    const report = new Uint8Array(this.reportBytes);
    putNumber(report, 0, this.reportBytes, isKept ? value : any);
    return report;
  }
}

/** One bit per value: that of the value is 1 with p, every other with q. */
class Unary implements Oracle {
  readonly reportBytes: number;
  readonly epsilon: number;
  readonly reportEpsilon: number;
  readonly thresholds: Record<string, bigint>;

  constructor(
    readonly spec: OracleSpec,
    private readonly flip: BitFlip,
  ) {
    this.reportBytes = bytesForBits(spec.k);
    this.epsilon = this.reportEpsilon = flip.epsilon();
    this.thresholds = { p: flip.p.numerator, q: flip.q.numerator };
  }

  randomize(value: number, chance: Chance): Uint8Array {
    requireValue(value, this.spec.k);
    return flippedOneHot(this.flip, value, this.spec.k, chance);
  }
}

/** All bits are drawn as if clear; that of the value is then replaced by a decision of its own. */
function flippedOneHot(flip: BitFlip, value: number, k: number, chance: Chance): Uint8Array {
  const maxNarrow = 57; // up to here the C++ library draws no padding
  const report = chance.bits(flip.q, k <= maxNarrow ? k : 8 * bytesForBits(k));
  clearPadding(report, k);
  putBit(report, value, chance.bernoulli(flip.p));
  return report;
}

function sue(spec: OracleSpec): Oracle {
  const f = spec.parameters?.["f"];
  if (f === undefined) return new Unary(spec, BitFlip.symmetric(spec.epsilon));
  const flip = BitFlip.fromF(f);
  const epsilon = flip.epsilon();
  if (spec.epsilon !== 0 && spec.epsilon !== epsilon) {
    failInput(`the parameters of "sue" give epsilon = ${epsilon}, but epsilon = ${spec.epsilon} was asked`);
  }
  return new Unary({ ...spec, epsilon }, flip);
}

function olh(spec: OracleSpec): Oracle {
  requireEpsilon(spec.epsilon);
  const most = LocalHash.maxBuckets(spec.k);
  // ⌊e^ε + ½⌋ + 1, where e^ε is cut at e^64: beyond any number of buckets.
  const best = wholePart(expNear(realOf(Math.min(spec.epsilon, 64))) + (realOne >> 1n)) + 1n;
  const usual = Math.max(2, best < BigInt(most) ? Number(best) : most);
  const g = spec.parameters?.["g"] ?? usual;
  if (!Number.isInteger(g) || g < 2 || g > most) {
    failInput(`parameter "g" of oracle "olh" must be a whole number from 2 to ${most}, not ${g}`);
  }
  return new Olh({ ...spec, parameters: { g } }, new LocalHash(spec.k, g));
}

/** A public hash onto g buckets, and the value's bucket with λ, else any. */
class Olh implements Oracle {
  readonly reportBytes: number;
  readonly epsilon: number;
  readonly reportEpsilon: number;
  readonly thresholds: Record<string, bigint>;
  private readonly keep: Keep;

  constructor(
    readonly spec: OracleSpec,
    private readonly hash: LocalHash,
  ) {
    this.keep = Keep.forEpsilon(spec.epsilon, hash.buckets);
    this.reportBytes = hash.seedBytes + bytesForBits(bitsForCount(hash.buckets));
    this.epsilon = this.reportEpsilon = this.keep.epsilon();
    this.thresholds = { keep: this.keep.threshold.numerator };
  }

  randomize(value: number, chance: Chance): Uint8Array {
    requireValue(value, this.spec.k);
    const isKept = chance.bernoulli(this.keep.threshold);
    const any = chance.below(this.hash.buckets);
    const seed = chance.publicWords(this.hash.seedBytes / 8);
    const report = new Uint8Array(this.reportBytes);
    report.set(seed);
    const answer = isKept ? this.hash.bucketOf(value, seed) : any;
    putNumber(report, seed.length, report.length - seed.length, answer);
    return report;
  }
}

function lOsue(spec: OracleSpec): LongUnary {
  requireEpsilon(spec.epsilon);
  const epsilon1 = spec.parameters?.["epsilon1"] ?? spec.epsilon / 2;
  const chain = ChainedFlip.forEpsilons(BitFlip.optimised(spec.epsilon), spec.epsilon, epsilon1);
  return new LongUnary({ ...spec, parameters: { epsilon1 } }, chain);
}

/** l-osue: a permanent unary encoding at ε, and at every report its bits randomised once more. */
export class LongUnary implements Oracle {
  readonly reportBytes: number;
  readonly epsilon: number;
  readonly reportEpsilon: number;
  readonly thresholds: Record<string, bigint>;

  constructor(
    readonly spec: OracleSpec,
    readonly chain: ChainedFlip,
  ) {
    this.reportBytes = bytesForBits(spec.k);
    this.epsilon = chain.permanent.epsilon();
    this.reportEpsilon = chain.reportEpsilon();
    this.thresholds = {
      p1: chain.permanent.p.numerator,
      q1: chain.permanent.q.numerator,
      p2: chain.instantaneous.p.numerator,
      q2: chain.instantaneous.q.numerator,
    };
  }

  randomize(value: number, chance: Chance): Uint8Array {
    requireValue(value, this.spec.k);
    return this.respondNow(flippedOneHot(this.chain.permanent, value, this.spec.k, chance), chance);
  }

  /** One report from a permanent response: an exclusive or with noise. */
  respondNow(permanent: Uint8Array, chance: Chance): Uint8Array {
    const noise = chance.bits(this.chain.instantaneous.q, 8 * this.reportBytes);
    const report = permanent.map((byte, i) => byte ^ (noise[i] as number));
    clearPadding(report, this.spec.k);
    return report;
  }
}

/** The spec with everything that is left to be chosen, in canonical JSON. */
export const completedSpec = (spec: OracleSpec): string => canonicalSpec(makeOracle(spec).spec);
