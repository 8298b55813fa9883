import { cutBefore, type Piece } from "./cut-before.ts";
import { type Mt5Reader, readMt5Rows } from "./read-mt5-rows.ts";
import type { TradeText } from "./read-trade.ts";
import type { SourceRow } from "./source-row.ts";

/** Rows that are parsed as one small document. */
const ROWS_AT_ONCE = 100;
const COLUMNS_MAX = 100;

/**
 * Reads the closed trades of MetaTrader 5's report as HTML. It is one table of tens of thousands of rows, so it is cut
 * before each row and given to the browser's parser in small documents: a whole one would hold the page for seconds, and
 * a worker has no DOMParser.
 * @param onTrade is called for each, with its text as the report has it
 * @throws UnreadableFile for what is no such report
 */
export async function parseMt5Html(
  text: AsyncIterable<string>,
  onTrade: (text: TradeText, line: number) => void,
): Promise<void> {
  const reader = readMt5Rows(onTrade);
  let pieces: Piece[] = [];
  for await (const piece of cutBefore(text, /<tr(?=[\s>])/gi)) {
    // The first piece is what stands before the table's first row.
    if (!/^<tr/i.test(piece.text)) continue;
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
  // Looks are of no use here, and in a document made of text, too, the page's policy would refuse and report each of them.
  const html = pieces.map(({ text }) => text.replaceAll(/\sstyle=/gi, " data-style=")).join("");
  const table = new DOMParser().parseFromString(`<table>${html}</table>`, "text/html");
  const rows = [...table.querySelectorAll("tr")];
  for (const [i, piece] of pieces.entries()) {
    if (reader.isOver) return;
    const row = rows[i];
    if (row) reader.take(rowOf(row, piece.line));
  }
}

/** Cells that the report keeps hidden stand between the others and are no columns; one can span several. */
function rowOf(row: Element, line: number): SourceRow {
  const shown = [...row.children].filter((cell) => !cell.classList.contains("hidden"));
  const cells = shown.flatMap((cell) => {
    const span = Math.min(Math.max(Number(cell.getAttribute("colspan") ?? 1), 1), COLUMNS_MAX);
    return [(cell.textContent ?? "").replaceAll("\u00A0", " ").trim(), ...Array<string>(span - 1).fill("")];
  });
  return { line, cells };
}
