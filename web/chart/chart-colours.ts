import type { ColourToken } from "../ui/theme.ts";

const TOKENS = [
  "bg",
  "surface",
  "raised",
  "line",
  "control",
  "text",
  "muted",
  "accent",
  "up",
  "down",
  "warn",
] as const satisfies ColourToken[];

/** The theme's colours as a canvas takes them. */
export type ChartColours = Record<(typeof TOKENS)[number], string>;

/** Reads the colours that stand on the root now. */
export function readColours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const entries = TOKENS.map((token) => [token, style.getPropertyValue(`--${token}`).trim()]);
  // The entries are made of the very list that the type is.
  return Object.fromEntries(entries) as ChartColours;
}

/** @param hex `#rrggbb`; @param share 0 to 1 */
export function withOpacity(hex: string, share: number): string {
  const alpha = Math.round(share * 255);
  return hex + alpha.toString(16).padStart(2, "0");
}
