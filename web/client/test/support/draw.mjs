// Reports for the audit of the client's channel: many of every value of small domains. Runs in Node and in a browser.

export const auditCases = [
  { name: "grr-4", spec: { oracle: "grr", k: 4, epsilon: 1 } },
  { name: "grr-5", spec: { oracle: "grr", k: 5, epsilon: 0.5 } },
  { name: "sue-3", spec: { oracle: "sue", k: 3, epsilon: 1 } },
  { name: "sue-f", spec: { oracle: "sue", k: 2, epsilon: 0, parameters: { f: 0.5 } } },
  { name: "oue-4", spec: { oracle: "oue", k: 4, epsilon: 1 } },
  { name: "oue-3", spec: { oracle: "oue", k: 3, epsilon: 2 } },
  { name: "olh-4", spec: { oracle: "olh", k: 4, epsilon: 1 } },
  { name: "l-osue-3", spec: { oracle: "l-osue", k: 3, epsilon: 2, parameters: { epsilon1: 1 } } },
  // Of people who come back: each report under a secret of its own, which takes longer.
  { name: "l-osue-memo", spec: { oracle: "l-osue", k: 2, epsilon: 2, parameters: { epsilon1: 1.5 } }, isMemo: true },
];

/** Randomisers that must be caught; each breaks the decisions below a healthy randomiser. */
export const brokenChances = (client) => ({
  "never-flipped": class extends client.SystemChance {
    bits(threshold, count) {
      return new Uint8Array(Math.ceil(count / 8));
    }
    below() {
      return 0;
    }
  },
  // Math.random against a probability of four binary digits.
  "coarse-coin": class extends client.SystemChance {
    bernoulli(threshold) {
      return Math.floor(Math.random() * 16) < threshold.high >>> 28;
    }
    bits(threshold, count) {
      const bytes = new Uint8Array(Math.ceil(count / 8));
      for (let i = 0; i < count; ++i) if (this.bernoulli(threshold)) bytes[i >> 3] |= 1 << (i & 7);
      return bytes;
    }
  },
  // One decision in ten tells the truth.
  "sometimes-true": class extends client.SystemChance {
    bernoulli(threshold) {
      return super.bernoulli(threshold) || super.below(10) === 0;
    }
  },
});

/** The reports of a case, one behind the other, for each value. */
export async function drawCase(client, { spec, isMemo }, trials, broken) {
  const crypto = globalThis.crypto ?? (await import("node:crypto")).webcrypto; // Node 18 has no global one
  const Chance = broken ? brokenChances(client)[broken] : client.SystemChance;
  const chance = new Chance();
  const oracle = client.makeOracle(spec);
  const count = isMemo ? Math.ceil(trials / 40) : trials;
  const values = [];
  for (let value = 0; value < oracle.spec.k; ++value) {
    const bytes = new Uint8Array(count * oracle.reportBytes);
    for (let i = 0; i < count; ++i) {
      const report = isMemo
        ? await new client.MemoClient(oracle, crypto.getRandomValues(new Uint8Array(32)), "audit").report(value, chance)
        : oracle.randomize(value, chance);
      bytes.set(report, i * oracle.reportBytes);
    }
    values.push(bytes);
  }
  return { spec: client.completedSpec(spec), values };
}
