/** Texts of the mail about a linked Google account. */
export const GOOGLE_MAIL_TEXT = {
  subject: "Your Tonle account now opens with Google",
  linked:
    "Somebody, probably you, logged in with the Google account of this address. From now on it opens your account.",
  tookPassword:
    "The address had never been verified, so the password that was set before is removed. You can set a new one.",
} as const;
