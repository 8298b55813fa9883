export const pagesText = {
  notifications: { title: "Notifications", text: "Notifications feature removed" },
  deposit: { title: "Deposit", text: "Deposit functionality is coming soon", link: "Deposit on the account page" },
  withdrawal: {
    title: "Withdrawal",
    text: "Withdrawal functionality is coming soon",
    link: "Withdraw on the account page",
  },
} as const;
