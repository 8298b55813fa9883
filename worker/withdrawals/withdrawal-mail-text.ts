/** Texts of the mails about withdrawals. Amounts are formatted. */
export const WITHDRAWAL_MAIL_TEXT = {
  requested: {
    subject: (number: string, amount: string) => `Your withdrawal ${number} of ${amount} was requested`,
    body: (number: string, amount: string, method: string) =>
      `A withdrawal of ${amount} by ${method} was requested from your account. Its number is ${number}. Its sum is set aside until an admin has reviewed it.`,
    ifNotYou: "If it was not you, cancel it there and choose a new password at once:",
    newPassword: "Choose a new password",
  },
  approved: {
    subject: (number: string, amount: string) => `Your withdrawal ${number} of ${amount} was approved`,
    body: (number: string, amount: string, method: string) =>
      `Your withdrawal ${number} of ${amount} by ${method} was approved and is about to be paid.`,
  },
  completed: {
    subject: (number: string, amount: string) => `Your withdrawal ${number} of ${amount} was paid`,
    body: (number: string, amount: string, method: string, paymentId: string) =>
      `Your withdrawal ${number} of ${amount} by ${method} was paid. The bank's ID of the payment is ${paymentId}.`,
    proof: "See the proof of payment",
    notArrived: "If it has not arrived within a day, reply to this e-mail.",
  },
  rejected: {
    subject: (number: string, amount: string) => `Your withdrawal ${number} of ${amount} was rejected`,
    body: (number: string, amount: string, method: string) =>
      `Your withdrawal ${number} of ${amount} by ${method} was rejected. The sum is in your available balance again.`,
    reason: (notes: string) => `The reason: ${notes}`,
    details: "See the details",
  },
  status: "See its status",
} as const;
