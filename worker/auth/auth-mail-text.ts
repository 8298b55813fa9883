import { minutesInWords } from "../contract/limit-text.ts";
import { PASSWORD_RESET, VERIFICATION_CODE } from "../contract/limits.ts";

/** What the mails about sign-up and passwords say. */
export const AUTH_MAIL_TEXT = {
  verification: {
    subject: (code: string) => `${code} is your Tonle code`,
    enter: "Enter this code to verify your e-mail address:",
    lifetime: `It works for ${minutesInWords(VERIFICATION_CODE.lifetimeMs)}. If you did not sign up at Tonle, ignore this e-mail. Without the code, nothing happens.`,
  },
  passwordReset: {
    subject: "Choose a new Tonle password",
    open: "Open this link to choose a new password:",
    link: "Choose a new password",
    lifetime: `It works once, for ${minutesInWords(PASSWORD_RESET.lifetimeMs)}. If you did not request it, ignore this e-mail. Your password stays as it is.`,
  },
} as const;
