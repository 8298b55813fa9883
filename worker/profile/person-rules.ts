import { DISGUISING } from "../contract/displayable.ts";
import { AppError } from "../contract/errors.ts";
import { DEFAULT_TIME_ZONE, TEXT_MAX } from "../contract/limits.ts";
import { readPhone } from "../contract/phone.ts";
import { type MailAddress, mailboxOf } from "../platform/mail-address.ts";
import { plainText } from "../platform/plain-text.ts";
import { PROFILE_TEXT } from "./profile-answers.ts";

/**
 * The rules for a user's own data: pure, no I/O.
 * Source: `security.md` section 3, rule 5.
 */

/** Characters by which an address could be another form of an existing one, such as `<name@example.com>`. */
const ADDRESS_SYNTAX = /[<>()[\]\\,;:"]/;

/**
 * Normalises an e-mail address, in the spelling of its domain that was typed.
 * @throws AppError `invalid_input` for anything but one plausible address of at most 254 characters
 */
export function normaliseEmail(text: string): string {
  const email = text.trim().normalize("NFKC").toLowerCase();
  const [local = "", domain = "", more] = email.split("@");
  const plausible = local !== "" && more === undefined && /^[^\s.]+(\.[^\s.]+)+$/.test(domain) && !/\s/.test(local);
  if (!plausible || email.length > 254 || DISGUISING.test(email) || ADDRESS_SYNTAX.test(email)) {
    throw new AppError("invalid_input", PROFILE_TEXT.notAnEmail, { field: "email" });
  }
  return email;
}

/**
 * Reads an e-mail address, in any spelling of its mailbox.
 * @throws AppError `invalid_input` as {@link normaliseEmail}
 */
export function mailAddress(text: string): MailAddress {
  const typed = normaliseEmail(text);
  return { typed, mailbox: mailboxOf(typed) };
}

const RESERVED_USERNAMES = new Set(
  "admin administrator root support help tonle official system staff team security moderator null undefined".split(" "),
);

/** Digits and letters that look alike: `t0n1e` must not pass for `tonle`. */
const LOOK_ALIKES: Record<string, string> = { "0": "o", "1": "l", "3": "e", "4": "a", "5": "s", "7": "t", i: "l" };

/**
 * Validates a username and returns the key under which it is unique, which ignores case.
 * @throws AppError `invalid_input` | `username_taken` (also for reserved names)
 */
export function usernameKey(username: string): string {
  if (!/^[A-Za-z0-9_.]{3,32}$/.test(username)) {
    throw new AppError("invalid_input", PROFILE_TEXT.notAUsername, { field: "username" });
  }
  if (isReserved(username)) throw usernameTaken();
  return username.toLowerCase();
}

/** The refusal of a username that somebody has, or that is reserved. */
export function usernameTaken(): AppError {
  return new AppError("username_taken", PROFILE_TEXT.usernameTaken, { field: "username" });
}

function isReserved(username: string): boolean {
  const plain = skeleton(username);
  for (const name of RESERVED_USERNAMES) if (skeleton(name) === plain) return true;
  return false;
}

function skeleton(username: string): string {
  return Array.from(username.toLowerCase().replaceAll(/[_.]/g, ""), (char) => LOOK_ALIKES[char] ?? char).join("");
}

/** Cleans a first or last name. @throws AppError `invalid_input` with the field's name */
export function personName(text: string, field: "firstName" | "lastName"): string {
  return plainText(text, { field, max: TEXT_MAX.name, isRequired: true });
}

/**
 * Reads a phone number in any common spelling; an empty text clears it.
 * @returns the number in E.164
 * @throws AppError `invalid_input` for a text that is no phone number, also for one that an earlier version has stored
 */
export function phoneNumber(text: string): string {
  const typed = plainText(text, { field: "phone", max: TEXT_MAX.phone });
  const phone = typed === "" ? "" : readPhone(typed);
  if (phone === null) throw new AppError("invalid_input", PROFILE_TEXT.notAPhone, { field: "phone" });
  return phone;
}

/** Validates an IANA time zone; returns the default when none was given. @throws AppError `invalid_input` */
export function timeZoneOrDefault(timeZone: string | undefined): string {
  if (timeZone === undefined) return DEFAULT_TIME_ZONE;
  try {
    // A bare offset is not a zone: days are computed by zones, whose offsets are whole quarters of an hour.
    if (/^[+-]/.test(timeZone)) throw new RangeError(timeZone);
    return new Intl.DateTimeFormat("en-US", { timeZone }).resolvedOptions().timeZone;
  } catch {
    throw new AppError("invalid_input", PROFILE_TEXT.notATimeZone, { field: "timeZone" });
  }
}
