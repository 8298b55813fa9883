/**
 * The type scale of Khmer: its marks above and below a letter need higher lines, and its letters are not spaced. Source:
 * `look/first-minute.md`
 */
export const type = {
  caption: "font-size: 12px; line-height: 20px;",
  dense: "font-size: 13px; line-height: 22px;",
  body: "font-size: 14px; line-height: 24px;",
  lead: "font-size: 16px; line-height: 28px;",
  section: "font-size: 20px; line-height: 34px;",
  figure: "font-size: 28px; line-height: 44px;",
  // Figures alone, which are Latin.
  hero: "font-size: 44px; line-height: 48px;",
} as const satisfies Record<keyof typeof import("./type-scale.ts").type, string>;

/** As in `type-scale.ts`: spaced letters would take marks from their letters, and Khmer has no italics. */
export const scriptRules: string = `
  *, *::before, *::after { letter-spacing: 0 !important; font-style: normal !important; }
`;

/** As in `type-scale.ts`. */
export const scriptFamilies: readonly string[] = ['"Noto Sans Khmer"'];
