import type { StudiedTrades } from "../../worker/contract/studied-trades.ts";
import { answer, api } from "../state/api.ts";
import type { AccountName } from "../trade-accounts/trade-account.ts";
import type { Findings } from "./findings/find-differences.ts";
import { studyInThread } from "./study-in-thread.ts";

/** An account's trades, and what was found in them. */
export type Study = { trades: StudiedTrades; findings: Findings };

/** Fetches the trades of an account and looks for findings in them. Throws ApiError or NetworkError. */
export async function fetchStudy(account: AccountName, signal: AbortSignal | null = null): Promise<Study> {
  const query = account === "cash" ? {} : { account };
  const { data } = await answer(api.trade.studied.$get({ query }, { init: { signal } }));
  return { trades: data, findings: await studyInThread(data, signal) };
}

/** The symbol or setup that a question of the catalogue is about, by how often it is traded; null for the others. */
export function subjectOf(question: string, { symbols, symbol, setups, setup }: StudiedTrades): Subject | null {
  const [place = "", of] = question.split("_");
  const at = ["first", "second", "third"].indexOf(place);
  if (at < 0) return null;
  if (of === "symbol")
    return (
      byUse(
        symbols.map((name) => ({ id: name, name })),
        symbol,
      )[at] ?? null
    );
  return of === "setup" ? (byUse(setups, setup)[at] ?? null) : null;
}
export type Subject = { id: string; name: string };

function byUse(subjects: readonly Subject[], places: readonly (number | null)[]): Subject[] {
  const counts = subjects.map(() => 0);
  for (const at of places) if (at !== null) counts[at] = (counts[at] ?? 0) + 1;
  return subjects
    .map((subject, at) => ({ subject, count: counts[at] ?? 0 }))
    .toSorted((a, b) => b.count - a.count || (a.subject.name < b.subject.name ? -1 : 1))
    .map(({ subject }) => subject);
}
