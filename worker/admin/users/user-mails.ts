import { settingsPath } from "../../contract/addresses.ts";
import { compose, HELLO, type Mail } from "../../platform/compose-mail.ts";

/** The mails about an admin's changes to an account. */

/** The mail about a frozen account. It omits the reason, which is for admins only; others may read the mail. */
export function accountFrozenMail(to: string, appOrigin: string): Mail {
  return compose(to, "Your Tonle account is frozen", [
    HELLO,
    "Our team has frozen your account. You can log in and see everything, but no money can be moved: no new deposits, and no withdrawals. Payments that you have already made will still be added to your balance.",
    "To find out more, write to us:",
    { link: `${appOrigin}/support`, text: "Support" },
  ]);
}

/** The mail about an account that is no longer frozen. */
export function accountUnfrozenMail(to: string, appOrigin: string): Mail {
  return compose(to, "Your Tonle account is open again", [
    HELLO,
    "Your account is no longer frozen. You can deposit and withdraw as before.",
    { link: `${appOrigin}/account`, text: "Your account" },
  ]);
}

/** The mail to every admin about a new or removed admin, so that a wrong change is noticed. */
export function roleChangedMail(
  to: string,
  appOrigin: string,
  change: { email: string; by: string; isAdmin: boolean },
): Mail {
  const { email, by, isAdmin } = change;
  return compose(to, isAdmin ? "There is a new admin at Tonle" : "An admin was removed at Tonle", [
    HELLO,
    isAdmin
      ? `${by} has made ${email} an admin. They cannot decide about money until 24 hours have passed.`
      : `${by} has removed ${email} as an admin.`,
    "If that is not right, talk to your colleagues at once. See the audit log:",
    { link: `${appOrigin}/admin/audit`, text: "Audit log" },
  ]);
}

/** The mail to a new admin about what they need before they can log in as an admin. */
export function newAdminMail(to: string, appOrigin: string, by: string): Mail {
  return compose(to, "You are an admin at Tonle", [
    HELLO,
    `${by} has made you an admin, and you were signed out of every browser.`,
    "You log in as an admin with your password and a second factor. If you have no second factor yet, log in as before and turn it on in the settings first:",
    { link: `${appOrigin}${settingsPath("security")}`, text: "Security settings" },
    { link: `${appOrigin}/admin/login`, text: "Admin log-in" },
  ]);
}
