const countOf = (count: number, one: string, several: string) => (count === 1 ? `1 ${one}` : `${count} ${several}`);

export const MONTH_ADMIN_TEXT = {
  closeMonth: (name: string) => `Close ${name}`,
  prepare: "Prepare",
  prepareTitle: (name: string) => `Prepare ${name}`,
  prepareLead:
    "The report stands as you see it here. Another operator seals it; until then it can be cancelled, and the month can change.",
  prepareDone: (name: string) => `${name} is prepared. Another operator seals it.`,
  seal: (name: string) => `Seal ${name}`,
  sealLead:
    "Nothing of this month changes from then on. What is found later is an entry of the month in which it is found.",
  sealDone: (name: string) => `${name} is sealed`,
  cancel: "Cancel",
  cancelTitle: (name: string) => `Cancel the close of ${name}`,
  cancelLead: "Nothing is sealed. The month can be prepared again.",
  cancelSubmit: "Cancel the close",
  cancelDone: (name: string) => `The close of ${name} is cancelled`,
  oneOfTwo: (name: string) => `1 of 2, by ${name}`,
  yours: "You prepared this. Another operator has to seal it.",
  outdated: "The month has changed since. Cancel this and prepare it again.",
  sealed: (date: string) => `Sealed ${date}`,
  report: "Report",
  broken: "The stored report does not give its digest any more",
  brokenDetail:
    "It was changed beside the product, or the audit log was. Compare it with a backup before anybody relies on it.",
  running: "Runs until its last day",
  holds: (count: number) => `${countOf(count, "open item holds", "open items hold")} the close`,
  lacksDays: (count: number) => `${countOf(count, "day has", "days have")} no whole statement`,
  holdTitle: "What holds the close",
  hold: {
    running: "A month is closed when it has been over for ten minutes.",
    monthBefore: (name: string) => `${name} is not sealed yet. It comes first.`,
    lines: (count: number, days: string) =>
      `${countOf(count, "line of a statement has", "lines of statements have")} no transfer: ${days}`,
    transfers: (count: number, days: string) =>
      `${countOf(count, "transfer is", "transfers are")} on no statement: ${days}`,
    noStatement: (account: string, days: string) => `${account} has no statement of ${days}.`,
    noStatementIn: (currency: string, days: string) => `No account in ${currency} has a statement of ${days}.`,
    statementBreak: (account: string, day: string) =>
      `The statement of ${account} from ${day} begins with another balance than the one before ended with. Import one that has both days.`,
    span: (from: string, to: string) => `${from} to ${to}`,
    importStatement: "Import statement",
    showDay: (day: string) => `Show ${day}`,
    differs: (accounts: string) => `Opening and flows do not come to the closing balance of ${accounts}.`,
    others: (count: number) => `and ${countOf(count, "day", "days")} more`,
  },
  digest: "SHA-256",
  copyDigest: "digest",
  opening: "Opening",
  flows: "Flows",
  closing: "Closing",
  openAtEnd: "Open at the end",
  loading: "Loading the month",
  failed: "This month could not be loaded",
  failedDetail: "Nothing is lost. Try again in a moment.",
  stale: "Shown as it was a moment ago.",
} as const;
