// Probabilities a machine can keep: numerator/2^64, decided by one comparison of integers. The same numerators as
// Sourdine's C++ library has (oracle/keep.h, oracle/bit_flip.h, oracle/longitudinal/chain.h), computed here and not
// taken from a server: truth rounded down, lies rounded up.
import { failInput } from "./errors.js";
import { expBelow, expMinusAbove, logAbove, partsOf, realOf, realOne } from "./exact.js";
import type { Real } from "./exact.js";

const wholeRange = 1n << 64n;
const oneHalf = 1n << 63n;
const largest = wholeRange - 1n;

/** numerator/2^64, with its halves and the number of binary digits until its last 1. */
export class Threshold {
  readonly high: number;
  readonly low: number;
  readonly digits: number;

  constructor(readonly numerator: bigint) {
    this.high = Number(numerator >> 32n);
    this.low = Number(numerator & 0xffffffffn);
    let digits = 64;
    while (digits > 0 && ((numerator >> BigInt(64 - digits)) & 1n) === 0n) --digits;
    this.digits = digits;
  }
}

/** The largest threshold ≤ above/below, at most 1 − 2^−64. */
function roundDown(above: Real, below: Real): bigint {
  const scaled = (above << 64n) / below;
  return scaled > largest ? largest : scaled;
}

/** The smallest threshold ≥ above/below, at least 2^−64. */
function roundUp(above: Real, below: Real): bigint {
  const scaled = ((above << 64n) + below - 1n) / below;
  if (scaled > largest) return largest;
  return scaled < 1n ? 1n : scaled;
}

export function requireEpsilon(epsilon: number): void {
  if (!(epsilon > 0) || !Number.isFinite(epsilon)) {
    failInput(`epsilon must be a number greater than 0, not ${epsilon}`);
  }
}

/** With probability λ the report is the one output that supports the value, else any of `outputs`, evenly. */
export class Keep {
  private constructor(
    readonly threshold: Threshold,
    readonly outputs: number,
  ) {}

  static forEpsilon(epsilon: number, outputs: number): Keep {
    requireEpsilon(epsilon);
    // λ falls as e^−ε grows: an e^−ε that is not too small makes a λ that is not too large.
    const decay = expMinusAbove(realOf(epsilon));
    const truth = realOne - decay;
    const numerator = truth > 0n ? roundDown(truth, truth + decay * BigInt(outputs)) : 0n;
    if (numerator === 0n) {
      failInput(`epsilon = ${epsilon} is too small for a domain of this size: its reports would say nothing`);
    }
    return new Keep(new Threshold(numerator), outputs);
  }

  /** What the threshold really tells: ln(1 + λ/(1−λ)·outputs), rounded up. */
  epsilon(): number {
    const { numerator } = this.threshold;
    const rest = wholeRange - numerator;
    return logAbove(rest + numerator * BigInt(this.outputs), rest);
  }
}

/** A set bit is sent as 1 with p, a clear one with q. */
export class BitFlip {
  private constructor(
    readonly p: Threshold,
    readonly q: Threshold,
  ) {}

  static of(p: bigint, q: bigint, epsilon: number): BitFlip {
    if (p <= q) failInput(`epsilon = ${epsilon} is too small: 64 bits cannot tell a true bit from a false one`);
    return new BitFlip(new Threshold(p), new Threshold(q));
  }

  /** p = e^{ε/2}/(e^{ε/2}+1), q = 1 − p. */
  static symmetric(epsilon: number): BitFlip {
    requireEpsilon(epsilon);
    const p = roundDown(realOne, realOne + expMinusAbove(realOf(epsilon) >> 1n));
    return BitFlip.of(p, wholeRange - p, epsilon);
  }

  /** p = 1/2, q = 1/(e^ε+1). */
  static optimised(epsilon: number): BitFlip {
    requireEpsilon(epsilon);
    const decay = expMinusAbove(realOf(epsilon));
    return BitFlip.of(oneHalf, roundUp(decay, realOne + decay), epsilon);
  }

  /** Kept with 1−f, else a fair coin: p = 1 − f/2, q = f/2. */
  static fromF(f: number): BitFlip {
    if (!(f > 0 && f < 1)) failInput(`f must lie between 0 and 1 (both excluded), not ${f}`);
    const { mantissa, exponent } = partsOf(f); // f < 1, so the exponent is negative
    const q = roundUp(mantissa, 1n << BigInt(1 - exponent));
    return BitFlip.of(wholeRange - q, q, 0);
  }

  /** ln[p(1−q) / ((1−p)q)], rounded up. */
  epsilon(): number {
    const p = this.p.numerator;
    const q = this.q.numerator;
    return logAbove(p * (wholeRange - q), (wholeRange - p) * q);
  }
}

/** Every bit twice: a permanent round at ε, and a symmetric one at every report, such that a report tells ε1. */
export class ChainedFlip {
  private constructor(
    readonly permanent: BitFlip,
    readonly instantaneous: BitFlip,
  ) {}

  static forEpsilons(permanent: BitFlip, epsilon: number, epsilon1: number): ChainedFlip {
    if (!(epsilon1 > 0 && epsilon1 < epsilon)) {
      failInput(`epsilon1 must lie between 0 and epsilon = ${epsilon} (both excluded), not ${epsilon1}`);
    }
    const ratio = expBelow(realOf(epsilon1));
    let low = 0n; // tells nothing
    let high = oneHalf;
    while (high - low > 1n) {
      const middle = (low + high) >> 1n;
      const { above, below } = oddsRatio(permanent, oneHalf + middle);
      if (above * realOne <= ratio * below) low = middle;
      else high = middle;
    }
    if (low === 0n) failInput(`epsilon1 = ${epsilon1} is too small: 64 bits cannot tell a true bit from a false one`);
    const p = oneHalf + low;
    return new ChainedFlip(permanent, BitFlip.of(p, wholeRange - p, epsilon1));
  }

  /** What one report alone tells, rounded up. */
  reportEpsilon(): number {
    const { above, below } = oddsRatio(this.permanent, this.instantaneous.p.numerator);
    return logAbove(above, below);
  }
}

/** a(1−b) and b(1−a), both times 2^256, of a set and a clear bit after both rounds; the second has p and 1 − p. */
function oddsRatio(permanent: BitFlip, p: bigint): { above: bigint; below: bigint } {
  const afterBoth = (first: bigint) => first * p + (wholeRange - first) * (wholeRange - p);
  const a = afterBoth(permanent.p.numerator);
  const b = afterBoth(permanent.q.numerator);
  const all = wholeRange * wholeRange;
  return { above: a * (all - b), below: b * (all - a) };
}
