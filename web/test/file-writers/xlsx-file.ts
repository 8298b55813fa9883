import { strToU8, zipSync } from "fflate";

/** A cell: a text, or a number as its digits. */
export type Cell = string | { number: string };

export type XlsxStyle = {
  /** Whether texts stand in a table of their own, or in their cells. */
  sharesTexts: boolean;
  /** Before the names of elements. */
  prefix: "" | "x:";
  /** Whether rows and cells say where they are. */
  hasPlaces: boolean;
  /** Whether a number is written with the 17 digits of its double. */
  writesDoubles: boolean;
};

export function xlsxFile(
  sheets: readonly (readonly (readonly Cell[])[])[],
  style: Partial<XlsxStyle> = {},
): Uint8Array {
  const texts: string[] = [];
  const links = sheets.map((_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/sheet${i + 1}.xml"/>`);
  const named = sheets.map((_, i) => `<sheet name="S${i + 1}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  const files: Record<string, string> = {
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${named.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${links.join("")}</Relationships>`,
  };
  for (const [i, rows] of sheets.entries()) files[`xl/worksheets/sheet${i + 1}.xml`] = sheetText(rows, style, texts);
  const items = texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`);
  if (texts.length > 0) files["xl/sharedStrings.xml"] = `<sst>${items.join("")}</sst>`;
  // A fixed date, so that the same content is the same bytes.
  const mtime = new Date(2026, 0, 1, 12);
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { mtime });
}

function sheetText(rows: readonly (readonly Cell[])[], style: Partial<XlsxStyle>, texts: string[]): string {
  const { prefix: p = "", hasPlaces = true, sharesTexts = false, writesDoubles = false } = style;
  const cellText = (cell: Cell, place: string) => {
    const at = hasPlaces ? ` r="${place}"` : "";
    if (typeof cell !== "string") {
      const digits = writesDoubles ? Number(cell.number).toPrecision(17) : cell.number;
      return `<${p}c${at}><${p}v>${digits}</${p}v></${p}c>`;
    }
    if (cell === "") return hasPlaces ? "" : `<${p}c/>`;
    if (!sharesTexts) return `<${p}c${at} t="inlineStr"><${p}is><${p}t>${escaped(cell)}</${p}t></${p}is></${p}c>`;
    texts.push(cell);
    return `<${p}c${at} t="s"><${p}v>${texts.length - 1}</${p}v></${p}c>`;
  };
  const lines = rows.map((row, i) => {
    const cells = row.map((cell, at) => cellText(cell, `${columnName(at)}${i + 1}`));
    return `<${p}row${hasPlaces ? ` r="${i + 1}"` : ""}>${cells.join("")}</${p}row>`;
  });
  return `<${p}worksheet xmlns${p ? ":x" : ""}="m"><${p}sheetData>${lines.join("")}</${p}sheetData></${p}worksheet>`;
}

function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter;
}

export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
