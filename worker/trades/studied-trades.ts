import { numberOfUnits } from "../contract/broker/units.ts";
import { STUDIED_MAX, type StudiedTrades } from "../contract/studied-trades.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { selectBrokerDetail } from "./broker-trade-store.ts";
import { assertBrokerAccount, assertRun, CENT_DECIMALS, type TradeAccount } from "./trade-account.ts";
import { selectRun, selectSetups, selectStudied, selectZone } from "./trade-store.ts";

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
  /** 0 without, 1 with one, 2 kept, 3 broken; null where there cannot be one. */
  plan: 0 | 1 | 2 | 3 | null,
];
type SetupRow = [id: number, setupId: string, name: string];

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
    selectSetups(query, callerId, account),
  ]);
  const [[zone], [run], [broker], [studied], [labelled]] = rows;
  if (!zone) throw new Error("a session without its user");
  if (account.kind === "run") assertRun(run);
  if (account.kind === "broker") assertBrokerAccount(broker);
  // `selectStudied` and `selectSetups` write these arrays.
  const ofTrades = JSON.parse(labelled?.rows ?? "[]") as SetupRow[];
  const trades = JSON.parse(studied?.rows ?? "[]") as Row[];
  const symbols = [...new Set(trades.map(([, , , symbol]) => symbol))];
  const places = new Map(symbols.map((symbol, place) => [symbol, place]));
  const setups = [...new Map(ofTrades.map(([, id, name]) => [id, name]))].map(([id, name]) => ({ id, name }));
  const setupPlaces = new Map(setups.map(({ id }, place) => [id, place]));
  const setupOf = new Map(ofTrades.map(([id, setup]) => [id, setupPlaces.get(setup) ?? null]));
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
    setups,
    setup: setups.length === 0 ? [] : trades.map(([id]) => setupOf.get(id) ?? null),
    isPlanned: account.kind === "run" ? trades.map(([, , , , , , , , plan]) => plan !== 0) : [],
    isBroken: account.kind === "run" ? trades.map(([, , , , , , , , plan]) => brokenOf(plan)) : [],
  };
}

function brokenOf(plan: Row[8]): boolean | null {
  return plan === 2 || plan === 3 ? plan === 3 : null;
}
