/** The words of money statements, on the screen, on paper and in files, and what the API answers about them. */
export const STATEMENT_TEXT = {
  noSuchDate: "There is no such date",
  endsBefore: "The period ends before it begins. Choose a later end.",
  tooLong: (most: string) => `A statement holds ${most} movements. Choose a shorter period.`,
  opening: "Opening balance",
  closing: "Closing balance",
  time: "Time",
  movement: "Movement",
  reference: "Reference",
  available: "Available",
  held: "On hold",
  availableChange: "Available change",
  heldChange: "On hold change",
  kinds: {
    deposit: "Deposit",
    withdrawal_requested: "Withdrawal requested",
    withdrawal_paid: "Withdrawal paid",
    withdrawal_returned: "Withdrawal returned",
    trading_result: "Trading result",
    trading_result_reversed: "Trading result taken back",
  },
} as const;
