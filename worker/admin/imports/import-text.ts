/** Answers to admins about imports of trades. Amounts are formatted. */
export const IMPORT_TEXT = {
  noTrader: "There is no such trader",
  accountClosed: "This account is closed",
  inTheFuture: "This trade closes in the future. Is the time zone correct?",
  beyondEnd: (rowCount: number) => `The import has ${rowCount} rows`,
  alreadyImported: "This file was already imported",
  notWhole: (arrived: number, rowCount: number) => `Only ${arrived} of the file's ${rowCount} rows have arrived`,
  nothingNew: "Every trade of this file is already here",
  countChanged: (trades: number, result: string) =>
    `Since you opened it, other trades have come: this file adds ${trades} now, ${result}. Nothing was done.`,
  lostMore: (lost: string, balance: string, lacking: string) =>
    `These trades lost ${lost}. The balance of ${balance} is ${lacking} too low for it.`,
  neverImported: "This file was never imported",
  alreadyTakenBack: "This import was already taken back",
  madeMore: (made: string, balance: string, lacking: string) =>
    `These trades made ${made}. The balance of ${balance} is ${lacking} too low for it.`,
  senderDoesNotCount: (name: string | null) =>
    `${name} sent this file, and their approval does not count. Send the file yourself, and ask a colleague.`,
  /** @param before what the admin has moved alone before; null for nothing */
  aboveAlone: (moves: string, before: string | null, most: string, step: "commit" | "reverse") => {
    const after = before === null ? "" : `, after ${before} that you moved alone in the last 24 hours`;
    return `This moves ${moves}${after}. Above ${most} another admin has to ${step === "commit" ? "import it" : "take it back"}.`;
  },
} as const;
