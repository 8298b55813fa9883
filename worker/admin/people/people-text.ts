import type { AdminRole } from "../../contract/admin-roles.ts";

const names = (roles: readonly AdminRole[]) => roles.join(", ");

/** Answers to owners about the people of the operation. */
export const PEOPLE_TEXT = {
  noRole: "Choose at least one role. To take all of them, remove the person as an admin.",
  notAnAdmin: "This person is not an admin. Make them one first.",
  unchanged: "They hold these roles already",
  otherWaits: (name: string, roles: readonly AdminRole[]) =>
    `${name} has proposed other roles: ${names(roles)}. Approve those, or cancel that change first.`,
  nothingWaits: "No change of their roles waits any more",
} as const;
