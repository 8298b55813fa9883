import type { AlertTerms } from "../../worker/contract/alerts/price-alerts.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import type { TapeRecord } from "../../worker/contract/tape/tape-record.ts";
import type { SeededChance } from "../seeded-chance.ts";

/** A Tuesday evening in New York, minutes before the futures' daily break: some sessions close on the way. */
const START_MS = Date.UTC(2026, 10, 24, 21, 50);
const SYMBOLS: readonly FeedSymbol[] = ["BTCUSDm", "XAUUSDm"];
const SOURCES = ["coinbase", "kraken", "finnhub"] as const;

/** Random tapes and alerts near their prices. Prices are low, so that they meet levels and each other often. */
export class AlertTapes {
  readonly #chance: SeededChance;
  readonly #prices = new Map(SYMBOLS.map((symbol, i) => [symbol, 2_000 + 600 * i]));
  readonly records: TapeRecord[] = [];
  #heardAt = START_MS;
  /** When alerts expire: some records are heard at just that time. */
  readonly #ends: number[] = [];

  constructor(chance: SeededChance) {
    this.#chance = chance;
  }

  get seq(): number {
    return this.records.length;
  }

  upTo(max: number): number {
    return Math.floor(this.#chance.next() * (max + 1));
  }

  oneOf<Item>(items: readonly Item[]): Item {
    const item = this.#chance.oneOf(items);
    if (item === undefined) throw new Error("nothing to choose from");
    return item;
  }

  is(part: number): boolean {
    return this.#chance.next() < part;
  }

  /** Adds records to the tape. */
  add(count: number): TapeRecord[] {
    const added = Array.from({ length: count }, () => {
      const record = this.#next();
      this.records.push(record);
      return record;
    });
    return added;
  }

  terms(): Pick<AlertTerms, "symbol" | "condition" | "repeat" | "expiresAt"> {
    const symbol = this.oneOf(SYMBOLS);
    const now = this.#prices.get(symbol) ?? 0;
    const condition = this.#condition(now);
    const isAgain = this.is(0.6);
    const retreat = condition.type === "move" ? 0 : this.upTo(12);
    const expiresAt = this.is(0.2) ? this.#heardAt + this.upTo(120_000) : null;
    if (expiresAt !== null) this.#ends.push(expiresAt);
    return { symbol, condition, repeat: isAgain ? { type: "again", retreat } : { type: "once" }, expiresAt };
  }

  #condition(now: number): AlertTerms["condition"] {
    const direction = this.oneOf(["rises", "falls"] as const);
    const near = () => Math.max(1, now + this.upTo(60) - 30);
    const kind = this.upTo(9);
    if (kind < 3) return { type: "level", direction, price: near() };
    if (kind < 6) {
      const atMs = this.#heardAt - this.upTo(600_000);
      const b = { atMs: atMs + 1 + this.upTo(this.is(0.1) ? 100_000_000 : 400_000), price: near() };
      return { type: "line", direction, a: { atMs, price: near() }, b };
    }
    const basisPoints = 1 + this.upTo(this.is(0.5) ? 40 : 400);
    const windowMs = 60_000 * (1 + this.upTo(3));
    return { type: "move", direction: this.oneOf(["up", "down", "either"] as const), basisPoints, windowMs };
  }

  #next(): TapeRecord {
    const seq = this.records.length + 1;
    const kind = this.#chance.next();
    // Mostly several quotes a second; sometimes a reconnect after seconds or minutes.
    this.#heardAt += kind < 0.01 ? this.upTo(400_000) : kind < 0.05 ? this.upTo(9_000) : this.upTo(1_400);
    const passed = this.#ends.findIndex((endMs) => endMs <= this.#heardAt);
    const [endMs = this.#heardAt] = passed === -1 ? [] : this.#ends.splice(passed, 1);
    this.#heardAt = Math.max(endMs, this.records.at(-1)?.heardAt ?? 0);
    const heardAt = this.#heardAt;
    const symbol = this.oneOf(SYMBOLS);
    if (kind < 0.02) return { seq, heardAt, type: "gap", symbols: [symbol], fromMs: heardAt - 1_000, reason: "outage" };
    if (kind < 0.06) {
      const sources = this.oneOf([
        ["coinbase", "kraken"],
        ["kraken", "finnhub"],
      ] as const);
      return { seq, heardAt, type: "disagreement", symbol, sources: [...sources], isOver: kind < 0.045 };
    }
    if (kind < 0.07) return { seq, heardAt, type: "switch", symbol, from: "coinbase", to: "kraken", reason: "silent" };
    const jump = kind < 0.1 ? 120 : 10;
    const bid = Math.max(40, (this.#prices.get(symbol) ?? 0) + this.upTo(2 * jump) - jump);
    this.#prices.set(symbol, bid);
    // Out of order, and sometimes stale: the source's time is some seconds ago.
    const at = heardAt - (this.is(0.06) ? 9_990 + this.upTo(20) : this.upTo(2_000));
    const source = this.oneOf(SOURCES);
    return { seq, heardAt, type: "quote", symbol, bid, ask: bid + this.upTo(5), at, source, kind: "quoted" };
  }
}
