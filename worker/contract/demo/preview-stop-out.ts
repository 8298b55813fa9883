import { equityCents, floatingCents, usedMarginCents } from "./demo-margin.ts";
import { withQuote } from "./demo-quotes.ts";
import type { DemoPosition, DemoState } from "./demo-state.ts";
import { largestLoser, stopOutCents } from "./demo-stop-out.ts";
import type { MarketQuote } from "./demo-types.ts";

/** How far a run is from losing positions, and which would be closed first. Money in cents. */
export type StopOutPreview = {
  equityCents: number;
  usedMarginCents: number;
  /** The equity at or below which the margin is called; null without leverage. */
  callCents: number | null;
  /** The equity at or below which positions are closed. */
  stopOutCents: number;
  /** The position that would be closed first at these prices, whole; null when no market has a price that can fill. */
  first: (Pick<DemoPosition, "id" | "symbol" | "side" | "units"> & { floatingCents: number }) | null;
};

/**
 * Previews a stop-out, for the screen to show before it happens: it closes the largest loss first, of the positions
 * whose market has a fresh price.
 *
 * @param state as the account knows it
 * @param quotes what the screen has heard since
 * @param at the time, epoch ms
 * @returns null without an open position
 */
export function previewStopOut(state: DemoState, quotes: readonly MarketQuote[], at: number): StopOutPreview | null {
  const now = quotes.reduce(withQuote, state);
  const { run } = now;
  if (!run || run.positions.length === 0) return null;
  const usedMargin = usedMarginCents(run);
  const loser = largestLoser(now, run, at)?.position;
  return {
    equityCents: equityCents(now, run),
    usedMarginCents: usedMargin,
    callCents: run.leverage === null ? null : usedMargin,
    stopOutCents: stopOutCents(run),
    first: loser
      ? {
          id: loser.id,
          symbol: loser.symbol,
          side: loser.side,
          units: loser.units,
          floatingCents: floatingCents(now, run, loser),
        }
      : null,
  };
}
