import { settingsPath } from "../contract/addresses.ts";
import type { Language } from "../contract/languages.ts";
import { forEachLanguage, joinLanguages, type Translated, translated } from "../contract/translated.ts";
import {
  compose,
  composeContent,
  HELLO,
  HOLD_NOTICE,
  ifNotYou,
  type Mail,
  type MailContent,
} from "../platform/mail/compose-mail.ts";
import { AUTH_MAIL_TEXT as khmer } from "./auth-mail-text.km.ts";
import { AUTH_MAIL_TEXT as english } from "./auth-mail-text.ts";

const TEXT = joinLanguages({ en: english, km: khmer });

/** The mails about log-ins, passwords and second factors. They say what happened and what to do if it was somebody else. */

/**
 * The code that verifies an e-mail address. The address is not verified yet, so the mail contains no text that a user
 * wrote.
 */
export function verificationMail(code: string): MailContent {
  return composeContent(TEXT.verification.subject(code), [
    HELLO,
    TEXT.verification.enter,
    { code },
    TEXT.verification.lifetime,
  ]);
}

/** The answer to a sign-up with an address that already has an account. */
export function alreadyRegisteredMail(appOrigin: string): MailContent {
  const text = TEXT.alreadyRegistered;
  return composeContent(text.subject, [
    HELLO,
    text.tried,
    { link: `${appOrigin}/login`, text: text.logIn },
    { link: `${appOrigin}/forgot-password`, text: text.newPassword },
    text.nothingToDo,
  ]);
}

/** The link that sets a new password. @param token the reset token, which becomes part of the link */
export function passwordResetMail(appOrigin: string, token: string): MailContent {
  return composeContent(TEXT.passwordReset.subject, [
    HELLO,
    TEXT.passwordReset.open,
    { link: `${appOrigin}/reset-password/${token}`, text: TEXT.passwordReset.link },
    TEXT.passwordReset.lifetime,
  ]);
}

/**
 * The mail about a changed password. @param by `reset`: by a mailed link, which ended every session; `owner`: signed
 * in, which kept the owner's own session
 */
export function passwordChangedMail(to: string, appOrigin: string, by: "reset" | "owner"): Mail {
  const text = TEXT.passwordChanged;
  return compose(to, text.subject, [HELLO, text.by[by], HOLD_NOTICE, ...ifNotYou(appOrigin)], "password_changed");
}

/** The mail about a second factor that was turned on. */
export function twoFactorOnMail(to: string, appOrigin: string): Mail {
  const text = TEXT.twoFactorOn;
  return compose(
    to,
    text.subject,
    [HELLO, text.needsCode, text.keepCodes, HOLD_NOTICE, ...ifNotYou(appOrigin)],
    "second_factor_on",
  );
}

/** The mail about a second factor that was turned off. */
export function twoFactorOffMail(to: string, appOrigin: string): Mail {
  const text = TEXT.twoFactorOff;
  return compose(
    to,
    text.subject,
    [HELLO, text.needsPassword, HOLD_NOTICE, ...ifNotYou(appOrigin)],
    "second_factor_off",
  );
}

/** The mail about a used recovery code. @param left how many codes are left */
export function recoveryCodeUsedMail(to: string, appOrigin: string, left: number): Mail {
  const text = TEXT.recoveryCodeUsed;
  return compose(to, text.subject, [
    HELLO,
    text.used(left),
    text.phoneLost,
    { link: securitySettings(appOrigin), text: text.securitySettings },
    ...ifNotYou(appOrigin),
  ]);
}

/** Where and when a user logged in. @property country ISO 3166 code, or null when unknown */
export type MailedLogIn = { device: Translated; country: string | null; atMs: number; timeZone: string };

/** The mail about a log-in on a new device. */
export function newDeviceMail(to: string, appOrigin: string, logIn: MailedLogIn): Mail {
  const text = TEXT.newDevice;
  return compose(
    to,
    text.subject,
    [
      HELLO,
      text.opened,
      text.where(placeOf(logIn), logIn.atMs, logIn.timeZone),
      text.choices,
      { link: securitySettings(appOrigin), text: text.securitySettings },
      ...ifNotYou(appOrigin),
    ],
    "new_device",
  );
}

/** The mail about log-in alerts that were turned off. It is sent because an attacker would turn them off first. */
export function loginAlertsOffMail(appOrigin: string): MailContent {
  const text = TEXT.loginAlertsOff;
  return composeContent(text.subject, [
    HELLO,
    text.off,
    text.choices,
    { link: securitySettings(appOrigin), text: text.securitySettings },
    ...ifNotYou(appOrigin),
  ]);
}

/** Where a log-in was attempted from. @property country ISO 3166 code, or null when unknown */
export type MailedAttempt = { device: Translated; country: string | null };

/** The mail to an admin whose password was entered correctly with a wrong code. */
export function wrongAdminCodeMail(appOrigin: string, attempt: MailedAttempt): MailContent {
  return wrongCodeMail(appOrigin, TEXT.wrongAdminCode, attempt);
}

/** The mail to an admin whose first step (password or Google) succeeded at the traders' log-in, with a wrong code. */
export function wrongCodeAtLogInMail(appOrigin: string, attempt: MailedAttempt): MailContent {
  return wrongCodeMail(appOrigin, TEXT.wrongCodeAtLogIn, attempt);
}

function wrongCodeMail(
  appOrigin: string,
  text: typeof TEXT.wrongAdminCode | typeof TEXT.wrongCodeAtLogIn,
  attempt: MailedAttempt,
): MailContent {
  return composeContent(text.subject, [
    HELLO,
    text.entered(placeOf(attempt)),
    text.delay,
    text.passwordIsKnown,
    { link: `${appOrigin}/forgot-password`, text: text.newPassword },
  ]);
}

/** The mail to every admin about five wrong codes: somebody knows a colleague's password. */
export function adminCodesFailedMail(appOrigin: string, attempt: MailedAttempt & { email: string }): MailContent {
  const text = TEXT.adminCodesFailed;
  return composeContent(text.subject, [
    HELLO,
    text.entered(attempt.email, placeOf(attempt)),
    text.ask,
    { link: `${appOrigin}/admin/audit`, text: text.auditLog },
  ]);
}

function securitySettings(appOrigin: string): string {
  return appOrigin + settingsPath("security");
}

function placeOf({ device, country }: MailedAttempt): Translated {
  return country ? translated`${device}, ${countryName(country)}` : device;
}

/** The locale of names of countries. In English for Khmer: the runtime has no Khmer ones. */
const COUNTRY_LOCALE: Readonly<Record<Language, string>> = { en: "en", km: "en" };

function countryName(code: string): Translated {
  return forEachLanguage(
    (language) => new Intl.DisplayNames([COUNTRY_LOCALE[language]], { type: "region" }).of(code) ?? code,
  );
}
