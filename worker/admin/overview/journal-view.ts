import { JOURNAL_GENERATION_ROWS } from "../../../db/money-journal.ts";
import { generationOf } from "../../journal/journal-segments.ts";
import type { Scope } from "../../platform/scope.ts";
import { type JournalStatus, moneyJournalObject } from "../../platform/services/money-journal-client.ts";
import { withTimeLimit } from "../../platform/time-limit.ts";

/** A journal that does not answer must not delay the overview. */
const PATIENCE_MS = 2_000;

/** How far the journal of money is; null when it did not answer. */
export function readJournalStatus({ bindings }: Scope): Promise<JournalStatus | null> {
  return withTimeLimit(moneyJournalObject(bindings).status(), PATIENCE_MS).catch(() => null);
}

/**
 * The journal of money on the overview.
 * @param newestSequence the database's, read before the status; 0 when it has no row for the journal
 */
export function journalView(status: JournalStatus | null, newestSequence: number) {
  if (status === null) return null;
  const { completeUpTo, appendedAtMs, unshippedEntries } = status;
  // A restored database begins at another multiple, of which the journal has nothing before its first append.
  const known = Math.max(completeUpTo, generationOf(newestSequence) * JOURNAL_GENERATION_ROWS);
  return {
    lastAppendAt: appendedAtMs === null ? null : new Date(appendedAtMs).toISOString(),
    /** How many rows of money the database has committed and the journal does not have. */
    waitingRows: Math.max(0, newestSequence - known),
    /** How many entries of the journal are not in the bucket. */
    unshippedEntries,
  };
}
