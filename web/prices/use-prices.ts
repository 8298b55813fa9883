import { useEffect } from "react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { poll } from "../state/network/poll.ts";
import { loadDayHistory } from "./day-history.ts";
import { marketSocket } from "./tab-socket.ts";

/** The first request for a symbol's candles makes the server load them, so the retry is short. */
const HISTORY_PAUSES = { everyMs: 5 * 60_000, againMs: 4_000, freshMs: 60_000, isDue: true };

/**
 * Keeps the last day's candles of these symbols up to date while the component is mounted.
 * @param symbols the same array on every render, or each render loads again
 */
export function useDayHistory(symbols: readonly FeedSymbol[]): void {
  useEffect(() => poll(() => loadDayHistory(symbols), HISTORY_PAUSES), [symbols]);
}

/**
 * Subscribes to prices of these symbols while the component is mounted.
 * @param symbols the same array on every render, or each render subscribes again
 */
export function usePrices(symbols: readonly FeedSymbol[]): void {
  useEffect(() => marketSocket().subscribe(symbols), [symbols]);
}
