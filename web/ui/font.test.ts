import { describe, expect, test } from "bun:test";
import { basename, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { LANGUAGE_DEFAULT, LANGUAGE_NAMES, LANGUAGES, type Language } from "../../worker/contract/languages.ts";
import { literalsOf } from "../test/literals.ts";
import { sourceOf, TEXT_MODULES } from "../test/translations.ts";
import { FONT_FAMILY } from "./font.ts";
import { documentFonts, LANGUAGE_FONTS } from "./language-fonts.ts";

const WEB = join(import.meta.dir, "..");
const INTER = "./ui/inter.woff2";

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

const fontAt = (file: string) => Bun.file(Bun.resolveSync(file, WEB)).bytes();

/** The letters and marks of a text, without digits and signs. */
const lettersOf = (text: string) => new Set(text.match(/[\p{L}\p{M}]/gu));

/** The path of a module in a language. */
const moduleIn = (module: string, language: Language) =>
  language === LANGUAGE_DEFAULT ? module : module.replace(/\.ts$/, `.${language}.ts`);

describe.each([...LANGUAGES])("the fonts of %s", (language) => {
  const { texts, name } = LANGUAGE_FONTS[language];

  test("have all letters of its texts", async () => {
    const files = await Promise.all([INTER, ...(texts?.files ?? [])].map(fontAt));
    const known = new Set(files.flatMap(charactersOf));
    const transpiler = new Bun.Transpiler({ loader: "ts" });
    const sources = await Promise.all(TEXT_MODULES.map((module) => sourceOf(moduleIn(module, language))));
    const shown = sources.flatMap((source) => literalsOf(transpiler.transformSync(source))).join("");
    expect([...lettersOf(shown)].filter((letter) => !known.has(letter))).toEqual([]);
  });

  test("have the letters of its name in documents of other languages, and no others, in less than 2 kB", async () => {
    if (!name) {
      const known = charactersOf(await fontAt(INTER));
      expect([...lettersOf(LANGUAGE_NAMES[language])].filter((letter) => !known.includes(letter))).toEqual([]);
      return;
    }
    const font = await fontAt(name.file);
    expect(font.length).toBeLessThan(2_000);
    expect(charactersOf(font)).toEqual([...new Set(LANGUAGE_NAMES[language])].sort());
  });

  test("draw the names of other languages by rules of its own, and are loaded there where a name is drawn", async () => {
    const { scriptRules } = await import(join(WEB, moduleIn("ui/type-scale.ts", language)));
    const { faces, nameFaces, preloads } = await documentFonts(language, async (file) => `/${basename(file)}`);
    expect([preloads.length, faces === ""]).toEqual([texts?.files.length ?? 0, texts === null]);
    for (const other of LANGUAGES) {
      const font = other === language ? null : LANGUAGE_FONTS[other].name;
      if (!font) continue;
      const family = new RegExp(`\\[lang="${other}"\\] \\{ font-family: ([^;]+); \\}`).exec(scriptRules)?.[1];
      expect([other, nameFaces]).toEqual([other, expect.stringContaining(`font-family: ${family};`)]);
      expect(nameFaces).toContain(`/${basename(font.file)}`);
    }
  });
});

test("a page in English loads the name of Khmer only where it is drawn and the system has no font for it", async () => {
  const { nameFaces, preloads } = await documentFonts("en", async (file) => `/assets/${basename(file)}`);
  expect(nameFaces).toMatch(/src: local\(.+\), url\(\/assets\/khmer\.woff2\)/);
  expect(FONT_FAMILY).not.toContain("Khmer");
  expect(preloads).toEqual([]);
});
