import { RefusedByGoogle } from "./refused-by-google.ts";

/** The rules of signing in with Google: pure, no I/O. */

/** An account as it is judged. */
export type KnownAccount = {
  id: string;
  role: "trader" | "admin";
  emailVerifiedAtMs: number | null;
  /** The Google account that opens it; null for none. */
  googleSubject: string | null;
};

/**
 * What a proof of a Google account does here.
 *
 * - `enter`: its account, known by Google's own name of it, whatever its address is by now.
 * - `link`: the account with its address, which was verified; only where Google itself runs that address.
 * - `claim`: the account with its address, which nobody has verified and anybody may have opened: its password dies.
 * - `create`: a new account; its address counts as verified only where Google itself runs it.
 *
 * @throws RefusedByGoogle `existing`: a Google account may outlive the mailbox that it was opened with, so an address
 *         elsewhere opens nobody's account, an admin's is never linked, and one that is linked stays so
 */
export function decideGoogleSignIn<T extends KnownAccount>(
  person: { isAuthoritative: boolean },
  linked: T | undefined,
  sameEmail: T | undefined,
): { act: "enter" | "link" | "claim"; account: T } | { act: "create" } {
  if (linked) return { act: "enter", account: linked };
  if (!sameEmail) return { act: "create" };
  const isOpen = sameEmail.role === "trader" && sameEmail.googleSubject === null;
  // Whose unverified account is linked to another Google account has not shown that the mailbox is theirs.
  const isUnclaimed = sameEmail.role === "trader" && sameEmail.emailVerifiedAtMs === null;
  if (!person.isAuthoritative || !(isOpen || isUnclaimed)) throw new RefusedByGoogle("existing");
  return { act: sameEmail.emailVerifiedAtMs === null ? "claim" : "link", account: sameEmail };
}

/** Names for a new account from what Google says and the address: the first is never empty. */
export function namesOf(
  person: { givenName: string; familyName: string; email: string },
  clean: (text: string) => string,
): { firstName: string; lastName: string } {
  const [local = ""] = person.email.split("@");
  return { firstName: clean(person.givenName) || clean(local) || "Trader", lastName: clean(person.familyName) };
}

/** A username from an address, of the letters that usernames have. @param digits make it one that is not taken */
export function usernameFrom(email: string, digits: string): string {
  const [local = ""] = email.split("@");
  const base = local.replaceAll(/[^A-Za-z0-9_.]/g, "").slice(0, 24) || "trader";
  return `${base}_${digits}`;
}
