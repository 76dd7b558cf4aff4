// Tables as CSV (RFC 4180), numbers as they are in the release: a point for decimals, whatever the page's language.
export type Cell = string | number | undefined;

export function csvText(rows: Cell[][]): string {
  return rows.map((row) => row.map(field).join(",") + "\n").join("");
}

function field(cell: Cell): string {
  if (cell === undefined) return "";
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  // A spreadsheet would take a name that begins like a formula for one; a number is none.
  const isFormula = /^[=+\-@\t\r]/.test(cell) && !/^[+-]?\d+(\.\d+)?$/.test(cell);
  const text = isFormula ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
