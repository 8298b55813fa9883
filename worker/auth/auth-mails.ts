import { settingsPath } from "../contract/addresses.ts";
import { inBoth } from "../contract/in-both.ts";
import {
  compose,
  composeContent,
  HELLO,
  HOLD_NOTICE,
  ifNotYou,
  type Mail,
  type MailContent,
} from "../platform/compose-mail.ts";
import { AUTH_MAIL_TEXT as khmer } from "./auth-mail-text.km.ts";
import { AUTH_MAIL_TEXT as english } from "./auth-mail-text.ts";

const TEXT = inBoth(english, khmer);

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
  return composeContent("You already have a Tonle account", [
    HELLO,
    "Somebody, probably you, tried to sign up at Tonle with this e-mail address. You already have an account.",
    { link: `${appOrigin}/login`, text: "Log in" },
    { link: `${appOrigin}/forgot-password`, text: "Choose a new password" },
    "If it was not you, you do not need to do anything.",
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
  const ended = by === "reset" ? "every browser" : "every other browser";
  return compose(to, "Your Tonle password was changed", [
    HELLO,
    `The password of your account was changed a moment ago, and ${ended} was signed out.`,
    HOLD_NOTICE,
    ...ifNotYou(appOrigin),
  ]);
}

/** The mail about a second factor that was turned on. */
export function twoFactorOnMail(to: string, appOrigin: string): Mail {
  return compose(to, "Two-factor authentication is on", [
    HELLO,
    "Logging in to your account now needs a code from your authenticator app in addition to the password.",
    "Keep your recovery codes where you can find them without your phone.",
    HOLD_NOTICE,
    ...ifNotYou(appOrigin),
  ]);
}

/** The mail about a second factor that was turned off. */
export function twoFactorOffMail(to: string, appOrigin: string): Mail {
  return compose(to, "Two-factor authentication is off", [
    HELLO,
    "Logging in to your account needs only the password again. Your recovery codes no longer work.",
    HOLD_NOTICE,
    ...ifNotYou(appOrigin),
  ]);
}

/** The mail about a used recovery code. @param left how many codes are left */
export function recoveryCodeUsedMail(to: string, appOrigin: string, left: number): Mail {
  const rest = left === 1 ? "One recovery code is left." : `${left === 0 ? "No" : left} recovery codes are left.`;
  return compose(to, "A recovery code was used", [
    HELLO,
    `Somebody, probably you, logged in to your account with a recovery code instead of the authenticator. ${rest}`,
    "If your phone is lost, turn two-factor authentication off, and on again with the new phone:",
    { link: `${appOrigin}${settingsPath("security")}`, text: "Security settings" },
    ...ifNotYou(appOrigin),
  ]);
}

/** Where and when a user logged in. @property country ISO 3166 code, or null when unknown */
export type MailedLogIn = { device: string; country: string | null; atMs: number; timeZone: string };

/** The mail about a log-in on a new device. */
export function newDeviceMail(to: string, appOrigin: string, logIn: MailedLogIn): Mail {
  return compose(to, "A new device logged in to your Tonle account", [
    HELLO,
    "Your account was opened on a device that we have not seen before:",
    [logIn.device, ...(logIn.country ? [countryName(logIn.country)] : []), formatTime(logIn)].join(", "),
    "If it was you, you do not need to do anything. You can end its session, or turn these e-mails off, in the settings:",
    { link: `${appOrigin}${settingsPath("security")}`, text: "Security settings" },
    ...ifNotYou(appOrigin),
  ]);
}

/** The mail about log-in alerts that were turned off. It is sent because an attacker would turn them off first. */
export function loginAlertsOffMail(appOrigin: string): MailContent {
  return composeContent("E-mails about new devices are off", [
    HELLO,
    "E-mails about log-ins on a new device were turned off in your account. From now on, we do not e-mail you about such a log-in.",
    "If it was you, you do not need to do anything. You can turn them on again in the settings:",
    { link: `${appOrigin}${settingsPath("security")}`, text: "Security settings" },
    ...ifNotYou(appOrigin),
  ]);
}

/** Where a log-in was attempted from. @property country ISO 3166 code, or null when unknown */
export type MailedAttempt = { device: string; country: string | null };

/** The mail to an admin whose password was entered correctly with a wrong code. */
export function wrongAdminCodeMail(appOrigin: string, attempt: MailedAttempt): MailContent {
  return composeContent("A wrong code with your correct password", [
    HELLO,
    `Somebody, perhaps you, entered your correct password and a wrong code at the admin log-in: ${placeOf(attempt)}.`,
    "After five wrong codes, no code is checked for a while, up to 64 minutes. A browser that you have logged in with before does not have to wait because of other people's wrong codes.",
    "If it was not you, somebody knows your password. Choose a new one at once:",
    { link: `${appOrigin}/forgot-password`, text: "Choose a new password" },
  ]);
}

/** The mail to an admin whose first step (password or Google) succeeded at the traders' log-in, with a wrong code. */
export function wrongCodeAtLogInMail(appOrigin: string, attempt: MailedAttempt): MailContent {
  return composeContent("A wrong code at your log-in", [
    HELLO,
    `Somebody, perhaps you, passed the first step of your log-in, your password or Google, and entered a wrong code: ${placeOf(attempt)}.`,
    "It counts with the wrong codes at the admin log-in. After five of them, no code is checked for a while, up to 64 minutes.",
    "If it was not you, somebody knows your password. Choose a new one at once:",
    { link: `${appOrigin}/forgot-password`, text: "Choose a new password" },
  ]);
}

/** The mail to every admin about five wrong codes: somebody knows a colleague's password. */
export function adminCodesFailedMail(appOrigin: string, attempt: MailedAttempt & { email: string }): MailContent {
  return composeContent("Five wrong codes at an admin log-in", [
    HELLO,
    `Somebody entered the correct password of ${attempt.email} and five wrong codes: ${placeOf(attempt)}.`,
    "Each further code has to wait longer. Ask your colleague. If it was not them, their password must be changed at once. See the audit log:",
    { link: `${appOrigin}/admin/audit`, text: "Audit log" },
  ]);
}

function placeOf({ device, country }: MailedAttempt): string {
  return country ? `${device}, ${countryName(country)}` : device;
}

function countryName(code: string): string {
  return new Intl.DisplayNames(["en"], { type: "region" }).of(code) ?? code;
}

/** Formats a time in its zone: `Nov 21, 2026, 15:04 (Asia/Phnom_Penh)` */
function formatTime({ atMs, timeZone }: MailedLogIn): string {
  const format = new Intl.DateTimeFormat("en-US", {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
    timeZone,
  });
  return `${format.format(atMs)} (${timeZone})`;
}
