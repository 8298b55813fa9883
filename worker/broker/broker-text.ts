import { BROKER } from "../contract/broker/broker-limits.ts";

const count = new Intl.NumberFormat("en-US");
const formatCount = (limit: number) => count.format(limit);

/** Answers of the API about broker accounts and the files of their trades. */
export const BROKER_TEXT = {
  noSuchAccount: "There is no such broker account",
  noSuchImport: "There is no such file",
  accountsFull: `You can have ${BROKER.accountsMax} broker accounts. Delete one first.`,
  numberTaken: "Another account was added at the same moment. Please try again.",
  stagedFull: `${BROKER.stagedMax} files of yours wait for a decision. Import or cancel one first.`,
  importsFull: `An account takes ${formatCount(BROKER.importsMax)} files at most`,
  tradesFull: `You can keep ${formatCount(BROKER.tradesMax)} trades in all of your broker accounts together`,
  fillsFull: `An account keeps ${formatCount(BROKER.fillsMax)} fills at most. Add another account for the rest.`,
  sumsTooLarge: "The sums of this account would have more digits than can be kept exactly",
  otherKind: {
    trades:
      "This account has fills, so that a file of closed trades would count them twice. Add another account for it.",
    fills:
      "This account has closed trades, so that a file of fills would count them twice. Add another account for it.",
  },
  notStaged: "This file was decided already",
  notCommitted: "Only an imported file can be taken back",
  incomplete: (staged: string, rows: string) => `${staged} of the file's ${rows} rows have arrived`,
  beyondEnd: (rows: string) => `The file has ${rows} rows`,
  wrongKind: "These rows are not of the kind that the file was opened for",
  ticketTwice: "A ticket appears twice in this file",
  inTheFuture: "This time is in the future",
  changedMeanwhile: "This account changed at the same moment. Please try again.",
  sumTooLarge: "This sum has more digits than can be kept exactly",
  mappingTooLarge: "The columns of the file take too much room",
} as const;
