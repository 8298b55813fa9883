import { encode, type Written } from "./encode.ts";

export type CsvStyle = {
  separator: string;
  lineEnd: string;
  encoding: Written;
  /** Whether each cell has quotes, or only those that need them. */
  quotesAll: boolean;
  /** Whether the first line says the separator. */
  saysSeparator: boolean;
};

export function csvFile(rows: readonly (readonly string[])[], style: Partial<CsvStyle> = {}): Uint8Array {
  const { separator = ",", lineEnd = "\n", encoding = "utf-8", quotesAll = false, saysSeparator = false } = style;
  const needsQuotes = (cell: string) => quotesAll || /["\r\n]/.test(cell) || cell.includes(separator);
  const cellText = (cell: string) => (needsQuotes(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = rows.map((row) => row.map(cellText).join(separator));
  const text = [...(saysSeparator ? [`sep=${separator}`] : []), ...lines, ""].join(lineEnd);
  return encode(text, encoding);
}
