/** Texts of the shell and the error pages. */
export const shellText = {
  skip: "Skip to content",
  loading: "Loading",
  you: "Signed in as",
  navigation: "Main",
  openNavigation: "Open navigation",
  closeNavigation: "Close navigation",
  fold: "Fold the sidebar",
  unfold: "Unfold the sidebar",
  sections: "Sections",
  bottom: { home: "Home", trade: "Trade", account: "Account", performance: "Performance", more: "More" },
  items: {
    dashboard: "Dashboard",
    account: "Account",
    trading: "Trading",
    performance: "Performance",
    profile: "Profile",
    settings: "Settings",
  },
  /** Titles of the screens without a navigation item. */
  titles: {
    notifications: "Notifications",
    deposit: "Deposit",
    withdrawal: "Withdrawal",
    receipt: "Receipt",
    statement: "Statement",
  },
  search: "Search",
  keys: "Keyboard shortcuts",
  logOut: "Logout",
  logOutFailed: {
    title: "You are still logged in",
    words:
      "The log-out could not be completed, so this browser can still open your account. Check your connection and try again.",
    stay: "Stay logged in",
    retry: "Try again",
  },
  demo: "Demo balance",
  /** Beside the badge DEMO. */
  demoShort: "Balance",
  cash: "Cash balance",
  /** The short form for a line with other figures. */
  cashShort: "Cash",
  hideSums: "Hide sums",
  showSums: "Show sums",
  sumsNotSwitched: "Failed to save settings",
  deposit: "Deposit",
  unreachable: "Can't reach Tonle. Retrying...",
  frozen: {
    label: "Frozen account",
    words:
      "Your account is frozen. You can see everything, but no money can be moved. Payments that you have already made will still be added.",
    support: "Contact support",
  },
  errorTitle: "Unexpected Application Error!",
  notFound: "There is no page at this address (404).",
  crashed: "This screen stopped working. Nothing you have saved or paid is lost.",
  reload: "Reload this page",
  toDashboard: "Go to the dashboard",
  toStart: "Go to the start page",
} as const;
