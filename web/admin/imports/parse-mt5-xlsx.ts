import { Unzip, type UnzipFile, UnzipInflate } from "fflate";
import { trustedMarkup } from "../../ui/trusted-types.ts";
import { FILE_FAULT_TEXT } from "./fault-text.ts";
import { textOf } from "./file-text.ts";
import { type Mt5Reader, readMt5Rows } from "./read-mt5-rows.ts";
import type { TradeText } from "./read-trade.ts";
import { type SourceRow, UnreadableFile } from "./source-row.ts";
import { type Piece, splitBeforeMarks } from "./split-before-marks.ts";

const ELEMENTS_AT_ONCE = 200;
const SHARED_TEXTS = "xl/sharedStrings.xml";
const FIRST_SHEET = "xl/worksheets/sheet1.xml";

/**
 * Reads the closed trades of MetaTrader 5's spreadsheet report (Office Open XML): a zip with a sheet and a separate
 * file of shared strings. Both are unpacked and parsed in small pieces, as the report may be long.
 * @param readAgain returns the file's bytes from the start; called twice, as either file may come first in the zip
 * @param onTrade   called for each trade with the report's text
 * @throws UnreadableFile if it is not such a report
 */
export async function parseMt5Xlsx(
  readAgain: () => AsyncIterable<Uint8Array>,
  onTrade: (text: TradeText, line: number) => void,
): Promise<void> {
  const texts: string[] = [];
  for await (const elements of elementsOf(textOf(unpack(readAgain(), SHARED_TEXTS)), "si", "sst")) {
    for (const element of elements) texts.push(textIn(element));
  }
  const reader = readMt5Rows(onTrade);
  for await (const rows of elementsOf(textOf(unpack(readAgain(), FIRST_SHEET)), "row", "worksheet")) {
    takeRows(reader, rows, texts);
    if (reader.isOver) return;
  }
  reader.end();
}

/** The bytes of one file in a zip; empty if it is missing. */
async function* unpack(zip: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array, void> {
  let isOver = false;
  let unpacked: Uint8Array[] = [];
  const fail = () => {
    throw new UnreadableFile(FILE_FAULT_TEXT.notUnpacked);
  };
  const unzip = new Unzip((file: UnzipFile) => {
    if (file.name !== name) return;
    file.ondata = (error, bytes, isLast) => {
      if (error) fail();
      unpacked.push(bytes);
      isOver = isLast;
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  let isFound = false;
  for await (const packed of zip) {
    try {
      unzip.push(packed);
    } catch {
      fail();
    }
    isFound ||= unpacked.length > 0;
    yield* unpacked;
    unpacked = [];
    if (isOver) return;
  }
  if (isFound) fail();
}

/** The elements with a tag name in a long document, in batches. @param root tag name of the document's root element */
async function* elementsOf(text: AsyncIterable<string>, name: string, root: string): AsyncGenerator<Element[], void> {
  let opening: string | undefined;
  let pieces: Piece[] = [];
  const parse = () => {
    const xml = `${opening}${pieces.map(({ text }) => text.slice(0, endOf(text, name))).join("")}</${root}>`;
    const parsed = new DOMParser().parseFromString(trustedMarkup(xml), "application/xml");
    if (parsed.querySelector("parsererror")) throw new UnreadableFile(FILE_FAULT_TEXT.damaged);
    pieces = [];
    return [...parsed.getElementsByTagName(name)];
  };
  for await (const piece of splitBeforeMarks(text, new RegExp(`<${name}(?=[\\s/>])`, "g"))) {
    // The text before the first element has the root's opening tag with its namespaces.
    if (opening === undefined) opening = openingTag(piece.text, root);
    else pieces.push(piece);
    if (pieces.length === ELEMENTS_AT_ONCE) yield parse();
  }
  if (pieces.length > 0) yield parse();
}

function openingTag(text: string, root: string): string {
  const from = text.indexOf(`<${root}`);
  const to = text.indexOf(">", from);
  return from < 0 || to < 0 ? `<${root}>` : text.slice(from, to + 1);
}

/** Index after the last closing tag of the element. */
function endOf(text: string, name: string): number {
  const closing = `</${name}>`;
  const at = text.lastIndexOf(closing);
  return at < 0 ? text.indexOf("/>") + 2 : at + closing.length;
}

function takeRows(reader: Mt5Reader, rows: readonly Element[], texts: readonly string[]): void {
  for (const row of rows) {
    if (reader.isOver) return;
    reader.take(rowOf(row, texts));
  }
}

/** Cells carry their own position, as empty cells may be omitted. */
function rowOf(row: Element, texts: readonly string[]): SourceRow {
  const cells: string[] = [];
  for (const cell of row.getElementsByTagName("c")) {
    const column = columnOf(cell.getAttribute("r") ?? "");
    while (cells.length < column) cells.push("");
    cells[column] = textOfCell(cell, texts).replaceAll("\u00A0", " ").trim();
  }
  return { line: Number(row.getAttribute("r")), cells };
}

/** Column index of a cell reference: `A7` is 0, `AB7` is 27. */
function columnOf(place: string): number {
  let column = 0;
  for (const letter of place.replace(/\d+$/, "")) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function textOfCell(cell: Element, texts: readonly string[]): string {
  const value = cell.getElementsByTagName("v")[0]?.textContent ?? "";
  switch (cell.getAttribute("t")) {
    case "s":
      return texts[Number(value)] ?? "";
    case "inlineStr":
      return textIn(cell);
    case "str":
      return value;
    default:
      // Numbers are stored with all digits of the double: 0.07 may be stored as 7.0000000000000007E-2.
      return value === "" ? "" : String(Number(Number(value).toPrecision(15)));
  }
}

/** The text of a cell, joined from its formatted runs. */
function textIn(element: Element): string {
  return [...element.getElementsByTagName("t")].map((part) => part.textContent ?? "").join("");
}
