import { comesAfter, type JournalRecord, journalKey } from "../contract/trade-journal/journal-changes.ts";
import type { EntryChange, JournalChange, LabelChange } from "../contract/trade-journal/journal-schema.ts";
import { countOneOf } from "../platform/counter-store.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { mustNotBeFrozen, selectNamedEntries, selectNamedLabels, writeEntries, writeLabels } from "./journal-store.ts";
import { entryRecord, labelRecord } from "./journal-view.ts";

/**
 * Changes labels and entries of the caller's journal. A change that was not made after the newest one has no effect, nor has a repeat, so
 * that no idempotency key is needed. All are made, or, when one is refused, none.
 * @returns what each of them is now
 * @throws AppError `not_signed_in` | `account_frozen` | `label_exists` | `too_many_open` | `too_many_requests`
 */
export async function changeJournal(
  scope: Scope,
  changes: readonly JournalChange[],
): Promise<{ records: JournalRecord[] }> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const newest = newestChanges(changes);
  const labels = newest.filter((change) => change.kind === "label");
  const entries = newest.filter((change) => change.kind === "entry");
  const named = labels.map((label: LabelChange) => ({
    ...label,
    nameKey: label.body.name.normalize("NFC").toLowerCase(),
  }));
  const { rows } = await authorizedBatch(scope, "act", (callerId) => [
    countOneOf(query, "journalByAccount", callerId, nowMs),
    mustNotBeFrozen(query, callerId),
    writeLabels(query, callerId, named, nowMs),
    writeEntries(query, callerId, entries satisfies EntryChange[], nowMs),
    selectNamedLabels(query, callerId, labels),
    selectNamedEntries(query, callerId, entries),
  ]);
  return { records: [...rows[4].map(labelRecord), ...rows[5].map(({ entry }) => entryRecord(entry))] };
}

/** Of each label and entry the newest change: one statement writes each once. */
function newestChanges(changes: readonly JournalChange[]): JournalChange[] {
  const newest = new Map<string, JournalChange>();
  for (const change of changes) {
    const other = newest.get(journalKey(change));
    if (!other || comesAfter(change, other)) newest.set(journalKey(change), change);
  }
  return [...newest.values()];
}
