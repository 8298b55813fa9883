import { type } from "../ui/theme.ts";

/** The headings of prerendered pages, which have texts besides figures: the h1, both on phones, and how a line of several is set on narrow pages. */
export const headingType = {
  headline: type.hero,
  phoneHeadline: "font-size: 36px; line-height: 40px;",
  phoneSection: "line-height: 32px;",
  /** One running text. */
  narrowLine: "display: inline;",
} as const;
