import type { StudiedTrades } from "../../worker/contract/studied-trades.ts";
import type { StudiedTrade } from "../insights/findings/studied-trade.ts";

/** Trades as the API answers them: in columns, the newest first. */
export function studiedColumns(trades: readonly StudiedTrade[], timeZone = "UTC"): StudiedTrades {
  const newest = trades.toSorted((a, b) => b.closedAtMs - a.closedAtMs || b.id - a.id);
  const symbols = [...new Set(newest.map(({ symbol }) => symbol))];
  const setups = [...new Set(newest.flatMap(({ setup }) => setup ?? []))];
  return {
    ...{ timeZone, currency: "USD", decimals: 2, symbols },
    symbol: newest.map(({ symbol }) => symbols.indexOf(symbol)),
    id: newest.map(({ id }) => id),
    openedAt: newest.map(({ openedAtMs }) => openedAtMs),
    closedAt: newest.map(({ closedAtMs }) => closedAtMs),
    isBuy: newest.map(({ direction }) => direction === "Buy"),
    size: newest.map(({ quantity }) => quantity),
    result: newest.map(({ result }) => result / 100),
    r: newest.map(({ r }) => r),
    setups: setups.map((name) => ({ id: `id of ${name}`, name })),
    setup: newest.map(({ setup }) => (setup === null ? null : setups.indexOf(setup))),
    isPlanned: newest.flatMap(({ isPlanned }) => isPlanned ?? []),
    isBroken: newest.map(({ isBroken }) => isBroken),
  };
}
