import { signal } from "@preact/signals-react";
import { forEachOwner } from "../../state/owner.ts";
import type { CodeName } from "./names.ts";

/**
 * The names of payment codes of this page, by their image: read by this browser in the stored image, or written by the admin. An
 * approval is sent with them. They are gone with the page: who reviews a code reads it.
 */
const names = signal<Readonly<Record<string, CodeName | "unread">>>({});

forEachOwner(() => {
  names.value = {};
});

/** What is known of a withdrawal's code; null before it was read. Reads a signal. @param key the image's path, or the withdrawal's id without one */
export function codeNameOf(key: string): CodeName | "unread" | null {
  return names.value[key] ?? null;
}

/** The name that counts; null while there is none. Reads a signal. */
export function knownCodeName(key: string): CodeName | null {
  const known = codeNameOf(key);
  return known === "unread" ? null : known;
}

/** Keeps the name that was read, unless the admin has written one meanwhile. @param name null where none could be read */
export function keepRead(key: string, name: string | null): void {
  if (names.value[key]) return;
  names.value = { ...names.value, [key]: name === null ? "unread" : { name, isRead: true } };
}

/** Keeps the name that the admin wrote; an empty one takes it back. */
export function keepWritten(key: string, name: string): void {
  names.value = { ...names.value, [key]: name === "" ? "unread" : { name, isRead: false } };
}

/** The key of a request's code: its image, or the request itself, whose account's holder the admin writes. */
export function codeKey({ _id, paymentDetails }: { _id: string; paymentDetails: { image: string } | object }): string {
  return "image" in paymentDetails ? paymentDetails.image : _id;
}
