import type {
  DemoCommand,
  DemoEvent,
  DemoExits,
  DemoFill,
  DemoInput,
  DemoOrder,
  DemoOrderTerms,
  DemoPlan,
  DemoRefusal,
  DemoRule,
  DemoRunSettings,
  DemoSide,
  MarketQuote,
} from "../../worker/contract/demo/demo-types.ts";
import { isDisplayable } from "../../worker/contract/displayable.ts";
import { sessionOf } from "../../worker/contract/market-sessions.ts";
import { modelledSpreadsVersionAt } from "../../worker/contract/modelled-spreads.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { DAY_MS, HOUR_MS } from "../../worker/contract/time.ts";

/**
 * A second demo engine, written from docs/demo-engine.md alone: plain and slow. It keeps the list of all events, and
 * computes each balance, margin and result anew from that list, with fractions of any size. Tests compare the two.
 */

type TradedSymbol = DemoOrderTerms["symbol"];

/** `commission`: parts per million. `overnight`: parts per million of the entry notional a year. */
type Traded = { feed: FeedSymbol; divisor: bigint; commission: bigint; overnight: Record<DemoSide, bigint> };

const TRADED: Record<TradedSymbol, Traded> = {
  BTCUSD: { feed: "BTCUSDm", divisor: 1n, commission: 500n, overnight: { buy: 200_000n, sell: 200_000n } },
  ETHUSD: { feed: "ETHUSDm", divisor: 1n, commission: 500n, overnight: { buy: 200_000n, sell: 200_000n } },
  MINIBTC: { feed: "BTCUSDm", divisor: 100n, commission: 500n, overnight: { buy: 200_000n, sell: 200_000n } },
  US500: { feed: "US500", divisor: 1n, commission: 0n, overnight: { buy: 70_000n, sell: 10_000n } },
  USTECm: { feed: "USTECm", divisor: 1n, commission: 0n, overnight: { buy: 70_000n, sell: 10_000n } },
  XAUUSDm: { feed: "XAUUSDm", divisor: 1n, commission: 10n, overnight: { buy: 60_000n, sell: 5_000n } },
};

const COSTS_VERSION = 1;
const COUNT_MAX = 200;
const UNITS_MAX = 99_999_900_000_000;
const STEPS_MAX = 999_999_900;
const START_CENTS = { min: 100_00, max: 1_000_000_00 };
const LEVERAGE = { min: 2, max: 500 };
const AGE_MS_MAX = 10_000;
const UNITS_OF_ONE = 100_000_000n;
const MILLION = 1_000_000n;

const otherSide = (side: DemoSide): DemoSide => (side === "buy" ? "sell" : "buy");
const sum = (numbers: readonly bigint[]) => numbers.reduce((total, number) => total + number, 0n);

/** To the nearest whole number, half away from zero. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator;
  const whole = (2n * size + denominator) / (2n * denominator);
  return numerator < 0n ? -whole : whole;
}

/** The denominator of a symbol's values in cents: a price has 100 steps to the dollar, which has 100 cents. */
const denominatorOf = (symbol: TradedSymbol) => TRADED[symbol].divisor * UNITS_OF_ONE;

const ageOf = (quote: MarketQuote, time: number) => Math.max(0, time - quote.at);
const isClosed = (feed: FeedSymbol, time: number) => sessionOf(feed, time) === "closed";

function isFillable(quote: MarketQuote, time: number): boolean {
  return !quote.isHeld && time - quote.at <= AGE_MS_MAX && !isClosed(quote.symbol, time);
}

const NEW_YORK = new Intl.DateTimeFormat("en-GB", { timeZone: "America/New_York", hour: "2-digit", hourCycle: "h23" });
const tradingDayEnds = new Map<number, number>();

/** When the trading day that has its end on a day of UTC ends. */
function tradingDayEndOn(day: number): number {
  const known = tradingDayEnds.get(day);
  if (known !== undefined) return known;
  const end = [21, 22].map((hour) => day * DAY_MS + hour * HOUR_MS).find((time) => NEW_YORK.format(time) === "17");
  if (end === undefined) throw new Error("New York has no 17:00 on this day");
  tradingDayEnds.set(day, end);
  return end;
}

/** The ends of trading days after one time, up to and including another. */
function tradingDayEndsIn(after: number, until: number): number[] {
  const ends = [];
  for (let day = Math.floor(after / DAY_MS); day * DAY_MS <= until; day++) ends.push(tradingDayEndOn(day));
  return ends.filter((end) => end > after && end <= until);
}

