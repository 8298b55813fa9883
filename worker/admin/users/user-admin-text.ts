import { formatMoment } from "../commands/moment-text.ts";
import type { LastDecision } from "./user-admin-store.ts";

const DECISION: Readonly<Record<LastDecision["action"], string>> = {
  "user.frozen": "has frozen this account",
  "user.unfrozen": "has unfrozen this account",
  "user.two_factor_reset": "has removed this person's second factor",
  "admin.appointed": "has made this person an admin",
  "admin.removed": "has removed this person as an admin",
  "admin.roles_changed": "has changed this person's roles",
  "admin.roles_cancelled": "has cancelled a change of this person's roles",
};

/** Answers to admins about users. */
export const USER_ADMIN_TEXT = {
  closed: "This account is closed",
  changed: "This account was changed since you opened it. Refresh to see its current state.",
  /** @param clock when, as `14:05` */
  decided: (name: string, action: LastDecision["action"], clock: string) =>
    `${name} ${DECISION[action]} at ${clock}. Refresh to see its current state.`,
  notFrozen: "This account is not frozen",
  alreadyFrozen: "This account is already frozen",
  alreadyAdmin: "This person is already an admin",
  notAnAdmin: "This person is not an admin",
  unverified: "Nobody has verified this e-mail address yet",
  frozen: "This account is frozen. Unfreeze it first.",
  noSecondFactor: "This person has no second factor",
  agreedAlready: "You have approved this already. Another owner must approve it too.",
  noRole: "Choose at least one role",
  otherRoles: (name: string) => `${name} has approved an appointment with other roles. Choose the same ones.`,
  aloneFrom: (fromMs: number, timeZone: string) =>
    `You are the only owner who may decide, so you can confirm this from ${formatMoment(fromMs, timeZone)}.`,
} as const;
