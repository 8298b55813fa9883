import { type KnownPlaces, PLACES_COOKIE } from "../../worker/contract/performance-places.ts";
import type { User } from "../state/api.ts";
import { CASH, openingAccount } from "./trade-account.ts";

/** How long a browser keeps the cookie, in seconds: a year. */
const COOKIE_S = 365 * 24 * 60 * 60;

/** What is above the figures with which the trader's performance page opens; null for nothing. */
export function knownPlaces(person: User): KnownPlaces | null {
  return openingAccount(person) === CASH ? null : "head";
}

/** Tells the next document of the performance page what it has above its figures. @param person null after a log-out */
export function rememberPlaces(person: User | null): void {
  const known = person && knownPlaces(person);
  // biome-ignore lint/suspicious/noDocumentCookie: Safari has had the Cookie Store API for too short a time
  document.cookie = `${PLACES_COOKIE}=${known ?? ""}; Path=/; Max-Age=${known ? COOKIE_S : 0}; SameSite=Lax`;
}
