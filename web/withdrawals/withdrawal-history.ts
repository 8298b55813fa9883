import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import { historyOf } from "../state/history.ts";
import { user } from "../state/session.ts";
import { fetchWithdrawals, historyError, type WithdrawalLimits } from "./withdrawal-calls.ts";

const loaded = signal<{ ownerId: string | undefined; limits: WithdrawalLimits } | null>(null);

/** The signed-in user's limits as of the last load of the history; null before it. */
export const withdrawalLimits: ReadonlySignal<WithdrawalLimits | null> = computed(() =>
  loaded.value?.ownerId === user.value?._id ? (loaded.value?.limits ?? null) : null,
);

/** The withdrawals of the signed-in user. */
export const { history: withdrawalHistory, load: loadWithdrawalHistory } = historyOf(() => {
  const ownerId = user.peek()?._id;
  return fetchWithdrawals((limits) => {
    loaded.value = { ownerId, limits };
  });
}, historyError);
