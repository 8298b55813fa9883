/** The e-mail address that waits for its code, stored for this tab: the API identifies it by a cookie only. */
export type PendingVerification = {
  email: string;
  /** When the last code was sent, as far as this browser knows; epoch ms. */
  codeSentAtMs: number;
};

const KEY = "pending-verification";

/** Stores the address that waits for its code. */
export function keepPendingVerification(pending: PendingVerification): void {
  sessionStorage.setItem(KEY, JSON.stringify(pending));
}

/** The address that waits for its code; null if there is none. */
export function pendingVerification(): PendingVerification | null {
  const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  return isPending(value) ? value : null;
}

/** Removes the address that waits for its code. */
export function forgetPendingVerification(): void {
  sessionStorage.removeItem(KEY);
}

function isPending(value: unknown): value is PendingVerification {
  if (typeof value !== "object" || value === null || !("email" in value) || !("codeSentAtMs" in value)) return false;
  return typeof value.email === "string" && typeof value.codeSentAtMs === "number";
}
