/** Texts of the mails about payments. Amounts are formatted. */
export const PAYMENT_MAIL_TEXT = {
  credited: {
    subject: (amount: string) => `${amount} was added to your balance`,
    found: (amount: string, billNumber: string) =>
      `We found your payment for the deposit ${billNumber} and added ${amount} to your balance.`,
  },
  refunded: {
    subject: (paid: string) => `Your payment of ${paid} is being sent back`,
    differs: (paid: string, billNumber: string) =>
      `Your payment of ${paid} did not match the deposit ${billNumber}. It goes back to the account it came from.`,
    sent: (sum: string, reference: string) => `Sent back: ${sum}. The bank's reference: ${reference}.`,
    link: "Deposit again",
  },
  notCredited: {
    subject: (paid: string) => `About your payment of ${paid}`,
    reviewed: (paid: string, billNumber: string) =>
      `Your payment of ${paid} for the deposit ${billNumber} was reviewed, and was not added to your balance.`,
  },
  message: (note: string) => `Message from our team: ${note}`,
  deposits: "See your deposits",
} as const;
