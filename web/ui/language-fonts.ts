import type { Language } from "../../worker/contract/languages.ts";
import { scriptFamilies as khmerFamilies } from "./type-scale.km.ts";

/** The fonts that a language needs besides Inter, which has Latin letters without those of Vietnamese or Polish. Read by the build alone. */
type LanguageFonts = {
  /** Packages' files with all its letters, which its documents preload; `families` as CSS names them. */
  texts: { families: readonly string[]; files: readonly string[]; faces: (urls: readonly string[]) => string } | null;
  /** A file with the letters of its own name, by which documents in other languages offer it, and its face. */
  name: { file: string; face: (url: string) => string } | null;
};

/** Null where Inter has the letters. */
export const LANGUAGE_FONTS: Readonly<Record<Language, LanguageFonts>> = {
  en: { texts: null, name: null },
  km: {
    texts: {
      families: khmerFamilies,
      files: [400, 700].map(
        (weight) => `@fontsource/noto-sans-khmer/files/noto-sans-khmer-khmer-${weight}-normal.woff2`,
      ),
      faces: ([regular = "", bold = ""]) => khmerFace("100 500", regular) + khmerFace("600 900", bold),
    },
    // `khmer.licence.txt` says how it was made.
    name: { file: "./ui/khmer.woff2", face: khmerNameFace },
  },
};

/**
 * Noto Sans Khmer, for Khmer letters alone. There are two weights: 500 falls to 400, and 600 to 700.
 *
 * `font-display: swap`: a machine may have no font at all with Khmer letters, and boxes can't be read. Where it has one, lines
 * may break elsewhere once this font has come late.
 */
function khmerFace(weights: string, url: string): string {
  return `
    @font-face {
      font-family: "Noto Sans Khmer";
      font-style: normal;
      font-weight: ${weights};
      font-display: swap;
      src: url(${url});
      unicode-range: U+1780-17FF, U+19E0-19FF, U+200C-200D, U+25CC;
    }`;
}

/**
 * Five letters of Noto Sans Khmer, for the name alone (`[lang="km"]` in `type-scale.ts`). Where the system has Khmer letters
 * (Windows, macOS and iOS, Android and Linux) nothing is loaded; elsewhere the name is in boxes until the next page, as a late font
 * would move what is beside it. In few bytes, as the landing page has to fit into its first response.
 */
function khmerNameFace(url: string): string {
  return `
    @font-face {
      font-family: Khmer;
      font-display: optional;
      src: local("Leelawadee UI"), local("Khmer Sangam MN"), local("Noto Sans Khmer"), url(${url});
    }`;
}

/** The fonts of documents in one language, besides Inter. */
export type DocumentFonts = {
  /** The addresses of the files with its letters, which each page preloads. */
  preloads: readonly string[];
  /** The font faces of its letters, as CSS. */
  faces: string;
  /** The font faces of the names of other languages: few pages draw one, and the browser loads the font there. As CSS. */
  nameFaces: string;
};

/**
 * Copies the fonts of documents in a language.
 * @param copy copies a file of a package or of `web` and gives its address
 */
export async function documentFonts(
  language: Language,
  copy: (file: string) => Promise<string>,
): Promise<DocumentFonts> {
  const { texts } = LANGUAGE_FONTS[language];
  const preloads = await Promise.all((texts?.files ?? []).map(copy));
  const names = Object.entries(LANGUAGE_FONTS).flatMap(([other, { name }]) =>
    name && other !== language ? [copy(name.file).then(name.face)] : [],
  );
  return { preloads, faces: texts?.faces(preloads) ?? "", nameFaces: (await Promise.all(names)).join("") };
}

/** The letters of the other languages, for texts that people wrote, on pages in one. */
export type OtherLetters = { families: readonly string[]; faces: string };

/**
 * The fonts with the letters of all languages but one. A browser loads a file where it draws a letter of its range.
 * @param urlOf gives the address of a package's file
 */
export async function otherLetters(
  language: Language,
  urlOf: (file: string) => Promise<string>,
): Promise<OtherLetters> {
  const others = Object.entries(LANGUAGE_FONTS).flatMap(([other, { texts }]) =>
    texts && other !== language ? [texts] : [],
  );
  const faces = await Promise.all(others.map(async ({ files, faces }) => faces(await Promise.all(files.map(urlOf)))));
  return { families: others.flatMap(({ families }) => families), faces: faces.join("").replaceAll(/\s+/g, " ") };
}
