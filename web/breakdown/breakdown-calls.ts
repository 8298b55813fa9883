import type { Breakdown } from "../../worker/contract/trade-groups.ts";
import type { ApiFilter } from "../performance/trade-filter.ts";
import { answer, api } from "../state/api.ts";

/** Fetches the figures of groups of trades. Throws ApiError or NetworkError. */
export async function fetchBreakdown(filter: ApiFilter, signal: AbortSignal | null = null): Promise<Breakdown> {
  return (await answer(api.trade.breakdown.$get({ query: filter }, { init: { signal } }))).data;
}

/** The URL of the same figures as a file. */
export function breakdownFile(filter: ApiFilter): string {
  const query = new URLSearchParams(filter).toString();
  return `/api/trade/breakdown/export${query && `?${query}`}`;
}
