import { AppError } from "../contract/errors.ts";
import { DEFAULT_TIME_ZONE, TEXT_MAX } from "../contract/limits.ts";
import { DISGUISING, plainText } from "../platform/plain-text.ts";

/**
 * The rules of what a person may enter about themselves: pure, no I/O.
 * Source: `security.md` section 3, rule 5.
 */

/** With these an address is another form of somebody else's, such as `<name@example.com>`. */
const ADDRESS_SYNTAX = /[<>()[\]\\,;:"]/;

/**
 * An e-mail address in the one form it is kept and compared in.
 * @throws AppError `invalid_input` for anything that is not one plausible address of at most 254 characters
 */
export function normaliseEmail(text: string): string {
  const email = text.trim().normalize("NFKC").toLowerCase();
  const [local = "", domain = "", more] = email.split("@");
  const plausible = local !== "" && more === undefined && /^[^\s.]+(\.[^\s.]+)+$/.test(domain) && !/\s/.test(local);
  if (!plausible || email.length > 254 || DISGUISING.test(email) || ADDRESS_SYNTAX.test(email)) {
    throw new AppError("invalid_input", "Enter a valid e-mail address", { field: "email" });
  }
  return email;
}

const RESERVED_USERNAMES = new Set(
  "admin administrator root support help tonle official system staff team security moderator null undefined".split(" "),
);

/** Digits and letters that are read as one another: `t0n1e` must not pass for `tonle`. */
const LOOK_ALIKES: Record<string, string> = { "0": "o", "1": "l", "3": "e", "4": "a", "5": "s", "7": "t", i: "l" };

/**
 * Checks a username and gives the key under which it is unique: without regard to case.
 * @throws AppError `invalid_input` | `username_taken` (reserved names look taken)
 */
export function usernameKey(username: string): string {
  if (!/^[A-Za-z0-9_.]{3,32}$/.test(username)) {
    throw new AppError("invalid_input", "Use 3 to 32 letters, digits, dots or underscores", { field: "username" });
  }
  if (isReserved(username)) throw new AppError("username_taken", "This username is taken", { field: "username" });
  return username.toLowerCase();
}

function isReserved(username: string): boolean {
  const plain = skeleton(username);
  for (const name of RESERVED_USERNAMES) if (skeleton(name) === plain) return true;
  return false;
}

function skeleton(username: string): string {
  return Array.from(username.toLowerCase().replaceAll(/[_.]/g, ""), (char) => LOOK_ALIKES[char] ?? char).join("");
}

/** A first or last name, trimmed. @throws AppError `invalid_input` with the field's name */
export function personName(text: string, field: "firstName" | "lastName"): string {
  return plainText(text, { field, max: TEXT_MAX.name, isRequired: true });
}

/** An IANA time zone that this runtime knows, or the default when none was given. @throws AppError `invalid_input` */
export function timeZoneOrDefault(timeZone: string | undefined): string {
  if (timeZone === undefined) return DEFAULT_TIME_ZONE;
  try {
    // A bare offset is no zone: days are kept by zones, whose offsets are whole quarters of an hour.
    if (/^[+-]/.test(timeZone)) throw new RangeError(timeZone);
    return new Intl.DateTimeFormat("en-US", { timeZone }).resolvedOptions().timeZone;
  } catch {
    throw new AppError("invalid_input", "This time zone is not known", { field: "timeZone" });
  }
}
