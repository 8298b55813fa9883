import type { Translation } from "../contract/languages.ts";
import { JOURNAL } from "../contract/trade-journal/journal-limits.ts";

export const JOURNAL_TEXT: Translation<typeof import("./journal-text.ts").JOURNAL_TEXT> = {
  toBeforeFrom: "to ត្រូវនៅក្រោយ from",
  spanTooLong: `to ត្រូវនៅក្រោយ from យ៉ាងច្រើន ${JOURNAL.spanDaysMax} ថ្ងៃ`,
};
