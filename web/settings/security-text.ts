import { SECOND_FACTOR } from "../../worker/contract/limits.ts";

/** Shown before each change that delays withdrawals. */
const hold = "No withdrawal is approved in the next 24 hours.";

const codes = (left: number) => (left === 1 ? "1 recovery code left" : `${left} recovery codes left`);

export const securityText = {
  twoFactor: {
    label: "Two-factor authentication",
    off: "Logging in also needs a code from an app on your phone.",
    on: (left: number) => `Logging in also needs a code from your authenticator app. ${codes(left)}.`,
    onFewLeft: (left: number) => `${codes(left)}. Turn it off and on again for ten new ones.`,
  },
  enrol: {
    title: "Turn on two-factor authentication",
    step: (number: 1 | 2) => `Step ${number} of 2`,
    preparing: "Creating a key",
    failed: "The key could not be created",
    failedDetail: "Nothing was changed. Please try again.",
    passwordWhy: "You logged in a while ago. Enter your password to continue.",
    password: "Password",
    goOn: "Continue",
    scan: "Scan this code with an authenticator app, such as Google Authenticator, 2FAS or Aegis.",
    qrLabel: "QR code with the key for your authenticator app",
    openApp: "Open the authenticator app",
    typeKey: "Or type this key into it:",
    key: "key",
    enterCode: "Then enter the six digits that the app shows.",
    code: "Code",
    hold,
    confirm: "Turn on",
    cancel: "Cancel",
    confirmFailed: "The code could not be checked. Please try again.",
  },
  codes: {
    title: "Save your recovery codes",
    why: `If you do not have your phone, each of these ${SECOND_FACTOR.recoveryCodes} codes opens your account once. Keep them where you can find them. They are not shown again.`,
    list: "Recovery codes",
    copy: "Copy",
    copied: "Recovery codes copied",
    notCopied: "Not copied: select the codes instead",
    download: "Download",
    file: "tonle-recovery-codes.txt",
    fileHead: (email: string) =>
      `Tonle recovery codes of ${email}\nEach opens the account once, in place of the authenticator app.`,
    saved: "I have saved these codes",
    saveFirst: "Save the codes first: they are not shown again.",
    done: "Done",
    on: "Two-factor authentication is on",
  },
  disable: {
    title: "Turn off two-factor authentication",
    why: `Logging in will need only your password, and your recovery codes will no longer work. ${hold}`,
    password: "Password",
    code: "Code from the app, or a recovery code",
    confirm: "Turn off",
    cancel: "Cancel",
    failed: "Two-factor authentication could not be turned off. Please try again.",
    off: "Two-factor authentication is off",
  },
  password: {
    title: "Password",
    why: "A new password signs out every other browser.",
    change: "Change password",
    dialogWhy: `Every other browser is signed out. ${hold}`,
    current: "Current password",
    next: "New password",
    repeat: "Confirm new password",
    mismatch: "Passwords do not match",
    cancel: "Cancel",
    save: "Change password",
    saving: "Changing...",
    failed: "The password could not be changed. Please try again.",
  },
  setPassword: {
    why: (email: string) =>
      `You log in with Google and have no password yet. We will e-mail a link to ${email} for setting one. Setting it signs out every browser.`,
    hint: "None yet: you log in with Google.",
    title: "Set a password",
    cancel: "Cancel",
    send: "Send the link",
    sent: "The link is on its way to your e-mail address",
    failed: "The link could not be sent. Please try again.",
  },
  sessions: {
    title: "Where you are signed in",
    loading: "Loading your sessions",
    failed: "Your sessions could not be loaded",
    failedDetail: "You stay signed in. Please try again.",
    current: "This browser",
    now: "In use now",
    lastUsed: (age: string) => `Last used ${age} ago`,
    since: (when: string) => `Signed in ${when}`,
    end: "End session",
    endOne: (device: string) => `End session: ${device}`,
    endAll: "End all others",
    only: "You are not signed in anywhere else.",
    keep: "Cancel",
    endTitle: "End this session?",
    endWhy: (device: string) =>
      `${device} is signed out with its next action. If you do not recognize it, change your password as well.`,
    endAllTitle: "End all other sessions?",
    endAllWhy: (count: number) =>
      count === 1
        ? "One other browser is signed out with its next action."
        : `${count} other browsers are signed out with their next action.`,
    endFailed: "The session could not be ended. Please try again.",
    ended: "Session ended",
    endedAll: "All other sessions ended",
  },
} as const;
