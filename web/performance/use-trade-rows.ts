import { useCallback, useEffect, useMemo, useState } from "react";
import { firstDayOfWeek } from "../../worker/contract/trade-calendar.ts";
import { useQuery } from "../state/use-query.ts";
import { type VirtualRows, wholeRows } from "../ui/list/virtual-table.tsx";
import type { TradeView } from "./performance-address.ts";
import { fetchDay, fetchTrades, fetchWeek } from "./trade-calls.ts";
import { apiFilter, isAmong, narrow, type TradeFilter } from "./trade-filter.ts";
import { TradeList } from "./trade-list.ts";
import { timesOf, tradeListSource } from "./trade-pages.ts";
import type { Analytics, Trade } from "./trade-types.ts";

/**
 * The trades of a view, last closed first, and a function that loads them again. A day or a week loads as a whole; all
 * trades load as they are scrolled to. The current rows stay while they are loaded again, and when that fails; rows that
 * were never loaded are none, and say that they have failed.
 * @param given.page      the page's filter; the same object while nothing in it changes
 * @param given.analytics the analytics of the page's trades; null until known
 * @param given.revision  changes when trades are added or removed
 */
export function useTradeRows(given: {
  view: TradeView;
  page: TradeFilter;
  analytics: Analytics | null;
  timeZone: string;
  revision: string;
}): { rows: VirtualRows<Trade>; reload: () => void } {
  const { view, page, analytics, timeZone, revision } = given;
  const [list, setList] = useState<{ key: string; rows: VirtualRows<Trade> }>({ key: "", rows: LOADING });
  const isAll = view.mode === "all";
  const key = JSON.stringify([view, page, timeZone]);
  const { value, error, refetch } = useQuery({
    key: isAll ? null : ["span", view, page, timeZone],
    revision,
    fetch: (signal) => fetchSpan(view, page, timeZone, signal),
    failure: "trades not loaded",
  });
  const hasFailed = value === null && error !== null;
  const span = useMemo(() => wholeRows(value, hasFailed), [value, hasFailed]);
  const [attempt, setAttempt] = useState(0);
  const loadAllAgain = useCallback(() => setAttempt((before) => before + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents view, page and zone
  useEffect(() => {
    if (view.mode !== "all") return;
    const rows = new TradeList(tradeListSource({ page, only: view.only, analytics, timeZone }));
    setList({ key, rows });
    rows.setVisible(0, 1);
    return () => rows.close();
  }, [key, analytics, attempt]);

  if (!isAll) return { rows: span, reload: refetch };
  return { rows: list.key === key ? list.rows : LOADING, reload: loadAllAgain };
}

const LOADING = wholeRows<Trade>(null);
const LABELLED_ROWS = 200;

function hasLabel({ setup, tag }: TradeFilter): boolean {
  return setup !== null || tag !== null;
}

/** The trades of a day or a week with a label, which only the API knows. */
async function fetchLabelled(
  view: Exclude<TradeView, { mode: "all" }>,
  page: TradeFilter,
  timeZone: string,
  signal: AbortSignal,
): Promise<Trade[]> {
  const first = view.mode === "week" ? firstDayOfWeek(view.year, view.week) : (view.day ?? 0);
  const filter = narrow(page, { by: "days", fromDay: first, toDay: view.mode === "week" ? first + 6 : first });
  const trades: Trade[] = [];
  for (let cursor: string | null = ""; filter !== null && cursor !== null; ) {
    const from: { cursor?: string } = cursor === "" ? {} : { cursor };
    const answer = await fetchTrades(apiFilter(filter, timeZone), { ...from, limit: LABELLED_ROWS }, signal);
    trades.push(...answer.trades);
    cursor = answer.nextCursor;
  }
  return trades;
}

/** The trades of a day or a week that match the page's filter. Trades of a day are also checked against their own date. */
async function fetchSpan(
  view: TradeView,
  page: TradeFilter,
  timeZone: string,
  signal: AbortSignal,
): Promise<readonly Trade[]> {
  if (view.mode === "all" || (view.mode === "day" && view.day === null)) return [];
  const trades = hasLabel(page)
    ? await fetchLabelled(view, page, timeZone, signal)
    : view.mode === "week"
      ? await fetchWeek(page.account, view, signal)
      : await fetchDay(page.account, view.day ?? 0, signal);
  return trades
    .filter((trade) => {
      const at = timesOf(trade, timeZone);
      return isAmong(page, trade, at) && (view.mode === "week" || at.day === view.day);
    })
    .sort((a, b) => b.closeTime.localeCompare(a.closeTime));
}
