import type { EntryChange, JournalChange, LabelChange } from "./journal-schema.ts";

/**
 * The journal is a set of labels and entries, as `journal-schema.ts` has them. A change states one anew, made after the version that its
 * device knew: it counts when that is still the newest, and else its device merges what it wrote with what has come between.
 */

/** A label or an entry as the account sends it. `number` counts the changes of the account's labels, or of its entries, from 1. */
export type JournalRecord = JournalChange & { number: number };
export type LabelRecord = LabelChange & { number: number };
export type EntryRecord = EntryChange & { number: number };

/** Identifies a label or an entry among all of an account. */
export function journalKey(change: JournalChange): string {
  return change.kind === "label" ? `label ${change.id}` : `entry ${change.account} ${change.subject} ${change.key}`;
}

/** Whether a change counts where another one is: it was made after it. Of two that were made after the same one, the first stays. */
export function comesAfter(change: JournalChange, other: JournalChange): boolean {
  return change.version > other.version;
}
