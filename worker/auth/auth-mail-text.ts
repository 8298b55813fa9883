import { minutesInWords } from "../contract/limit-text.ts";
import { PASSWORD_RESET, VERIFICATION_CODE } from "../contract/limits.ts";
import { formatMoment } from "../platform/moment-text.ts";

const newPassword = "Choose a new password";
const nothingToDo = "If it was not you, you do not need to do anything.";
const passwordIsKnown = "If it was not you, somebody knows your password. Choose a new one at once:";
const securitySettings = "Security settings";

/** Texts of the mails about sign-up, log-ins, passwords and second factors. */
export const AUTH_MAIL_TEXT = {
  verification: {
    subject: (code: string) => `${code} is your Tonle code`,
    enter: "Enter this code to verify your e-mail address:",
    lifetime: `It works for ${minutesInWords(VERIFICATION_CODE.lifetimeMs)}. If you did not sign up at Tonle, ignore this e-mail. Without the code, nothing happens.`,
  },
  alreadyRegistered: {
    subject: "You already have a Tonle account",
    tried: "Somebody, probably you, tried to sign up at Tonle with this e-mail address. You already have an account.",
    logIn: "Log in",
    newPassword,
    nothingToDo,
  },
  passwordReset: {
    subject: "Choose a new Tonle password",
    open: "Open this link to choose a new password:",
    link: newPassword,
    lifetime: `It works once, for ${minutesInWords(PASSWORD_RESET.lifetimeMs)}. If you did not request it, ignore this e-mail. Your password stays as it is.`,
  },
  passwordChanged: {
    subject: "Your Tonle password was changed",
    by: {
      reset: "The password of your account was changed a moment ago, and every browser was signed out.",
      owner: "The password of your account was changed a moment ago, and every other browser was signed out.",
    },
  },
  twoFactorOn: {
    subject: "Two-factor authentication is on",
    needsCode: "Logging in to your account now needs a code from your authenticator app in addition to the password.",
    keepCodes: "Keep your recovery codes where you can find them without your phone.",
  },
  twoFactorOff: {
    subject: "Two-factor authentication is off",
    needsPassword: "Logging in to your account needs only the password again. Your recovery codes no longer work.",
  },
  recoveryCodeUsed: {
    subject: "A recovery code was used",
    used: (left: number) =>
      `Somebody, probably you, logged in to your account with a recovery code instead of the authenticator. ${codesLeft(left)}`,
    phoneLost: "If your phone is lost, turn two-factor authentication off, and on again with the new phone:",
    securitySettings,
  },
  newDevice: {
    subject: "A new device logged in to your Tonle account",
    opened: "Your account was opened on a device that we have not seen before:",
    where: (place: string, atMs: number, timeZone: string) => `${place}, ${formatMoment(atMs, timeZone)}`,
    choices:
      "If it was you, you do not need to do anything. You can end its session, or turn these e-mails off, in the settings:",
    securitySettings,
  },
  loginAlertsOff: {
    subject: "E-mails about new devices are off",
    off: "E-mails about log-ins on a new device were turned off in your account. From now on, we do not e-mail you about such a log-in.",
    choices: "If it was you, you do not need to do anything. You can turn them on again in the settings:",
    securitySettings,
  },
  wrongAdminCode: {
    subject: "A wrong code with your correct password",
    entered: (place: string) =>
      `Somebody, perhaps you, entered your correct password and a wrong code at the admin log-in: ${place}.`,
    delay:
      "After five wrong codes, no code is checked for a while, up to 64 minutes. A browser that you have logged in with before does not have to wait because of other people's wrong codes.",
    passwordIsKnown,
    newPassword,
  },
  wrongCodeAtLogIn: {
    subject: "A wrong code at your log-in",
    entered: (place: string) =>
      `Somebody, perhaps you, passed the first step of your log-in, your password or Google, and entered a wrong code: ${place}.`,
    delay:
      "It counts with the wrong codes at the admin log-in. After five of them, no code is checked for a while, up to 64 minutes.",
    passwordIsKnown,
    newPassword,
  },
  adminCodesFailed: {
    subject: "Five wrong codes at an admin log-in",
    entered: (email: string, place: string) =>
      `Somebody entered the correct password of ${email} and five wrong codes: ${place}.`,
    ask: "Each further code has to wait longer. Ask your colleague. If it was not them, their password must be changed at once. See the audit log:",
    auditLog: "Audit log",
  },
} as const;

function codesLeft(left: number): string {
  return left === 1 ? "One recovery code is left." : `${left === 0 ? "No" : left} recovery codes are left.`;
}
