/**
 * Margin call and stop-out.
 * Source: docs/demo-engine.md, "Margin"
 */

import { closePosition } from "./close-demo-position.ts";
import { equityCents, floatingCents, usedMarginCents } from "./demo-margin.ts";
import { isFillable, lastPrice } from "./demo-quotes.ts";
import type { DemoPosition, DemoRun, DemoState } from "./demo-state.ts";
import type { MarketQuote } from "./demo-types.ts";
import { changeRun, type DemoWork, runOf } from "./demo-work.ts";

/** The equity, in cents, at or below which positions are closed: half of the used margin, or zero without leverage. */
export function stopOutCents(run: DemoRun): number {
  return run.leverage === null ? 0 : Math.floor(usedMarginCents(run) / 2);
}

/** Says that the margin is used up, and closes positions until what is left carries them. */
export function checkMargin(work: DemoWork, quote: MarketQuote): void {
  if (runOf(work).positions.length === 0) return;
  callMargin(work, quote);
  stopOut(work, quote.heardAt);
}

function callMargin(work: DemoWork, quote: MarketQuote): void {
  const run = runOf(work);
  if (run.leverage === null || run.isInMarginCall) return;
  const equity = equityCents(work.state, run);
  const margin = usedMarginCents(run);
  if (equity > margin) return;
  changeRun(work, { isInMarginCall: true });
  work.events.push({
    type: "margin_called",
    at: work.at,
    quoteSeq: quote.seq,
    equityCents: equity,
    marginCents: margin,
  });
}

function stopOut(work: DemoWork, at: number): void {
  for (;;) {
    const run = runOf(work);
    if (run.positions.length === 0) return;
    if (equityCents(work.state, run) > stopOutCents(run)) return;
    const loser = largestLoser(work.state, run, at);
    if (!loser) return;
    const { position, quote } = loser;
    closePosition(work, position, { units: position.units, quote, rule: "stop_out", asked: null });
  }
}

/** The position with the lowest floating result among those that can be closed, with the quote that closes it. */
export function largestLoser(
  state: DemoState,
  run: DemoRun,
  at: number,
): { position: DemoPosition; quote: MarketQuote } | null {
  const closable = run.positions.flatMap((position) => {
    const quote = lastPrice(state, position.symbol);
    const canClose = quote && isFillable(quote, at);
    return canClose ? { position, quote, floating: floatingCents(state, run, position) } : [];
  });
  // Positions stand by number and the sort is stable: of equal results the lowest number is first.
  return closable.sort((a, b) => a.floating - b.floating)[0] ?? null;
}

/** Ends a margin call when the equity is above the used margin again. */
export function endMarginCall(work: DemoWork): void {
  const { run } = work.state;
  if (!run?.isInMarginCall) return;
  const isOver = run.positions.length === 0 || equityCents(work.state, run) > usedMarginCents(run);
  if (isOver) changeRun(work, { isInMarginCall: false });
}
