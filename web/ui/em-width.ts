import type { CSSProperties } from "react";

/** Tells a style that shrinks a figure to its room how wide it is. @param em see {@link emWidth} */
export function emStyle(em: number): CSSProperties {
  // CSSProperties has no custom properties.
  return { "--em": em } as CSSProperties;
}

/**
 * Upper bound of an amount's width, in em of its own font size, in Inter and in each fallback font: tabular digits and
 * signs are 0.65 em, commas and points 0.3, the letters of thousands, millions and a currency 0.92, and a percent sign and the
 * dash of no value 1.
 */
export function emWidth(text: string): number {
  let hundredths = 0;
  for (const character of text) {
    if (/[.,\s]/.test(character)) hundredths += 30;
    else hundredths += /[—%]/.test(character) ? 100 : /[a-z]/i.test(character) ? 92 : 66;
  }
  return hundredths / 100;
}
