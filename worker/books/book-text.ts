/** Answers about acts on the books. Sums are formatted. */
export const BOOK_TEXT = {
  accountClosed: "This account is closed: no more money can be moved in it. What came for it must be paid back.",
  noAccount: (id: string) => `The house has no account ${id}`,
  notAboveZero: "Amount must be greater than 0",
  overCap: (most: string) => `At most ${most} can be moved here now`,
  decimals: "Enter an amount with at most two decimals",
  rate: "Riel takes the rate of the day, 1,000 to 10,000 riel for a dollar; dollars take none",
  referenceUsed: "Another entry has this reference of the bank",
  recordUsed: "An entry about this was proposed already. Post or cancel that one.",
  returned: "This payout was returned already",
  notCompleted: "Only a payout that was completed can come back",
  reversed: "This deposit was reversed already",
  notPaid: "Only a deposit that was paid can be reversed",
  owesNothing: "This trader owes nothing",
  notAvailable: (available: string) => `Only ${available} is available; the balance never falls below zero`,
  sameAccount: "Choose two different accounts",
  otherCurrency: "Both accounts must be of one currency",
  decided: "This was already posted or cancelled. Refresh to see how.",
  otherOperator: "You proposed this. Another operator has to post it.",
  planChanged:
    "What this would write has changed since you opened it, so nothing was done. See its entries now, then decide again.",
  bankAccountId: "An ID has 2 to 32 lower-case letters, digits and hyphens",
} as const;
