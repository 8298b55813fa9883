import { settingsPath } from "../contract/addresses.ts";
import { compose, composeContent, HOLD_NOTICE, type Mail, type MailContent } from "./compose-mail.ts";

/** The content of the mails about account security. They say what happened and what to do if it was somebody else. */

const ifNotYou = (appOrigin: string) =>
  [
    "If it was not you, choose a new password at once:",
    { link: `${appOrigin}/forgot-password`, words: "Choose a new password" },
  ] as const;

/**
 * The mail about a changed password. @param by `reset`: by a mailed link, which ended every session; `owner`: signed
 * in, which kept the owner's own session
 */
export function passwordChangedMail(to: string, appOrigin: string, by: "reset" | "owner"): Mail {
  const ended = by === "reset" ? "every browser" : "every other browser";
  return compose(to, "Your Tonle password was changed", [
    "Hello,",
    `The password of your account was changed a moment ago, and ${ended} was signed out.`,
    HOLD_NOTICE,
    ...ifNotYou(appOrigin),
  ]);
}

/** The mail about a second factor that was turned on. */
export function twoFactorOnMail(to: string, appOrigin: string): Mail {
  return compose(to, "Two-factor authentication is on", [
    "Hello,",
    "Logging in to your account now needs a code from your authenticator app in addition to the password.",
    "Keep your recovery codes where you can find them without your phone.",
    HOLD_NOTICE,
    ...ifNotYou(appOrigin),
  ]);
}

/** The mail about a second factor that was turned off. */
export function twoFactorOffMail(to: string, appOrigin: string): Mail {
  return compose(to, "Two-factor authentication is off", [
    "Hello,",
    "Logging in to your account needs only the password again. Your recovery codes no longer work.",
    HOLD_NOTICE,
    ...ifNotYou(appOrigin),
  ]);
}

/** The mail about a used recovery code. @param left how many codes are left */
export function recoveryCodeUsedMail(to: string, appOrigin: string, left: number): Mail {
  const rest = left === 1 ? "One recovery code is left." : `${left === 0 ? "No" : left} recovery codes are left.`;
  return compose(to, "A recovery code was used", [
    "Hello,",
    `Somebody, probably you, logged in to your account with a recovery code instead of the authenticator. ${rest}`,
    "If your phone is lost, turn two-factor authentication off, and on again with the new phone:",
    { link: `${appOrigin}${settingsPath("security")}`, words: "Security settings" },
    ...ifNotYou(appOrigin),
  ]);
}

/**
 * The mail about a linked Google account. @param tookPassword true when the previous password was removed because the
 * address had never been verified
 */
export function googleLinkedMail(to: string, appOrigin: string, { tookPassword }: { tookPassword: boolean }): Mail {
  return compose(to, "Your Tonle account now opens with Google", [
    "Hello,",
    "Somebody, probably you, logged in with the Google account of this address. From now on it opens your account.",
    ...(tookPassword
      ? ["The address had never been verified, so the password that was set before is removed. You can set a new one."]
      : [HOLD_NOTICE]),
    ...ifNotYou(appOrigin),
  ]);
}

/** The mail about a closed account. */
export function accountClosedMail(to: string, appOrigin: string): Mail {
  return compose(to, "Your Tonle account is closed", [
    "Hello,",
    "Your account was closed a moment ago, with your password, and every browser was signed out.",
    "Your name, your pictures, your ID card and your payment methods are erased. The movements of your money stay in our books, without your name.",
    "This address is free again: you can open a new account with it at any time. If it was not you, write to us:",
    { link: `${appOrigin}/contact`, words: "Contact" },
  ]);
}

/** The mail about a frozen account. It omits the reason, which is for admins only; others may read the mail. */
export function accountFrozenMail(to: string, appOrigin: string): Mail {
  return compose(to, "Your Tonle account is frozen", [
    "Hello,",
    "Our team has frozen your account. You can log in and see everything, but no money can be moved: no new deposits, and no withdrawals. Payments that you have already made will still be added to your balance.",
    "To find out more, write to us:",
    { link: `${appOrigin}/support`, words: "Support" },
  ]);
}

