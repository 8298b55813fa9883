/** What the bot says in a chat, and why the API refuses. */
export const TELEGRAM_TEXT = {
  confirm:
    "Go back to Tonle and confirm there that this chat is yours. Until then nothing is sent here.\n\nIf you did not ask for this in Tonle, do nothing.",
  confirmOthers:
    "Go back to Tonle and confirm there that this chat is yours. Until then nothing changes.\n\nThis chat gets the notifications of another Tonle account. They end when you confirm.\n\nIf you did not ask for this in Tonle, do nothing.",
  open: "Open Tonle",
  linked: "This chat now gets the notifications of your Tonle account. Send /stop to end them.",
  linkedInstead:
    "This chat now gets the notifications of your Tonle account, and no longer those of the account before. Send /stop to end them.",
  movedAway: "Your Tonle account is now linked to another chat. Nothing more is sent here.",
  unlinked: "You unlinked this chat in Tonle. Nothing more is sent here.",
  linkWorthless:
    "This link does not work: it was used, or is older than ten minutes. Make a new one in Tonle, under Notifications.",
  linkWorthlessStill:
    "This link does not work: it was used, or is older than ten minutes. This chat still gets the notifications of your Tonle account.",
  stopped: "Nothing more is sent here. You can link this chat again in Tonle, under Notifications.",
  notLinked: "This chat gets no notifications. Link it in Tonle, under Notifications.",
  helpLinked:
    "This chat gets the notifications of your Tonle account. Send /stop to end them. This bot reads no messages.",
  noChat: "No Telegram chat is linked",
  notOpened: "Press Start in Telegram first",
  gone: "The link to Telegram is no longer valid. Make a new one.",
  off: "Telegram is not available",
} as const;
