import { SeededChance } from "../../dev/seeded-chance.ts";
import type { DemoLevel } from "../../worker/contract/demo/demo-types.ts";
import { FEED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import type { TapeRecord } from "../../worker/contract/tape/tape-record.ts";
import { Arming } from "../../worker/demo/arming.ts";
import type { LevelBook } from "../../worker/demo/level-book.ts";

/** A request to the bench's book. */
export type Scene =
  /** Takes quotes around a price, or one quote of the first symbol at `at`. */
  | { type: "quotes"; count: number; at: number | null }
  /** Arms levels that no quote of the other scenes reaches; 200 an owner. */
  | { type: "rest"; from: number; count: number }
  /** Arms one level each for so many owners, all at one price of the first symbol. */
  | { type: "due"; from: number; count: number; at: number };

/** A Tuesday, in the main hours of every market. */
const START_MS = Date.UTC(2026, 10, 24, 15);
export const MIDDLE = 5_000_000;
/** Quotes stay this near to the middle. */
const QUOTES_WITHIN = 100_000;
const LEVELS_OF_OWNER = 200;
/** How many of the resting levels are trailing stops. */
const TRAILS = 0.2;
const SYMBOLS = FEED_SYMBOL_LIST;

/** Quotes of all symbols, one after the other, each a random walk. */
export function quoteRecords({ count, at }: Scene & { type: "quotes" }, firstSeq: number): TapeRecord[] {
  const chance = new SeededChance(firstSeq);
  const bids = SYMBOLS.map(() => MIDDLE);
  return Array.from({ length: count }, (_, i): TapeRecord => {
    const seq = firstSeq + i;
    const place = at === null ? seq % SYMBOLS.length : 0;
    const moved = (bids[place] ?? MIDDLE) + Math.round((chance.next() - 0.5) * 200);
    const bid = at ?? Math.min(MIDDLE + QUOTES_WITHIN, Math.max(MIDDLE - QUOTES_WITHIN, moved));
    bids[place] = bid;
    const heardAt = START_MS + seq * 25;
    const origin = { source: "coinbase", kind: "quoted" } as const;
    return {
      seq,
      heardAt,
      type: "quote",
      symbol: SYMBOLS[place] ?? "BTCUSDm",
      bid,
      ask: bid + 100,
      at: heardAt,
      ...origin,
    };
  });
}

export function armLevels(book: LevelBook, scene: Exclude<Scene, { type: "quotes" }>): void {
  const arm = (owner: string, levels: DemoLevel[]) => {
    const arming = new Arming(book.newAmong(owner, levels));
    if (!book.arm(owner, { version: 1, levels, arming })) throw new Error("quotes are missing");
  };
  const { from, count } = scene;
  const armedSeq = book.seq;
  if (scene.type === "due") {
    const level = {
      id: "order:1",
      symbol: SYMBOLS[0] ?? "US500",
      reference: "bid",
      direction: "up",
      armedSeq,
    } as const;
    for (let i = from; i < from + count; i++) arm(`due-${i}`, [{ ...level, type: "price", price: scene.at }]);
    return;
  }
  for (let i = from; i < from + count; i += LEVELS_OF_OWNER) {
    const levels = Array.from({ length: Math.min(LEVELS_OF_OWNER, from + count - i) }, (_, j) =>
      restingLevel(i + j, armedSeq),
    );
    arm(`rest-${i}`, levels);
  }
}

function restingLevel(i: number, armedSeq: number): DemoLevel {
  const chance = new SeededChance(i);
  const direction = chance.next() < 0.5 ? "down" : "up";
  const sign = direction === "down" ? -1 : 1;
  const reference = chance.oneOf(["bid", "ask", "mid"] as const) ?? "bid";
  const place = {
    id: `order:${i}`,
    symbol: SYMBOLS[i % SYMBOLS.length] ?? "US500",
    reference,
    direction,
    armedSeq,
  } as const;
  const away = 3 * QUOTES_WITHIN + Math.floor(chance.next() * 1_000_000);
  if (chance.next() >= TRAILS) return { ...place, type: "price", price: MIDDLE + sign * away };
  // Armed at some price that the quotes had; most follow them soon.
  return { ...place, type: "trail", distance: away, extreme: MIDDLE + Math.round((chance.next() - 0.5) * 1_000) };
}
