import { IMPORT } from "../../../worker/contract/limits.ts";
import { FILE_FAULT_TEXT } from "./fault-text.ts";

export type SourceRow = {
  /** Line of a text file or row of a spreadsheet, from 1. */
  line: number;
  /** Its visible cells from the left as trimmed plain text. */
  cells: string[];
};

/** A fault of one row, or a note about it. */
export type RowFault = {
  line: number;
  /** The column as the file names it; null when the whole row is meant. */
  column: string | null;
  message: string;
};

/** A file that cannot be read in its format. */
export class UnreadableFile extends Error {
  /** Where reading ended; null when it did not start. */
  readonly line: number | null;

  constructor(message: string, line: number | null = null) {
    super(message);
    this.name = "UnreadableFile";
    this.line = line;
  }
}

/** A file with results of a demo account, of Tonle or of a broker: they are not money. */
export class DemoFile extends UnreadableFile {
  constructor(line: number | null) {
    super(FILE_FAULT_TEXT.demo, line);
    this.name = "DemoFile";
  }
}

/**
 * Only sums in dollars are imported, and only a currency that the file writes as `USD` is dollars.
 * @throws UnreadableFile that names any other
 */
export function assertDollars(currency: string, line: number): void {
  if (currency !== IMPORT.currency) throw new UnreadableFile(FILE_FAULT_TEXT.currency(currency), line);
}
