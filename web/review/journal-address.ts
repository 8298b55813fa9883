import { readIsoDate } from "../../worker/contract/trade-calendar.ts";
import { entryOf } from "../journal/journal-state.ts";
import { labelOf } from "../journal/labels.ts";
import type { Trade } from "../performance/trade-types.ts";
import type { AccountName } from "../trade-accounts/trade-account.ts";
import { journalText as text } from "./journal-text.ts";
import { planOf } from "./trade-words.tsx";
import { tradeEntry } from "./week.ts";
import type { Show } from "./week-head.tsx";

/** What the journal's address says beside account and week: which trades are listed, and what is open. */

export function showIn(query: URLSearchParams): Show {
  const show = query.get("show");
  return show === "todo" || show === "unplanned" ? show : "all";
}

/** The note that is open: `week`, or a date; null for none. */
export function noteIn(query: URLSearchParams): string | null {
  const note = query.get("note");
  return note !== null && (note === "week" || readIsoDate(note) !== null) ? note : null;
}

/** The filter of the figures' pages, and its words. */
export type JournalFilter = {
  symbol: string | null;
  direction: "Buy" | "Sell" | null;
  /** Ids of labels. */
  setup: string | null;
  tag: string | null;
};

export function filterIn(query: URLSearchParams): JournalFilter {
  const direction = query.get("direction");
  return {
    symbol: query.get("symbol") || null,
    direction: direction === "Buy" || direction === "Sell" ? direction : null,
    setup: query.get("setup") || null,
    tag: query.get("tag") || null,
  };
}

/** What the filter leaves, in words; null where it leaves all. Reads signals. */
export function filterWords({ symbol, direction, setup, tag }: JournalFilter): string | null {
  const words = [symbol, direction && text.sides[direction], setup && labelOf(setup)?.name, tag && labelOf(tag)?.name];
  return words.filter(Boolean).join(", ") || null;
}

/** Whether a filter leaves a trade. Its setup is that of the plan, else the one that was chosen afterwards. Reads signals. */
export function isShown({ symbol, direction, setup, tag }: JournalFilter, account: AccountName, trade: Trade): boolean {
  const entry = entryOf(tradeEntry(account, trade));
  return (
    (symbol === null || trade.symbol === symbol) &&
    (direction === null || trade.direction === direction) &&
    (setup === null || (planOf(trade)?.setupId ?? entry.setup) === setup) &&
    (tag === null || entry.labels.includes(tag))
  );
}

/** The address with another trade open. */
export function withTrade(query: URLSearchParams, key: string): URLSearchParams {
  const next = new URLSearchParams(query);
  next.set("trade", key);
  next.delete("note");
  return next;
}