/** The mail about an account that is no longer frozen. */
export function accountUnfrozenMail(to: string, appOrigin: string): Mail {
  return compose(to, "Your Tonle account is open again", [
    "Hello,",
    "Your account is no longer frozen. You can deposit and withdraw as before.",
    { link: `${appOrigin}/account`, words: "Your account" },
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
    "Hello,",
    isAdmin
      ? `${by} has made ${email} an admin. They cannot decide about money until 24 hours have passed.`
      : `${by} has removed ${email} as an admin.`,
    "If that is not right, talk to your colleagues at once. See the audit log:",
    { link: `${appOrigin}/admin/audit`, words: "Audit log" },
  ]);
}

/** The mail to a new admin about what they need before they can log in as an admin. */
export function newAdminMail(to: string, appOrigin: string, by: string): Mail {
  return compose(to, "You are an admin at Tonle", [
    "Hello,",
    `${by} has made you an admin, and you were signed out of every browser.`,
    "You log in as an admin with your password and a second factor. If you have no second factor yet, log in as before and turn it on in the settings first:",
    { link: `${appOrigin}${settingsPath("security")}`, words: "Security settings" },
    { link: `${appOrigin}/admin/login`, words: "Admin log-in" },
  ]);
}

/** Where and when a user logged in. @property country ISO 3166 code, or null when unknown */
export type MailedLogIn = { device: string; country: string | null; atMs: number; timeZone: string };

/** The mail about a log-in on a new device. */
export function newDeviceMail(to: string, appOrigin: string, logIn: MailedLogIn): Mail {
  return compose(to, "A new device logged in to your Tonle account", [
    "Hello,",
    "Your account was opened on a device that we have not seen before:",
    [logIn.device, ...(logIn.country ? [countryName(logIn.country)] : []), formatTime(logIn)].join(", "),
    "If it was you, you do not need to do anything. You can end its session, or turn these e-mails off, in the settings:",
    { link: `${appOrigin}${settingsPath("security")}`, words: "Security settings" },
    ...ifNotYou(appOrigin),
  ]);
}

/** The mail about log-in alerts that were turned off. It is sent because an attacker would turn them off first. */
export function loginAlertsOffMail(appOrigin: string): MailContent {
  return composeContent("E-mails about new devices are off", [
    "Hello,",
    "E-mails about log-ins on a new device were turned off in your account. From now on, we do not e-mail you about such a log-in.",
    "If it was you, you do not need to do anything. You can turn them on again in the settings:",
    { link: `${appOrigin}${settingsPath("security")}`, words: "Security settings" },
    ...ifNotYou(appOrigin),
  ]);
}

/** Where a log-in was attempted from. @property country ISO 3166 code, or null when unknown */
export type MailedAttempt = { device: string; country: string | null };

/** The mail to an admin whose password was entered correctly with a wrong code. */
export function wrongAdminCodeMail(appOrigin: string, attempt: MailedAttempt): MailContent {
  return composeContent("A wrong code with your correct password", [
    "Hello,",
    `Somebody, perhaps you, entered your correct password and a wrong code at the admin log-in: ${placeOf(attempt)}.`,
    "After five wrong codes, no code is checked for a while, up to 64 minutes. A browser that you have logged in with before does not have to wait because of other people's wrong codes.",
    "If it was not you, somebody knows your password. Choose a new one at once:",
    { link: `${appOrigin}/forgot-password`, words: "Choose a new password" },
  ]);
}

/** The mail to an admin whose first step (password or Google) succeeded at the traders' log-in, with a wrong code. */
export function wrongCodeAtLogInMail(appOrigin: string, attempt: MailedAttempt): MailContent {
  return composeContent("A wrong code at your log-in", [
    "Hello,",
    `Somebody, perhaps you, passed the first step of your log-in, your password or Google, and entered a wrong code: ${placeOf(attempt)}.`,
    "It counts with the wrong codes at the admin log-in. After five of them, no code is checked for a while, up to 64 minutes.",
    "If it was not you, somebody knows your password. Choose a new one at once:",
    { link: `${appOrigin}/forgot-password`, words: "Choose a new password" },
  ]);
}

/** The mail to every admin about five wrong codes: somebody knows a colleague's password. */
export function adminCodesFailedMail(appOrigin: string, attempt: MailedAttempt & { email: string }): MailContent {
  return composeContent("Five wrong codes at an admin log-in", [
    "Hello,",
    `Somebody entered the correct password of ${attempt.email} and five wrong codes: ${placeOf(attempt)}.`,
    "Each further code has to wait longer. Ask your colleague. If it was not them, their password must be changed at once. See the audit log:",
    { link: `${appOrigin}/admin/audit`, words: "Audit log" },
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
