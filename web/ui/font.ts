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
 * The font faces of Inter, in Latin and in the weights that the product uses: `inter.licence.txt` says how the file was made. They
 * name no range of characters: every page has Latin text, and what the file lacks comes from the next font.
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
      font-weight: 400 600;
      font-display: optional;
      src: url(${interUrl});
    }
    ${fallbacks.join("")}
  `;
}

/** The preloads of fonts of a language, as markup. The text is shown in a font of the system meanwhile, so that all else comes first. */
export function fontPreloads(fonts: readonly string[]): string {
  return fonts.map((url) => `<link rel="preload" as="font" fetchpriority="low" crossorigin href="${url}">`).join("");
}

const percent = (part: number) => `${Number((part * 100).toFixed(2))}%`;
