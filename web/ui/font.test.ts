import { expect, test } from "bun:test";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { LANGUAGE_NAMES } from "../../worker/contract/languages.ts";
import { FONT_FAMILY, khmerFontFaces, preloadedFonts } from "./font.ts";
import { scriptRules } from "./type-scale.ts";

const NAME = LANGUAGE_NAMES.km;

/** A number of a WOFF2 directory: seven bits a byte, the last one below 128. Source: W3C WOFF 2.0 section 4.1 */
function readNumber(bytes: Uint8Array, at: number): { value: number; next: number } {
  let [value, next, byte] = [0, at, 128];
  while (byte >= 128) {
    byte = bytes[next++] ?? 0;
    value = value * 128 + (byte & 127);
  }
  return { value, next };
}

/** Where a table begins in the decompressed data. Source: W3C WOFF 2.0 sections 4.1 and 5 */
function readTables(font: Uint8Array) {
  const view = new DataView(font.buffer, font.byteOffset);
  const count = view.getUint16(12);
  const starts = new Map<number, number>();
  let [at, start] = [48, 0];
  for (let i = 0; i < count; i++) {
    const flags = font[at++] ?? 0;
    const kind = flags & 63;
    if (kind === 63) at += 4;
    const original = readNumber(font, at);
    // The outlines and their places (10 and 11) are transformed unless the version is 3, other tables unless it is 0.
    const version = flags >> 6;
    const isTransformed = kind === 10 || kind === 11 ? version !== 3 : version !== 0;
    const stored = isTransformed ? readNumber(font, original.next) : original;
    at = stored.next;
    starts.set(kind, start);
    start += stored.value;
  }
  const data = brotliDecompressSync(font.subarray(at, at + view.getUint32(20)));
  return { starts, data: new DataView(data.buffer, data.byteOffset, data.byteLength) };
}

/** The characters that a WOFF2 file has glyphs for, from the segments of its `cmap` table. */
function charactersOf(font: Uint8Array): string[] {
  const { starts, data } = readTables(font);
  const cmap = starts.get(0) ?? Number.NaN;
  const subtable = cmap + data.getUint32(cmap + 8);
  expect(data.getUint16(subtable)).toBe(4);
  const segments = data.getUint16(subtable + 6) / 2;
  return Array.from({ length: segments - 1 }, (_, i) => {
    const last = data.getUint16(subtable + 14 + i * 2);
    const first = data.getUint16(subtable + 16 + (segments + i) * 2);
    return Array.from({ length: last - first + 1 }, (_, place) => String.fromCharCode(first + place));
  }).flat();
}

test("the font of the name of Khmer has its letters and no others, in less than 2 kB", async () => {
  const font = await Bun.file(join(import.meta.dir, "khmer.woff2")).bytes();
  expect(font.length).toBeLessThan(2_000);
  expect(charactersOf(font)).toEqual([...new Set(NAME)].sort());
});

test("a page in English loads it only where the name is drawn and the system has no font for it", () => {
  const fonts = { name: "/assets/khmer.woff2" };
  expect(khmerFontFaces(fonts)).toMatch(/src: local\(.+\), url\(\/assets\/khmer\.woff2\)/);
  expect(FONT_FAMILY).not.toContain("Khmer");
  expect(scriptRules).toBe('[lang="km"] { font-family: Khmer; }');
  expect(preloadedFonts(fonts)).toEqual([]);
});
