import { takeRecords } from "../journal/journal-state.ts";
import { fetchWeek } from "../performance/trade-calls.ts";
import type { Trade } from "../performance/trade-types.ts";
import { answer, api } from "../state/api.ts";
import { type Query, useQuery } from "../state/use-query.ts";
import type { AccountName } from "../trade-accounts/trade-account.ts";
import { spanOf, type Week } from "./week.ts";

/** The trades of a week, and whether what is noted of them is known. */
export type WeekData = { trades: Query<Trade[]>; entries: Query<true> };

/** Reads a week of an account's journal. @param revision changes when trades are added or removed */
export function useWeek(account: AccountName, week: Week, timeZone: string, revision: string): WeekData {
  const { fromMs, toMs } = spanOf(week, timeZone);
  return {
    trades: useQuery({
      key: ["week-trades", account, week.year, week.week, timeZone],
      revision,
      fetch: (signal) => fetchWeek(account, week, signal),
      failure: "trades of the week not loaded",
    }),
    entries: useQuery<true>({
      key: ["journal", "entries", account, week.year, week.week, timeZone],
      fetch: async (signal) => {
        const query = { account, from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
        const { entries } = await answer(api.journal.entries.$get({ query }, { init: { signal } }));
        takeRecords(entries);
        return true;
      },
      failure: "journal not loaded",
    }),
  };
}
