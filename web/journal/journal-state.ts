import { batch, type ReadonlySignal, signal } from "@preact/signals-react";

import { comesAfter, journalKey } from "../../worker/contract/trade-journal/journal-changes.ts";
import { JOURNAL } from "../../worker/contract/trade-journal/journal-limits.ts";
import type {
  EntryBody,
  EntryChange,
  JournalChange,
  LabelBody,
  LabelChange,
  Subject,
} from "../../worker/contract/trade-journal/journal-schema.ts";
import { type ApiError, answer, api } from "../state/api.ts";
import { forEachOwner, ownerId } from "../state/owner.ts";
import { accountKey } from "../state/storage/account-storage.ts";
import { localStore } from "../state/storage/browser-storage.ts";
import { sentByOwner } from "../state/sync/sent-by-owner.ts";
import { UnsentChanges } from "../state/sync/unsent-changes.ts";
import type { AccountName } from "../trade-accounts/trade-account.ts";
import { toast } from "../ui/toast/toast.ts";
import { JournalQueue } from "./journal-queue.ts";
import { mergeNotes, NO_ENTRY } from "./merge.ts";
import { isSameName, writtenLines } from "./written-characters.ts";

/**
 * The journal of the signed-in person, as this page knows it. A change is there at once, reaches the account when it can, and the other
 * tabs and devices from there.
 */

/** What an entry is about. */
export type EntryName = { account: AccountName; subject: Subject; key: string };

/** Goes up with each change of an entry or label. */
const revision = signal(0);
const isUnsent = signal(false);
/** Notes of this page that another device was before with, by key. Kept in the browser until their person has chosen. */
const ownNotes = signal<ReadonlyMap<string, string>>(new Map());
const OWN_NOTE = "journal note ";

const unsent = new UnsentChanges<JournalChange>("journal unsent ", journalKey);

const queue = new JournalQueue({
  keyOf: journalKey,
  winsOver: comesAfter,
  send: (changes) => answer(api.journal.changes.$post({ json: { changes } }, sentByOwner())),
  onChange: () => {
    revision.value += 1;
  },
  onRefused: (error, change) => {
    // A label that two devices have made at once is one.
    if (change.kind === "label" && queue.entry(journalKey(change)) === undefined) void replaceLabel(error, change);
    else toast.error(error.message);
  },
  onWaiting: (change) => {
    isUnsent.value = true;
    const id = ownerId();
    if (id !== null) unsent.keep(id, change);
  },
  onAnswered: (change) => {
    isUnsent.value = queue.isWaiting;
    revision.value += 1;
    const id = ownerId();
    if (id !== null) unsent.forget(id, change);
  },
  onOwnNote: setOwnNote,
  changesMax: JOURNAL.changesMax,
  // The account takes 120 requests a minute, of all tabs.
  sendEveryMs: 1_000,
});

window.addEventListener("pagehide", () => queue.flush());

forEachOwner((id) => {
  queue.forget();
  isUnsent.value = false;
  ownNotes.value = id === null ? new Map() : storedOwnNotes(id);
  revision.value += 1;
  if (id === null) return;
  const waiting = unsent.read(id);
  if (waiting.length === 0) return;
  isUnsent.value = true;
  queue.resume(waiting);
});

/** Whether changes have not reached the account yet; they are kept in this browser. */
export const areJournalChangesUnsent: ReadonlySignal<boolean> = isUnsent;

/** Takes what the account has answered. */
export const takeRecords: typeof queue.take = (records) => queue.take(records);

/** What is noted, as this page has it; empty where nothing is. Reads signals. */
export function entryOf(name: EntryName): EntryBody {
  revision.value;
  const entry = queue.entry(keyOf(name));
  return entry?.kind === "entry" ? entry.body : NO_ENTRY;
}

/** Whether a change of an entry waits for the account. Reads signals. */
export function isEntryUnsent(name: EntryName): boolean {
  revision.value;
  return queue.isWaitingFor(keyOf(name));
}

