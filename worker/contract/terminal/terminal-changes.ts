import type { TerminalChange } from "./terminal-schema.ts";

/**
 * The drawings and settings of a trader are a set of entries: each drawing, and each document of settings. A change states an
 * entry anew under a version that its device chose, one above the highest that it knew; of all changes of an entry one
 * wins, in whatever order and however often they arrive. So devices that have received the same changes agree.
 */

/** An entry as the account sends it. `number` counts the changes of the account, from 1. */
export type TerminalRecord = TerminalChange & { number: number };

/** The answer to a reading: the entries that are there, and the number of the account's newest change. */
export type TerminalAnswer = { number: number; records: TerminalRecord[] };

/** The answer to changes: what each of their entries is now, which is something else where a newer change was there. */
export type TerminalChangesAnswer = { records: TerminalRecord[] };

/**
 * A frame of the private socket about the terminal: changes with successive numbers, of which `number` is the last. The first
 * such frame of a socket has no changes and says the newest number. `version` and `events` are those of the demo account,
 * without anything new: to a page that does not know this type, the frame says nothing.
 */
export type TerminalSocketMessage = {
  type: "terminal";
  version: number;
  events: [];
  number: number;
  records: TerminalRecord[];
};

/** Identifies an entry among all of an account. */
export function terminalKey(change: TerminalChange): string {
  return change.kind === "drawing" ? `drawing ${change.symbol} ${change.id}` : change.kind;
}

/**
 * Whether a change wins over another one of its entry: the higher version does. Of equal versions, made by devices that did
 * not know of each other, a deletion wins, and of two contents the one whose canonical text is greater.
 */
export function winsOver(change: TerminalChange, other: TerminalChange): boolean {
  if (change.version !== other.version) return change.version > other.version;
  if (change.body === null || other.body === null) return change.body === null && other.body !== null;
  return canonicalText(change.body) > canonicalText(other.body);
}

/** The changes that win among those given, one for each entry; the order is that in which the entries appear first. */
export function winningChanges<T extends TerminalChange>(changes: Iterable<T>): Map<string, T> {
  const winners = new Map<string, T>();
  for (const change of changes) {
    const key = terminalKey(change);
    const other = winners.get(key);
    if (!other || winsOver(change, other)) winners.set(key, change);
  }
  return winners;
}

/** JSON with the properties of each object in the order of their names, so that equal contents have equal texts. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (inner === null || typeof inner !== "object" || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
