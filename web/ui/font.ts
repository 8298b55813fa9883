import { scriptFamilies } from "./type-scale.ts";

/** The metrics of Inter, in parts of its em. Source: the font's `hhea` table. */
const INTER = { ascent: 0.96875, descent: 0.2412 };

/**
 * System fallback fonts for Inter, each scaled to Inter's width. `scale` is Inter's width divided by the width of that
 * font, measured over English sentences and amounts.
 */
const FALLBACKS = [
  { local: ["Arial", "Liberation Sans", "Helvetica"], scale: 1.067 },
  { local: ["Roboto", "Roboto Regular"], scale: 1.077 },
  { local: ["Noto Sans", "Noto Sans Regular"], scale: 1.018 },
  { local: ["DejaVu Sans"], scale: 0.943 },
];

const fallbackName = (index: number) => `"Inter Fallback ${index + 1}"`;

/** The font stack of the product: Inter, its scaled fallbacks, then system fonts. */
export const FONT_FAMILY = [
  "Inter",
  ...scriptFamilies,
  ...FALLBACKS.map((_, index) => fallbackName(index)),
  "system-ui",
  "sans-serif",
].join(", ");

/**
 * The font faces of Inter, Latin only, as no text uses the package's other scripts. They name no range of characters: every
 * page has Latin text, and what the file lacks comes from the next font.
 *
 * `font-display: optional`: Inter is used from the first text on or not on this page at all, so that painted text never
 * changes its width, whatever fonts the machine has. The preload in each document makes it arrive in time.
 * @param interUrl URL of the Latin file of Inter
 */
export function fontFaces(interUrl: string): string {
  const fallbacks = FALLBACKS.map(
    ({ local, scale }, index) => `
    @font-face {
      font-family: ${fallbackName(index)};
      src: ${local.map((name) => `local("${name}")`).join(", ")};
      size-adjust: ${percent(scale)};
      ascent-override: ${percent(INTER.ascent / scale)};
      descent-override: ${percent(INTER.descent / scale)};
      line-gap-override: 0%;
    }`,
  );
  return `
    @font-face {
      font-family: Inter;
      font-weight: 100 900;
      font-display: optional;
      src: url(${interUrl});
    }
    ${fallbacks.join("")}
  `;
}

/**
 * The files of Khmer letters: in Khmer those of all texts, in 400 and 700; in another language those of the name of Khmer,
 * by which it is chosen.
 */
export type KhmerFonts = { texts: readonly [regular: string, bold: string] } | { name: string };

/** The font faces of Khmer letters. */
export function khmerFontFaces(fonts: KhmerFonts): string {
  return "texts" in fonts ? textFaces(fonts.texts) : nameFace(fonts.name);
}

/**
 * Noto Sans Khmer, for Khmer letters alone. There are two weights: 500 falls to 400, and 600 to 700.
 *
 * `font-display: swap`: a machine may have no font at all with Khmer letters, and boxes can't be read. Where it has one, lines
 * may break elsewhere once this font has come late.
 */
function textFaces([regular, bold]: readonly [string, string]): string {
  const face = (weights: string, url: string) => `
    @font-face {
      font-family: "Noto Sans Khmer";
      font-style: normal;
      font-weight: ${weights};
      font-display: swap;
      src: url(${url});
      unicode-range: U+1780-17FF, U+19E0-19FF, U+200C-200D, U+25CC;
    }`;
  return face("100 500", regular) + face("600 900", bold);
}

/**
 * Five letters of Noto Sans Khmer, for the name alone (`[lang="km"]`). Where the system has Khmer letters (Windows, macOS and
 * iOS, Android and Linux) nothing is loaded. In few bytes, as the landing page has to fit into its first response.
 */
function nameFace(url: string): string {
  return `
    @font-face {
      font-family: Khmer;
      src: local("Leelawadee UI"), local("Khmer Sangam MN"), local("Noto Sans Khmer"), url(${url});
    }`;
}

/** Those that each page needs: the name is drawn by few, and loaded by the browser where it is. */
export function preloadedFonts(fonts: KhmerFonts): readonly string[] {
  return "texts" in fonts ? fonts.texts : [];
}

/** The preloads of fonts, as markup. */
export function fontPreloads(fonts: readonly string[]): string {
  return fonts.map((url) => `<link rel="preload" as="font" crossorigin href="${url}">`).join("");
}

const percent = (part: number) => `${Number((part * 100).toFixed(2))}%`;
