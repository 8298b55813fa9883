import { dayOfIsoDate, readIsoDate, weekOf } from "../../worker/contract/trade-calendar.ts";
import type { NO_KEY, NO_MISTAKE } from "../../worker/contract/trade-groups.ts";
import { entryOf } from "../journal/journal-state.ts";
import { labelOf } from "../journal/labels.ts";
import type { PageFilter } from "../performance/trade-filter.ts";
import type { Trade } from "../performance/trade-types.ts";
import type { AccountName } from "../trade-accounts/trade-account.ts";
import { journalText as text } from "./journal-text.ts";
import { planOf } from "./locked-plan.ts";
import { isSameWeek, tradeEntry, type Week, weekQuery } from "./week.ts";
import type { Show } from "./week-head.tsx";

/** What the journal's address says beside account and week: which trades are listed, and what is open. */

export function showIn(query: URLSearchParams): Show {
  const show = query.get("show");
  return show === "todo" || show === "unplanned" || show === "broken" ? show : "all";
}

/** The note that is open: `week`, or a date of that week; null for none. What is noted of days of other weeks is not read. */
export function noteIn(query: URLSearchParams, week: Week): string | null {
  const note = query.get("note");
  if (note === null || note === "week") return note;
  return readIsoDate(note) !== null && isSameWeek(weekOf(dayOfIsoDate(note)), week) ? note : null;
}

/** The filter of the figures' pages that a week has. */
export type JournalFilter = Pick<PageFilter, "symbol" | "direction" | "setup" | "tag">;

export function filterIn(query: URLSearchParams): JournalFilter {
  const direction = query.get("direction");
  return {
    symbol: query.get("symbol") || null,
    direction: direction === "Buy" || direction === "Sell" ? direction : null,
    setup: labelIn(query.get("setup")),
    tag: labelIn(query.get("tag")),
  };
}

/** Without a setup, a tag or a mistake, as in the addresses of the figures' pages. Only the types are imported: the module would be loaded for two words. */
const WITHOUT: typeof NO_KEY = "none";
const FLAWLESS: typeof NO_MISTAKE = "no-mistake";

/** Ids of labels are UUIDs. */
function labelIn(value: string | null): string | null {
  return value !== null && /^(?:none|no-mistake|[\da-f-]{36})$/.test(value) ? value : null;
}

const NONE_OF: Readonly<Record<"setup" | "tag", Readonly<Record<string, string>>>> = {
  setup: { [WITHOUT]: text.noSetup },
  tag: { [WITHOUT]: text.noTag, [FLAWLESS]: text.noMistake },
};

/** What the filter leaves, in words; null where it leaves all. Reads signals. @param areLabelsKnown whether the account's labels are there */
export function filterWords({ symbol, direction, setup, tag }: JournalFilter, areLabelsKnown: boolean): string | null {
  const nameOf = (id: string, none: Readonly<Record<string, string>>) =>
    none[id] ?? labelOf(id)?.name ?? (areLabelsKnown ? text.unknownLabel : "…");
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
    (setup === null || (planOf(trade)?.setupId ?? entry.setup ?? WITHOUT) === setup) &&
    (tag === null || hasTag(entry.labels, tag))
  );
}

function hasTag(labels: readonly string[], tag: string): boolean {
  if (tag !== WITHOUT && tag !== FLAWLESS) return labels.includes(tag);
  const type = tag === WITHOUT ? "tag" : "mistake";
  return !labels.some((id) => labelOf(id)?.type === type);
}

/** The address with another trade open. It names the week too, so that it shows the same when the next one has begun. */
export function withTrade(query: URLSearchParams, week: Week, key: string): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(weekQuery(week))) next.set(name, value);
  next.set("trade", key);
  next.delete("note");
  return next;
}
