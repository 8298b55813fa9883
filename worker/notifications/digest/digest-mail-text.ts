/** Texts of the digest mails. Days are ISO dates. */
export const DIGEST_MAIL_TEXT = {
  date: (day: string) => dateFormat.format(Date.parse(day)),
  subject: {
    daily: (day: string) => `Your day: ${day}`,
    weekly: (first: string, last: string) => `Your week: ${first} to ${last}`,
  },
  lead: {
    daily: (day: string) => `This was ${day} on Tonle.`,
    weekly: (first: string, last: string) => `This was your week on Tonle, from ${first} to ${last}.`,
  },
  results: "Results",
  noTrades: "No trade was closed.",
  cash: "Account",
  run: (number: string) => `Demo run ${number}`,
  result: (amount: string, trades: string, won: string) =>
    `${amount}, ${trades === "1" ? "1 trade" : `${trades} trades`}, ${won} won`,
  alerts: (count: string) => `Open price alerts: ${count}`,
  condition: {
    level: {
      rises: (price: string) => `rises to ${price}`,
      falls: (price: string) => `falls to ${price}`,
    },
    line: { rises: "rises through your line", falls: "falls through your line" },
    move: {
      up: (percent: string, time: string) => `rises ${percent} within ${time}`,
      down: (percent: string, time: string) => `falls ${percent} within ${time}`,
      either: (percent: string, time: string) => `moves ${percent} within ${time}`,
    },
    unknown: "on",
    paused: (condition: string) => `${condition}, paused`,
  },
  more: (count: string) => `And ${count} more`,
  waiting: "What waits",
  deposit: (amount: string) => `Deposit of ${amount}`,
  payUntil: (moment: string) => `its code can be paid until ${moment}`,
  withdrawal: (amount: string) => `Withdrawal of ${amount}`,
  withdrawalState: {
    pending: (number: string) => `${number}, waits for approval`,
    approved: (number: string) => `${number}, approved, on its way`,
  },
  identity: "Identity",
  identityState: {
    pending: "your ID card is being checked",
    rejected: "your ID card was not accepted: send another photo",
  },
  performance: "See your results",
  settings: "Choose what is e-mailed to you",
} as const;

const dateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
