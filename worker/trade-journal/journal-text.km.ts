import type { Translation } from "../contract/languages.ts";
import { JOURNAL } from "../contract/trade-journal/journal-limits.ts";

export const JOURNAL_TEXT: Translation<typeof import("./journal-text.ts").JOURNAL_TEXT> = {
  toBeforeFrom: "ចុងបញ្ចប់ត្រូវនៅក្រោយការចាប់ផ្តើម",
  spanTooLong: `រយៈពេលមានច្រើនបំផុត ${JOURNAL.spanDaysMax} ថ្ងៃ`,
};
