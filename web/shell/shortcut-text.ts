import type { ShortcutName } from "../state/shortcuts.ts";

/** The action of each shortcut, in the list of all keys. */
export const SHORTCUT_WORDS: Record<ShortcutName, string> = {
  palette: "Search symbols, pages, actions",
  help: "Show all keys",
  toDashboard: "Go to the dashboard",
  toTrading: "Go to trading",
  toAccount: "Go to the account",
  toPerformance: "Go to performance",
  toNotifications: "Go to the notifications",
  nextNotification: "The next notification in their list",
  previousNotification: "The notification before it",
  readNotification: "Mark a notification as read",
  close: "Close, or leave a field of the ticket",
  buy: "Buy in the ticket; nothing is sent",
  sell: "Sell in the ticket; nothing is sent",
  plan: "Write a plan in the ticket, or close it",
  timeframe: "Size of the candles, from 1m",
  watchlistRow: "The next symbol in the watchlist",
  receipt: "Why this price? Of the newest fill",
  alert: "Set an alert at the cross, else beside the price",
  trendLine: "Draw a trend line",
  horizontalLine: "Draw a horizontal line",
  fibonacci: "Draw a Fibonacci retracement",
  undoDrawing: "Undo and redo",
  removeDrawing: "Remove the selected drawing",
  logScale: "Logarithmic price scale",
  percentScale: "Percent scale",
  backToLive: "Back to the newest candles",
  fullScreen: "Fill the window with the chart, and back",
};

/** The text of the list of all keys. */
export const shortcutText = {
  title: "Keyboard shortcuts",
  where: { everywhere: "Everywhere", trading: "Trading" },
  or: "or",
  to: "to",
  areOff: "The shortcuts are off. Only Esc, and the arrow keys and Delete on what has the focus, still work.",
  switchLabel: "Keyboard shortcuts",
  switchDetail: "Kept in this browser, for your account. Letters never work while you type.",
  notSaved: "Failed to save settings",
} as const;
