import { type Random, seededRandom } from "../insights/findings/random.ts";
import type { LocalTime, StudiedTrade } from "../insights/findings/studied-trade.ts";

/** Traders of whom it is known whether anything makes a difference to their trades: what the findings say of them can be counted. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MONDAY_MS = Date.UTC(2026, 0, 5);
const SETUPS = ["Retest", "Fade", "News", null] as const;
const SYMBOLS = ["BTCUSD", "ETHUSD", "XAUUSD", "EURUSD"] as const;

/** Adds to the outcome of a trade, in R, by what is known when it is opened. */
export type Leak = (trade: Omit<StudiedTrade, "result" | "r">, before: { isLoss: boolean } | null) => number;

/**
 * A trader's trades in the order of their closing. Times, symbols, sizes and holding times are independent of the outcomes, which have a standard deviation of 1 R.
 * @param outcome of a trade without a leak, in R
 */
export function simulatedTrades(
  count: number,
  random: Random,
  { outcome = normal, leak = () => 0 }: { outcome?: (random: Random) => number; leak?: Leak } = {},
): StudiedTrade[] {
  const trades: StudiedTrade[] = [];
  let atMs = MONDAY_MS + 8 * 60 * MINUTE_MS;
  for (let id = 1; id <= count; id += 1) {
    // Often a few minutes after the one before, now and then the next day.
    const pauseMs = random() < 0.25 ? DAY_MS * random() : -Math.log(1 - random()) * 40 * MINUTE_MS;
    const openedAtMs = Math.round(atMs + pauseMs);
    const closedAtMs = openedAtMs + Math.round(MINUTE_MS * Math.exp(3 + 1.2 * normal(random)));
    const facts = {
      ...{ id, openedAtMs, closedAtMs },
      symbol: SYMBOLS[Math.floor(random() ** 2 * SYMBOLS.length)] ?? SYMBOLS[0],
      direction: random() < 0.5 ? ("Buy" as const) : ("Sell" as const),
      quantity: Math.round(100 * Math.exp(0.7 * normal(random))) / 100,
      // Of a generator of its own: the rest of a trader is the same without it.
      ...planned(seededRandom(openedAtMs)),
    };
    const last = trades.at(-1);
    const r = outcome(random) + leak(facts, last ? { isLoss: last.result < 0 } : null);
    trades.push({ ...facts, r, result: Math.round(r * 10_000) });
    atMs = closedAtMs;
  }
  return trades;
}

/** Two in three trades have a plan, with a setup in three of four of them; one in three plans is broken. */
function planned(random: Random): Pick<StudiedTrade, "setup" | "isPlanned" | "isBroken"> {
  const isPlanned = random() < 2 / 3;
  const [setup = null, isBroken] = [SETUPS[Math.floor(random() * SETUPS.length)], random() < 1 / 3];
  return isPlanned ? { setup, isPlanned, isBroken } : { setup: null, isPlanned, isBroken: null };
}

/** A number of the normal distribution with a standard deviation of 1 (Box and Muller 1958). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** A loss of 1 R in 6 of 10 trades, else a win of 1.5 R and sometimes much more: without an edge, and with a standard deviation of about 1.4 R. */
export function skewed(random: Random): number {
  return random() < 0.6 ? -1 + 0.1 * normal(random) : 0.75 + -Math.log(1 - random()) * 0.75;
}

/** The clock of UTC. */
export function utc(atMs: number): LocalTime {
  const day = Math.floor(atMs / DAY_MS);
  return { day, minute: Math.floor((atMs - day * DAY_MS) / MINUTE_MS), weekday: (day + 4) % 7 };
}
