import { users } from "../../db/schema/index.ts";

/** The trader whose money it is, as the desk sees them. */
export const DESK_PERSON_COLUMNS = {
  _id: users.id,
  email: users.email,
  username: users.username,
  firstName: users.firstName,
  lastName: users.lastName,
};

type DeskPersonRow = { _id: string; email: string; username: string; firstName: string; lastName: string };

export function deskPersonView({ _id, email, username, firstName, lastName }: DeskPersonRow) {
  return { _id, email, username, name: `${firstName} ${lastName}` };
}
