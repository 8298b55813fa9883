export const pagesText = {
  notifications: { text: "Notifications feature removed" },
  deposit: { text: "Deposit functionality is coming soon", link: "Deposit on the account page" },
  withdrawal: {
    text: "Withdrawal functionality is coming soon",
    link: "Withdraw on the account page",
  },
} as const;
