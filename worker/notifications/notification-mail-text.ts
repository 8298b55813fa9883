/** Texts of the mails that are written from notifications. */
export const NOTIFICATION_MAIL_TEXT = {
  several: (count: string) => `${count} notifications`,
  item: (title: string, line: string) => `${title}: ${line}`,
  more: (count: string) => `And ${count} more`,
  list: "See your notifications",
  settings: "Choose what is e-mailed to you",
  depositPaid: {
    title: (amount: string) => `Deposit of ${amount} paid`,
    line: (billNumber: string) => `It is in your balance, reference ${billNumber}`,
  },
  demoClosed: {
    title: "Demo position closed",
    line: (symbol: string, rule: string, amount: string) => `${symbol}, ${rule}, ${amount}`,
    rules: {
      stop_loss: "stop loss",
      trailing_stop: "trailing stop",
      take_profit: "take profit",
      stop_out: "stop-out",
    },
  },
} as const;
