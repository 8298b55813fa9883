import { numberOfUnits } from "../contract/broker/units.ts";
import { STUDIED_MAX, type StudiedTrades } from "../contract/studied-trades.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { selectBrokerDetail } from "./broker-trade-store.ts";
import { assertBrokerAccount, assertRun, CENT_DECIMALS, type TradeAccount } from "./trade-account.ts";
import { selectRun, selectStudied, selectZone } from "./trade-store.ts";

/** A row as `selectStudied` writes it. */
type Row = [
  id: number,
  openedAt: number | null,
  closedAt: number,
  symbol: string,
  direction: "Buy" | "Sell",
  size: number,
  resultUnits: number,
  milliR: number | null,
];

/** A run or broker account that does not apply to the account, and so is not looked for. */
const NONE = 0;

/**
 * The newest trades of an account, as the browser's own computations take them.
 * @throws AppError `not_signed_in` | `not_found` for a run or broker account that the caller does not have
 */
export async function studiedTrades(scope: Scope, account: TradeAccount): Promise<StudiedTrades> {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectZone(query, callerId),
    selectRun(query, callerId, account.kind === "run" ? account.run : NONE),
    selectBrokerDetail(query, callerId, account.kind === "broker" ? account.number : NONE),
    selectStudied(query, callerId, account, STUDIED_MAX),
  ]);
  const [[zone], [run], [broker], [studied]] = rows;
  if (!zone) throw new Error("a session without its user");
  if (account.kind === "run") assertRun(run);
  if (account.kind === "broker") assertBrokerAccount(broker);
  // `selectStudied` writes these arrays.
  const trades = JSON.parse(studied?.rows ?? "[]") as Row[];
  const symbols = [...new Set(trades.map(([, , , symbol]) => symbol))];
  const places = new Map(symbols.map((symbol, place) => [symbol, place]));
  const decimals = broker?.decimals ?? CENT_DECIMALS;
  return {
    timeZone: zone.timeZone,
    currency: broker?.currency ?? "USD",
    decimals,
    symbols,
    symbol: trades.map(([, , , symbol]) => places.get(symbol) ?? 0),
    id: trades.map(([id]) => id),
    openedAt: trades.map(([, openedAt]) => openedAt),
    closedAt: trades.map(([, , closedAt]) => closedAt),
    isBuy: trades.map(([, , , , direction]) => direction === "Buy"),
    size: trades.map(([, , , , , size]) => size),
    result: trades.map(([, , , , , , units]) => numberOfUnits(units, decimals)),
    r: trades.map(([, , , , , , , milliR]) => milliR && milliR / 1_000),
  };
}
