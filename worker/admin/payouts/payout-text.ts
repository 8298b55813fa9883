/** Answers to admins about payout batches. Rows of files are numbered as in the file, from 1. */
export const PAYOUT_TEXT = {
  /** A refusal about one withdrawal of a batch. */
  about: (number: string, why: string) => `${number}: ${why}`,
  closed: {
    own_account: "it is your own",
    you_approved: "you approved it and nobody else did, so another admin must pay it",
    moved_alone: "with it you would move more alone than one admin may in 24 hours",
    too_new: "your approvals do not count yet",
    being_paid: "it is being paid already",
    in_batch: "it is in a batch already",
    claimed: "a colleague has claimed it",
    frozen: "its trader's account is frozen",
    owes: "its trader owes money",
    holder_differs: "nobody has compared the holder's name with the account's present name",
    by_code: "it is paid by a code, which no bank's file can say",
    paused: "withdrawals are paused",
  },
  changed: "it has changed. Refresh to see its current state.",
  movedTogether: (sum: string, max: string) =>
    `With this batch you would move ${sum} that nobody else approved, and one admin may move ${max} alone in 24 hours. Choose fewer of those that you approved, or let another admin pay them.`,
  noItems: "Choose the withdrawals that the batch pays",
  chosenTwice: "A withdrawal was chosen twice",
  otherSum: (count: number, sum: string, ownCount: number, ownSum: string) =>
    `You saw ${count} payouts of ${sum}, and they are ${ownCount} of ${ownSum}. Nothing was made. Look again and press once more.`,
  noAccountChosen: "Choose a bank account in dollars to pay from",
  notEnough: (sum: string, free: string) =>
    `The batch needs ${sum}, and ${free} is free on this account. Choose fewer payouts, or have an adjustment posted.`,
  noProfile: "Choose the file that your bank takes",
  otherBank: (number: string, bank: string, profile: string) => `${number}: “${profile}” cannot pay to “${bank}”`,
  noAccount: (number: string, profile: string) =>
    `${number}: the account's number is none that “${profile}” can say. Pay it by itself.`,
  noHolder: (number: string, profile: string) =>
    `${number}: the holder's name is too long for “${profile}”, or is not written in its letters. Pay it by itself.`,
  profileGone: "The form of this file has changed since the batch was made, so it cannot be made again",
  leftBatch: (number: string) =>
    `${number} has left this batch, and its file would pay it too. If the bank does not have the file, take the rest back and make another batch.`,
  noResult: "This bank gives no result file. Complete the batch from the statement.",
  noRows: "This file has no rows",
  otherBatch: (line: number, found: string, expected: string) =>
    `Line ${line} is of ${found}, and this is batch ${expected}`,
  unknownReference: (line: number, reference: string) => `Line ${line}: no payment of this batch is “${reference}”`,
  referenceTwice: (line: number, before: number) => `Lines ${before} and ${line} have one reference`,
  idTwice: (line: number, before: number) => `Lines ${before} and ${line} have one ID of the bank`,
  noStatus: (line: number, status: string) => `Line ${line}: “${status}” is not among the results of this profile`,
  otherTotal: (stated: string, computed: string) =>
    `The file says a total of ${stated}, but its rows come to ${computed}. Nothing was imported.`,
  idUsed: (line: number, number: string) => `Line ${line}: ${number} was paid under this ID already`,
  contradicts: (line: number, number: string) =>
    `Line ${line} says something else of ${number} than an earlier result, or than how it was completed. Nothing was imported: ask the bank which one is right.`,
  otherPayer: "Who pays this batch, or what is open of it, has changed. Look at it again, and take it over from there.",
  nothingYours: "You are paying nothing of this batch, so its payer completes it",
  rowTaken: "This row belongs to a payment already. Refresh to see it.",
  rowDiffers: (row: string, payout: string) =>
    `The row is ${row} and the payout ${payout}. Only equal sums can be matched.`,
  rowOfOther: "This row names another payment of the batch",
  notOpen: "This payment is not open any more. Refresh to see it.",
} as const;
