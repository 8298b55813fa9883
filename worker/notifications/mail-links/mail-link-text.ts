/** Texts of the link by which mails of some kinds are ended. */
export const MAIL_LINK_TEXT = {
  kinds: {
    money: "deposits",
    alert: "price alerts",
    order: "demo positions that were closed for you",
    marketing: "news",
    daily: "how your day was",
    weekly: "how your week was",
  },
  and: (before: string, last: string) => `${before} and ${last}`,
  why: (kinds: string) => `You get e-mails about ${kinds}.`,
  stop: "Stop these e-mails",
} as const;
