/** Why a bank's statement is refused, and answers about its lines. Lines are numbered as in the file, from 1. */
export const BANK_STATEMENT_TEXT = {
  empty: "This file is empty",
  tooLarge: (mebibytes: number) => `A statement has at most ${mebibytes} MB. Export fewer days at a time.`,
  tooManyLines: (most: string) => `A statement has at most ${most} lines. Export fewer days at a time.`,
  tooWide: (line: number, most: number) => `Line ${line} has more than ${most} columns`,
  longCell: (line: number, column: string) => `Line ${line}: “${column}” is longer than a bank writes`,
  hidden: (line: number, column: string) => `Line ${line}: “${column}” has characters that cannot be displayed`,
  otherEncoding: (expected: string, found: string) =>
    `This profile reads ${expected}, but the file is ${found}. Choose the bank's profile, or export the statement again.`,
  notText: "This file has no text in columns. Export the statement as CSV.",
  quotes: (line: number) => `Line ${line}: a quotation mark is not closed, or stands within a cell`,
  noTable: (column: string) => `No line of the file names the column “${column}” that this profile reads`,
  columnTwice: (column: string) => `The file has two columns “${column}”`,
  noLines: "This statement has no lines. Say for which days it was exported, if nothing moved on them.",
  daysTurned: "The last day is before the first one",
  daysInFuture: "The last day is in the future. Choose today or a day before.",
  tooManyDays: (from: string, to: string) =>
    `A statement covers at most a year, and this one would cover ${from} to ${to}. Check its days, or export fewer at a time.`,
  outsideDays: (line: number, day: string) => `Line ${line} is of ${day}, which is not among the days that you gave`,
  noDate: (line: number, text: string) => `Line ${line}: “${text}” is no date of this profile`,
  future: (line: number) => `Line ${line} is in the future`,
  noAmount: (line: number, text: string) => `Line ${line}: “${text}” is no sum of this profile`,
  oneAmount: (line: number) => `Line ${line} needs a sum that went out or one that came in, not both`,
  zero: (line: number) => `Line ${line} moves nothing`,
  otherAccount: (found: string) => `This is the statement of account ${found}, not of the one that you chose`,
  ofOwnAccount: (name: string) => `This is a statement of “${name}”, not of the account that you chose`,
  firstOfAccount: (name: string, number: string) =>
    `This is the first statement of “${name}”, and it is of account ${number}. Enter that number if it is this account's.`,
  otherNumber: (number: string) =>
    `The file is of account ${number}, which is not the number that you entered. Choose the account or the file that belongs together.`,
  otherAccountLine: (line: number, found: string) =>
    `Line ${line} is of account ${found}, not of the one that you chose`,
  noAccount: (label: string) => `The file does not say “${label}”, so it cannot be told whose statement it is`,
  otherCurrency: (found: string, expected: string) =>
    `This statement is in ${found}, and the account that you chose is in ${expected}`,
  otherCurrencyLine: (line: number, found: string, expected: string) =>
    `Line ${line} is in ${found}, and the account that you chose is in ${expected}`,
  idTwice: (line: number, before: number) => `Lines ${before} and ${line} have one ID of the bank, but differ`,
  balance: (line: number, stated: string, computed: string) =>
    `Line ${line} says a balance of ${stated}, but the lines before it come to ${computed}. Nothing was imported.`,
  closing: (stated: string, computed: string) =>
    `The statement says a closing balance of ${stated}, but its lines come to ${computed}. Nothing was imported.`,
  knownDiffers: (line: number) =>
    `Line ${line} was imported before with another sum or day. Nothing was imported: ask the bank which one is right.`,
  noBankAccount: "Choose one of the company's bank accounts",
  noProfile: "Choose a profile that is in the list",
  file: "Attach the statement's file",
  lineMatched: "This line has its transfer already. Refresh to see it.",
  transferMatched: "A transfer that you chose has its line already. Refresh to see it.",
  sumsDiffer: (line: string, transfers: string) =>
    `The line is ${line} and what you chose comes to ${transfers}. Only equal sums can be linked.`,
  otherKind: "What you chose does not move this bank account's money in this currency",
  notLinked: "This line has no link to take back",
  exceptionStays: "This payment waits for a decision as an exception, which cannot be taken back here",
  cameIn: "Only a payment that came in can be an exception",
  noDeposit: "Choose the deposit whose code was paid, or the trader's newest one",
  fitsDeposit:
    "This payment is what its code asks for. Have the deposit marked as paid by two admins, and the line is matched.",
  wentOut: "Only a payment that went out can complete a withdrawal",
  otherSum: (line: string, withdrawal: string) => `The line is ${line} and the withdrawal ${withdrawal}`,
  days: "Choose a day, or at most two months of them",
  noReference: "This line has neither an ID of the bank nor a reference, so nothing can be completed by it",
} as const;
