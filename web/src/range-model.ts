// Answers computed on the page, as the program computes them (range/tree_model.h, range/tree_shape.h): the estimate is a
// difference of running sums; its variance goes up the tree level by level.
import type { RangeNode, RangePlace, RangeStructure } from "./range-types";

export interface Answer {
  estimate: number;
  std_error: number;
  lower: number;
  upper: number;
}

/** Of the error of a range within a node's subtree: the share of the node's own error, and an independent rest. */
interface PartCovered {
  share: number;
  rest: number;
}
interface Child {
  covered: PartCovered;
  variance: number;
}
const nothing: Child = { covered: { share: 0, rest: 0 }, variance: 0 };

/** What any range can be asked of. */
export interface Answerer {
  /** False for a range that begins or ends between the numbers that the page has. */
  knows(first: number, last: number): boolean;
  answer(first: number, last: number): Answer;
  /** The nodes whose estimates add up to the answer. */
  nodes(first: number, last: number): RangeNode[];
}

/** An estimate with its interval: that of the nearest number that a count can be. */
export function countAnswer(estimate: number, variance: number, rule: IntervalRule): Answer {
  const std_error = Math.sqrt(variance);
  const half = std_error > 0 ? rule.quantile * std_error + rule.extra : 0;
  const most = rule.largest ?? Infinity;
  const middle = Math.min(Math.max(estimate, 0), most);
  return { estimate, std_error, lower: Math.max(middle - half, 0), upper: Math.min(middle + half, most) };
}

interface IntervalRule {
  quantile: number;
  extra: number;
  largest?: number | null;
}

export class TreeAnswerer implements Answerer {
  private readonly sums: number[] = [0]; // in hundredths, after every `step` values
  private readonly counts: number[] = []; // nodes per level, root first
  private readonly widths: number[] = [];
  private readonly degree: number;
  private readonly height: number;

  constructor(
    private readonly structure: RangeStructure,
    private readonly size: number,
  ) {
    let sum = 0;
    for (const part of structure.hundredths ?? []) this.sums.push((sum += part));
    this.degree = Math.max(2, Math.min(size, structure.degree));
    for (let width = 1; ; width *= this.degree) {
      this.widths.unshift(width);
      if (width >= size && this.widths.length > 1) break;
    }
    for (const width of this.widths) this.counts.push(Math.ceil(size / width));
    this.height = this.widths.length - 1;
  }

  knows(first: number, last: number): boolean {
    return first % this.structure.step === 0 && ((last + 1) % this.structure.step === 0 || last + 1 === this.size);
  }

  answer(first: number, last: number): Answer {
    const { step } = this.structure;
    const sumBefore = (value: number) => this.sums[Math.ceil(value / step)]!;
    const estimate = (sumBefore(last + 1) - sumBefore(first)) / 100;
    return countAnswer(estimate, this.variance(first, last), this.structure);
  }

  nodes(first: number, last: number): RangeNode[] {
    return this.decompose(first, last).map(([level, index]) => {
      const width = this.widths[level]!;
      const leaves = { first: index * width, last: Math.min((index + 1) * width, this.size) - 1 };
      const { estimate, std_error } = this.answer(leaves.first, leaves.last);
      return { level, ...leaves, estimate, std_error };
    });
  }

  private decompose(from: number, last: number): [level: number, index: number][] {
    if (this.structure.root_counts && last - from + 1 === this.size) return [[0, 0]];
    const { degree } = this;
    const nodes: [number, number][] = [];
    let first = from,
      end = last + 1;
    for (let level = this.height; level > 0 && first < end; --level) {
      const count = this.counts[level]!;
      const parentsEnd = level === 1 ? 0 : end === count ? this.counts[level - 1]! : Math.floor(end / degree);
      const parentsFirst = level === 1 ? 0 : Math.ceil(first / degree);
      if (level === 1 || parentsFirst >= parentsEnd) {
        for (; first < end; ++first) nodes.push([level, first]);
        break;
      }
      for (; first < parentsFirst * degree; ++first) nodes.push([level, first]);
      for (let i = Math.min(parentsEnd * degree, count); i < end; ++i) nodes.push([level, i]);
      first = parentsFirst;
      end = parentsEnd;
    }
    return nodes;
  }

  private nodeVariance(level: number, index: number): number {
    const [full, last] = this.structure.variances[level]!;
    return index + 1 === this.counts[level] ? last : full;
  }

  /** Of the nodes first … end − 1 of a level together. */
  private sumOfVariances(level: number, first: number, end: number): number {
    const [full, last] = this.structure.variances[level]!;
    return (end - first) * full + (end === this.counts[level] && first !== end ? last - full : 0);
  }

  private variance(first: number, last: number): number {
    const { degree } = this;
    let left = first,
      right = last;
    let a: PartCovered = { share: 1, rest: 0 },
      b: PartCovered = { share: 1, rest: 0 };
    for (let level = this.height; level > 0; --level) {
      const leftParent = Math.floor(left / degree),
        rightParent = Math.floor(right / degree);
      const begin = leftParent * degree,
        rightBegin = rightParent * degree;
      const before = this.sumOfVariances(level, begin, left);
      const after = this.sumOfVariances(level, right + 1, Math.min(rightBegin + degree, this.counts[level]!));
      const leftChild: Child = { covered: a, variance: this.nodeVariance(level, left) },
        rightChild: Child = { covered: b, variance: this.nodeVariance(level, right) };
      if (left === right) {
        a = parentOf(leftChild, nothing, 0, before + after);
      } else if (leftParent === rightParent) {
        a = parentOf(leftChild, rightChild, this.sumOfVariances(level, left + 1, right), before + after);
      } else {
        a = parentOf(leftChild, nothing, this.sumOfVariances(level, left + 1, begin + degree), before);
        b = parentOf(rightChild, nothing, this.sumOfVariances(level, rightBegin, right), after);
      }
      left = leftParent;
      right = rightParent;
    }
    return a.share * a.share * this.structure.variances[0]![1] + a.rest;
  }
}

/** The parent of two children that may be covered partly, of whole ones and of uncovered ones of these variances. */
function parentOf(a: Child, b: Child, whole: number, uncovered: number): PartCovered {
  const covered = a.covered.share * a.variance + b.covered.share * b.variance + whole;
  const all = a.variance + b.variance + whole + uncovered;
  const share = all === 0 ? 0 : covered / all;
  const square = (alpha: number) => (alpha - share) ** 2;
  const rest =
    square(a.covered.share) * a.variance +
    square(b.covered.share) * b.variance +
    square(1) * whole +
    share ** 2 * uncovered;
  return { share, rest: a.covered.rest + b.covered.rest + rest };
}

/** Several places of a grid together: their trees have the same shape and independent errors. */
export function sumOfPlaces(shared: RangeStructure, places: RangePlace[]): RangeStructure {
  const { length } = places[0]!.hundredths!;
  const sum = (i: number) => places.reduce((all, { hundredths }) => all + hundredths![i]!, 0);
  return {
    ...shared,
    variances: shared.variances.map(([full, last]) => [places.length * full, places.length * last]),
    hundredths: Array.from({ length }, (_, i) => sum(i)),
  };
}
