/**
 * The cookie that tells the document of the performance page whether the page of this browser's trader opens with the
 * `head` of a demo run or of an account with another broker above its figures.
 */
export const PLACES_COOKIE = "performance";

/** A value of the cookie; without one, the page opens with the account of money, which has no head. */
export type KnownPlaces = "head";

/**
 * The parts of the performance page that not every account has.
 * @param known the cookie's value
 * @param account the account that the address names; null where it names none
 */
export function performancePlaces(
  known: string | null,
  account: string | null,
): Readonly<Record<KnownPlaces, boolean>> {
  return { head: account === null ? known === "head" : account !== "cash" };
}
