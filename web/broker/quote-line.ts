import { decodeText } from "../../worker/contract/files/decode-bytes.ts";
import { cellText } from "../../worker/contract/files/row.ts";

const QUOTED_MAX = 160;

/** What a line of a text file says, shortened; null of a spreadsheet, whose rows are not text, or where there is no such line. */
export async function quoteLine(file: Blob, line: number): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // A zip, as a spreadsheet is one.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return null;
  const markup = lineOf(decodeText(bytes).text, line) ?? "";
  const text = cellText(markup.replaceAll(/<[^>]*>/g, " "));
  if (text === "") return null;
  return text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}…` : text;
}

function lineOf(text: string, line: number): string | undefined {
  return text.split(/\r\n|\n|\r/, line)[line - 1];
}
