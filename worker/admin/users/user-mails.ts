import { settingsPath } from "../../contract/addresses.ts";
import type { AdminRole } from "../../contract/admin-roles.ts";
import { joinLanguages } from "../../contract/translated.ts";
import { compose, HELLO, type Mail } from "../../platform/mail/compose-mail.ts";
import { USER_MAIL_TEXT as khmer } from "./user-mail-text.km.ts";
import { USER_MAIL_TEXT as english } from "./user-mail-text.ts";

const TEXT = joinLanguages({ en: english, km: khmer });

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

/** The mail to every admin about a proposed, new or removed admin, so that a wrong change is noticed. */
export function roleChangedMail(
  to: string,
  appOrigin: string,
  change: { email: string; by: string; step: "proposed" | "appointed" | "removed" },
): Mail {
  const text = TEXT.roleChanged;
  return compose(to, text.subject[change.step], [
    HELLO,
    text[change.step](change.by, change.email),
    text.ifWrong,
    { link: `${appOrigin}/admin/audit`, text: text.auditLog },
  ]);
}

/** The mail to every admin about a proposed or made change of an admin's roles, so that a wrong one is noticed. */
export function rolesChangedMail(
  to: string,
  appOrigin: string,
  change: {
    email: string;
    by: string;
    step: "proposed" | "changed";
    from: readonly AdminRole[];
    to: readonly AdminRole[];
  },
): Mail {
  const text = TEXT.rolesChanged;
  return compose(to, text.subject[change.step], [
    HELLO,
    text[change.step](change.by, change.email, change.from, change.to),
    TEXT.roleChanged.ifWrong,
    { link: `${appOrigin}/admin/users?view=people`, text: text.people },
  ]);
}

/** The mail to a person whose lost second factor admins have been asked to remove, or have removed. */
export function factorResetMail(to: string, appOrigin: string, step: "asked" | "done"): Mail {
  const text = TEXT.factorReset;
  return compose(to, text.subject[step], [
    HELLO,
    text[step],
    ...(step === "done"
      ? [text.turnOn, { link: `${appOrigin}${settingsPath("security")}`, text: text.securitySettings }]
      : []),
    text.ifWrong,
    { link: `${appOrigin}/support`, text: text.support },
  ]);
}

/** The mail to every other admin about an admin's lost second factor. */
export function adminFactorMail(
  to: string,
  appOrigin: string,
  change: { email: string; by: string; step: "asked" | "done" },
): Mail {
  const text = TEXT.adminFactor;
  return compose(to, text.subject, [
    HELLO,
    text[change.step](change.by, change.email),
    TEXT.roleChanged.ifWrong,
    { link: `${appOrigin}/admin/audit`, text: TEXT.roleChanged.auditLog },
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
