import { settingsPath } from "../../contract/addresses.ts";
import { inBoth } from "../../contract/in-both.ts";
import { compose, HELLO, type Mail } from "../../platform/compose-mail.ts";
import { USER_MAIL_TEXT as khmer } from "./user-mail-text.km.ts";
import { USER_MAIL_TEXT as english } from "./user-mail-text.ts";

const TEXT = inBoth(english, khmer);

/** The mails about an admin's changes to an account. */

/** The mail about a frozen account. It omits the reason, which is for admins only; others may read the mail. */
export function accountFrozenMail(to: string, appOrigin: string): Mail {
  const { subject, frozen, write, support } = TEXT.frozen;
  return compose(to, subject, [HELLO, frozen, write, { link: `${appOrigin}/support`, text: support }]);
}

/** The mail about an account that is no longer frozen. */
export function accountUnfrozenMail(to: string, appOrigin: string): Mail {
  const { subject, unfrozen, account } = TEXT.unfrozen;
  return compose(to, subject, [HELLO, unfrozen, { link: `${appOrigin}/account`, text: account }]);
}

/** The mail to every admin about a new or removed admin, so that a wrong change is noticed. */
export function roleChangedMail(
  to: string,
  appOrigin: string,
  change: { email: string; by: string; isAdmin: boolean },
): Mail {
  const text = TEXT.roleChanged;
  const kind = change.isAdmin ? "appointed" : "removed";
  return compose(to, text.subject[kind], [
    HELLO,
    text[kind](change.by, change.email),
    text.ifWrong,
    { link: `${appOrigin}/admin/audit`, text: text.auditLog },
  ]);
}

/** The mail to a new admin about what they need before they can log in as an admin. */
export function newAdminMail(to: string, appOrigin: string, by: string): Mail {
  const text = TEXT.newAdmin;
  return compose(to, text.subject, [
    HELLO,
    text.appointed(by),
    text.secondFactor,
    { link: `${appOrigin}${settingsPath("security")}`, text: text.securitySettings },
    { link: `${appOrigin}/admin/login`, text: text.logIn },
  ]);
}