/** The part of a position that events do not tell: its exits, and since when. */
type Guard = DemoExits & { armedSeq: number; version: number; extreme: { price: number; seq: number } | null };

/** A position as its fills and charges tell it. */
type Position = {
  id: number;
  symbol: TradedSymbol;
  side: DemoSide;
  entry: bigint;
  remaining: bigint;
  opening: DemoFill;
  closings: readonly DemoFill[];
  overnightCents: bigint;
  guard: Guard;
};

/** A refusal of a command, thrown where it is found. */
class Refused extends Error {
  constructor(
    readonly code: DemoRefusal["code"],
    readonly field: string | null = null,
  ) {
    super(code);
  }
}

/** A demo account. */
export class NaiveDemo {
  /** All events so far. */
  readonly #events: DemoEvent[] = [];
  #runStart = 0;
  #clock = Number.NEGATIVE_INFINITY;
  /** The time of the input that is processed. */
  #at = 0;
  /** The number of the tape's newest record at that time. */
  #tapeSeq = 0;
  #isMarginCalled = false;
  #orders: DemoOrder[] = [];
  #guards = new Map<number, Guard>();
  #newest = new Map<FeedSymbol, MarketQuote>();
  #last = new Map<FeedSymbol, MarketQuote>();

  /** Processes an input, and returns what it caused. */
  step(input: DemoInput): { events: DemoEvent[]; refusal: DemoRefusal | null } {
    const first = this.#events.length;
    this.#at = input.type === "quote" ? input.quote.heardAt : input.at;
    if (input.type !== "timer") this.#tapeSeq = input.type === "quote" ? input.quote.seq : input.seq;
    this.#moveClock();
    let refusal: DemoRefusal | null = null;
    if (input.type === "command") {
      for (const quote of input.quotes) this.#observe(quote);
      refusal = this.#carryOut(input.command, input.seq);
    }
    if (input.type === "quote") {
      for (const quote of input.context) this.#observe(quote);
      this.#takeQuote(input.quote);
    }
    this.#protect();
    this.#endMarginCall(this.#events.slice(first));
    return { events: this.#events.slice(first), refusal };
  }

  // What the events tell.

  #runEvents(): DemoEvent[] {
    return this.#events.slice(this.#runStart);
  }

