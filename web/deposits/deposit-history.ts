import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import { user } from "../state/session.ts";
import { type Deposit, fetchDeposits, historyError } from "./deposit-calls.ts";

export type DepositHistory = {
  /** Newest first; null until they have arrived once. */
  deposits: readonly Deposit[] | null;
  isLoading: boolean;
  /** Why the last load failed; what was loaded before it stays. */
  error: { title: string; text: string } | null;
};

const NOTHING: DepositHistory = { deposits: null, isLoading: false, error: null };

/** With the person whose deposits they are: nobody sees another's, whoever signs in next. */
const loaded = signal<{ ownerId: string | undefined; history: DepositHistory }>({
  ownerId: undefined,
  history: NOTHING,
});

/** The deposits of whoever is signed in. */
export const depositHistory: ReadonlySignal<DepositHistory> = computed(() =>
  loaded.value.ownerId === user.value?._id ? loaded.value.history : NOTHING,
);

/** Rises with every load: of two that cross, the later one's answer stays. */
let loads = 0;

/** Loads them anew. A failure is left in `error`. */
export async function loadDepositHistory(): Promise<void> {
  const ownerId = user.peek()?._id;
  if (ownerId === undefined) return;
  loads += 1;
  const mine = loads;
  const before = depositHistory.peek();
  loaded.value = { ownerId, history: { ...before, isLoading: true } };
  const history = await fetchDeposits().then(
    (deposits): DepositHistory => ({ deposits, isLoading: false, error: null }),
    (error): DepositHistory => ({ ...before, isLoading: false, error: historyError(error) }),
  );
  if (loads === mine) loaded.value = { ownerId, history };
}
