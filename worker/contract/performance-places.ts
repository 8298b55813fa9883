/**
 * The cookie that names, to the document of the performance page, what the page of this browser's trader has above its
 * figures: `switch` between the account of money and demo runs, or that and the card of the `run` with which it opens.
 */
export const PLACES_COOKIE = "performance";

/** A value of the cookie; without one, the page has neither. */
export type KnownPlaces = "switch" | "run";

/**
 * The parts of the performance page above its figures.
 * @param known the cookie's value
 * @param account the account that the address names; null where it names none
 */
export function performancePlaces(
  known: string | null,
  account: string | null,
): Readonly<Record<KnownPlaces, boolean>> {
  const hasSwitch = known === "switch" || known === "run";
  return { switch: hasSwitch, run: hasSwitch && (account === null ? known === "run" : account !== "cash") };
}
