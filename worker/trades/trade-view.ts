import type { trades } from "../../db/schema/index.ts";
import type { ImportedTrade } from "../contract/broker/broker-shapes.ts";
import { decimalOfUnits, numberOfUnits } from "../contract/broker/units.ts";
import { isoOrNull } from "../contract/iso-time.ts";
import { dollarsFromCents } from "../contract/money.ts";
import { milliR } from "../performance/r-multiple.ts";
import type { ShownBrokerTrade } from "./broker-trade-store.ts";
import type { ShownPart, ShownTrade } from "./trade-store.ts";

/** A row of `trades`. */
export type TradeRow = typeof trades.$inferSelect;

/**
 * A closed trade as the API shows it, of a demo run or a broker account with what is known of it alone. Source: specification section 3, "Trade history
 * row".
 */
export type TradeView = ReturnType<typeof tradeView> & {
  demo?: ReturnType<typeof demoDetail>;
  /** Of a part of a demo position: the plan that its fill locked; null without one. Other trades have none, and no field. */
  plan?: ReturnType<typeof planDetail>;
  imported?: ImportedTrade;
};

/** Builds the view of a trade. @param row.lotMicros becomes lots, `profitCents` dollars */
export function tradeView(row: ShownTrade) {
  return {
    id: String(row.id),
    closeTime: new Date(row.closedAtMs).toISOString(),
    symbol: row.symbol,
    direction: row.direction,
    lotSize: row.lotMicros / 1_000_000,
    entryPrice: row.entryPrice,
    exitPrice: row.exitPrice,
    profitLoss: dollarsFromCents(row.profitCents),
  };
}

/** Builds the view of a closed part of a demo position. @param part `units` become an amount, steps and cents dollars */
export function partView(part: ShownPart): TradeView {
  return {
    id: String(part.id),
    closeTime: new Date(part.closedAtMs).toISOString(),
    symbol: part.symbol,
    direction: part.direction,
    lotSize: amountOf(part),
    entryPrice: part.entryPrice / part.stepsPerDollar,
    exitPrice: part.exitPrice / part.stepsPerDollar,
    profitLoss: dollarsFromCents(part.profitCents),
    demo: demoDetail(part),
    plan: planDetail(part),
  };
}

/**
 * Builds the view of a trade of a broker account. `imported` has all digits; the other fields are numbers near them, for charts.
 * @param row.trade its units become numbers of the account's currency
 */
export function brokerTradeView(
  { trade, file }: ShownBrokerTrade,
  { decimals, currency }: { decimals: number; currency: string },
): TradeView & { imported: ImportedTrade } {
  const { ticket, quantity, entryPrice, exitPrice, stopPrice } = trade;
  const money = (units: number) => decimalOfUnits(units, decimals);
  return {
    id: String(trade.id),
    closeTime: new Date(trade.closedAtMs).toISOString(),
    symbol: trade.symbol,
    direction: trade.direction,
    lotSize: Number(quantity),
    entryPrice: Number(entryPrice),
    exitPrice: Number(exitPrice),
    profitLoss: numberOfUnits(trade.resultUnits, decimals),
    imported: {
      ...{ ticket, quantity, entryPrice, exitPrice, stopPrice, currency, file },
      profit: money(trade.profitUnits),
      fees: money(trade.feesUnits),
      swap: money(trade.swapUnits),
      result: money(trade.resultUnits),
      openTime: isoOrNull(trade.openedAtMs),
    },
  };
}

function demoDetail(part: ShownPart) {
  const risked = milliR(part);
  return {
    run: part.run,
    position: part.position,
    /** The number of the fill that opened the position; that of the fill that closed the part is the trade's id. */
    openFill: part.openFill,
    openTime: new Date(part.openedAtMs).toISOString(),
    openRule: part.openRule,
    closeRule: part.closeRule,
    /** The stop of the order when it filled, and what the result is in multiples of the risk to it. */
    stopPrice: part.stopPrice && part.stopPrice / part.stepsPerDollar,
    rMultiple: risked && risked / 1000,
    /** The result is the profit less both costs. */
    profit: dollarsFromCents(part.grossCents),
    commission: dollarsFromCents(part.openCommissionCents + part.closeCommissionCents),
    overnight: dollarsFromCents(part.overnightCents),
    /** What was done to the exits before the part was closed; null without one, and where it is not known. */
    stopMovedAway: part.stopMovedAway,
    targetPulled: part.targetPulled,
  };
}

function planDetail(part: ShownPart) {
  if (part.planLockedAtMs === null) return null;
  const price = (steps: number | null) => (steps === null ? null : steps / part.stepsPerDollar);
  return {
    lockedAt: new Date(part.planLockedAtMs).toISOString(),
    setupId: part.planSetupId,
    setupName: part.planSetupName,
    reason: part.planReason ?? "",
    stop: price(part.stopPrice),
    target: price(part.targetPrice),
    /** Of the whole position, in whole symbols. */
    amount: part.planUnits === null ? null : amountOf({ units: part.planUnits }),
    /** What the whole position loses at the stop with its commissions, and the distance of the target in multiples of the stop's. */
    risk: part.planRiskCents === null ? null : dollarsFromCents(part.planRiskCents),
    targetR: part.planTargetMilliR === null ? null : part.planTargetMilliR / 1000,
  };
}

/** The decimals of a part's prices. */
export function decimalsOf({ stepsPerDollar }: Pick<ShownPart, "stepsPerDollar">): number {
  return Math.round(Math.log10(stepsPerDollar));
}

/** The amount of a part, in whole symbols. */
export function amountOf({ units }: Pick<ShownPart, "units">): number {
  return units / 100_000_000;
}
