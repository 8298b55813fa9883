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
 * The font faces of Inter, Latin only, as no text uses the package's other scripts.
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
      font-style: normal;
      font-weight: 100 900;
      font-display: optional;
      src: url(${interUrl}) format("woff2");
      unicode-range: U+0000-00FF, U+0131, U+0152-0153, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+FFFD;
    }
    ${fallbacks.join("")}
  `;
}

/** The files of a script's font in 400 and 700; none for Latin, which Inter has. */
export type ScriptFonts = readonly [] | readonly [regular: string, bold: string];

/**
 * The font faces of Noto Sans Khmer, for Khmer letters alone. There are two weights: 500 falls to 400, and 600 to 700.
 *
 * `font-display: swap`: a machine may have no font at all with Khmer letters, and boxes can't be read. Where it has one, lines
 * may break elsewhere once this font has come late.
 */
export function scriptFontFaces([regular, bold]: ScriptFonts): string {
  const face = (weights: string, url: string) => `
    @font-face {
      font-family: "Noto Sans Khmer";
      font-style: normal;
      font-weight: ${weights};
      font-display: swap;
      src: url(${url}) format("woff2");
      unicode-range: U+1780-17FF, U+19E0-19FF, U+200C-200D, U+25CC;
    }`;
  return regular && bold ? face("100 500", regular) + face("600 900", bold) : "";
}

/** The preloads of fonts, as markup. */
export function fontPreloads(fonts: readonly string[]): string {
  return fonts.map((url) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${url}">`).join("");
}

const percent = (part: number) => `${(part * 100).toFixed(2)}%`;
