import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../worker/contract/symbols.ts";
import type { Watchlist } from "../../worker/contract/terminal/terminal-schema.ts";

/** The symbols that the watchlist shows, in their order. */
export function shownSymbols({ order, hidden }: Watchlist): FeedSymbol[] {
  return order.filter((symbol) => !hidden.includes(symbol));
}

/** The symbols that can be added. */
export function symbolsToAdd({ order }: Watchlist): FeedSymbol[] {
  return FEED_SYMBOL_LIST.filter((symbol) => !order.includes(symbol));
}

/**
 * Moves a symbol to another place. Those between keep their order, and so do symbols that are not among the rows.
 * @param rows the symbols as they are listed: all, or only those shown
 */
export function moveSymbol(list: Watchlist, rows: readonly FeedSymbol[], from: number, to: number): Watchlist {
  const symbol = rows[from];
  const last = rows.length - 1;
  if (symbol === undefined || to < 0 || to > last || from === to) return list;
  const order = list.order.filter((one) => one !== symbol);
  const neighbour = rows.filter((one) => one !== symbol)[Math.min(to, last - 1)];
  const place = neighbour === undefined ? 0 : order.indexOf(neighbour) + (to === last ? 1 : 0);
  return { ...list, order: order.toSpliced(place, 0, symbol) };
}

/** Hides a symbol that is shown, and shows one that is hidden. The last one that is shown stays. */
export function switchSymbol(list: Watchlist, symbol: FeedSymbol): Watchlist {
  const { hidden } = list;
  if (hidden.includes(symbol)) return { ...list, hidden: hidden.filter((one) => one !== symbol) };
  return isLastShown(list, symbol) ? list : { ...list, hidden: [...hidden, symbol] };
}

/** Whether no other symbol is shown. */
export function isLastShown(list: Watchlist, symbol: FeedSymbol): boolean {
  return shownSymbols(list).every((one) => one === symbol);
}

/** Adds a symbol at the end. */
export function addSymbol(list: Watchlist, symbol: FeedSymbol): Watchlist {
  return { ...list, order: [...list.order, symbol] };
}
