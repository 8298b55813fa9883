import { sessionStore } from "../state/storage/browser-storage.ts";
import type { PaymentMethodsDraft } from "./save-payment-methods.ts";

/** The draft of the payment methods, kept in this tab's session storage while the user confirms their identity at Google. */

const STORAGE_KEY = "payment-methods-draft";

/** Stores the draft. @param ownerId only this user gets it back */
export function keepDraft(ownerId: string, draft: PaymentMethodsDraft): void {
  const store = (stored: PaymentMethodsDraft) =>
    sessionStore.store(STORAGE_KEY, JSON.stringify({ ownerId, draft: stored }));
  // Where the storage is full, the image is left out and can be chosen again.
  if (!store(draft)) store({ ...draft, image: null });
}

export function forgetDraft(): void {
  sessionStore.remove(STORAGE_KEY);
}

export function keptDraft(ownerId: string): PaymentMethodsDraft | null {
  const value: unknown = JSON.parse(sessionStore.get(STORAGE_KEY) ?? "null");
  return isRecord(value) && value.ownerId === ownerId && isDraft(value.draft) ? value.draft : null;
}

function isDraft(value: unknown): value is PaymentMethodsDraft {
  if (!isRecord(value) || typeof value.bankName !== "string" || typeof value.accountId !== "string") return false;
  const { image } = value;
  return image === null || (isRecord(image) && typeof image.name === "string" && typeof image.dataUrl === "string");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
