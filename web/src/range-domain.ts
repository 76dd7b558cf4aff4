// The ordered values of a range page: their names, and ranges of them as people write them. The same language as that of
// `sourdine range query` (release/ordered_domain.h): 2014, 2014-03, 2014-03-01..2014-05-31, 2015.., 18-24, 40.
import { endOf, startOf, unitOf } from "./dates";
import type { RangeAxis } from "./range-types";
import type { Unit } from "./types";

export interface Span {
  first: number;
  last: number;
}
/** Why a text is no range of the domain. */
export type Refusal = "unreadable" | "reversed" | "outside" | "cuts";

const hour = 3_600_000;
const lengths: Partial<Record<Unit, number>> = { hour, day: 24 * hour, week: 7 * 24 * hour };

export class RangeDomain {
  constructor(
    readonly axis: RangeAxis,
    readonly size: number,
  ) {}

  /** "2014-03", "18", "20-24"; of several values "2014-03..2014-05", "18-24". */
  label(first: number, last = first): string {
    if (this.axis.kind === "dates") {
      const { period } = this.axis;
      const name = (value: number) => periodLabel(period, new Date(this.border(value)));
      return first === last ? name(first) : `${name(first)}..${name(last)}`;
    }
    const from = this.border(first),
      to = this.border(last + 1) - 1;
    const { decimals } = this.axis;
    const begin = stepsText(from, decimals);
    return from === to ? begin : `${begin}${to < 0 ? ".." : "-"}${stepsText(to, decimals)}`;
  }

  parse(written: string): Span | Refusal {
    const text = written.trim();
    const ends = this.split(text);
    const begin = ends?.[0] === "" ? this.border(0) : ends && this.item(ends[0])?.[0];
    const end = ends?.[1] === "" ? this.border(this.size) : ends && this.item(ends[1])?.[1];
    if (text === "" || begin === undefined || end === undefined) return "unreadable";
    if (end <= begin) return "reversed";
    if (begin < this.border(0) || end > this.border(this.size)) return "outside";
    const first = this.valueAt(begin),
      last = this.valueAt(end - 1);
    return this.border(first) === begin && this.border(last + 1) === end ? { first, last } : "cuts";
  }

  private split(text: string): [string, string] | undefined {
    const dots = text.indexOf("..");
    if (dots >= 0) return [text.slice(0, dots).trim(), text.slice(dots + 2).trim()];
    const hyphen = this.axis.kind === "numbers" ? /^(-?[\d.]+)\s*-\s*([\d.]+)$/.exec(text) : null;
    return hyphen ? [hyphen[1]!, hyphen[2]!] : [text, text];
  }

  /** Points of the line from the first to before the second: milliseconds, or numbers. */
  private item(text: string): [number, number] | undefined {
    if (this.axis.kind === "numbers") {
      const steps = stepsOf(text, this.axis.decimals);
      return steps === undefined ? undefined : [steps, steps + 1];
    }
    try {
      const start = startOf(text);
      // Months and days that there are not roll over into others: 2014-02-30.
      return periodLabel(unitOf(text), start) === text ? [start.getTime(), endOf(text).getTime()] : undefined;
    } catch {
      return undefined;
    }
  }

  /** Where a value begins; border(size) is the end of the last. */
  private border(value: number): number {
    const { axis } = this;
    if (axis.kind === "numbers") return value === this.size ? axis.to + 1 : axis.from + value * axis.bin;
    const start = startOf(axis.first);
    const length = lengths[axis.period];
    if (length !== undefined) return start.getTime() + value * length;
    const months = (axis.period === "year" ? 12 : 1) * value;
    return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1);
  }

  private valueAt(point: number): number {
    const { axis } = this;
    if (axis.kind === "numbers") return Math.floor((point - axis.from) / axis.bin);
    const start = startOf(axis.first);
    const length = lengths[axis.period];
    if (length !== undefined) return Math.floor((point - start.getTime()) / length);
    const at = new Date(point);
    const years = at.getUTCFullYear() - start.getUTCFullYear();
    return axis.period === "year" ? years : 12 * years + at.getUTCMonth() - start.getUTCMonth();
  }
}

/** A number of steps of 10^−decimals as it is written: 25 of 0.1 are 2.5. */
function stepsText(steps: number, decimals: number): string {
  return (steps / 10 ** decimals).toFixed(decimals);
}

function stepsOf(text: string, decimals: number): number | undefined {
  const found = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(text);
  if (!found) return undefined;
  const [, sign, whole = "", fraction = ""] = found;
  if (/[1-9]/.test(fraction.slice(decimals))) return undefined;
  const steps = Number(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
  if (steps > 1e15) return undefined;
  return sign ? -steps : steps;
}

function periodLabel(unit: Unit, date: Date): string {
  const year = String(date.getUTCFullYear()).padStart(4, "0");
  const two = (value: number) => String(value).padStart(2, "0");
  switch (unit) {
    case "year":
      return year;
    case "month":
      return `${year}-${two(date.getUTCMonth() + 1)}`;
    case "week": {
      // ISO 8601: a week belongs to the year of its Thursday.
      const thursday = new Date(date.getTime() + 3 * 24 * hour);
      const days = (thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / (24 * hour);
      return `${String(thursday.getUTCFullYear()).padStart(4, "0")}-W${two(1 + Math.floor(days / 7))}`;
    }
    case "day":
      return date.toISOString().slice(0, 10);
    case "hour":
      return date.toISOString().slice(0, 13);
  }
}
