import { AppError } from "../../contract/errors.ts";
import type { Translated } from "../../contract/translated.ts";
import { repeatedTimeText } from "../../contract/zone-offset.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import type { ActingAdmin } from "../commands/run-admin-command.ts";
import { USER_ANSWERS as TEXT } from "./user-admin-answers.ts";
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
  if (user.closedAtMs !== null) throw new AppError("wrong_state", TEXT.closed);
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

function decisionText(last: LastDecision | undefined, admin: ActingAdmin): Translated {
  if (!last?.by) return TEXT.changed;
  const clock = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: admin.timeZone,
  });
  return TEXT.decided(last.by, last.action, clock.format(last.atMs) + repeatedTimeText(last.atMs, admin.timeZone));
}

/** Requires an account to be frozen, or not. @throws AppError `wrong_state` */
export function assertFrozen({ frozenAtMs }: Pick<AdminUserRow, "frozenAtMs">, expected: boolean): void {
  if ((frozenAtMs !== null) === expected) return;
  throw new AppError("wrong_state", expected ? TEXT.notFrozen : TEXT.alreadyFrozen);
}

/** @throws AppError `wrong_state` for a user without a second factor */
export function assertHasSecondFactor({ hasSecondFactor }: Pick<AdminUserRow, "hasSecondFactor">): void {
  if (!hasSecondFactor) throw new AppError("wrong_state", TEXT.noSecondFactor);
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
): Translated | null {
  if (user.role === role) return role === "admin" ? TEXT.alreadyAdmin : TEXT.notAnAdmin;
  if (role === "trader") return null;
  if (user.emailVerifiedAtMs === null) return TEXT.unverified;
  return user.frozenAtMs === null ? null : TEXT.frozen;
}
