import { expect, test } from "bun:test";
import { JOURNAL_GENERATION_ROWS } from "../../../db/money-journal.ts";
import { journalView } from "./journal-view.ts";

const status = { completeUpTo: 40, appendedAtMs: Date.UTC(2026, 10, 26), unshippedEntries: 2 };
const restored = JOURNAL_GENERATION_ROWS;

test.each([
  ["has all rows of the database", 40, 0],
  ["lacks the newest rows", 43, 3],
  ["has all rows, which the cron has deleted from the database", 0, 0],
  ["has nothing of a restored database", restored + 5, 5],
])("the journal %s", (_, newestSequence, waitingRows) => {
  expect(journalView(status, newestSequence)).toEqual({
    lastAppendAt: "2026-11-26T00:00:00.000Z",
    waitingRows,
    unshippedEntries: 2,
  });
});

test("the journal has rows of a database that was restored since", () => {
  expect(journalView({ ...status, completeUpTo: restored + 5 }, 43)?.waitingRows).toBe(0);
});

test("nothing is known of a journal that does not answer, and no time of one without entries", () => {
  expect(journalView(null, 43)).toBeNull();
  expect(journalView({ completeUpTo: 0, appendedAtMs: null, unshippedEntries: 0 }, 0)?.lastAppendAt).toBeNull();
});
