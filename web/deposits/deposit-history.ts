import { historyOf } from "../state/history.ts";
import { fetchDeposits, historyError } from "./deposit-calls.ts";

/** The deposits of the signed-in user. */
export const { history: depositHistory, load: loadDepositHistory } = historyOf(fetchDeposits, historyError);
