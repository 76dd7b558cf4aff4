// Colour classes with round limits. Counts per region differ by factors, so the limits are 1, 2, 5, 10, 20, 50 …; they
// are the same for every period of a unit, so that colours can be compared while the slider moves.

export const maximumClasses = 7;

export function classLimits(values: number[]): number[] {
  const positive = values.filter((v) => Number.isFinite(v) && v > 0).sort((a, b) => a - b);
  if (positive.length === 0) return [];
  const quantile = (q: number) => positive[Math.floor(q * (positive.length - 1))]!;
  const low = quantile(0.1),
    high = quantile(0.98);
  for (const steps of [[1, 2, 5], [1, 3], [1]]) {
    const limits = roundNumbers(low, high, steps);
    if (limits.length < maximumClasses) return limits;
  }
  return roundNumbers(low, high, [1]).slice(1 - maximumClasses);
}

function roundNumbers(low: number, high: number, steps: number[]): number[] {
  const found: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); ++power) {
    for (const step of steps) {
      const limit = Number((step * 10 ** power).toPrecision(1));
      if (limit >= low && limit <= high) found.push(limit);
    }
  }
  return found;
}

export function classOf(limits: number[], value: number): number {
  return limits.filter((limit) => value >= limit).length;
}

/** The colour of class `index` of `count`: which of --map-1 … --map-8 of style.css. */
export function paletteStep(index: number, count: number): number {
  const colours = 8;
  return count <= 1 ? Math.round(colours / 2) : Math.round(1 + (index * (colours - 1)) / (count - 1));
}
