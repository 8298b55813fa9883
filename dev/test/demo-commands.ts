import type {
  DemoCommand,
  DemoEvent,
  DemoExits,
  DemoOrder,
  DemoOrderTerms,
  DemoRunSettings,
  DemoSide,
} from "../../worker/contract/demo/demo-types.ts";
import { TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { DAY_MS } from "../../worker/contract/time.ts";
import type { SeededChance } from "../seeded-chance.ts";
import type { DemoMarket } from "./demo-market.ts";
import type { DemoPlanner } from "./demo-plans.ts";

/** An open position, as its trader knows it. */
type KnownPosition = DemoExits & {
  id: number;
  version: number;
  symbol: TradedSymbol;
  side: DemoSide;
  remaining: number;
};

/** How a trader acts in one program. */
export type TraderHabits = {
  symbols: readonly TradedSymbol[];
  /** Orders and positions pile up: small ones, hardly ever ended. */
  isCrowded: boolean;
  /** Prices of orders are far away. */
  isPatient: boolean;
  /** The largest share of the free money that an order usually asks for. */
  shareMax: number;
  /** How many commands have a mistake. */
  mistakes: number;
};

const UNITS_OF_ONE = 100_000_000;
const UNITS_MAX = 99_999_900_000_000;
const STEPS_MAX = 999_999_900;

/** A market, as a trader sees it. */
type KnownMarket = Pick<DemoMarket, "now" | "price" | "reach">;

/** Makes commands of a trader, mostly right ones, after what the engine's events say. */
export class DemoTrader {
  readonly #chance: SeededChance;
  readonly #market: KnownMarket;
  readonly #habits: TraderHabits;
  /** Null for a trader without plans. */
  readonly #planner: DemoPlanner | null;
  #run: (DemoRunSettings & { run: number }) | null = null;
  #balanceCents = 0;
  #marginCents = 0;
  readonly #orders = new Map<number, DemoOrder>();
  readonly #positions = new Map<number, KnownPosition>();
  /** Numbers of orders and positions that ended, newest last. */
  readonly #ended: number[] = [];

  constructor(given: {
    chance: SeededChance;
    market: KnownMarket;
    habits: TraderHabits;
    planner?: DemoPlanner | null;
  }) {
    const { chance, market, habits, planner = null } = given;
    this.#planner = planner;
    this.#chance = chance;
    this.#market = market;
    this.#habits = habits;
  }

  /** Learns what has happened. */
  hear(events: readonly DemoEvent[]): void {
    for (const event of events) this.#learn(event);
  }

  #learn(event: DemoEvent): void {
    if (event.type === "run_started") {
      this.#run = event;
      this.#balanceCents = event.startCents;
      this.#marginCents = 0;
    }
    if (event.type === "order_placed" || event.type === "order_amended") this.#orders.set(event.order.id, event.order);
    if (event.type === "order_ended") this.#end(this.#orders, event.orderId);
    if (event.type === "position_voided") this.#end(this.#positions, event.positionId);
    if (event.type === "position_amended") {
      const { positionId, version, stop, target, trail } = event;
      const position = this.#positions.get(positionId);
      if (position) this.#positions.set(positionId, { ...position, version, stop, target, trail });
    }
    if (event.type !== "filled") return;
    const { fill } = event;
    const { positionId: id, symbol, side, units } = fill;
    this.#balanceCents = fill.balanceCents;
    this.#marginCents = fill.marginAfterCents;
    const order = this.#orders.get(id);
    const position = this.#positions.get(id);
    if (fill.kind === "open" && order) {
      const { stop, target, trail } = order;
      this.#positions.set(id, { id, version: 1, symbol, side, remaining: units, stop, target, trail });
      this.#end(this.#orders, id);
    } else if (position) {
      const remaining = position.remaining - units;
      if (remaining === 0) this.#end(this.#positions, id);
      else this.#positions.set(id, { ...position, remaining, version: position.version + 1 });
    }
  }

  #end(list: Map<number, unknown>, id: number): void {
    list.delete(id);
    this.#ended.push(id);
  }

  #below(limit: number): number {
    return Math.floor(this.#chance.next() * limit);
  }

  #isOneIn(count: number): boolean {
    return this.#chance.next() * count < 1;
  }

  #isMistaken(): boolean {
    return this.#chance.next() < this.#habits.mistakes;
  }

  /** The next command. */
  command(): DemoCommand {
    if (!this.#run && !this.#isOneIn(4)) return this.#reset();
    const kind = this.#chance.next();
    if (this.#habits.isCrowded) return this.#crowdedCommand(kind);
    const isIdle = this.#orders.size === 0 && this.#positions.size === 0;
    if (kind < 0.5 || (isIdle && this.#isOneIn(2))) return this.#place();
    if (kind < 0.62) return this.#amendOrder();
    if (kind < 0.67) return this.#cancel();
    if (kind < 0.68) return { type: "cancel_all", run: this.#runNumber() };
    if (kind < 0.82) return this.#amendPosition();
    if (kind < 0.97) return this.#close();
    if (kind < 0.985) return { type: "close_all", run: this.#runNumber() };
    return this.#reset();
  }

  #crowdedCommand(kind: number): DemoCommand {
    if (kind < 0.93) return this.#place();
    if (kind < 0.96) return this.#amendOrder();
    if (kind < 0.999) return this.#amendPosition();
    return this.#reset();
  }

  #runNumber(): number {
    const run = this.#run?.run ?? 0;
    return this.#isMistaken() && this.#isOneIn(3) ? run + this.#below(3) - 1 : run;
  }

  #reset(): DemoCommand {
    const { isCrowded } = this.#habits;
    const settings: DemoRunSettings = {
      startCents: isCrowded ? 1_000_000_00 : (this.#chance.oneOf([10_000_00, 100_00, 123_45, 1_000_000_00]) ?? 0),
      costs: this.#isOneIn(2) ? "none" : "typical",
      leverage: this.#chance.oneOf([null, null, 2, 3, 30, 100, 500]) ?? null,
    };
    if (this.#isMistaken()) settings.startCents = this.#chance.oneOf([99_99, 1_000_000_01, 0, 500.5]) ?? 0;
    if (this.#isMistaken()) settings.leverage = this.#chance.oneOf([1, 0, 501, 2.5]) ?? 1;
    return { type: "reset", run: this.#runNumber(), ...settings };
  }

  #place(): DemoCommand {
    return { type: "place", run: this.#runNumber(), order: { ...this.#terms(), ...this.#planner?.ofNewOrder() } };
  }

  #terms(): DemoOrderTerms {
    const symbol = this.#chance.oneOf(this.#habits.symbols) ?? "BTCUSD";
    const side: DemoSide = this.#isOneIn(2) ? "buy" : "sell";
    const type = this.#chance.oneOf(["market", "market", "limit", "limit", "stop", "stop_limit"] as const) ?? "market";
    const now = this.#price(symbol);
    // A stop to buy lies above the price, a limit below it; some lie on the other side.
    const direction = (type === "limit") === (side === "buy") ? -1 : 1;
    const price = type === "market" ? null : now + direction * this.#distance(symbol);
    const limitPrice = type === "stop_limit" ? (price ?? 0) + this.#distance(symbol) : null;
    const terms: DemoOrderTerms = {
      symbol,
      side,
      type,
      units: this.#units(symbol, limitPrice ?? price ?? now),
      price,
      limitPrice,
      ...this.#exits(symbol, side, limitPrice ?? price ?? now),
      expiresAt: this.#expiry(),
    };
    return this.#isMistaken() ? this.#spoilt(terms) : terms;
  }

  #price(symbol: TradedSymbol): number {
    return this.#market.price(TRADED_SYMBOLS[symbol].pricedFrom);
  }

  /** Some steps, mostly so many that the price is there soon; now and then none or a negative number. */
  #distance(symbol: TradedSymbol): number {
    const reach = this.#market.reach(TRADED_SYMBOLS[symbol].pricedFrom);
    if (this.#habits.isPatient) return 1 + this.#below(reach * 1_000);
    const kind = this.#chance.next();
    if (kind < 0.1) return this.#below(3) - 1;
    if (kind < 0.2) return -this.#below(reach);
    return 1 + this.#below(kind < 0.9 ? reach : reach * 20);
  }

  #exits(symbol: TradedSymbol, side: DemoSide, reference: number): DemoExits {
    if (this.#habits.isCrowded && !this.#isOneIn(20)) return { stop: null, target: null, trail: null };
    const up = side === "buy" ? 1 : -1;
    return {
      stop: this.#isOneIn(2) ? null : reference - up * this.#distance(symbol),
      target: this.#isOneIn(2) ? null : reference + up * this.#distance(symbol),
      trail: this.#isOneIn(3) ? Math.max(1, this.#distance(symbol)) : null,
    };
  }

  /** An amount: a share of the free money, at times all of it to the unit, one unit more, or next to nothing. */
  #units(symbol: TradedSymbol, price: number): number {
    if (this.#habits.isCrowded) return 1 + this.#below(2_000);
    const free = Math.max(0, this.#balanceCents - this.#marginCents) * (this.#run?.leverage ?? 1);
    const { divisor } = TRADED_SYMBOLS[symbol];
    const kind = this.#chance.next();
    if (kind < 0.05) return 1 + this.#below(10_000_000);
    if (kind < 0.15) {
      // The largest amount whose value, rounded to the nearest cent, is not above the free money.
      const denominator = BigInt(divisor * UNITS_OF_ONE);
      const most = ((2n * BigInt(free) + 1n) * denominator - 1n) / (2n * BigInt(Math.max(1, price)));
      return Math.min(UNITS_MAX, Number(most) + this.#below(2));
    }
    const share = kind < 0.2 ? 1.5 : this.#chance.next() * this.#habits.shareMax;
    const units = Math.floor((free * share * divisor * UNITS_OF_ONE) / Math.max(1, price));
    return Math.min(UNITS_MAX, Math.max(1, units));
  }

  #expiry(): number | null {
    const { now } = this.#market;
    const kind = this.#chance.next();
    if (kind < 0.75) return null;
    if (kind < 0.97) return now + 1 + this.#below(20_000);
    return now + 1 + this.#below(3 * DAY_MS);
  }

  /** Terms with one mistake, or with a value at its bound. */
  #spoilt(terms: DemoOrderTerms): DemoOrderTerms {
    const bad = this.#chance.oneOf([0, -1, 1.5, STEPS_MAX + 1, STEPS_MAX, 1]) ?? 0;
    const field = this.#chance.oneOf(["units", "price", "limitPrice", "stop", "target", "trail", "expiresAt"] as const);
    if (field === "units") return { ...terms, units: this.#chance.oneOf([0, -1, 0.5, UNITS_MAX + 1, UNITS_MAX]) ?? 0 };
    if (field === "expiresAt") return { ...terms, expiresAt: this.#market.now - this.#below(3) };
    const isPrice = field === "price" || field === "limitPrice";
    return { ...terms, [field ?? "stop"]: isPrice && this.#isOneIn(3) ? null : bad };
  }

  /** One of a list, at times one that has ended, or never was. */
  #chosen<Item extends { id: number; version: number }>(list: Map<number, Item>) {
    const item = this.#chance.oneOf([...list.values()]);
    const wrong = this.#isOneIn(2) ? (this.#chance.oneOf(this.#ended.slice(-4)) ?? 1) : this.#below(50);
    const id = !item || this.#isMistaken() ? wrong : item.id;
    const version = (item?.version ?? 1) + (this.#isMistaken() ? this.#below(3) - 1 : 0);
    return { item, id, version };
  }

  #amendOrder(): DemoCommand {
    const { item, id, version } = this.#chosen(this.#orders);
    const fresh = this.#terms();
    const now = item ? this.#price(item.symbol) : 1;
    const base = item ?? fresh;
    const { units, price, limitPrice, stop, target, trail, expiresAt } = this.#isMistaken() ? this.#spoilt(base) : base;
    const moved = { units, price, limitPrice, stop, target, trail, expiresAt };
    if (this.#isOneIn(2) && price !== null) moved.price = now + this.#distance(base.symbol) - this.#below(5);
    if (this.#isOneIn(3) && limitPrice !== null) moved.limitPrice = now + this.#distance(base.symbol);
    if (this.#isOneIn(3))
      Object.assign(moved, this.#exits(base.symbol, base.side, moved.limitPrice ?? moved.price ?? now));
    if (this.#isOneIn(4)) moved.units = fresh.units;
    if (this.#isOneIn(4)) moved.expiresAt = fresh.expiresAt;
    return { type: "amend_order", orderId: id, version, ...moved, ...this.#planner?.ofAmendment() };
  }

  #cancel(): DemoCommand {
    const { id, version } = this.#chosen(this.#orders);
    return { type: "cancel_order", orderId: id, version };
  }

  #amendPosition(): DemoCommand {
    const { item, id, version } = this.#chosen(this.#positions);
    const { symbol, side, trail } = item ?? { symbol: "BTCUSD", side: "buy", trail: null };
    const exits = this.#exits(symbol, side, this.#price(symbol));
    if (this.#isOneIn(3)) exits.trail = trail;
    if (this.#isMistaken()) {
      const field = this.#chance.oneOf(["stop", "target", "trail"] as const) ?? "stop";
      exits[field] = this.#chance.oneOf([0, -3, 2.5, STEPS_MAX + 1, STEPS_MAX]) ?? 0;
    }
    return { type: "amend_position", positionId: id, version, ...exits };
  }

  #close(): DemoCommand {
    const { item, id, version } = this.#chosen(this.#positions);
    const remaining = item?.remaining ?? 1;
    const part = this.#chance.oneOf([1 + this.#below(remaining), 1 + this.#below(remaining), 1, remaining]) ?? 1;
    const wrong = this.#chance.oneOf([0, -1, 0.5, remaining + 1]) ?? 0;
    const units = this.#isMistaken() ? wrong : this.#isOneIn(3) ? null : part;
    return { type: "close", positionId: id, version, units };
  }
}
