import { canonicalText } from "../../worker/contract/terminal/terminal-changes.ts";
import type { EntryBody, LabelBody } from "../../worker/contract/trade-journal/journal-schema.ts";

/** Joins what this page wrote with what another device wrote after the same version. */

/** What a page starts from where nothing was noted. */
export const NO_ENTRY: EntryBody = { setup: null, grade: null, labels: [], note: "", chart: null, reviewedAt: null };

const isSame = (a: unknown, b: unknown) => canonicalText(a) === canonicalText(b);

/** A value that only one side has changed is that side's; of two changes it is this page's, which its person has just made. */
function joined<T>(mine: T, base: T, theirs: T): T {
  return isSame(mine, base) ? theirs : mine;
}

export function mergeLabels(mine: LabelBody, base: LabelBody | null, theirs: LabelBody): LabelBody {
  const start = base ?? theirs;
  return {
    type: theirs.type,
    name: joined(mine.name, start.name, theirs.name),
    isArchived: joined(mine.isArchived, start.isArchived, theirs.isArchived),
  };
}

/**
 * @param base what both have started from; null where that is not known any more
 * @returns the entry, and the note of this page where both have written another one: then the entry has the other device's
 */
export function mergeEntries(
  mine: EntryBody,
  base: EntryBody | null,
  theirs: EntryBody,
): { body: EntryBody; ownNote: string | null } {
  const start = base ?? NO_ENTRY;
  const added = mine.labels.filter((id) => !start.labels.includes(id));
  const removed = start.labels.filter((id) => !mine.labels.includes(id));
  const labels = [...new Set([...theirs.labels.filter((id) => !removed.includes(id)), ...added])];
  const { note, ownNote } = mergeNotes(mine.note, start.note, theirs.note);
  const body = {
    setup: joined(mine.setup, start.setup, theirs.setup),
    grade: joined(mine.grade, start.grade, theirs.grade),
    labels,
    note,
    chart: joined(mine.chart, start.chart, theirs.chart),
    reviewedAt: joined(mine.reviewedAt, start.reviewedAt, theirs.reviewedAt),
  };
  return { body, ownNote };
}

/** Of two notes of which one has all of the other, that one: nothing that was written is lost. */
function mergeNotes(mine: string, base: string, theirs: string): { note: string; ownNote: string | null } {
  if (mine === base || theirs.includes(mine)) return { note: theirs, ownNote: null };
  if (theirs === base || mine.includes(theirs)) return { note: mine, ownNote: null };
  return { note: theirs, ownNote: mine };
}
