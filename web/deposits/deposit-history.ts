import { historyOf } from "../state/history.ts";
import { fetchDeposits, historyError } from "./deposit-calls.ts";

/** The deposits of whoever is signed in. */
export const { history: depositHistory, load: loadDepositHistory } = historyOf(fetchDeposits, historyError);
