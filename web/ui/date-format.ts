import { LOCALE } from "./locale.ts";

/** Formats dates and times in the language of the build. @param options as those of `Intl`, without styles */
export function dateFormat(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  const format = new Intl.DateTimeFormat(LOCALE, options);
  // Newer engines use a narrow space before AM and PM, which some fonts do not draw.
  return (at) => format.format(at).replace("\u202f", " ");
}
