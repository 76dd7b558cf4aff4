// A randomiser's exact channel: its own code, run on every outcome of its decisions.

const range = 1n << 64n;

/** Answers by a script of outcomes, and notes what each had as probability. */
class Outcomes {
  constructor(script, seed) {
    this.script = script;
    this.seed = seed;
    this.asked = [];
    this.numerator = 1n;
    this.denominator = 1n;
  }
  choose(count, weightOf, total) {
    const outcome = this.script[this.asked.length] ?? 0;
    this.asked.push({ outcome, count });
    this.numerator *= weightOf(outcome);
    this.denominator *= total;
    return outcome;
  }
  bernoulli(threshold) {
    return this.choose(2, (yes) => (yes ? threshold.numerator : range - threshold.numerator), range) === 1;
  }
  below(n) {
    return this.choose(n, () => 1n, BigInt(n));
  }
  publicWords(count) {
    if (this.seed.length !== 8 * count) throw new Error("another number of words is published");
    return this.seed;
  }
  // Padding is thrown away: the first outcome of its bits stands for both.
  bits(threshold, count) {
    const bytes = new Uint8Array(Math.ceil(count / 8));
    for (let i = 0; i < Math.min(count, this.used); ++i) {
      if (this.bernoulli(threshold)) bytes[i >> 3] |= 1 << (i & 7);
    }
    return bytes;
  }
}

/** "value report" → Pr[report | value], for a given hash seed. */
export function channelOf(oracle, seed) {
  const channel = new Map();
  for (let value = 0; value < oracle.spec.k; ++value) {
    for (let script = []; script !== undefined;) {
      const outcomes = new Outcomes(script, seed);
      outcomes.used = oracle.spec.k;
      const report = Buffer.from(oracle.randomize(value, outcomes)).toString("hex");
      add(channel, `${value} ${report}`, outcomes);
      script = next(outcomes.asked);
    }
  }
  return channel;
}

function add(channel, key, { numerator, denominator }) {
  const before = channel.get(key) ?? { numerator: 0n, denominator: 1n };
  const [a, b] = [before.denominator, denominator];
  channel.set(
    key,
    a === b
      ? { numerator: before.numerator + numerator, denominator: a }
      : { numerator: before.numerator * b + numerator * a, denominator: a * b },
  );
}

/** The next sequence of outcomes, depth first. */
function next(asked) {
  const script = asked.map(({ outcome }) => outcome);
  for (let i = asked.length - 1; i >= 0; --i) {
    if (asked[i].outcome + 1 < asked[i].count) return [...script.slice(0, i), script[i] + 1];
  }
  return undefined;
}
