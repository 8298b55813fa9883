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

const TEXTS = ["bankName", "accountId", "bankHolder", "khqrHolder"] as const satisfies (keyof PaymentMethodsDraft)[];

function isDraft(value: unknown): value is PaymentMethodsDraft {
  if (!isRecord(value) || TEXTS.some((name) => typeof value[name] !== "string")) return false;
  const { image } = value;
  if (image === null) return true;
  if (!isRecord(image) || typeof image.name !== "string" || typeof image.dataUrl !== "string") return false;
  return image.codeName === null || typeof image.codeName === "string";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
