import { effect } from "@preact/signals-react";
import { sessionStore } from "../state/browser-storage.ts";
import { hasSessionEnded, user } from "../state/session.ts";
import { changeDraft, EMPTY_DRAFT, isTicketOpen, type OrderDraft, orderDraft } from "./order-draft.ts";

/**
 * Keeps the typed order in this tab when the session has ended elsewhere, until the same person has logged in again: logging
 * in with Google leaves the document. A log-out keeps nothing.
 */

const STORAGE_KEY = "ticket-draft";

let signedInId: string | undefined;
effect(() => {
  const id = user.value?._id;
  const hasEnded = hasSessionEnded.value;
  if (id === signedInId) return;
  if (id !== undefined) restore(id);
  else if (hasEnded && isTicketOpen.peek()) {
    sessionStore.set(STORAGE_KEY, JSON.stringify({ ownerId: signedInId, draft: orderDraft.peek() }));
  }
  signedInId = id;
});

function restore(ownerId: string): void {
  const kept: unknown = JSON.parse(sessionStore.get(STORAGE_KEY) ?? "null");
  sessionStore.remove(STORAGE_KEY);
  if (typeof kept !== "object" || kept === null || !("ownerId" in kept) || !("draft" in kept)) return;
  if (kept.ownerId === ownerId && !isTicketOpen.peek() && isDraft(kept.draft)) changeDraft(kept.draft);
}

/** Another version of the application may have stored it. */
function isDraft(value: unknown): value is OrderDraft {
  return hasShapeOf(EMPTY_DRAFT, value);
}

function hasShapeOf(sample: unknown, value: unknown): boolean {
  if (typeof sample !== "object" || typeof value !== "object") return typeof sample === typeof value || sample === null;
  if (sample === null || value === null) return sample === value;
  const given = new Map(Object.entries(value));
  return Object.entries(sample).every(([name, each]) => hasShapeOf(each, given.get(name)));
}
