import { eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { users } from "../../../db/schema/index.ts";
import { phonePrefixes, readPhone } from "../../contract/phone.ts";
import { mailboxOf } from "../../platform/mail-address.ts";
import { hasAddress } from "../../platform/user-store.ts";
import { beginsWith } from "./begins-with-sql.ts";
import { hasNameLike } from "./name-search-sql.ts";
import { codeOf, typedText } from "./person-search.ts";
import { isOneOf, ownersOfAccount } from "./record-search-sql.ts";

/** Pieces of SQL about the people in admin lists. */

/** A subquery of the ids of the users with this e-mail address, username, phone number or id. */
export function idsNamed(name: string): SQL {
  return sql`(SELECT ${users.id} FROM ${users} WHERE ${isNamed(name)})`;
}

/** The condition that a user has this e-mail address or phone number, in any spelling, or this username or id. */
export function isNamed(name: string): SQL | undefined {
  const phone = readPhone(name);
  return or(
    hasAddress({ typed: name, mailbox: mailboxOf(name) }),
    eq(users.usernameKey, name),
    eq(users.id, name),
    phone === null ? undefined : eq(users.phone, phone),
  );
}

/** Fewer characters are part of nearly every e-mail address. */
const PART_CHARACTERS_MIN = 3;

/**
 * The condition of a search for people: the text is their id, part of their e-mail address, or the start of their username,
 * phone number, bank account or full name (in either order), in any case and spelling.
 * @param callerId who sees no account numbers finds nobody by them
 * @param text as `typedText` gives it
 */
export function isFoundBy(callerId: SQL, text: string): SQL | undefined {
  // Spaces come with a pasted address or number; between words they are part of a name.
  const lower = /[@\d\p{Nd}]/u.test(text) ? codeOf(text) : text.toLowerCase();
  const mailbox = mailboxOf(lower);
  return or(
    eq(users.id, lower),
    beginsWith(users.email, lower),
    ...(lower.includes("@") ? [beginsWith(users.email, mailbox), beginsWith(users.mailbox, mailbox)] : []),
    lower.length < PART_CHARACTERS_MIN || /\s/.test(lower) ? undefined : inArray(users.id, withPartOfAddress(lower)),
    beginsWith(users.usernameKey, lower),
    // As it is stored: an earlier version took any text.
    beginsWith(users.phone, text),
    ...phonePrefixes(text).map((prefix) => beginsWith(users.phone, prefix)),
    hasNameLike(text),
    isOneOf(users.id, [ownersOfAccount(callerId, text)]),
  );
}

/**
 * Reads every address, along an index that has nothing else. A domain is found in both of its spellings as far as whole labels of
 * it are typed: mail servers spell a begun one differently.
 */
function withPartOfAddress(part: string): SQL {
  const spelled = part.includes("@") ? mailboxOf(part) : mailboxOf(`@${part}`).slice(1);
  const hasPart = (one: string) => sql`instr(${users.email}, ${one}) > 0`;
  return sql`(SELECT ${users.id} FROM ${users} WHERE ${spelled === part ? hasPart(part) : or(hasPart(part), hasPart(spelled))})`;
}

/** A subquery of the ids of the users whom a search finds. @throws AppError `invalid_input` */
export function idsFoundBy(callerId: SQL, typed: string, field: string): SQL {
  return sql`(SELECT ${users.id} FROM ${users} WHERE ${isFoundBy(callerId, typedText(typed, field))})`;
}

/** The id of a user as an expression, NULL for an unauthenticated caller, so that a statement about it finds no row. */
export function idForCaller(callerId: SQL, userId: string): SQL {
  return sql`(SELECT ${userId} WHERE ${callerId} IS NOT NULL)`;
}

/** The columns of a user in admin lists. */
export const PERSON_COLUMNS = {
  _id: users.id,
  email: users.email,
  username: users.username,
  firstName: users.firstName,
  lastName: users.lastName,
  closedAtMs: users.closedAtMs,
  frozenAtMs: users.frozenAtMs,
};

/** A user's full name as SQL, for joins; NULL when no user is joined. */
export function nameOf(person: { firstName: unknown; lastName: unknown }) {
  return sql<string | null>`${person.firstName} || ' ' || ${person.lastName}`;
}
