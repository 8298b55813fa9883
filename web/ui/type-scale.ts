/** The type scale: font size and line height in px. Weights are 400, 500 and 600. */
export const type = {
  caption: "font-size: 12px; line-height: 16px;",
  dense: "font-size: 13px; line-height: 20px;",
  body: "font-size: 14px; line-height: 20px;",
  lead: "font-size: 16px; line-height: 24px;",
  section: "font-size: 20px; line-height: 28px; letter-spacing: -0.01em;",
  figure: "font-size: 28px; line-height: 36px; letter-spacing: -0.02em;",
  hero: "font-size: 44px; line-height: 48px; letter-spacing: -0.025em;",
} as const;

/** Rules that hold for every text of the script. Among Latin texts, the name of Khmer has a font of its own. */
export const scriptRules: string = '[lang="km"] { font-family: Khmer; }';

/** The font families of a script other than Latin, after Inter. */
export const scriptFamilies: readonly string[] = [];
