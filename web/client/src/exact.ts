// Real numbers for turning probabilities into integer thresholds, and thresholds back into ε. Fixed point: a number x
// is the whole number ⌊x·2^640⌋. What comes out is off by less than `slack`, which is added or taken away on the side
// that protects people: a threshold is never on the wrong side of its probability.

const fraction = 640n;
const one = 1n << fraction;
/** Above every error made here, by far: numbers are right to 2^−600, thresholds need 2^−64. */
const slack = 1n << 60n;

export type Real = bigint;

/** The double itself, cut after 640 binary digits (what is cut is below 10^−192). */
export function realOf(x: number): Real {
  const { mantissa, exponent } = partsOf(x);
  const shift = BigInt(exponent) + fraction;
  return shift >= 0n ? mantissa << shift : mantissa >> -shift;
}

/** x = mantissa·2^exponent exactly, for a finite x ≥ 0. */
export function partsOf(x: number): { mantissa: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const low = bits & 0xfffffffffffffn;
  return biased === 0 ? { mantissa: low, exponent: -1074 } : { mantissa: low | (1n << 52n), exponent: biased - 1075 };
}

const ln2: Real = 2n * atanh(one / 3n);

/** Σ z^(2i+1)/(2i+1), for |z| ≤ 1/3. */
function atanh(z: Real): Real {
  const square = (z * z) >> fraction;
  let sum = 0n;
  let power = z;
  for (let n = 1n; power !== 0n && power !== -1n; n += 2n) {
    sum += power / n;
    power = (power * square) >> fraction;
  }
  return sum;
}

/** e^r for 0 ≤ r < 1: Taylor at r/2^16, squared sixteen times. */
function expSmall(r: Real): Real {
  const halvings = 16n;
  const z = r >> halvings;
  let sum = one;
  let term = one;
  for (let n = 1n; term !== 0n; ++n) {
    term = ((term * z) >> fraction) / n;
    sum += term;
  }
  for (let i = 0n; i < halvings; ++i) sum = (sum * sum) >> fraction;
  return sum;
}

/** At least e^−x, x ≥ 0. */
export function expMinusAbove(x: Real): Real {
  const whole = x / ln2;
  if (whole > fraction) return slack;
  const grown = expSmall(x - whole * ln2);
  const value = ((one << fraction) / grown) >> whole;
  return value + slack < one ? value + slack : one;
}

/** At most e^x, x ≥ 0; at most 2^4096, which is beyond every use. */
export function expBelow(x: Real): Real {
  const whole = x / ln2;
  if (whole > 4096n) return one << 4096n;
  return (expSmall(x - whole * ln2) - slack) << whole;
}

/** The nearest to e^x that is known, x ≥ 0: for sizes, where no side is the safe one. */
export function expNear(x: Real): Real {
  const whole = x / ln2;
  return expSmall(x - whole * ln2) << whole;
}

const bitLength = (x: bigint): number => x.toString(2).length;

/** The smallest double that is at least ln(numerator/denominator), for numerator > denominator > 0. */
export function logAbove(numerator: bigint, denominator: bigint): number {
  const scale = BigInt(bitLength(numerator) - bitLength(denominator));
  const mantissa = (numerator << (fraction - (scale > 0n ? 0n : scale))) / (denominator << (scale > 0n ? scale : 0n));
  const z = ((mantissa - one) << fraction) / (mantissa + one);
  return doubleAbove(scale * ln2 + 2n * atanh(z) + slack);
}

/** The smallest double ≥ x > 0. */
export function doubleAbove(x: Real): number {
  const cut = BigInt(Math.max(0, bitLength(x) - 53));
  const kept = x >> cut;
  const rounded = kept << cut === x ? kept : kept + 1n;
  return Number(rounded) * 2 ** Number(cut - fraction); // both exact
}

export const realOne: Real = one;
/** ⌊x⌋ */
export const wholePart = (x: Real): bigint => x >> fraction;
