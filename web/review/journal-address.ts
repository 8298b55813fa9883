import { readIsoDate } from "../../worker/contract/trade-calendar.ts";
import { NO_KEY, NO_MISTAKE } from "../../worker/contract/trade-groups.ts";
import { entryOf } from "../journal/journal-state.ts";
import { labelOf } from "../journal/labels.ts";
import { labelFilterText as names } from "../performance/label-filter-text.ts";
import { readFilter } from "../performance/performance-address.ts";
import type { PageFilter } from "../performance/trade-filter.ts";
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

/** The filter of the figures' pages that a week has. */
export type JournalFilter = Pick<PageFilter, "symbol" | "direction" | "setup" | "tag">;

export function filterIn(query: URLSearchParams): JournalFilter {
  const { symbol, direction, setup, tag } = readFilter(query);
  return { symbol, direction, setup, tag };
}

const NONE_OF: Readonly<Record<"setup" | "tag", Readonly<Record<string, string>>>> = {
  setup: { [NO_KEY]: names.noSetup },
  tag: { [NO_KEY]: names.noTag, [NO_MISTAKE]: names.noMistake },
};

/** What the filter leaves, in words; null where it leaves all. Reads signals. @param areLabelsKnown whether the account's labels are there */
export function filterWords({ symbol, direction, setup, tag }: JournalFilter, areLabelsKnown: boolean): string | null {
  const nameOf = (id: string, none: Readonly<Record<string, string>>) =>
    none[id] ?? labelOf(id)?.name ?? (areLabelsKnown ? names.unknown : "…");
  const words = [
    symbol,
    direction && text.sides[direction],
    setup && nameOf(setup, NONE_OF.setup),
    tag && nameOf(tag, NONE_OF.tag),
  ];
  return words.filter(Boolean).join(", ") || null;
}

/** Whether a filter leaves a trade. Its setup is that of the plan, else the one that was chosen afterwards. Reads signals. */
export function isShown({ symbol, direction, setup, tag }: JournalFilter, account: AccountName, trade: Trade): boolean {
  const entry = entryOf(tradeEntry(account, trade));
  return (
    (symbol === null || trade.symbol === symbol) &&
    (direction === null || trade.direction === direction) &&
    (setup === null || (planOf(trade)?.setupId ?? entry.setup ?? NO_KEY) === setup) &&
    (tag === null || hasTag(entry.labels, tag))
  );
}

function hasTag(labels: readonly string[], tag: string): boolean {
  if (tag !== NO_KEY && tag !== NO_MISTAKE) return labels.includes(tag);
  const type = tag === NO_KEY ? "tag" : "mistake";
  return !labels.some((id) => labelOf(id)?.type === type);
}

/** The address with another trade open. */
export function withTrade(query: URLSearchParams, key: string): URLSearchParams {
  const next = new URLSearchParams(query);
  next.set("trade", key);
  next.delete("note");
  return next;
}
