import type { SettingsTab } from "../../worker/contract/addresses.ts";
import { settingsText } from "../settings/settings-text.ts";

/** The text of the command palette. */
export const paletteText = {
  title: "Search",
  placeholder: "Symbol, page or action",
  results: (count: number) => (count === 1 ? "1 result" : `${count} results`),
  nothing: (typed: string) => `Nothing matches “${typed}”`,
  groups: { symbols: "Symbols", order: "Order", run: "In this run", actions: "Actions", pages: "Pages" },
  sides: { buy: "Buy", sell: "Sell" },
  types: { market: "market", limit: "limit", stop: "stop", stop_limit: "stop limit" },
  opensTicket: "opens the ticket",
  position: (entry: string) => `position, entry ${entry}`,
  order: (price: string) => `order, at ${price}`,
  setAlert: "Set an alert",
  deposit: "Deposit",
  withdraw: "Withdraw",
  hideSums: "Hide sums",
  showSums: "Show sums",
  keys: "Keyboard shortcuts",
  logOut: "Logout",
  settingsTab: (tab: SettingsTab) => `${settingsText.title}, ${settingsText.tabs[tab]}`,
  move: "Move",
  open: "Open",
  actionsOnly: "Actions only",
  allKeys: "All keys",
} as const;
