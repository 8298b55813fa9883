/** Texts of the mails about questions to clients. `what` names the item. */
export const QUESTION_MAIL_TEXT = {
  what: {
    withdrawal: (number: string) => `your withdrawal ${number}`,
    identity: "your ID card",
    exception: (bill: string) => `your payment for deposit ${bill}`,
  },
  asked: {
    subject: (what: string) => `A question about ${what}`,
    body: (what: string) => `We have a question about ${what}. It waits for your answer:`,
  },
  reminder: {
    subject: (what: string) => `Reminder: a question about ${what}`,
    body: (what: string) => `We asked you about ${what} and have no answer yet. The question was:`,
  },
  /** After its text. Pictures are never mailed: they are ID cards of their trader's. */
  picture: "A picture comes with it, which you see on our page.",
  /** Never by mail: it could be anybody's. */
  where: "Please answer on our page, not by e-mail. We never ask for a password or a code.",
  answer: "Answer the question",
} as const;
