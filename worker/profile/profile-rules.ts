import type { users } from "../../db/schema/index.ts";
import { TEXT_MAX } from "../contract/limits.ts";
import { plainText } from "../platform/plain-text.ts";
import { personName, phoneNumber, timeZoneOrDefault, usernameKey } from "./person-rules.ts";

/** The text fields that a user may change about themselves; omitted ones stay unchanged. */
export type ProfileFields = {
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
 * The columns that a change modifies.
 * @returns only columns with a new value; empty when nothing changes
 * @throws AppError `invalid_input` with the field's name | `username_taken` for a reserved one
 * Source: specification section 5; `security.md` section 5, rule 3, and section 7, rule 3
 */
export function changedColumns(
  current: Omit<ProfileColumns, "usernameKey">,
  fields: ProfileFields,
): Partial<ProfileColumns> {
  const { firstName, lastName, username, phone, address, timeZone } = fields;
  const changed: Partial<ProfileColumns> = {
    ...(firstName === undefined ? {} : { firstName: personName(firstName, "firstName") }),
    ...(lastName === undefined ? {} : { lastName: personName(lastName, "lastName") }),
    ...(phone === undefined ? {} : { phone: phoneNumber(phone) }),
    ...(address === undefined ? {} : { address: plainText(address, { field: "address", max: TEXT_MAX.address }) }),
    ...(timeZone === undefined ? {} : { timeZone: timeZoneOrDefault(timeZone) }),
    // The user's current name is always allowed, even if it is reserved today.
    ...(username === undefined || username === current.username
      ? {}
      : { username, usernameKey: usernameKey(username) }),
  };
  const isUnchanged = (name: keyof typeof current) => changed[name] === current[name];
  for (const name of ["firstName", "lastName", "phone", "address", "timeZone"] as const) {
    if (isUnchanged(name)) delete changed[name];
  }
  return changed;
}
