/** Formats rows as a Markdown table whose columns are aligned in plain text too. */
export function markdownTable<Row>(rows: readonly Row[], columns: Record<string, (row: Row) => string>): string {
  const names = Object.keys(columns);
  const cells = rows.map((row) => Object.values(columns).map((cell) => cell(row)));
  const widths = names.map((name, i) => Math.max(name.length, ...cells.map((line) => line[i]?.length ?? 0)));
  const line = (texts: string[]) => `| ${texts.map((text, i) => text.padEnd(widths[i] ?? 0)).join(" | ")} |`;
  return [line(names), line(widths.map((width) => "-".repeat(width))), ...cells.map(line)].join("\n");
}
