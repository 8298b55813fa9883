import { accountLabels } from "./account-labels.ts";

export const ACCOUNT_TEXT = {
  ...accountLabels,
  tabs: "Account sections",
  tabLoading: "Loading",

  payments: (count: number, lastDay: string) => `${count} paid, last on ${lastDay}`,
  noPayments: "No payments yet",
  noWithdrawals: "No withdrawals yet",
  completed: (count: number, lastDay: string) => `${count} completed, last on ${lastDay}`,
  nothingHeld: "Nothing on hold",
  onHold: "on hold",
  onHoldFor: (count: number) => {
    if (count === 0) return "on hold";
    return `on hold for ${count} withdrawal${count === 1 ? "" : "s"}`;
  },
  cashLess: "cash minus",

  addsUp: "How it adds up",
  deposits: "deposits",
  withdrawals: "withdrawals",
  tradingResult: "trading result",
  available: "available",

  byMonth: "In and out by month",
  byMonthEmpty: "Your first deposit starts this chart",
  byMonthEmptyDetail: "Your deposits and withdrawals, month by month, come here.",
  byMonthMissing: "The chart appears once your history has loaded",
  byMonthKeys: "Months; arrow keys move between them",
  inOf: (month: string) => `In, ${month}`,
  outOf: (month: string) => `Out, ${month}`,
  net: "Net",
  monthLabel: (month: string, moneyIn: string, moneyOut: string) => `${month}: in ${moneyIn}, out ${moneyOut}`,
  activity: "Latest activity",
  allHistory: "All history",
  activityLoading: "Loading your latest activity",
  activityEmpty: "No activity yet",
  activityEmptyDetail: "Your deposits and withdrawals will appear here, newest first.",

  statement: "Money statement",

  payIn: "Pay in by KHQR",
  payInDetail: "Scan one code with any Cambodian banking app. The money is in your balance seconds later.",
  limits: (least: string, most: string) => `From ${least} to ${most}. Each code is valid for ten minutes.`,
  recent: "Recent deposits",
  recentEmpty: "No deposits yet",
  recentEmptyDetail: "Your first deposit will appear here as soon as its code is created.",
} as const;
