import { AppError, ERROR_TEXT } from "../../contract/errors.ts";
import type { ActingAdmin } from "../commands/run-admin-command.ts";
import type { AdminUserRow, LastDecision } from "./user-admin-store.ts";

/** The rules of what admins do to accounts: pure, no I/O, no clock. The database refuses the same again. */

/**
 * Refuses an act on somebody who is not there, is the admin themselves, or has closed their account.
 * @throws AppError `not_found` | `own_account` | `wrong_state`
 */
export function assertOther<T extends Pick<AdminUserRow, "_id" | "closedAtMs">>(
  user: T | undefined,
  admin: ActingAdmin,
): T {
  if (!user) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (user._id === admin.id) throw new AppError("own_account", ERROR_TEXT.own_account);
  if (user.closedAtMs !== null) throw new AppError("wrong_state", "This account is closed");
  return user;
}

/**
 * The same for a decision about the account, which is made on what the admin saw.
 * @throws AppError as {@link assertOther}; `wrong_state` saying which colleague decided what
 */
export function assertAsSeen<T extends Pick<AdminUserRow, "_id" | "closedAtMs" | "adminVersion">>(
  user: T | undefined,
  version: number,
  last: LastDecision | undefined,
  admin: ActingAdmin,
): T {
  const found = assertOther(user, admin);
  if (found.adminVersion !== version) throw new AppError("wrong_state", whatHappened(last, admin));
  return found;
}

const DONE: Record<LastDecision["action"], string> = {
  "user.frozen": "has frozen this account",
  "user.unfrozen": "has unfrozen this account",
  "admin.appointed": "has made this person an admin",
  "admin.removed": "has removed this person as an admin",
};

function whatHappened(last: LastDecision | undefined, admin: ActingAdmin): string {
  if (!last?.by) return "This account was changed since you opened it. Refresh to see its current state.";
  const clock = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: admin.timeZone,
  });
  return `${last.by} ${DONE[last.action]} at ${clock.format(last.atMs)}. Refresh to see its current state.`;
}

/** @throws AppError `wrong_state` for one that is frozen already, or is not */
export function assertFrozen({ frozenAtMs }: Pick<AdminUserRow, "frozenAtMs">, wanted: boolean): void {
  if ((frozenAtMs !== null) === wanted) return;
  throw new AppError("wrong_state", wanted ? "This account is not frozen" : "This account is already frozen");
}

/**
 * Refuses to give a role to somebody who has it, and the desk to an address that may be anybody's or to an account that a
 * colleague froze.
 * @throws AppError `wrong_state`
 */
export function assertMayHaveRole(
  user: Pick<AdminUserRow, "role" | "emailVerifiedAtMs" | "frozenAtMs">,
  role: "trader" | "admin",
): void {
  const reason = reasonAgainst(user, role);
  if (reason) throw new AppError("wrong_state", reason);
}

function reasonAgainst(
  user: Pick<AdminUserRow, "role" | "emailVerifiedAtMs" | "frozenAtMs">,
  role: "trader" | "admin",
): string | null {
  if (user.role === role) return role === "admin" ? "This person is already an admin" : "This person is not an admin";
  if (role === "trader") return null;
  if (user.emailVerifiedAtMs === null) return "Nobody has verified this e-mail address yet";
  return user.frozenAtMs === null ? null : "This account is frozen. Unfreeze it first.";
}
