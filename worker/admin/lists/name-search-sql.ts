import { and, or, type SQL, sql } from "drizzle-orm";
import { users } from "../../../db/schema/index.ts";
import { nameKey } from "../../platform/name-key.ts";
import { beginsWith } from "./begins-with-sql.ts";

/**
 * The search for people by the beginning of their full name, with the first or the last name first. Marks need not be
 * typed. Khmer vowels that are typed must be there, as many names differ by them alone; signs never need to, because most
 * people leave some of them out.
 */

const { firstName, lastName, firstNameKey, lastNameKey } = users;

/** The condition that a person's name begins with a text. */
export function hasNameLike(text: string): SQL | undefined {
  const key = nameKey(text);
  const typed = KHMER_VOWELS.test(text) ? text : null;
  const byKey = (keys: SQL, name: SQL) =>
    // One term of an OR for each index: SQLite uses none for an OR within an AND.
    and(beginsWith(keys, key), typed === null ? undefined : hasVowelsOf(name, typed));
  return or(
    ...(key === ""
      ? []
      : [
          byKey(sql`${firstNameKey} || ${lastNameKey}`, sql`${firstName} || ${lastName}`),
          byKey(sql`${lastNameKey} || ${firstNameKey}`, sql`${lastName} || ${firstName}`),
        ]),
    // Rows of an earlier version have no keys yet. SQLite lowers ASCII letters only, so it lowers both sides.
    beginsWith(sql`lower(${firstName} || ' ' || ${lastName})`, sql`lower(${text})`),
    beginsWith(sql`lower(${lastName} || ' ' || ${firstName})`, sql`lower(${text})`),
  );
}

const KHMER_VOWELS = /[\u17B6-\u17C5]/;
/** Khmer signs above or after a letter; not the one that joins two letters (U+17D2). */
const KHMER_SIGNS = [..."\u17C6\u17C7\u17C8\u17C9\u17CA\u17CB\u17CC\u17CD\u17CE\u17CF\u17D0\u17D1\u17D3\u17DD"];
const LEFT_OUT = [...KHMER_SIGNS, " ", "-", ".", "'", "’"];

/** Compared without an index, on the few rows that a key has found. */
function hasVowelsOf(name: SQL, text: string): SQL {
  const typed = LEFT_OUT.reduce((rest, char) => rest.replaceAll(char, ""), text.normalize("NFC").toLowerCase());
  const stored = LEFT_OUT.reduce((rest, char) => sql`replace(${rest}, ${char}, '')`, sql`lower(${name})`);
  return beginsWith(stored, typed);
}
