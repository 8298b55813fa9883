/** The texts of the account section that do not depend on the account: its skeleton shows them too. */
export const accountLabels = {
  availableBalance: "Available Balance",
  overview: "Overview",
  deposit: "Deposit",
  withdraw: "Withdraw",
  history: "History",
  totalDeposits: "Total Deposits",
  totalWithdrawals: "Total Withdrawals",
} as const;
