// Labels of periods, on the UTC clock: what a collection's tallies are kept by.
import { failInput } from "./errors.js";

export type Period = "hour" | "day" | "week" | "month" | "year";
export const periods: readonly Period[] = ["hour", "day", "week", "month", "year"];

/** "2026-11-17T13", "2026-11-17", "2026-W47" (ISO 8601: weeks begin on Mondays), "2026-11", "2026". */
export function periodLabel(period: Period, time: Date): string {
  if (Number.isNaN(time.getTime())) failInput("the time of the report is no time");
  const year = time.getUTCFullYear();
  if (year < 1970 || year > 9999) failInput(`the year ${year} of the report cannot be`);
  const text = time.toISOString(); // 2026-11-17T21:45:03.120Z
  switch (period) {
    case "hour":
      return text.slice(0, 13);
    case "day":
      return text.slice(0, 10);
    case "month":
      return text.slice(0, 7);
    case "year":
      return text.slice(0, 4);
    case "week":
      return weekLabel(time);
  }
}

/** A week belongs to the year of its Thursday. */
function weekLabel(time: Date): string {
  const day = 86_400_000;
  const midnight = Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate());
  const thursday = new Date(midnight + (3 - ((time.getUTCDay() + 6) % 7)) * day);
  const year = thursday.getUTCFullYear();
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * day));
  return `${year}-W${String(week).padStart(2, "0")}`;
}
