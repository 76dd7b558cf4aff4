/** RFC 4180: rows of fields. */
export function parseCsv(text) {
  const rows = [[]];
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/gy;
  for (let at = 0; at < text.length; at = field.lastIndex) {
    field.lastIndex = at;
    const [, raw, end] = field.exec(text);
    rows[rows.length - 1].push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (end !== ",") rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}