/** Changes fields of an entry. Invisible characters of a note are removed, because the API refuses them. */
export function changeEntry({ account, subject, key }: EntryName, change: Partial<EntryBody>): void {
  const before = entryOf({ account, subject, key });
  const body = { ...before, ...change, note: writtenLines(change.note ?? before.note) };
  queue.change([{ kind: "entry", account, subject, key, version: 1, body } satisfies EntryChange]);
}

/**
 * Writes a note that was typed. @param before the note with which the typing began: another device may have written one meanwhile
 */
export function writeNote(name: EntryName, before: string, typed: string): void {
  if (ownNotes.peek().has(keyOf(name))) {
    setOwnNote(keyOf(name), typed);
    return;
  }
  const now = entryOf(name).note;
  const { note, ownNote } = mergeNotes(typed, before, now);
  if (ownNote !== null) setOwnNote(keyOf(name), ownNote);
  if (note !== now) changeEntry(name, { note });
}

/** The note of this page that is not in the account, because another device has written another one; null for none. Reads signals. */
export function ownNoteOf(name: EntryName): string | null {
  return ownNotes.value.get(keyOf(name)) ?? null;
}

/** Changes that note. @param note null when its person has chosen */
export function changeOwnNote(name: EntryName, note: string | null): void {
  setOwnNote(keyOf(name), note);
}

/** All labels by their ids, with those that are archived. Reads signals. */
export function knownLabels(): ReadonlyMap<string, LabelBody> {
  revision.value;
  return new Map(queue.entries().flatMap((one) => (one.kind === "label" ? [[one.id, one.body] as const] : [])));
}

/** Makes a label or changes one. */
export function changeLabel(id: string, body: LabelBody): void {
  queue.change([{ kind: "label", id, version: 1, body } satisfies LabelChange]);
}

/** Entries have the label that the account has under that name in place of a refused one, or none. */
async function replaceLabel(error: ApiError, { id, body }: LabelChange): Promise<void> {
  const owner = ownerId();
  const isTaken = error.code === "label_exists";
  if (!isTaken) toast.error(error.message);
  const isRead = !isTaken || (await readLabels().catch(() => false));
  // What could not be read is replaced when the next one is.
  if (!isRead || ownerId() !== owner) return;
  const same = [...knownLabels()].find(([, one]) => one.type === body.type && isSameName(one.name, body.name))?.[0];
  for (const entry of queue.entries()) {
    if (entry.kind !== "entry") continue;
    const { labels: ids, setup } = entry.body;
    if (!ids.includes(id) && setup !== id) continue;
    const replaced = ids.flatMap((one) => (one === id ? (same ?? []) : one));
    const body = { ...entry.body, labels: [...new Set(replaced)], setup: setup === id ? (same ?? null) : setup };
    const { account, subject, key } = entry;
    queue.change([{ kind: "entry", account, subject, key, version: 1, body } satisfies EntryChange]);
  }
}

/** Reads the labels of the account. Throws ApiError or NetworkError. */
export async function readLabels(signal: AbortSignal | null = null): Promise<true> {
  const { labels } = await answer(api.journal.labels.$get({ query: {} }, { init: { signal } }));
  queue.take(labels);
  return true;
}

function keyOf({ account, subject, key }: EntryName): string {
  return journalKey({ kind: "entry", account, subject, key, version: 1, body: NO_ENTRY });
}

function setOwnNote(key: string, note: string | null): void {
  const notes = new Map(ownNotes.peek());
  if (note === null) notes.delete(key);
  else notes.set(key, note);
  const id = ownerId();
  batch(() => {
    ownNotes.value = notes;
    if (id === null) return;
    const place = accountKey(`${OWN_NOTE}${key}`, id);
    if (note === null) localStore.remove(place);
    else localStore.set(place, note);
  });
}

function storedOwnNotes(userId: string): Map<string, string> {
  const end = accountKey("", userId);
  return new Map(
    localStore.keys().flatMap((place) => {
      const note = place.startsWith(OWN_NOTE) && place.endsWith(end) ? localStore.get(place) : null;
      return note === null ? [] : [[place.slice(OWN_NOTE.length, -end.length), note] as const];
    }),
  );
}
