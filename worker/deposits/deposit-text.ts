/** Answers of the API about deposits. Source: specification section 5, "Deposit", where it has the message. */
export const DEPOSIT_TEXT = {
  amountMissing: "Please enter an amount",
  decimals: "Enter an amount with at most two decimals",
  already: {
    pending: "This deposit is already pending",
    paid: "This deposit is already paid",
    failed: "This deposit is already failed",
    expired: "This deposit is already expired",
    cancelled: "This deposit is already cancelled",
  },
  created: "Scan the code with your banking app",
} as const;
