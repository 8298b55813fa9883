import { JOURNAL } from "../contract/trade-journal/journal-limits.ts";

/** Answers of the API about the journal. */
export const JOURNAL_TEXT = {
  toBeforeFrom: "to must be after from",
  spanTooLong: `to must be at most ${JOURNAL.spanDaysMax} days after from`,
};
