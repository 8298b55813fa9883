/** Texts that several mails share. */
export const MAIL_TEXT = {
  hello: "Hello,",
  ifNotYou: "If it was not you, choose a new password at once:",
  newPassword: "Choose a new password",
  /** In mails about changes that an attacker could have made. */
  hold: "To keep you safe, no withdrawal is approved in the next 24 hours. This includes withdrawals that you have already requested.",
} as const;
