/** Answers about the close of a month. Months are as in the address, `2026-11`. */
export const MONTH_TEXT = {
  noMonth: "Write the month as 2026-11",
  running: "A month is closed when it has been over for ten minutes",
  monthBefore: (month: string) => `${month} comes first: it is not sealed yet`,
  doesNotAddUp: (accounts: string) =>
    `Opening and flows do not come to the closing balance of ${accounts}. Run the check of the ledger.`,
  open: (lines: number, transfers: number) =>
    `Open in this month: ${lines} ${lines === 1 ? "line" : "lines"} of statements and ${transfers} ${transfers === 1 ? "transfer" : "transfers"}. Each needs its counterpart first.`,
  noStatement: (account: string, from: string, to: string) =>
    `${account} has no statement of ${from === to ? from : `${from} to ${to}`}. Import it first.`,
  noStatementIn: (currency: string, from: string, to: string) =>
    `No account in ${currency} has a statement of ${from === to ? from : `${from} to ${to}`}. Import it first.`,
  statementBreak: (account: string, day: string) =>
    `The statement of ${account} from ${day} begins with another balance than the one before ended with. Import one that has both days.`,
  changed:
    "The report has changed since you opened it, so nothing was done. Read it as it is now, then decide again. One that was prepared is cancelled first.",
  prepared: (name: string) => `${name} has prepared this month already`,
  notPrepared: "Nobody has prepared this month, or it was cancelled. Refresh to see it.",
  sealed: "This month is sealed already",
  otherOperator: "You prepared this. Another operator has to seal it.",
  preparerGone: "Who prepared this is not an operator now. Cancel it and prepare the month again.",
} as const;
