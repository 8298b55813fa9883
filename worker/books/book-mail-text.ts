/** Texts of the mails about acts on the books. Amounts are formatted. */
export const BOOK_MAIL_TEXT = {
  returned: {
    subject: (number: string, amount: string) => `Your withdrawal ${number} of ${amount} came back`,
    body: (number: string, amount: string) =>
      `Your bank sent the payment of your withdrawal ${number} back to us. ${amount} is in your balance again.`,
    check: "Check the account under your payment methods before you request it again.",
  },
  reversed: {
    subject: (billNumber: string) => `Your deposit ${billNumber} was reversed`,
    body: (amount: string, billNumber: string) =>
      `The bank took your payment of ${amount} for the deposit ${billNumber} back from us, so it was taken out of your balance.`,
    owes: (amount: string) =>
      `Your balance did not cover all of it: ${amount} is still owed. Until it is paid, your open withdrawals wait.`,
    ask: "If you do not know why, ask your bank, and reply to this e-mail.",
  },
  history: "See your history",
} as const;
