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

/** The symbol that a question of the catalogue is about, by how often it is traded; empty for the others. */
export function symbolOf(question: string, { symbols, symbol }: StudiedTrades): string {
  const place = ["first_symbol", "second_symbol", "third_symbol"].indexOf(question);
  if (place < 0) return "";
  const counts = symbols.map(() => 0);
  for (const at of symbol) counts[at] = (counts[at] ?? 0) + 1;
  const inOrder = symbols
    .map((name, at) => ({ name, count: counts[at] ?? 0 }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  return inOrder[place]?.name ?? "";
}
