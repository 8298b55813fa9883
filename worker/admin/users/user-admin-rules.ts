import { AppError } from "../../contract/errors.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import type { ActingAdmin } from "../commands/run-admin-command.ts";
import type { AdminUserRow, LastDecision } from "./user-admin-store.ts";

/** The rules of admin actions on accounts: pure, no I/O, no clock. The database checks them again. */

/**
 * Refuses an action on a user who does not exist, is the admin themselves, or has closed their account.
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
 * As {@link assertOther}, for a decision that depends on the version which the admin saw.
 * @throws AppError as {@link assertOther}; `wrong_state` naming the colleague and their decision
 */
export function assertAsSeen<T extends Pick<AdminUserRow, "_id" | "closedAtMs" | "adminVersion">>(
  user: T | undefined,
  version: number,
  last: LastDecision | undefined,
  admin: ActingAdmin,
): T {
  const found = assertOther(user, admin);
  if (found.adminVersion !== version) throw new AppError("wrong_state", decisionText(last, admin));
  return found;
}

const DECISION_TEXT: Record<LastDecision["action"], string> = {
  "user.frozen": "has frozen this account",
  "user.unfrozen": "has unfrozen this account",
  "admin.appointed": "has made this person an admin",
  "admin.removed": "has removed this person as an admin",
};

function decisionText(last: LastDecision | undefined, admin: ActingAdmin): string {
  if (!last?.by) return "This account was changed since you opened it. Refresh to see its current state.";
  const clock = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: admin.timeZone,
  });
  return `${last.by} ${DECISION_TEXT[last.action]} at ${clock.format(last.atMs)}. Refresh to see its current state.`;
}

/** Requires an account to be frozen, or not. @throws AppError `wrong_state` */
export function assertFrozen({ frozenAtMs }: Pick<AdminUserRow, "frozenAtMs">, expected: boolean): void {
  if ((frozenAtMs !== null) === expected) return;
  throw new AppError("wrong_state", expected ? "This account is not frozen" : "This account is already frozen");
}

/**
 * Refuses to give a user the role that they have, and to make an admin of a user with an unverified address or a frozen
 * account.
 * @throws AppError `wrong_state`
 */
export function assertMayHaveRole(
  user: Pick<AdminUserRow, "role" | "emailVerifiedAtMs" | "frozenAtMs">,
  role: "trader" | "admin",
): void {
  const reason = roleObstacle(user, role);
  if (reason) throw new AppError("wrong_state", reason);
}

function roleObstacle(
  user: Pick<AdminUserRow, "role" | "emailVerifiedAtMs" | "frozenAtMs">,
  role: "trader" | "admin",
): string | null {
  if (user.role === role) return role === "admin" ? "This person is already an admin" : "This person is not an admin";
  if (role === "trader") return null;
  if (user.emailVerifiedAtMs === null) return "Nobody has verified this e-mail address yet";
  return user.frozenAtMs === null ? null : "This account is frozen. Unfreeze it first.";
}
