import { historyOf } from "../state/history.ts";
import { fetchWithdrawals, historyError } from "./withdrawal-calls.ts";

/** The withdrawals of whoever is signed in. */
export const { history: withdrawalHistory, load: loadWithdrawalHistory } = historyOf(fetchWithdrawals, historyError);
