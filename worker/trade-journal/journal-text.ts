import { JOURNAL } from "../contract/trade-journal/journal-limits.ts";

/** Answers of the API about the journal. */
export const JOURNAL_TEXT = {
  toBeforeFrom: "The end must be after the beginning",
  spanTooLong: `A span has at most ${JOURNAL.spanDaysMax} days`,
};
