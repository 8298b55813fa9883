import { trustedMarkup } from "../../ui/trusted-types.ts";
import { type Mt5Reader, readMt5Rows } from "./read-mt5-rows.ts";
import type { TradeText } from "./read-trade.ts";
import { DemoFile, type SourceRow } from "./source-row.ts";
import { type Piece, splitBeforeMarks } from "./split-before-marks.ts";

const ROWS_AT_ONCE = 100;
const COLUMNS_MAX = 100;
/** In the head of our own report of a demo account. */
const DEMO_MARK = /name=["']?tonle-account["']? content=["']?demo/i;

/**
 * Reads the closed trades of MetaTrader 5's HTML report. It is one table of tens of thousands of rows, so it is cut
 * before each row and parsed in small documents: parsing it whole would block the page for seconds, and a web worker
 * has no DOMParser.
 * @param onTrade called for each trade with the report's text
 * @throws UnreadableFile if it is not such a report
 */
export async function parseMt5Html(
  text: AsyncIterable<string>,
  onTrade: (text: TradeText, line: number) => void,
): Promise<void> {
  const reader = readMt5Rows(onTrade);
  let pieces: Piece[] = [];
  for await (const piece of splitBeforeMarks(text, /<tr(?=[\s>])/gi)) {
    // The first piece is the text before the table's first row.
    if (!/^<tr/i.test(piece.text)) {
      if (DEMO_MARK.test(piece.text)) throw new DemoFile(piece.line);
      continue;
    }
    pieces.push(piece);
    if (pieces.length < ROWS_AT_ONCE) continue;
    takeRows(reader, pieces);
    pieces = [];
    if (reader.isOver) return;
  }
  takeRows(reader, pieces);
  reader.end();
}

function takeRows(reader: Mt5Reader, pieces: readonly Piece[]): void {
  // Styles are not needed, and the page's content security policy would block and report each inline style.
  const html = pieces.map(({ text }) => text.replaceAll(/\sstyle=/gi, " data-style=")).join("");
  const table = new DOMParser().parseFromString(trustedMarkup(`<table>${html}</table>`), "text/html");
  const rows = [...table.querySelectorAll("tr")];
  for (const [i, piece] of pieces.entries()) {
    if (reader.isOver) return;
    const row = rows[i];
    if (row) reader.take(rowOf(row, piece.line));
  }
}

/** The report's hidden cells are not columns; a cell can span several columns. */
function rowOf(row: Element, line: number): SourceRow {
  const shown = [...row.children].filter((cell) => !cell.classList.contains("hidden"));
  const cells = shown.flatMap((cell) => {
    const span = Math.min(Math.max(Number(cell.getAttribute("colspan") ?? 1), 1), COLUMNS_MAX);
    return [(cell.textContent ?? "").replaceAll("\u00A0", " ").trim(), ...Array<string>(span - 1).fill("")];
  });
  return { line, cells };
}
