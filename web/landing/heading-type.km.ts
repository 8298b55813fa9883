/** As in `heading-type.ts`, with the line heights of Khmer. Source: `look/first-minute.md` */
export const headingType = {
  headline: "font-size: 40px; line-height: 60px;",
  phoneHeadline: "font-size: 30px; line-height: 48px;",
  phoneSection: "font-size: 24px; line-height: 40px;",
  // A line breaks between two thoughts first: without spaces, a break within one is hard to read over.
  narrowLine: "display: inline-block;",
} as const satisfies Record<keyof typeof import("./heading-type.ts").headingType, string>;
