/** A row of a file before anybody knows what it means. */
export type SourceRow = {
  /** Where it stands: a text file's line, a spreadsheet's row; from 1. */
  line: number;
  /** Its cells from the left as plain text, trimmed; what is not shown is not here. */
  cells: string[];
};

/** What is wrong with one row, or a thing worth knowing about it. */
export type RowFault = {
  line: number;
  /** The column, as the file names it; null when it is about the whole row. */
  column: string | null;
  message: string;
};

/** A file that cannot be read as what it says it is. */
export class UnreadableFile extends Error {
  /** Where reading ended; null when it did not begin. */
  readonly line: number | null;

  constructor(message: string, line: number | null = null) {
    super(message);
    this.name = "UnreadableFile";
    this.line = line;
  }
}
