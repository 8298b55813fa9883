import { decodeText } from "../../../worker/contract/files/decode-bytes.ts";
import {
  cellText,
  collectRows,
  type OnPart,
  type Row,
  SOURCE_LIMITS,
  UnreadableFile,
} from "../../../worker/contract/files/row.ts";
import { type MarkupHandler, scanMarkup } from "./scan-markup.ts";
import { unzip } from "./unzip.ts";

const BOOK = "xl/workbook.xml";
const LINKS = "xl/_rels/workbook.xml.rels";
const TEXTS = "xl/sharedStrings.xml";
const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;

/**
 * The rows of each sheet of a spreadsheet (Office Open XML, ECMA-376 part 1, section 18.3) in the order of the book, read when it is asked for. A cell
 * that does not say its place stands after the one before it; formulas give the result that is stored with them, and none is computed.
 * @throws UnreadableFile `macros`, `damaged`, `encrypted`, `no_table`, `unpacked_too_large`, or as {@link scanMarkup}
 */
export function* sheetRows(zip: Uint8Array, onPart?: OnPart): Generator<Row[]> {
  const files = Object.fromEntries(unzip(zip, { isWanted, bytesMax: SOURCE_LIMITS.unpackedBytes }));
  const names = sheetNames(files);
  if (names.length === 0) throw new UnreadableFile({ code: "no_table" });
  const texts = files[TEXTS] ? textsOf(decodeText(files[TEXTS]).text) : [];
  for (const name of names) {
    const sheet = files[name];
    if (sheet) yield rowsOf(decodeText(sheet).text, texts, onPart);
  }
}

/** What a spreadsheet with macros has. */
const MACROS = /^xl\/(?:vbaProject\.bin|macrosheets\/)/;
/** What one with a password is packed in. */
const PASSWORD = "EncryptionInfo";

function isWanted(name: string): boolean {
  if (MACROS.test(name)) throw new UnreadableFile({ code: "macros" });
  if (name === PASSWORD) throw new UnreadableFile({ code: "encrypted" });
  return [BOOK, LINKS, TEXTS].includes(name) || SHEET.test(name);
}

/** The files of the sheets as the book lists them; without a book that says it, by name. */
function sheetNames(files: Readonly<Record<string, Uint8Array>>): string[] {
  const sheets = Object.keys(files).filter((name) => SHEET.test(name));
  const ids: string[] = [];
  if (files[BOOK]) {
    scanMarkup(decodeText(files[BOOK]).text, {
      open(name, attribute) {
        if (name === "sheet") ids.push(attribute("r:id") ?? attribute("id") ?? "");
      },
    });
  }
  const targets = new Map<string, string>();
  if (files[LINKS]) {
    scanMarkup(decodeText(files[LINKS]).text, {
      open(name, attribute) {
        if (name === "relationship") targets.set(attribute("id") ?? "", attribute("target") ?? "");
      },
    });
  }
  const linked = ids.flatMap((id) => {
    const target = targets.get(id)?.replace(/^.*?(?=worksheets\/)/, "");
    return sheets.find((name) => target !== undefined && `/${name}`.endsWith(`/${target}`)) ?? [];
  });
  const rest = sheets.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return linked.length > 0 ? [...new Set(linked)] : rest;
}

/** The texts that cells refer to by their number, each joined from its formatted runs; readings of Japanese are left out. */
function textsOf(document: string): string[] {
  const texts: string[] = [];
  let [text, isText, isReading] = ["", false, false];
  scanMarkup(document, {
    open(name) {
      if (name === "si") text = "";
      else if (name === "t") isText = true;
      else if (name === "rph") isReading = true;
    },
    close(name) {
      if (name === "si") texts.push(cellText(text));
      else if (name === "t") isText = false;
      else if (name === "rph") isReading = false;
    },
    text(part) {
      if (isText && !isReading) text += part;
    },
  });
  return texts;
}

function rowsOf(document: string, texts: readonly string[], onPart?: OnPart): Row[] {
  const { rows, take, assertWidth } = collectRows();
  let row: Row = { line: 0, cells: [] };
  let cell = { type: "", text: "" };
  let part = "";
  let isCellOpen = false;

  const handler: MarkupHandler = {
    open(name, attribute) {
      if (name === "row") row = { line: Number(attribute("r") ?? row.line + 1), cells: [] };
      else if (name === "c") {
        if (isCellOpen) throw new UnreadableFile({ code: "damaged" }, row.line);
        isCellOpen = true;
        const column = columnOf(attribute("r"));
        if (column !== null && column > SOURCE_LIMITS.cells)
          throw new UnreadableFile({ code: "too_many_columns" }, row.line);
        while (column !== null && row.cells.length < column) row.cells.push("");
        cell = { type: attribute("t") ?? "n", text: "" };
      }
      part = name;
    },
    close(name) {
      part = "";
      if (name === "c") {
        row.cells.push(valueIn(cell, texts));
        assertWidth(row);
        isCellOpen = false;
      } else if (name === "row" && row.cells.some((text) => text !== "")) take(row);
    },
    text(text) {
      if (part === "v" || part === "t") cell.text += text;
    },
  };
  scanMarkup(document, handler, onPart);
  return rows;
}

/** The column of a place: `A7` is 0, `AB7` is 27; null without one. */
function columnOf(place: string | null): number | null {
  const letters = /^[A-Z]{1,3}(?=\d*$)/i.exec(place ?? "")?.[0].toUpperCase();
  if (!letters) return null;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function valueIn({ type, text }: { type: string; text: string }, texts: readonly string[]): string {
  if (type === "s") return texts[Number(text)] ?? "";
  if (type !== "n" || text === "") return cellText(text);
  // A double is stored with all its digits: 0.07 may stand as 7.0000000000000007E-2, of which fifteen are meant.
  const number = Number(text);
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : cellText(text);
}
