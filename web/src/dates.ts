// Period labels ("2014", "2014-03", "2014-W09", "2014-03-01", "2014-03-01T13") as instants. Labels are local civil
// time without a zone; UTC stands in for it, so that no reader's own zone can shift a day.
import type { Unit } from "./types";

const hour = 3_600_000;
const day = 24 * hour;

export function unitOf(label: string): Unit {
  if (/^\d{4,}$/.test(label)) return "year";
  if (/^\d{4,}-\d\d$/.test(label)) return "month";
  if (/^\d{4,}-W\d\d$/.test(label)) return "week";
  if (/^\d{4,}-\d\d-\d\d$/.test(label)) return "day";
  if (/^\d{4,}-\d\d-\d\dT\d\d$/.test(label)) return "hour";
  throw new Error(`'${label}' is not a period`);
}

export function startOf(label: string): Date {
  const [year = 0, second = 1, dayOfMonth = 1, hourOfDay = 0] = label
    .split(/[-T]/)
    .map((part) => Number(part.replace("W", "")));
  if (unitOf(label) !== "week") return new Date(Date.UTC(year, second - 1, dayOfMonth, hourOfDay));
  // ISO 8601: week 1 holds 4 January; weeks start on Monday.
  const fourth = new Date(Date.UTC(year, 0, 4));
  const monday = fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * day;
  return new Date(monday + (second - 1) * 7 * day);
}

/** The first instant after the period. */
export function endOf(label: string): Date {
  const start = startOf(label);
  switch (unitOf(label)) {
    case "year":
      return new Date(Date.UTC(start.getUTCFullYear() + 1, 0, 1));
    case "month":
      return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
    case "week":
      return new Date(start.getTime() + 7 * day);
    case "day":
      return new Date(start.getTime() + day);
    case "hour":
      return new Date(start.getTime() + hour);
  }
}

/** The index of the last label that starts inside or before the period `label`: where to stay when the unit changes. */
export function corresponding(labels: string[], label: string): number {
  const end = endOf(label).getTime();
  let found = 0;
  labels.forEach((candidate, index) => {
    if (startOf(candidate).getTime() < end) found = index;
  });
  return found;
}
