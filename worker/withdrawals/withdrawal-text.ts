/** Answers of the API about withdrawals. Source: specification section 5, "Withdrawal", where it has the message. */
export const WITHDRAWAL_TEXT = {
  allFieldsRequired: "All fields are required",
  notAboveZero: "Amount must be greater than 0",
  decimals: "Enter an amount with at most two decimals",
  notEnough: (available: string) => `You don't have enough money. Available: ${available}`,
  overDay: (limit: string, left: string) => `${limit}; ${left} of it is left now`,
  detailsDiffer: "These are not the payment details of your profile. Refresh to see the current ones.",
  methodNotActive: (method: string) => `${method} is not active. Please set up payment methods in your profile first`,
  holderNeeded: (method: string) =>
    `Your profile does not say whose ${method} this is. Write the holder's name there, then request again.`,
  secondFactorNeeded:
    "Two-factor authentication must be on before you request a withdrawal. Turn it on under Settings > Security.",
  bankTransfer: "Bank Transfer",
  already: {
    pending: "This withdrawal is already pending",
    approved: "This withdrawal is already approved",
    completed: "This withdrawal is already completed",
    rejected: "This withdrawal is already rejected",
  },
  requested: "Withdrawal request submitted successfully! Admin will review your request.",
} as const;
