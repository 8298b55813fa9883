import { WATCHLIST_SYMBOLS } from "../../worker/contract/symbols.ts";

/** The call for the prices that documents preload: those of the watchlist, and with them of the usual charts. */
export const FIRST_PRICES = `/api/market/poll?symbols=${WATCHLIST_SYMBOLS.join()}&since=0`;
