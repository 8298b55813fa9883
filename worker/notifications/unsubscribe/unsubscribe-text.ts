/** Texts of the page by which mails of some kinds are ended. */
export const UNSUBSCRIBE_TEXT = {
  title: "E-mails",
  ask: (kinds: string) => `Stop e-mails about ${kinds}?`,
  askLine: "E-mails about the security of your account, and about withdrawals, are always sent.",
  stop: "Stop these e-mails",
  stopped: (kinds: string) => `You get no more e-mails about ${kinds}`,
  stoppedLine: "Your notifications stay in your account.",
  again: "Send them again",
  sent: (kinds: string) => `You get e-mails about ${kinds} again`,
  allOff: "All e-mails that can be turned off are off in your settings.",
  settings: "All settings of notifications",
  invalid: "This link is not valid",
  invalidLine: "It may be cut off. Open it from the e-mail again, or log in and choose in the settings.",
} as const;
