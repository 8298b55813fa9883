import type { Database } from "../../db/client.ts";
import type { DemoEvent, DemoFill, DemoRule, DemoRunSettings } from "../../worker/contract/demo/demo-types.ts";
import { FEED_SYMBOLS, TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { foldDemoResults, NO_RESULTS_MEMORY } from "../../worker/demo/demo-results.ts";
import { recordDemoResults } from "../../worker/demo/record-demo-results.ts";

/** Logs of demo accounts for tests of what they result in. Their prices are not those of any quote. */

/** A closed demo trade for tests. Default: a buy of 0.1 BTCUSD without profit, opened a minute before. Prices in steps. */
export type TestDemoTrade = {
  closedAtMs: number;
  openedAtMs?: number;
  symbol?: TradedSymbol;
  direction?: "Buy" | "Sell";
  units?: number;
  entryPrice?: number;
  exitPrice?: number;
  stop?: number | null;
  target?: number | null;
  /** Before costs. */
  profitCents?: number;
  openCommissionCents?: number;
  closeCommissionCents?: number;
  overnightCents?: number;
  closeRule?: DemoRule;
};

/** A log that is written event by event, as the engine would. */
export class TestDemoLog {
  readonly events: DemoEvent[] = [];
  #run = 0;
  #orders = 0;
  #fills = 0;
  #sums = { startCents: 0, profitCents: 0, commissionCents: 0, overnightCents: 0, opened: 0, closed: 0 };

  /** Begins a run. @returns its number */
  start(at: number, settings: Partial<DemoRunSettings> = {}): number {
    this.#run += 1;
    const { startCents = 1_000_000, costs = "none", leverage = null } = settings;
    this.#sums = { startCents, profitCents: 0, commissionCents: 0, overnightCents: 0, opened: 0, closed: 0 };
    const costsVersion = costs === "none" ? null : 1;
    this.events.push({ type: "run_started", at, run: this.#run, startCents, costs, costsVersion, leverage });
    return this.#run;
  }

  /** Archives the run. */
  archive(at: number): void {
    const figures = { balanceCents: this.balanceCents, protectionCents: 0, voided: 0 };
    this.events.push({ type: "run_archived", at, run: this.#run, ...this.#sums, ...figures });
  }

  get balanceCents(): number {
    const { startCents, profitCents, commissionCents, overnightCents } = this.#sums;
    return startCents + profitCents - commissionCents - overnightCents;
  }

  /** Opens a position. @returns its number */
  open({
    closedAtMs,
    openedAtMs: at = closedAtMs - 60_000,
    symbol = "BTCUSD",
    direction = "Buy",
    units = 10_000_000,
    entryPrice: price = 6_000_000,
    stop = null,
    target = null,
    openCommissionCents: commissionCents = 0,
  }: TestDemoTrade): number {
    this.#orders += 1;
    const id = this.#orders;
    const side = direction === "Buy" ? "buy" : "sell";
    const terms = { symbol, side, type: "market", units, price: null, limitPrice: null, expiresAt: null } as const;
    const exits = { stop, target, trail: null };
    const order = { id, ...terms, ...exits, isTriggered: false, placedAt: at, armedSeq: 1, version: 1 };
    this.#sums.commissionCents += commissionCents;
    this.#sums.opened += 1;
    const fill = this.#fill({ kind: "open", positionId: id, symbol, side, units, price, rule: "market", at });
    this.events.push({ type: "order_placed", at, order });
    this.events.push({ type: "filled", at, fill: { ...fill, commissionCents, balanceCents: this.balanceCents } });
    return id;
  }

  /** Charges a position overnight. */
  charge(positionId: number, at: number, cents: number): void {
    this.#sums.overnightCents += cents;
    this.events.push({ type: "overnight_charged", at, positionId, cents });
  }

  /** Closes units of a position. @param attributedCostCents their share of the opening commission and overnight costs */
  close(
    positionId: number,
    {
      closedAtMs: at,
      symbol = "BTCUSD",
      direction = "Buy",
      units = 10_000_000,
      exitPrice: price = 6_000_000,
      profitCents = 0,
      closeCommissionCents: commissionCents = 0,
      closeRule: rule = "close",
    }: TestDemoTrade,
    attributedCostCents = 0,
  ): void {
    this.#sums.profitCents += profitCents;
    this.#sums.commissionCents += commissionCents;
    this.#sums.closed += 1;
    const side = direction === "Buy" ? "sell" : "buy";
    const fill = this.#fill({ kind: "close", positionId, symbol, side, units, price, rule, at });
    const money = { profitCents, commissionCents, attributedCostCents, balanceCents: this.balanceCents };
    this.events.push({ type: "filled", at, fill: { ...fill, ...money } });
  }

  /** Opens a position and closes it whole. */
  trade(trade: TestDemoTrade): void {
    const id = this.open(trade);
    const { overnightCents = 0, openCommissionCents = 0 } = trade;
    if (overnightCents > 0) this.charge(id, trade.closedAtMs, overnightCents);
    this.close(id, trade, overnightCents + openCommissionCents);
  }

  #fill(fill: Pick<DemoFill, "kind" | "positionId" | "symbol" | "side" | "units" | "price" | "rule" | "at">): DemoFill {
    this.#fills += 1;
    const { pricedFrom } = TRADED_SYMBOLS[fill.symbol];
    const { coinbase } = FEED_SYMBOLS[pricedFrom];
    const source = coinbase === null ? ("finnhub" as const) : ("coinbase" as const);
    const sides = { symbol: pricedFrom, bid: fill.price, ask: fill.price, source, kind: "quoted" as const };
    return {
      ...fill,
      id: this.#fills,
      run: this.#run,
      quote: { ...sides, at: fill.at, seq: this.#fills, heardAt: fill.at, isHeld: false },
      ageMs: 0,
      asked: null,
      slippageSteps: null,
      commissionCents: 0,
      profitCents: null,
      attributedCostCents: null,
      balanceCents: 0,
      marginBeforeCents: 0,
      marginAfterCents: 0,
      extreme: null,
      costsVersion: null,
      spreadsVersion: null,
    };
  }
}

/** Records all results of a log. */
export function recordDemoLog(db: Database, userId: string, log: TestDemoLog): Promise<"recorded" | "account_closed"> {
  return recordDemoResults(db, userId, foldDemoResults(NO_RESULTS_MEMORY, log.events).results);
}
