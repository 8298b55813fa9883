import { join } from "node:path";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";

/**
 * The same ten closed trades in each supported format, as MetaTrader 5 writes them: the HTML in UTF-16 with a byte
 * order mark, spaces between thousands and hidden cells; the spreadsheet with shared strings. Their times are from a
 * broker in Athens.
 */

const FOLDER = join(import.meta.dir, "..", "admin", "imports", "golden");
/** Paths of the golden files. */
export const GOLDEN = {
  html: join(FOLDER, "ReportHistory-50123456.html"),
  xlsx: join(FOLDER, "ReportHistory-50123456.xlsx"),
  csv: join(FOLDER, "trades.csv"),
} as const;

/** A replacement in a file. Applying it throws an error if it changes nothing. */
export type Change = readonly [from: string | RegExp, to: string];

/** The HTML report with replacements. */
export async function goldenHtml(...changes: readonly Change[]): Promise<Blob> {
  const text = change(await decoded(GOLDEN.html, "utf-16le"), changes);
  return new Blob([new Uint8Array([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
}

/** The CSV file with replacements. */
export async function goldenCsv(...changes: readonly Change[]): Promise<Blob> {
  return new Blob([change(await decoded(GOLDEN.csv, "utf-8"), changes)]);
}

/** The spreadsheet report with replacements. @param part the file inside the zip that is changed */
export async function goldenXlsx(part: "sheet1" | "sharedStrings", ...changes: readonly Change[]): Promise<Blob> {
  const files = unzipSync(await Bun.file(GOLDEN.xlsx).bytes());
  const name = part === "sheet1" ? "xl/worksheets/sheet1.xml" : "xl/sharedStrings.xml";
  const changed = change(strFromU8(files[name] ?? new Uint8Array()), changes);
  return new Blob([new Uint8Array(zipSync({ ...files, [name]: strToU8(changed) }))]);
}

async function decoded(path: string, encoding: "utf-8" | "utf-16le"): Promise<string> {
  return new TextDecoder(encoding).decode(await Bun.file(path).bytes());
}

function change(text: string, changes: readonly Change[]): string {
  return changes.reduce((before, [from, to]) => {
    const after = before.replace(from, to);
    if (after === before) throw new Error(`nothing is changed by ${from}`);
    return after;
  }, text);
}
