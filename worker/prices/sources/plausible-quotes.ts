import { midSteps } from "../../contract/quotes.ts";
import type { FeedSymbol } from "../../contract/symbols.ts";
import type { SourceQuote } from "./price-source.ts";

/** A quote whose time differs more from our clock is refused: the source's clock or replay is broken. */
const CLOCK_AHEAD_MS_MAX = 60_000;
const CLOCK_BEHIND_MS_MAX = 60 * 60_000;

/** A single quote that moves a side by more than this is taken for an error of the source. */
const JUMP_MAX = 0.2;
/** After this many quotes in a row that agree with each other, the new price is accepted. */
const AGREEING_QUOTES = 3;

/** Why a quote was refused. */
export type QuoteFault = "not_positive" | "crossed" | "clock" | "out_of_order" | "duplicate" | "jump";

/** The last accepted quote, as the source sent it: with a time that may be ahead of our clock. */
type Accepted = Pick<SourceQuote, "symbol" | "bid" | "ask" | "at"> & { volume?: number };
type Doubt = { mid: number; count: number };

/** Decides which quotes of one source are plausible, by its earlier ones and our clock. */
export class PlausibleQuotes {
  readonly #accepted = new Map<FeedSymbol, Accepted>();
  readonly #doubts = new Map<FeedSymbol, Doubt>();

  /** @param known the last quote of each symbol in an earlier run, to continue from */
  constructor(known: Iterable<Accepted> = []) {
    for (const quote of known) this.#accepted.set(quote.symbol, quote);
  }

  /**
   * Judges quotes in the order in which they arrived.
   * @param nowMs our clock, epoch ms
   * @returns the accepted quotes, with times that are not ahead of our clock, and the refused ones
   */
  judge(
    quotes: readonly SourceQuote[],
    nowMs: number,
  ): { accepted: SourceQuote[]; refused: { quote: SourceQuote; fault: QuoteFault }[] } {
    const accepted: SourceQuote[] = [];
    const refused: { quote: SourceQuote; fault: QuoteFault }[] = [];
    for (const quote of quotes) {
      const fault = this.#faultOf(quote, nowMs);
      if (fault) {
        refused.push({ quote, fault });
        continue;
      }
      this.#accepted.set(quote.symbol, quote);
      this.#doubts.delete(quote.symbol);
      accepted.push({ ...quote, at: Math.min(quote.at, nowMs) });
    }
    return { accepted, refused };
  }

  #faultOf(quote: SourceQuote, nowMs: number): QuoteFault | null {
    const { symbol, bid, ask, at, volume } = quote;
    if (bid <= 0 || ask <= 0) return "not_positive";
    if (bid > ask) return "crossed";
    if (at > nowMs + CLOCK_AHEAD_MS_MAX || at < nowMs - CLOCK_BEHIND_MS_MAX) return "clock";
    const last = this.#accepted.get(symbol);
    if (!last) return null;
    if (at < last.at) return "out_of_order";
    if (at === last.at && bid === last.bid && ask === last.ask && volume === last.volume) return "duplicate";
    // Markets open with a gap after hours without quotes.
    if (at - last.at > CLOCK_BEHIND_MS_MAX) return null;
    if (isNear(bid, last.bid) && isNear(ask, last.ask)) return null;
    return this.#isAgreedOn(quote) ? null : "jump";
  }

  #isAgreedOn({ symbol, bid, ask }: SourceQuote): boolean {
    const mid = midSteps({ bid, ask });
    const doubt = this.#doubts.get(symbol);
    const count = doubt && isNear(mid, doubt.mid) ? doubt.count + 1 : 1;
    this.#doubts.set(symbol, { mid, count });
    return count >= AGREEING_QUOTES;
  }
}

function isNear(steps: number, reference: number): boolean {
  return Math.abs(steps - reference) <= reference * JUMP_MAX;
}
