import { SeededChance } from "../../dev/seeded-chance.ts";
import { ArmedWatches } from "../../worker/alerts/book/armed-watches.ts";
import type { BookAlert } from "../../worker/alerts/book/book-alert.ts";
import type { AlertCondition } from "../../worker/contract/alerts/price-alerts.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../worker/contract/symbols.ts";
import type { TapeRecord } from "../../worker/contract/tape/tape-record.ts";
import type { LevelBook } from "../../worker/demo/level-book.ts";

/** A request to the bench's book. */
export type AlertScene =
  /** Sends the book quotes, so many at once, around a price; or quotes that rise by a step each, a second apart; or one quote of the first symbol at `at`. */
  | { type: "quotes"; count: number; atOnce: number; walk: "around" | "rising"; at: number | null }
  /** Arms alerts that no quote of the other scenes reaches; 500 an owner. */
  | { type: "rest"; from: number; count: number }
  /** Arms alerts of one level of the first symbol; 500 an owner. */
  | { type: "due"; from: number; count: number; at: number };

/** A Tuesday, in the main hours of every market. */
const START_MS = Date.UTC(2026, 10, 24, 15);
export const MIDDLE = 5_000_000;
/** Quotes stay this near to the middle: 2 %. */
const QUOTES_WITHIN = 100_000;
const OF_OWNER = 500;
/** The shares of lines and of moves among the resting alerts; the others are levels. */
const LINES = 0.15;
const MOVES = 0.15;
const WINDOW_MINUTES = [1, 5, 15, 30, 60, 240, 1_440] as const;
const SYMBOLS = FEED_SYMBOL_LIST;

/** Where the quotes have got to. */
export class QuoteMaker {
  #heardAt = START_MS;
  readonly #bids = SYMBOLS.map(() => MIDDLE);

  make({ count, walk, at }: AlertScene & { type: "quotes" }, firstSeq: number): TapeRecord[] {
    const chance = new SeededChance(firstSeq);
    return Array.from({ length: count }, (_, i): TapeRecord => {
      const seq = firstSeq + i;
      const place = at === null ? seq % SYMBOLS.length : 0;
      this.#heardAt += walk === "rising" ? 200 : 25;
      const before = this.#bids[place] ?? MIDDLE;
      const moved = walk === "rising" ? before + 1 : before + Math.round((chance.next() - 0.5) * 200);
      const bid = at ?? Math.min(MIDDLE + QUOTES_WITHIN, Math.max(MIDDLE - QUOTES_WITHIN, moved));
      this.#bids[place] = bid;
      const heardAt = this.#heardAt;
      const sides = { symbol: SYMBOLS[place] ?? "BTCUSDm", bid, ask: bid + 100 } as const;
      return { seq, heardAt, at: heardAt, type: "quote", ...sides, source: "coinbase", kind: "quoted" };
    });
  }
}

export function armAlerts(book: LevelBook, scene: Exclude<AlertScene, { type: "quotes" }>): void {
  const none = new ArmedWatches([]);
  const { from, count } = scene;
  for (let i = from; i < from + count; i += OF_OWNER) {
    const ids = Array.from({ length: Math.min(OF_OWNER, from + count - i) }, (_, j) => i + j);
    const alerts = ids.map((id) => (scene.type === "due" ? dueAlert(id, scene.at) : restingAlert(id)));
    if (!book.changeAlerts(`${scene.type}-${i}`, alerts, none)) throw new Error("quotes are missing");
  }
}

function dueAlert(id: number, at: number): BookAlert {
  // Beyond the numbers of those that rest.
  return alertOf(1_000_000_000 + id, SYMBOLS[0] ?? "US500", { type: "level", direction: "rises", price: at });
}

function restingAlert(id: number): BookAlert {
  const chance = new SeededChance(id);
  const symbol = SYMBOLS[id % SYMBOLS.length] ?? "US500";
  const direction = chance.next() < 0.5 ? "falls" : "rises";
  const sign = direction === "falls" ? -1 : 1;
  const kind = chance.next();
  const price = MIDDLE + sign * (3 * QUOTES_WITHIN + Math.floor(chance.next() * 1_000_000));
  if (kind < LINES) {
    const slope = Math.round((chance.next() - 0.5) * 200_000);
    const a = { atMs: START_MS, price };
    return alertOf(id, symbol, {
      type: "line",
      direction,
      a,
      b: { atMs: START_MS + 86_400_000, price: price + slope },
    });
  }
  if (kind < LINES + MOVES) {
    const minutes = chance.next() < 0.2 ? 1 + Math.floor(chance.next() * 1_440) : (chance.oneOf(WINDOW_MINUTES) ?? 60);
    const basisPoints = 1_500 + Math.floor(chance.next() * 2_000);
    const way = chance.oneOf(["up", "down", "either"] as const) ?? "up";
    return alertOf(id, symbol, { type: "move", direction: way, basisPoints, windowMs: 60_000 * minutes });
  }
  return alertOf(id, symbol, { type: "level", direction, price });
}

function alertOf(id: number, symbol: FeedSymbol, condition: AlertCondition): BookAlert {
  return {
    id: id + 1,
    version: 1,
    symbol,
    condition,
    repeat: { type: "once" },
    expiresAt: null,
    armedVersion: null,
    armedSeq: null,
  };
}
