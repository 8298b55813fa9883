/** Whose e-mail address waits for its code, for as long as the tab lives: the API alone knows it from a cookie. */
export type PendingVerification = {
  email: string;
  /** When the last code was sent, as far as this browser knows; epoch ms. */
  codeSentAtMs: number;
};

const KEY = "pending-verification";

export function keepPendingVerification(pending: PendingVerification): void {
  sessionStorage.setItem(KEY, JSON.stringify(pending));
}

export function pendingVerification(): PendingVerification | null {
  const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  return isPending(value) ? value : null;
}

export function forgetPendingVerification(): void {
  sessionStorage.removeItem(KEY);
}

function isPending(value: unknown): value is PendingVerification {
  if (typeof value !== "object" || value === null || !("email" in value) || !("codeSentAtMs" in value)) return false;
  return typeof value.email === "string" && typeof value.codeSentAtMs === "number";
}
