import { VERIFIED_COOKIE, VERIFIED_SHOWN_S } from "../../../worker/contract/verified-log-in.ts";
import { sessionStore } from "./browser-storage.ts";
import { setPaintCookie } from "./paint-cookie.ts";
import { isPersonName, type PersonName } from "./pending-verification.ts";

/**
 * The e-mail address that this tab has just verified, for the log-in above the landing page. A cookie tells the Worker
 * that there is one, and nothing else of it.
 */
export type VerifiedAddress = { email: string; name?: PersonName | undefined };

const KEY = "verified-address";

/** Stores that an address was verified. @param address null where this tab does not know which */
export function keepVerifiedAddress(address: VerifiedAddress | null): void {
  if (address) sessionStore.set(KEY, JSON.stringify(address));
  setPaintCookie(VERIFIED_COOKIE, "true", VERIFIED_SHOWN_S);
}

/** The verified address; null where this tab does not know it. */
export function verifiedAddress(): VerifiedAddress | null {
  const value: unknown = JSON.parse(sessionStore.get(KEY) ?? "null");
  if (typeof value !== "object" || value === null || !("email" in value) || typeof value.email !== "string")
    return null;
  return { email: value.email, name: "name" in value && isPersonName(value.name) ? value.name : undefined };
}

/** Removes the address: somebody has logged in, or does not want to. */
export function forgetVerifiedAddress(): void {
  sessionStore.remove(KEY);
  setPaintCookie(VERIFIED_COOKIE, null);
}
