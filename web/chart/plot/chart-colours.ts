import type { ColourToken } from "../../ui/theme.ts";

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

/** The theme's colours as values for a canvas. */
export type ChartColours = Record<(typeof TOKENS)[number], string>;

/** Reads the current colours from the root element. */
export function readColours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const entries = TOKENS.map((token) => [token, style.getPropertyValue(`--${token}`).trim()]);
  // The entries come from the same list as the type.
  return Object.fromEntries(entries) as ChartColours;
}

/**
 * Returns the colour with an alpha channel.
 * @param hex `#rrggbb`
 * @param share opacity, 0 to 1
 */
export function withOpacity(hex: string, share: number): string {
  const alpha = Math.round(share * 255);
  return hex + alpha.toString(16).padStart(2, "0");
}
