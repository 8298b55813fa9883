import { RefusedByGoogle } from "./refused-by-google.ts";

/** The rules of signing in with Google: pure, no I/O. */

/** The facts about an account that decide a sign-in. */
export type KnownAccount = {
  id: string;
  role: "trader" | "admin";
  emailVerifiedAtMs: number | null;
  /** The id of the linked Google account; null without one. */
  googleSubject: string | null;
};

/**
 * Decides what a sign-in with Google does.
 *
 * - `enter`: logs in to the linked account, found by Google's account id, whatever its address is now.
 * - `link`: links the account with the same verified address; only when Google runs that mailbox.
 * - `claim`: takes over the account with the same unverified address, which anybody may have created: its password is
 * removed.
 * - `create`: creates an account; its address counts as verified only when Google runs the mailbox.
 *
 * @throws RefusedByGoogle `existing`: a Google account may outlive its mailbox, so an address that Google does not run
 * opens no existing account; an admin's account is never linked, and an existing link is never replaced
 */
export function decideGoogleSignIn<T extends KnownAccount>(
  person: { isAuthoritative: boolean },
  linked: T | undefined,
  sameEmail: T | undefined,
): { act: "enter" | "link" | "claim"; account: T } | { act: "create" } {
  if (linked) return { act: "enter", account: linked };
  if (!sameEmail) return { act: "create" };
  const isOpen = sameEmail.role === "trader" && sameEmail.googleSubject === null;
  // The owner of another Google account that is linked to an unverified account has not proven that the mailbox is
  // theirs.
  const isUnclaimed = sameEmail.role === "trader" && sameEmail.emailVerifiedAtMs === null;
  if (!person.isAuthoritative || !(isOpen || isUnclaimed)) throw new RefusedByGoogle("existing");
  return { act: sameEmail.emailVerifiedAtMs === null ? "claim" : "link", account: sameEmail };
}

/** Names for a new account, from Google's names and the address. The first name is never empty. */
export function namesOf(
  person: { givenName: string; familyName: string; email: string },
  clean: (text: string) => string,
): { firstName: string; lastName: string } {
  const [local = ""] = person.email.split("@");
  return { firstName: clean(person.givenName) || clean(local) || "Trader", lastName: clean(person.familyName) };
}

/** A username derived from an address, with only allowed characters. @param digits random, to make it unique */
export function usernameFrom(email: string, digits: string): string {
  const [local = ""] = email.split("@");
  const base = local.replaceAll(/[^A-Za-z0-9_.]/g, "").slice(0, 24) || "trader";
  return `${base}_${digits}`;
}
