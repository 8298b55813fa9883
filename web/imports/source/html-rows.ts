import { cellText, collectRows, type OnPart, type Row } from "../../../worker/contract/files/row.ts";
import { type MarkupHandler, scanMarkup } from "./scan-markup.ts";

const SPAN_MAX = 100;

/**
 * The rows of all tables of an HTML document, in their order. A cell that spans several columns is followed by empty ones; cells with the class
 * `hidden`, which reports of MetaTrader have, are left out.
 * @returns the rows, and the document's title
 * @throws UnreadableFile as {@link scanMarkup}
 */
export function htmlRows(document: string, onPart?: OnPart): { title: string; rows: Row[] } {
  const { rows, take, assertWidth } = collectRows();
  let row: Row | null = null;
  let cell: { text: string; span: number; isHidden: boolean } | null = null;
  let title = "";
  let isTitle = false;

  function endCell(): void {
    if (row && cell && !cell.isHidden) {
      row.cells.push(cellText(cell.text), ...Array<string>(cell.span - 1).fill(""));
      assertWidth(row);
    }
    cell = null;
  }
  function endRow(): void {
    endCell();
    if (row?.cells.some((text) => text !== "")) take(row);
    row = null;
  }

  const handler: MarkupHandler = {
    open(name, attribute, line) {
      if (name === "title") isTitle = true;
      else if (name === "tr") {
        // Browsers end a row and a cell that nothing ends.
        endRow();
        row = { line, cells: [] };
      } else if (name === "td" || name === "th") {
        endCell();
        const span = Math.min(Math.max(Math.trunc(Number(attribute("colspan") ?? 1)) || 1, 1), SPAN_MAX);
        cell = { text: "", span, isHidden: attribute("class") === "hidden" };
      } else if (name === "br" && cell) cell.text += " ";
    },
    close(name) {
      if (name === "title") isTitle = false;
      else if (name === "tr" || name === "table") endRow();
      else if (name === "td" || name === "th") endCell();
    },
    text(text) {
      if (isTitle) title += text;
      else if (cell) cell.text += text;
    },
  };
  scanMarkup(document, handler, onPart);
  endRow();
  return { title: cellText(title), rows };
}
