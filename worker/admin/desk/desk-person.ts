import { users } from "../../../db/schema/index.ts";

/** The trader whose money it is, as the desk sees them. */
export const DESK_PERSON_COLUMNS = {
  _id: users.id,
  email: users.email,
  username: users.username,
  firstName: users.firstName,
  lastName: users.lastName,
  closedAtMs: users.closedAtMs,
};

type DeskPersonRow = Record<"_id" | "email" | "username" | "firstName" | "lastName", string> & {
  closedAtMs: number | null;
};

export function deskPersonView({ _id, email, username, firstName, lastName, closedAtMs }: DeskPersonRow) {
  /** When the account was closed; what it was called before is gone. */
  const closedAt = closedAtMs === null ? null : new Date(closedAtMs).toISOString();
  return { _id, email, username, name: `${firstName} ${lastName}`, closedAt };
}
