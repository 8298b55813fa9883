/** Texts of the mail about changed payment methods. */
export const PAYMENT_METHODS_MAIL_TEXT = {
  subject: "Your Tonle payment methods were changed",
  khqr: {
    added: "Your KHQR code was added.",
    changed: "Your KHQR code was changed.",
    removed: "Your KHQR code was removed.",
  },
  bankTransfer: {
    added: "Your bank account was added.",
    changed: "Your bank account was changed.",
    removed: "Your bank account was removed.",
  },
  see: "See your payment methods",
} as const;
