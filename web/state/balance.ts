import { computed, type ReadonlySignal } from "@preact/signals-react";
import { BALANCE_REFRESH } from "../../worker/contract/limits.ts";
import { answer, api, bearerHeaders } from "./api.ts";
import { loadQuery, type QueryOptions, queryState, setQueryValue, watchQuery } from "./query.ts";

const BALANCE: QueryOptions<number | null> = {
  key: "balance",
  fetch: async (signal) =>
    (await answer(api.user.balance.$get({}, { headers: bearerHeaders(), init: { signal } }))).balance,
  failure: "balance not refreshed",
  staleMs: BALANCE_REFRESH.afterCheckMs,
  isKept: true,
};

/** The trader's cash balance in dollars, available for withdrawal. Null without a session. */
export const balance: ReadonlySignal<number | null> = computed(() => queryState(BALANCE).value.value);

/** Sets a balance that a response contained, such as a paid deposit's. @param usd dollars; null removes it */
export function setBalance(usd: number | null): void {
  setQueryValue(BALANCE, usd);
}

/** Fetches the balance. A failure is only logged and keeps the last one. */
export function refreshBalance(): Promise<void> {
  return loadQuery(BALANCE);
}

/**
 * Keeps the balance fresh. The shortest requested interval counts.
 * @param everyMs the interval, in ms
 * @returns stops it
 */
export function refreshBalanceEvery(everyMs: number): () => void {
  return watchQuery({ ...BALANCE, everyMs });
}
