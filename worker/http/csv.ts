/** A line of a CSV file (RFC 4180). */
export function csvLine(fields: readonly (string | number)[]): string {
  return `${fields.map(quoted).join(",")}\r\n`;
}

/** A field that a spreadsheet would take for a formula is made text. */
function quoted(field: string | number): string {
  if (typeof field === "number") return String(field);
  const text = /^[=+@\t\r]/.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
