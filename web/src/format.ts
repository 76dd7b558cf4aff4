// Numbers and dates as the page's language writes them.
import { endOf, startOf, unitOf } from "./dates";
import type { Strings } from "./strings";
import type { Language } from "./types";

const epsilonDecimals = 4;

export interface Formats {
  /** A count with so many decimals. */
  count(value: number, decimals: number): string;
  percent(value: number, decimals: number): string;
  /** Rounded away from zero at `digits` significant digits: a bound must not be rounded below itself. */
  bound(value: number, digits: number): string;
  /** ε, everywhere with as many decimals as PRIVACY.md has; a bound, so rounded up. */
  epsilon(value: number): string;
  /** What is left of ε: rounded down. */
  remainder(value: number): string;
  /** The same two without zeros at the end: "1", "1.69", where no column of numbers has to line up. */
  shortEpsilon(value: number): string;
  shortRemainder(value: number): string;
  /** δ: "2.5 · 10⁻⁶", a bound, so rounded up at two digits. */
  scientific(value: number): string;
  /** "March 2018", "week 9 of 2014 (24 Feb – 2 Mar)" … */
  period(label: string): string;
  generated(timestamp: string): string;
  tick(date: Date, style: "year" | "month" | "day" | "hour"): string;
  compare(a: string, b: string): number;
}

/** A name and what it stands for: “mood: 12 %”; in French with a space before the colon. */
export const pair = (language: Language, name: string, value: string): string =>
  language === "fr" ? `${name}\u00a0: ${value}` : `${name}: ${value}`;

export function makeFormats(language: Language, text: Strings): Formats {
  const locale = language === "fr" ? "fr-FR" : "en-GB";
  const date = (options: Intl.DateTimeFormatOptions) => {
    const written = new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options });
    // French counts the first day of a month by an ordinal, the others by cardinals.
    const first = language === "fr" && options.day !== undefined ? /(?<!\d)1(?=\s\p{L})/u : undefined;
    return { format: (value: Date) => (first ? written.format(value).replace(first, "1er") : written.format(value)) };
  };
  const fixed = [0, 1, 2, 3, epsilonDecimals].map(
    (digits) => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );
  const percents = [0, 1, 2, 3, 4, 5, 6].map(
    (digits) =>
      new Intl.NumberFormat(locale, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );
  const short = new Intl.NumberFormat(locale, { maximumFractionDigits: epsilonDecimals });
  const significant = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
  const periodFormats = {
    year: date({ year: "numeric" }),
    month: date({ year: "numeric", month: "long" }),
    week: date({ day: "numeric", month: "short" }),
    day: date({ weekday: "short", day: "numeric", month: "long", year: "numeric" }),
    hour: date({ day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" }),
  };
  const ticks = {
    year: date({ year: "numeric" }),
    month: date({ month: "short" }),
    day: date({ day: "numeric", month: "short" }),
    hour: date({ hour: "2-digit", minute: "2-digit" }),
  };
  const generated = date({ day: "numeric", month: "long", year: "numeric" });
  const collator = new Intl.Collator(locale);
  const pick = <T>(formats: T[], digits: number): T => formats[Math.min(digits, formats.length - 1)]!;
  // A value that rounds to zero is written 0, never −0.
  const settle = (value: number, digits: number) => (Math.abs(value) < 0.5 * 10 ** -digits ? 0 : value);

  const scale = 10 ** epsilonDecimals;
  const roundedUp = (value: number) => Math.ceil(value * scale * (1 - 1e-12)) / scale;
  const roundedDown = (value: number) => Math.floor(value * scale * (1 + 1e-12)) / scale;

  return {
    count: (value, decimals) => pick(fixed, decimals).format(settle(value, decimals)),
    percent: (value, decimals) => pick(percents, decimals).format(settle(value, decimals + 2)),
    bound(value, digits) {
      const unit = 10 ** (Math.floor(Math.log10(value)) + 1 - digits);
      return significant.format(Math.ceil(value / unit - 1e-9) * unit);
    },
    epsilon: (value) => pick(fixed, epsilonDecimals).format(roundedUp(value)),
    remainder: (value) => pick(fixed, epsilonDecimals).format(roundedDown(value)),
    shortEpsilon: (value) => short.format(roundedUp(value)),
    shortRemainder: (value) => short.format(roundedDown(value)),
    scientific(value) {
      const exponent = Math.floor(Math.log10(value));
      const digits = Math.ceil(value / 10 ** (exponent - 1) - 1e-9) / 10;
      const raised = [...String(exponent)].map((sign) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)] ?? "⁻").join("");
      return digits === 1 ? `10${raised}` : `${significant.format(digits)} · 10${raised}`;
    },
    period(label) {
      const unit = unitOf(label),
        start = startOf(label);
      if (unit !== "week") return periodFormats[unit].format(start);
      const [year = "", week = ""] = label.split("-W");
      const last = new Date(endOf(label).getTime() - 1);
      return text.week(Number(week), year, periodFormats.week.format(start), periodFormats.week.format(last));
    },
    generated(timestamp) {
      const time = new Date(
        /[zZ]|[+-]\d\d:?\d\d$/.test(timestamp) ? timestamp : `${timestamp}${timestamp.includes("T") ? "Z" : ""}`,
      );
      return Number.isNaN(time.getTime()) ? timestamp : generated.format(time);
    },
    tick: (value, style) => ticks[style].format(value),
    compare: collator.compare,
  };
}
