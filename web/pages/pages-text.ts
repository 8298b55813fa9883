export const pagesText = {
  notifications: { title: "Notifications", text: "Notifications feature removed" },
  deposit: { title: "Deposit", text: "Deposit functionality is coming soon", link: "Deposit on the account page" },
  withdrawal: {
    title: "Withdrawal",
    text: "Withdrawal functionality is coming soon",
    link: "Withdraw on the account page",
  },
  performance: {
    title: "Performance",
    text: "No trades yet",
    more: "What your trades have won and lost will stand here.",
    link: "Go to trading",
  },
} as const;
