import type { PaymentMethodsDraft } from "./save-payment-methods.ts";

/** What somebody has entered about their payment methods, kept while they prove at Google who they are, in this tab alone. */

const STORED_AS = "payment-methods-draft";

/** @param ownerId whose it is: nobody else gets it back */
export function keepDraft(ownerId: string, draft: PaymentMethodsDraft): void {
  const store = (kept: PaymentMethodsDraft) => {
    sessionStorage.setItem(STORED_AS, JSON.stringify({ ownerId, draft: kept }));
  };
  try {
    store(draft);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // No room for the image, which can be chosen again.
    store({ ...draft, image: null });
  }
}

export function forgetDraft(): void {
  sessionStorage.removeItem(STORED_AS);
}

/** What this person has entered before; null where there is nothing. */
export function keptDraft(ownerId: string): PaymentMethodsDraft | null {
  const value: unknown = JSON.parse(sessionStorage.getItem(STORED_AS) ?? "null");
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
