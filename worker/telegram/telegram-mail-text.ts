/** Texts of the mails about a linked chat. */
export const TELEGRAM_MAIL_TEXT = {
  linkedSubject: "A Telegram chat gets your Tonle notifications",
  linked: (name: string) =>
    `The Telegram chat of ${name} was linked to your account, probably by you. It gets your notifications from now on.`,
  notYours: "If it is not yours, unlink it on the page of your notifications.",
  takenSubject: "Telegram no longer gets your Tonle notifications",
  taken:
    "Your Telegram chat was linked to another Tonle account, so it no longer gets the notifications of this one. If that was not you, link the chat again, or choose another way.",
  open: "Your notifications",
} as const;
