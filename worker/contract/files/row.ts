/** A row of a table in a file. @property line of its beginning in the file, from 1; in a sheet the number of its row */
export type Row = { line: number; cells: string[] };

/** Above what a file is refused, whatever it is. Rows also count those of other tables in it. */
export const SOURCE_LIMITS = {
  bytes: 20 * 1024 * 1024,
  unpackedBytes: 200 * 1024 * 1024,
  rows: 400_000,
  cells: 500,
} as const;

/** What makes a whole file unreadable, and the words or numbers that its message names. */
export type FileFault =
  | { code: "empty" | "too_large" | "too_many_rows" | "too_many_columns" | "old_excel" | "pdf" | "image" | "encrypted" }
  /** `macros`: a spreadsheet with programs; `entities`: a document that defines texts of its own, which no export does. */
  | { code: "macros" | "entities" }
  | { code: "damaged" | "cut" | "no_table" | "unpacked_too_large" | "not_text" | "quote_open" | "unknown_format" }
  | { code: "demo_run" | "no_trades" | "quote_inside" }
  /** A table with most of the columns of a format. @property name of the column */
  | { code: "column_missing" | "column_twice"; name: string };

/** A file that cannot be read at all. Nothing of it is kept. */
export class UnreadableFile extends Error {
  override name = "UnreadableFile";
  /** @param line where reading ended, from 1; null where it concerns the whole file */
  constructor(
    readonly fault: FileFault,
    readonly line: number | null = null,
  ) {
    super(fault.code);
  }
}

/**
 * Collects the rows of a file up to the limits, of which the text of all cells is one: a sheet may refer to a long text from each of its cells.
 * @returns `take` and `assertWidth`, which throw UnreadableFile for more, and the rows
 */
export function collectRows(): { rows: Row[]; take: (row: Row) => void; assertWidth: (row: Row) => void } {
  const rows: Row[] = [];
  let characters = 0;
  function assertWidth({ line, cells }: Row): void {
    if (cells.length > SOURCE_LIMITS.cells) throw new UnreadableFile({ code: "too_many_columns" }, line);
  }
  return {
    rows,
    /** Of a row that is not whole, so that its end is not awaited. */
    assertWidth,
    take(row) {
      assertWidth(row);
      if (rows.length === SOURCE_LIMITS.rows) throw new UnreadableFile({ code: "too_many_rows" }, row.line);
      for (const cell of row.cells) characters += cell.length;
      if (characters > SOURCE_LIMITS.unpackedBytes) throw new UnreadableFile({ code: "unpacked_too_large" }, row.line);
      rows.push(row);
    },
  };
}

/** Called now and then with the share of a file that is read, from 0 to 1. */
export type OnPart = (part: number) => void;

const ODD_SPACE = /[^\S ]|[\u200b]| {2}|^ | $/;

/** The text of a cell: spaces of any kind are one space, and those at its ends are left out. */
export function cellText(text: string): string {
  if (!ODD_SPACE.test(text)) return text;
  return text.replaceAll(/[\s\u00a0\u2007\u202f\u200b]+/g, " ").trim();
}
