import { UnreadableFile } from "./row.ts";

/**
 * The encodings of Windows that spreadsheets and MetaTrader 4 save in, the most usual of each script first, and the letters that are
 * most frequent in its languages, which tell two scripts apart.
 */
const CODE_PAGES = [
  { encoding: "windows-1252", letters: "" },
  { encoding: "windows-1251", letters: "оеаинтсрвл" },
  { encoding: "windows-1253", letters: "αοιετσνηυρ" },
  { encoding: "windows-1255", letters: "יוהלאתרבשמ" },
  { encoding: "windows-1256", letters: "اليمونتربع" },
  { encoding: "windows-1250", letters: "" },
  { encoding: "windows-1254", letters: "" },
  { encoding: "windows-1257", letters: "" },
  { encoding: "windows-1258", letters: "" },
] as const;

/** The encodings that a file's text can be read in. */
export const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", ...CODE_PAGES.map(({ encoding }) => encoding)] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Text by its bytes alone: what it says of itself or the script of its words, where it is in no Unicode form, is a guess. */
export type DecodedText = { text: string; encoding: Encoding };

/** Enough of a file for the guess. */
const LOOKED_AT = 64 * 1024;

/**
 * Decodes a text file: UTF-8, UTF-16, or a code page of Windows.
 * @param wanted the encoding that a person chose; without it, it is found
 * @throws UnreadableFile `not_text` for bytes that are no text
 */
export function decodeText(bytes: Uint8Array, wanted?: Encoding): DecodedText {
  const encoding = wanted ?? encodingOf(bytes);
  // A first character that says the byte order is no part of the text; TextDecoder leaves it out.
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.includes("\0")) throw new UnreadableFile({ code: "not_text" });
  return { text, encoding };
}

function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  // Without a mark the zero bytes of ASCII characters tell.
  if ((first === 0xff && second === 0xfe) || (second === 0 && first !== 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return "utf-16be";
  if (isUtf8(bytes)) return "utf-8";
  const start = bytes.subarray(0, LOOKED_AT);
  return declaredIn(start) ?? guess(start);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** What a document's head says: `charset=windows-1251`, `encoding="windows-1250"`. */
function declaredIn(start: Uint8Array): Encoding | null {
  const ascii = new TextDecoder("windows-1252").decode(start.subarray(0, 2_048)).toLowerCase();
  const said = /(?:charset|encoding)\s*=\s*["']?\s*([\w-]+)/.exec(ascii)?.[1];
  const name = said?.replace(/^(?:cp|iso-8859-)1$/, "windows-1252").replace(/^(?:cp)?(?=125\d$)/, "windows-");
  return CODE_PAGES.find(({ encoding }) => encoding === name)?.encoding ?? null;
}

/**
 * A word of a language in Latin letters has few that are not in ASCII; one of another script has no other, and mostly its own frequent
 * ones. Code pages that cannot be told apart so are read as the most usual.
 */
function guess(start: Uint8Array): Encoding {
  const scores = CODE_PAGES.map(({ encoding, letters }) => {
    const words = new TextDecoder(encoding).decode(start).match(/\p{L}*[^\p{ASCII}\s]\p{L}*/gu) ?? [];
    return { encoding, score: words.reduce((sum, word) => sum + scoreOf(word, letters), 0) };
  });
  return scores.reduce((best, other) => (other.score > best.score ? other : best)).encoding;
}

function scoreOf(word: string, letters: string): number {
  const others = [...word.toLowerCase()].filter((letter) => letter > "\u007f");
  const isMixed = others.length < [...word].length;
  if (letters === "") return isMixed || others.length < 3 ? 1 : -1;
  if (isMixed || !/^\p{L}+$/u.test(word)) return -1;
  return others.filter((letter) => letters.includes(letter)).length / others.length;
}
