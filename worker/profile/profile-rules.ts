import type { users } from "../../db/schema/index.ts";
import { TEXT_MAX } from "../contract/limits.ts";
import { plainText } from "../platform/plain-text.ts";
import { personName, timeZoneOrDefault, usernameKey } from "./person-rules.ts";

/** What a person may change about themselves in words; what is left out stays. */
export type ProfileWords = {
  firstName?: string | undefined;
  lastName?: string | undefined;
  username?: string | undefined;
  phone?: string | undefined;
  address?: string | undefined;
  timeZone?: string | undefined;
};

/** The columns of a user that they write themselves. */
export type ProfileColumns = Pick<
  typeof users.$inferSelect,
  "firstName" | "lastName" | "username" | "usernameKey" | "phone" | "address" | "timeZone"
>;

/**
 * Which columns a change makes other than they are.
 * @returns only those; empty where everything stays
 * @throws AppError `invalid_input` with the field's name | `username_taken` for one that is kept back
 * Source: specification section 5; `security.md` section 5, rule 3, and section 7, rule 3
 */
export function changedColumns(
  before: Omit<ProfileColumns, "usernameKey">,
  words: ProfileWords,
): Partial<ProfileColumns> {
  const { firstName, lastName, username, phone, address, timeZone } = words;
  const wanted: Partial<ProfileColumns> = {
    ...(firstName === undefined ? {} : { firstName: personName(firstName, "firstName") }),
    ...(lastName === undefined ? {} : { lastName: personName(lastName, "lastName") }),
    ...(phone === undefined ? {} : { phone: plainText(phone, { field: "phone", max: TEXT_MAX.phone }) }),
    ...(address === undefined ? {} : { address: plainText(address, { field: "address", max: TEXT_MAX.address }) }),
    ...(timeZone === undefined ? {} : { timeZone: timeZoneOrDefault(timeZone) }),
    // A name that is theirs already needs no leave, even where it would be kept back today.
    ...(username === undefined || username === before.username ? {} : { username, usernameKey: usernameKey(username) }),
  };
  const stays = (name: keyof typeof before) => wanted[name] === before[name];
  for (const name of ["firstName", "lastName", "phone", "address", "timeZone"] as const) {
    if (stays(name)) delete wanted[name];
  }
  return wanted;
}
