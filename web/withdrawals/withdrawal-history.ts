import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import { historyOf } from "../state/history.ts";
import { user } from "../state/session.ts";
import { fetchWithdrawals, historyError, type WithdrawalLimits } from "./withdrawal-calls.ts";

const told = signal<{ ownerId: string | undefined; limits: WithdrawalLimits } | null>(null);

/** What whoever is signed in may still ask for, as the last load of the history had it; null until one has. */
export const withdrawalLimits: ReadonlySignal<WithdrawalLimits | null> = computed(() =>
  told.value?.ownerId === user.value?._id ? (told.value?.limits ?? null) : null,
);

/** The withdrawals of whoever is signed in. */
export const { history: withdrawalHistory, load: loadWithdrawalHistory } = historyOf(() => {
  const ownerId = user.peek()?._id;
  return fetchWithdrawals((limits) => {
    told.value = { ownerId, limits };
  });
}, historyError);