  #run(): (DemoRunSettings & { run: number; costsVersion: number | null }) | null {
    const event = this.#events[this.#runStart];
    return event?.type === "run_started" ? event : null;
  }

  #fills(): DemoFill[] {
    return this.#runEvents().flatMap((event) => (event.type === "filled" ? [event.fill] : []));
  }

  #balance(): bigint {
    return this.#figures().balance;
  }

  #figures() {
    const events = this.#runEvents();
    const fills = this.#fills();
    const start = BigInt(this.#run()?.startCents ?? 0);
    const profit = sum(fills.map((fill) => BigInt(fill.profitCents ?? 0)));
    const commission = sum(fills.map((fill) => BigInt(fill.commissionCents)));
    const overnight = sum(events.map((event) => (event.type === "overnight_charged" ? BigInt(event.cents) : 0n)));
    const protection = sum(events.map((event) => (event.type === "balance_protected" ? BigInt(event.cents) : 0n)));
    const balance = start + profit - commission - overnight + protection;
    return { start, profit, commission, overnight, protection, balance };
  }

  /** The open positions by number. */
  #positions(): Position[] {
    const positions = new Map<number, Position & { closings: DemoFill[] }>();
    for (const event of this.#runEvents()) {
      if (event.type === "position_voided") positions.delete(event.positionId);
      if (event.type === "overnight_charged") {
        const position = positions.get(event.positionId);
        if (position) position.overnightCents += BigInt(event.cents);
      }
      if (event.type !== "filled") continue;
      const { fill } = event;
      const id = fill.positionId;
      const position = positions.get(id);
      if (position) {
        position.closings.push(fill);
        position.remaining -= BigInt(fill.units);
        if (position.remaining === 0n) positions.delete(id);
        continue;
      }
      const guard = this.#guards.get(id);
      if (!guard) throw new Error(`position ${id} is unknown`);
      const [entry, remaining] = [BigInt(fill.price), BigInt(fill.units)];
      const { symbol, side } = fill;
      positions.set(id, { id, symbol, side, entry, remaining, opening: fill, closings: [], overnightCents: 0n, guard });
    }
    return [...positions.values()].sort((one, other) => one.id - other.id);
  }

  // Money.

  /** The margin of units at a price, in cents. */
  #marginOf(symbol: TradedSymbol, units: bigint, price: bigint): bigint {
    const notional = rounded(price * units, denominatorOf(symbol));
    const leverage = BigInt(this.#run()?.leverage ?? 1);
    return (notional + leverage - 1n) / leverage;
  }

  #usedMargin(): bigint {
    return sum(this.#positions().map(({ symbol, remaining, entry }) => this.#marginOf(symbol, remaining, entry)));
  }

  #commissionOf(symbol: TradedSymbol, units: bigint, price: bigint): bigint {
    if (this.#run()?.costs !== "typical") return 0n;
    return rounded(price * units * TRADED[symbol].commission, denominatorOf(symbol) * MILLION);
  }

  /** The profit of units, as the numerator of a fraction of cents. */
  #earned({ side, entry }: Position, units: bigint, price: bigint): bigint {
    return (side === "buy" ? price - entry : entry - price) * units;
  }

  #earnedByParts(position: Position): bigint {
    return sum(position.closings.map((fill) => this.#earned(position, BigInt(fill.units), BigInt(fill.price))));
  }

  /** The floating result in cents. */
  #floating(position: Position): bigint {
    const { symbol, side, remaining, closings } = position;
    const last = this.#last.get(TRADED[symbol].feed);
    if (!last) return 0n;
    const price = this.#priceOf(otherSide(side), last);
    const all = this.#earnedByParts(position) + this.#earned(position, remaining, price);
    return rounded(all, denominatorOf(symbol)) - sum(closings.map((fill) => BigInt(fill.profitCents ?? 0)));
  }

  #equity(): bigint {
    return this.#balance() + sum(this.#positions().map((position) => this.#floating(position)));
  }

  #freeMargin(): bigint {
    return (this.#run()?.leverage ? this.#equity() : this.#balance()) - this.#usedMargin();
  }

  #fits(symbol: TradedSymbol, units: number, price: bigint): boolean {
    const balance = this.#balance();
    const held = this.#positions().map((position) => this.#highestValue(position.symbol, position.remaining));
    const highest = (balance < 0n ? -balance : balance) + sum([...held, this.#highestValue(symbol, BigInt(units))]);
    if (highest > 2n ** 53n - 1n) return false;
    const margin = this.#marginOf(symbol, BigInt(units), price);
    return margin + this.#commissionOf(symbol, BigInt(units), price) <= this.#freeMargin();
  }

  /** The notional of units at the highest price, in cents. */
  #highestValue(symbol: TradedSymbol, units: bigint): bigint {
    return rounded(BigInt(STEPS_MAX) * units, denominatorOf(symbol));
  }

  /** Costs of a position that no closed part bears yet. */
  #openCosts({ opening, closings, overnightCents }: Position): bigint {
    const attributed = sum(closings.map((fill) => BigInt(fill.attributedCostCents ?? 0)));
    return BigInt(opening.commissionCents) + overnightCents - attributed;
  }

  // Prices.

  /** The price of a side at a quote. */
  #priceOf(side: DemoSide, { bid, ask }: MarketQuote): bigint {
    if (this.#run()?.costs === "typical") return BigInt(side === "buy" ? ask : bid);
    return (BigInt(bid) + BigInt(ask) + 1n) / 2n;
  }

  #closingPrice(side: DemoSide, quote: MarketQuote): bigint {
    return this.#priceOf(otherSide(side), quote);
  }

  /** The symbol's newest quote, which must be fillable now. */
  #fillableNewest(symbol: TradedSymbol): MarketQuote {
    const { feed } = TRADED[symbol];
    if (isClosed(feed, this.#clock)) throw new Refused("market_closed");
    const quote = this.#newest.get(feed);
    if (!quote || ageOf(quote, this.#clock) > AGE_MS_MAX) throw new Refused("no_price");
    if (quote.isHeld) throw new Refused("sources_disagree");
    return quote;
  }

  /** The symbol's newest quote, or null when it is not fillable now. */
  #newestIfFillable(symbol: TradedSymbol): MarketQuote | null {
    const quote = this.#newest.get(TRADED[symbol].feed);
    return quote && isFillable(quote, this.#clock) ? quote : null;
  }

  #observe(quote: MarketQuote): void {
    this.#remember(quote);
    if (!isFillable(quote, quote.heardAt)) return;
    for (const position of this.#positions()) this.#moveExtreme(position, quote);
  }

  /** All of observing but the extremes. */
  #remember(quote: MarketQuote): void {
    const { symbol, seq, heardAt } = quote;
    if (seq > (this.#newest.get(symbol)?.seq ?? -1)) this.#newest.set(symbol, quote);
    if (isFillable(quote, heardAt) && seq > (this.#last.get(symbol)?.seq ?? -1)) this.#last.set(symbol, quote);
  }

  #moveExtreme({ symbol, side, guard }: Position, quote: MarketQuote): void {
    if (TRADED[symbol].feed !== quote.symbol || guard.armedSeq >= quote.seq || !guard.extreme) return;
    const price = Number(this.#closingPrice(side, quote));
    const isBetter = side === "buy" ? price > guard.extreme.price : price < guard.extreme.price;
    const isEarlier = price === guard.extreme.price && quote.seq < guard.extreme.seq;
    if (isBetter || isEarlier) guard.extreme = { price, seq: quote.seq };
  }

  // Timers.

  #moveClock(): void {
    const before = this.#clock;
    this.#clock = Math.max(before, this.#at);
    const expiries = this.#orders.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt]));
    const ends = this.#positions().length === 0 ? [] : tradingDayEndsIn(before, this.#clock);
    const times = [...expiries, ...ends].filter((time) => time <= this.#clock);
    for (const time of [...new Set(times)].sort((one, other) => one - other)) {
      for (const order of this.#ordersByNumber()) {
        if (order.expiresAt === time) this.#endOrder(order, "expired", time);
      }
      if (ends.includes(time)) for (const position of this.#positions()) this.#chargeOvernight(position, time);
    }
  }

  #chargeOvernight({ id, symbol, side, remaining, entry }: Position, at: number): void {
    const rate = TRADED[symbol].overnight[side];
    if (this.#run()?.costs !== "typical" || rate === 0n) return;
    const cents = rounded(entry * remaining * rate, denominatorOf(symbol) * MILLION * 360n);
    this.#events.push({ type: "overnight_charged", at, positionId: id, cents: Number(cents) });
  }

  // Fills.

  #open(order: DemoOrder, quote: MarketQuote): void {
    const { id, symbol, side, units, stop, target, trail, type } = order;
    this.#orders = this.#orders.filter((other) => other.id !== id);
    const extreme = trail === null ? null : { price: Number(this.#closingPrice(side, quote)), seq: quote.seq };
    const armedSeq = Math.max(order.armedSeq, quote.seq);
    this.#guards.set(id, { stop, target, trail, armedSeq, version: 1, extreme });
    const price = this.#priceOf(side, quote);
    const asked = { market: null, limit: order.price, stop: order.price, stop_limit: order.limitPrice }[type];
    this.#fill(quote, {
      ...this.#lockedPlan(order, price),
      kind: "open",
      positionId: id,
      symbol,
      side,
      units,
      price: Number(price),
      rule: type,
      asked,
      commissionCents: Number(this.#commissionOf(symbol, BigInt(units), price)),
      profitCents: null,
      attributedCostCents: null,
      extreme: null,
    });
  }

  /** The locked plan of a fill. */
  #lockedPlan({ plan, symbol, side, units, stop, target }: DemoOrder, price: bigint): Pick<DemoFill, "plan"> {
    if (!plan) return {};
    const away = (from: bigint, to: bigint) => (side === "buy" ? to - from : from - to);
    const stopAway = stop === null ? null : away(BigInt(stop), price);
    const targetAway = target === null ? null : away(price, BigInt(target));
    let riskCents: number | null = null;
    if (stop !== null && stopAway !== null && stopAway > 0n) {
      const lost = rounded(-stopAway * BigInt(units), denominatorOf(symbol));
      const commissions = [price, BigInt(stop)].map((at) => this.#commissionOf(symbol, BigInt(units), at));
      riskCents = Number(sum(commissions) - lost);
    }
    const isMeasured = stopAway !== null && stopAway > 0n && targetAway !== null && targetAway > 0n;
    const targetMilliR = isMeasured ? Number(rounded(1_000n * targetAway, stopAway)) : null;
    return { plan: { ...plan, stop, target, units, riskCents, targetMilliR } };
  }

  /** Closes units of a position at a quote's closing price. */
  #close(
    position: Position,
    quote: MarketQuote,
    how: { units: bigint; rule: DemoRule; asked?: number | null; extreme?: Guard["extreme"] },
  ): void {
    const { id, symbol, side, remaining } = position;
    const { units, rule, asked = null, extreme = null } = how;
    const price = this.#closingPrice(side, quote);
    const before = this.#earnedByParts(position);
    const after = before + this.#earned(position, units, price);
    const profit = rounded(after, denominatorOf(symbol)) - rounded(before, denominatorOf(symbol));
    const costs = this.#openCosts(position);
    this.#fill(quote, {
      kind: "close",
      positionId: id,
      symbol,
      side: otherSide(side),
      units: Number(units),
      price: Number(price),
      rule,
      asked,
      commissionCents: Number(this.#commissionOf(symbol, units, price)),
      profitCents: Number(profit),
      attributedCostCents: Number(units === remaining ? costs : rounded(costs * units, remaining)),
      extreme,
    });
  }

  #closeAll(position: Position, quote: MarketQuote, rule: DemoRule): void {
    this.#close(position, quote, { units: position.remaining, rule });
  }

  #fill(
    quote: MarketQuote,
    facts: Pick<
      DemoFill,
      | "kind"
      | "positionId"
      | "symbol"
      | "side"
      | "units"
      | "price"
      | "rule"
      | "asked"
      | "commissionCents"
      | "profitCents"
      | "attributedCostCents"
      | "extreme"
      | "plan"
    >,
  ): void {
    const { side, price, asked } = facts;
    const run = this.#run();
    const isTypical = run?.costs === "typical";
    const fill: DemoFill = {
      ...facts,
      id: this.#events.filter(({ type }) => type === "filled").length + 1,
      run: run?.run ?? 0,
      at: this.#at,
      tapeSeq: this.#tapeSeq,
      quote,
      ageMs: ageOf(quote, this.#at),
      slippageSteps: asked === null ? null : side === "buy" ? price - asked : asked - price,
      marginBeforeCents: Number(this.#usedMargin()),
      costsVersion: isTypical ? COSTS_VERSION : null,
      spreadsVersion: isTypical && quote.kind === "modelled" ? modelledSpreadsVersionAt(quote.at) : null,
      // Both are known when the fill is among the events.
      balanceCents: 0,
      marginAfterCents: 0,
    };
    this.#events.push({ type: "filled", at: this.#at, fill });
    fill.balanceCents = Number(this.#balance());
    fill.marginAfterCents = Number(this.#usedMargin());
  }

  // Quotes.

  #takeQuote(quote: MarketQuote): void {
    this.#remember(quote);
    if (!isFillable(quote, quote.heardAt)) return;
    for (const position of this.#positions()) {
      if (TRADED[position.symbol].feed !== quote.symbol || position.guard.armedSeq >= quote.seq) continue;
      if (!this.#exit(position, quote)) this.#moveExtreme(position, quote);
    }
    this.#checkMargin(quote);
    for (const order of this.#ordersByNumber()) {
      if (TRADED[order.symbol].feed === quote.symbol && order.armedSeq < quote.seq) this.#tryOrder(order, quote);
    }
  }

  /** Closes a position if the quote reaches what ends it, and returns whether it does. */
  #exit(position: Position, quote: MarketQuote): boolean {
    const { side, remaining: units, guard } = position;
    const { stop, target, trail, extreme } = guard;
    const price = Number(this.#closingPrice(side, quote));
    const isTrailing = extreme !== null && extreme.seq < quote.seq;
    const distance = side === "buy" ? -(trail ?? 0) : (trail ?? 0);
    const trailed = trail !== null && isTrailing ? extreme.price + distance : null;
    const levels = [stop, trailed].filter((level) => level !== null);
    if (levels.length > 0) {
      const level = side === "buy" ? Math.max(...levels) : Math.min(...levels);
      if (side === "buy" ? price <= level : price >= level) {
        if (level === stop) this.#close(position, quote, { units, rule: "stop_loss", asked: level });
        else this.#close(position, quote, { units, rule: "trailing_stop", asked: level, extreme });
        return true;
      }
    }
    if (target === null) return false;
    if (side === "buy" ? price < target : price > target) return false;
    this.#close(position, quote, { units, rule: "take_profit", asked: target });
    return true;
  }

  #checkMargin(quote: MarketQuote): void {
    const leverage = this.#run()?.leverage ?? null;
    if (this.#positions().length === 0) return;
    const [equity, margin] = [this.#equity(), this.#usedMargin()];
    if (leverage !== null && equity <= margin && !this.#isMarginCalled) {
      this.#isMarginCalled = true;
      const [equityCents, marginCents] = [Number(equity), Number(margin)];
      this.#events.push({ type: "margin_called", at: this.#at, quoteSeq: quote.seq, equityCents, marginCents });
    }
    while (leverage === null ? this.#equity() <= 0n : 2n * this.#equity() <= this.#usedMargin()) {
      const closable = this.#positions().flatMap((position) => {
        const last = this.#last.get(TRADED[position.symbol].feed);
        return last && isFillable(last, quote.heardAt) ? [{ position, last, floating: this.#floating(position) }] : [];
      });
      // The sort keeps the order of numbers among equal results.
      const [least] = closable.toSorted((one, other) => Number(one.floating - other.floating));
      if (!least) return;
      this.#closeAll(least.position, least.last, "stop_out");
    }
  }

  #endMarginCall(caused: readonly DemoEvent[]): void {
    if (!caused.some(({ type }) => type === "filled")) return;
    if (this.#positions().length === 0 || this.#equity() > this.#usedMargin()) this.#isMarginCalled = false;
  }

  #tryOrder(order: DemoOrder, quote: MarketQuote): void {
    const { id, symbol, side, units, price } = order;
    if (order.type === "stop_limit" && !order.isTriggered && isStopReached(side, price, this.#priceOf(side, quote))) {
      order.isTriggered = true;
      order.armedSeq = quote.seq;
      this.#events.push({ type: "order_triggered", at: this.#at, orderId: id, quoteSeq: quote.seq });
    }
    if (!this.#isMet(order, quote)) return;
    if (this.#positions().length >= COUNT_MAX) this.#endOrder(order, "too_many_positions", this.#at);
    else if (!this.#fits(symbol, units, this.#priceOf(side, quote))) this.#endOrder(order, "not_enough", this.#at);
    else this.#open(order, quote);
  }

  /** Whether an order fills at a quote. */
  #isMet(order: DemoOrder, quote: MarketQuote): boolean {
    const { type, side, price, limitPrice } = order;
    const p = this.#priceOf(side, quote);
    if (type === "limit") return isLimitMet(side, price, p);
    if (type === "stop") return isStopReached(side, price, p);
    return type === "stop_limit" && order.isTriggered && isLimitMet(side, limitPrice, p);
  }

  #ordersByNumber(): DemoOrder[] {
    return this.#orders.toSorted((one, other) => one.id - other.id);
  }

  #endOrder(
    order: DemoOrder,
    reason: "cancelled" | "expired" | "not_enough" | "too_many_positions" | "reset",
    at: number,
  ) {
    this.#orders = this.#orders.filter(({ id }) => id !== order.id);
    this.#events.push({ type: "order_ended", at, orderId: order.id, reason });
  }

  // The end of an input.

  #protect(): void {
    if (!this.#run() || this.#positions().length > 0 || this.#balance() >= 0n) return;
    this.#events.push({ type: "balance_protected", at: this.#at, cents: Number(-this.#balance()) });
  }

  // Commands.

  #carryOut(command: DemoCommand, seq: number): DemoRefusal | null {
    try {
      this.#command(command, seq);
      return null;
    } catch (error) {
      if (error instanceof Refused) return { code: error.code, field: error.field };
      throw error;
    }
  }

  #command(command: DemoCommand, seq: number): void {
    const { type } = command;
    if (type === "place" || type === "cancel_all" || type === "close_all") this.#mustBeRun(command.run);
    if (type === "reset") this.#reset(command);
    if (type === "place") this.#place(command.order, seq);
    if (type === "amend_order") this.#amendOrder(command, seq);
    if (type === "cancel_order") this.#endOrder(this.#orderOf(command), "cancelled", this.#at);
    if (type === "cancel_all") this.#cancelEvery();
    if (type === "amend_position") this.#amendPosition(command, seq);
    if (type === "close") this.#closePart(command);
    if (type === "close_all") this.#closeEvery();
  }

  #cancelEvery(): void {
    if (this.#orders.length === 0) throw new Refused("nothing_to_do");
    for (const order of this.#ordersByNumber()) this.#endOrder(order, "cancelled", this.#at);
  }

  #mustBeRun(run: number): void {
    if (!this.#run()) throw new Refused("no_run");
    if (this.#run()?.run !== run) throw new Refused("run_changed", "run");
  }

  #orderOf({ orderId, version }: { orderId: number; version: number }): DemoOrder {
    const order = this.#orders.find(({ id }) => id === orderId);
    if (!order) throw new Refused("not_found", "orderId");
    if (order.version !== version) throw new Refused("version_changed", "version");
    return order;
  }

  #positionOf({ positionId, version }: { positionId: number; version: number }): Position {
    if (!this.#run()) throw new Refused("no_run");
    const position = this.#positions().find(({ id }) => id === positionId);
    if (!position) throw new Refused("not_found", "positionId");
    if (position.guard.version !== version) throw new Refused("version_changed", "version");
    return position;
  }

  #place(terms: DemoOrderTerms, seq: number): void {
    const isTriggered = false;
    const id = this.#events.filter(({ type }) => type === "order_placed").length + 1;
    const order = withPlan({ ...terms, id, isTriggered, placedAt: this.#at, armedSeq: seq, version: 1 }, terms.plan);
    const quote = this.#checkOrder(order, { isNew: true });
    this.#orders.push(order);
    this.#events.push({ type: "order_placed", at: this.#at, order: { ...order } });
    if (quote) this.#open(order, quote);
  }

  #amendOrder(command: Extract<DemoCommand, { type: "amend_order" }>, seq: number): void {
    const before = this.#orderOf(command);
    const { units, price, limitPrice, stop, target, trail, expiresAt } = command;
    const changed = {
      ...before,
      units,
      price: before.isTriggered ? before.price : price,
      limitPrice,
      stop,
      target,
      trail,
      expiresAt,
      version: before.version + 1,
      armedSeq: seq,
    };
    const order = withPlan(changed, command.plan === undefined ? before.plan : command.plan);
    const quote = this.#checkOrder(order, { isNew: false });
    this.#orders = [...this.#orders.filter(({ id }) => id !== order.id), order];
    this.#events.push({ type: "order_amended", at: this.#at, order: { ...order } });
    if (quote) this.#open(order, quote);
  }

  /** Throws the refusal of an order; returns the quote at which it fills at once, or null. */
  #checkOrder(order: DemoOrder, { isNew }: { isNew: boolean }): MarketQuote | null {
    const { symbol, side, type, units, price, limitPrice, stop, target, trail, expiresAt } = order;
    const isMarket = type === "market";
    const isWaitingStop = type === "stop" || (type === "stop_limit" && !order.isTriggered);

    mustBeIn("units", units, UNITS_MAX);
    if (!isMarket || price !== null) mustBeIn("price", isMarket ? 0 : price, STEPS_MAX);
    if (type === "stop_limit" || limitPrice !== null) {
      mustBeIn("limitPrice", type === "stop_limit" ? limitPrice : 0, STEPS_MAX);
    }
    mustBeExits({ stop, target, trail });
    if (order.plan) mustBePlan(order.plan);
    if (expiresAt !== null && expiresAt <= this.#clock) throw new Refused("expired", "expiresAt");
    if (isNew && !isMarket && this.#orders.length >= COUNT_MAX) throw new Refused("too_many_orders");

    const newest = this.#newestIfFillable(symbol);
    const atOnce = newest && (isMarket || this.#isMet(order, newest)) && !isWaitingStop ? newest : null;
    if ((isMarket || atOnce) && this.#positions().length >= COUNT_MAX) throw new Refused("too_many_positions");
    if (isMarket) this.#fillableNewest(symbol);
    if (isWaitingStop && newest && isStopReached(side, price, this.#priceOf(side, newest))) {
      throw new Refused("already_reached", "price");
    }

    const asked = type === "stop_limit" ? limitPrice : price;
    const reference = isMarket && newest ? this.#closingPrice(side, newest) : BigInt(asked ?? 0);
    mustBeOnTheirSides(side, { stop, target }, reference);
    const expected = atOnce ? this.#priceOf(side, atOnce) : BigInt(asked ?? 0);
    if (!this.#fits(symbol, units, expected)) throw new Refused("not_enough", "units");
    return atOnce;
  }

  #amendPosition(command: Extract<DemoCommand, { type: "amend_position" }>, seq: number): void {
    const { id, symbol, side, guard } = this.#positionOf(command);
    const { stop, target, trail } = command;
    mustBeExits({ stop, target, trail });
    let { extreme } = guard;
    if (trail === null) extreme = null;
    if (trail !== null && trail !== guard.trail) {
      const newest = this.#fillableNewest(symbol);
      extreme = { price: Number(this.#closingPrice(side, newest)), seq: newest.seq };
    }
    const newest = this.#newestIfFillable(symbol);
    if (newest) mustBeOnTheirSides(side, { stop, target }, this.#closingPrice(side, newest));
    else if (stop !== null && target !== null) mustBeOnTheirSides(side, { stop, target: null }, BigInt(target));
    const version = guard.version + 1;
    this.#guards.set(id, { stop, target, trail, extreme, version, armedSeq: seq });
    this.#events.push({ type: "position_amended", at: this.#at, positionId: id, version, stop, target, trail });
  }

  #closePart(command: Extract<DemoCommand, { type: "close" }>): void {
    const position = this.#positionOf(command);
    if (command.units !== null) mustBeIn("units", command.units, Number(position.remaining));
    const units = command.units === null ? position.remaining : BigInt(command.units);
    this.#close(position, this.#fillableNewest(position.symbol), { units, rule: "close" });
    position.guard.version += 1;
  }

  #closeEvery(): void {
    const positions = this.#positions();
    const [first] = positions;
    if (!first) throw new Refused("nothing_to_do");
    if (!positions.some(({ symbol }) => this.#newestIfFillable(symbol))) this.#fillableNewest(first.symbol);
    for (const position of positions) {
      const quote = this.#newestIfFillable(position.symbol);
      if (quote) this.#closeAll(position, quote, "close");
    }
  }

  #reset({ run, startCents, costs, leverage }: Extract<DemoCommand, { type: "reset" }>): void {
    if (run !== (this.#run()?.run ?? 0)) throw new Refused("run_changed", "run");
    mustBeBetween("startCents", startCents, START_CENTS);
    if (leverage !== null) mustBeBetween("leverage", leverage, LEVERAGE);

    if (this.#run()) this.#archive();
    this.#isMarginCalled = false;
    this.#runStart = this.#events.length;
    const costsVersion = costs === "typical" ? COSTS_VERSION : null;
    const next = { run: run + 1, startCents, costs, leverage, costsVersion };
    this.#events.push({ type: "run_started", at: this.#at, ...next });
  }

  #archive(): void {
    for (const order of this.#ordersByNumber()) this.#endOrder(order, "reset", this.#at);
    for (const position of this.#positions()) {
      const quote = this.#newestIfFillable(position.symbol);
      if (quote) this.#closeAll(position, quote, "reset");
    }
    for (const { id } of this.#positions()) {
      this.#events.push({ type: "position_voided", at: this.#at, positionId: id });
    }
    this.#protect();
    const { start, profit, commission, overnight, protection, balance } = this.#figures();
    this.#events.push({
      type: "run_archived",
      at: this.#at,
      run: this.#run()?.run ?? 0,
      startCents: Number(start),
      balanceCents: Number(balance),
      profitCents: Number(profit),
      commissionCents: Number(commission),
      overnightCents: Number(overnight),
      protectionCents: Number(protection),
      opened: this.#fills().filter(({ kind }) => kind === "open").length,
      closed: this.#fills().filter(({ kind }) => kind === "close").length,
      voided: this.#runEvents().filter(({ type }) => type === "position_voided").length,
    });
  }
}

const isLimitMet = (side: DemoSide, price: number | null, p: bigint) =>
  price !== null && (side === "buy" ? p <= BigInt(price) : p >= BigInt(price));

const isStopReached = (side: DemoSide, price: number | null, p: bigint) =>
  price !== null && (side === "buy" ? p >= BigInt(price) : p <= BigInt(price));

function mustBeBetween(field: string, value: number | null, { min, max }: { min: number; max: number }): void {
  if (value === null || !Number.isInteger(value) || value < min || value > max)
    throw new Refused("out_of_range", field);
}

const mustBeIn = (field: string, value: number | null, max: number) => mustBeBetween(field, value, { min: 1, max });

function mustBeExits(exits: DemoExits): void {
  for (const field of ["stop", "target", "trail"] as const) {
    if (exits[field] !== null) mustBeIn(field, exits[field], STEPS_MAX);
  }
}

/** An order with a plan that says something, or without one. */
function withPlan(order: DemoOrder, plan: DemoPlan | null | undefined): DemoOrder {
  const { plan: _before, ...bare } = order;
  return plan && (plan.setupId ?? plan.setupName ?? (plan.reason || null)) !== null ? { ...bare, plan } : bare;
}

function mustBePlan({ setupId, setupName, reason }: DemoPlan): void {
  const texts = [
    { text: setupId ?? "-", most: 36 },
    { text: setupName ?? "-", most: 40 },
    { text: reason || "-", most: 140 },
  ];
  const isWrong = texts.some(
    ({ text, most }) => [...text].length < 1 || [...text].length > most || !isDisplayable(text),
  );
  if (isWrong || (setupId === null) !== (setupName === null)) throw new Refused("out_of_range", "plan");
}

/** A stop lies on the losing side of a price, a target on the winning side. */
function mustBeOnTheirSides(side: DemoSide, exits: Pick<DemoExits, "stop" | "target">, reference: bigint): void {
  const stop = exits.stop === null ? null : BigInt(exits.stop);
  const target = exits.target === null ? null : BigInt(exits.target);
  if (stop !== null && (side === "buy" ? stop >= reference : stop <= reference))
    throw new Refused("wrong_side", "stop");
  if (target !== null && (side === "buy" ? target <= reference : target >= reference)) {
    throw new Refused("wrong_side", "target");
  }
}
