import { sessionStore } from "./browser-storage.ts";

/** The e-mail address that waits for its code, stored for this tab: the API identifies it by a cookie only. */
export type PendingVerification = {
  email: string;
  /** When the last code was sent, as far as this browser knows; epoch ms. */
  codeSentAtMs: number;
  /** Whose it is; missing where the sign-up was not in this tab. */
  name?: PersonName | undefined;
};

/** The name of a person, as typed at the sign-up. */
export type PersonName = { firstName: string; lastName: string };

const KEY = "pending-verification";

/** Stores the address that waits for its code. */
export function keepPendingVerification(pending: PendingVerification): void {
  sessionStore.set(KEY, JSON.stringify(pending));
}

/** The address that waits for its code; null if there is none. */
export function pendingVerification(): PendingVerification | null {
  const value: unknown = JSON.parse(sessionStore.get(KEY) ?? "null");
  return isPending(value) ? value : null;
}

/** Removes the address that waits for its code. */
export function forgetPendingVerification(): void {
  sessionStore.remove(KEY);
}

function isPending(value: unknown): value is PendingVerification {
  if (typeof value !== "object" || value === null || !("email" in value) || !("codeSentAtMs" in value)) return false;
  const hasName = !("name" in value) || isPersonName(value.name);
  return typeof value.email === "string" && typeof value.codeSentAtMs === "number" && hasName;
}

/** Whether a stored value is a name. */
export function isPersonName(value: unknown): value is PersonName {
  if (typeof value !== "object" || value === null || !("firstName" in value) || !("lastName" in value)) return false;
  return typeof value.firstName === "string" && typeof value.lastName === "string";
}
