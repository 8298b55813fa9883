import type { AdminRole } from "../../contract/admin-roles.ts";

const names = (roles: readonly AdminRole[]) => roles.join(", ");

/** Texts of the mails about an admin's changes to an account. */
export const USER_MAIL_TEXT = {
  frozen: {
    subject: "Your Tonle account is frozen",
    frozen:
      "Our team has frozen your account. You can log in and see everything, but no money can be moved: no new deposits, and no withdrawals. Payments that you have already made will still be added to your balance.",
    write: "To find out more, write to us:",
    support: "Support",
  },
  unfrozen: {
    subject: "Your Tonle account is open again",
    unfrozen: "Your account is no longer frozen. You can deposit and withdraw as before.",
    account: "Your account",
  },
  roleChanged: {
    subject: {
      proposed: "Somebody is to become an admin at Tonle",
      appointed: "There is a new admin at Tonle",
      removed: "An admin was removed at Tonle",
    },
    proposed: (by: string, email: string) =>
      `${by} wants to make ${email} an admin. Another owner must agree; an only owner can confirm it after 24 hours.`,
    appointed: (by: string, email: string) =>
      `${by} has made ${email} an admin. They cannot decide about money until 24 hours have passed.`,
    removed: (by: string, email: string) => `${by} has removed ${email} as an admin.`,
    ifWrong: "If that is not right, talk to your colleagues at once. See the audit log:",
    auditLog: "Audit log",
  },
  rolesChanged: {
    subject: { proposed: "An admin's roles are to change at Tonle", changed: "An admin's roles have changed at Tonle" },
    proposed: (by: string, email: string, from: readonly AdminRole[], to: readonly AdminRole[]) =>
      `${by} wants to change the roles of ${email} from ${names(from)} to ${names(to)}. Another owner must agree; one who is alone can confirm it after 24 hours. Until then an owner can cancel it.`,
    changed: (by: string, email: string, from: readonly AdminRole[], to: readonly AdminRole[]) =>
      `${by} has changed the roles of ${email} from ${names(from)} to ${names(to)}. What they approve by a new role counts after 24 hours.`,
    people: "People of the operation",
  },
  factorReset: {
    subject: {
      asked: "Your second factor is about to be removed",
      done: "Your second factor was removed",
    },
    asked:
      "One of our team has approved the removal of your second factor, because it is said to be lost. When a second person approves it too, a log-in to your account needs only the password.",
    done: "Two people of our team have removed your second factor, because it is said to be lost. You were signed out of every browser, and withdrawals wait for 24 hours.",
    turnOn: "Log in and turn on a new second factor:",
    securitySettings: "Security settings",
    ifWrong: "If you did not ask for this, contact us at once:",
    support: "Support",
  },
  adminFactor: {
    subject: "An admin's second factor is lost",
    asked: (by: string, email: string) =>
      `${by} wants to remove the second factor of the admin ${email}. A second admin must agree.`,
    done: (by: string, email: string) =>
      `${by} has removed the second factor of the admin ${email}, as the second to approve it.`,
  },
  newAdmin: {
    subject: "You are an admin at Tonle",
    appointed: (by: string) => `${by} has made you an admin, and you were signed out of every browser.`,
    secondFactor:
      "You log in as an admin with your password and a second factor. If you have no second factor yet, log in as before and turn it on in the settings first:",
    securitySettings: "Security settings",
    logIn: "Admin log-in",
  },
} as const;
