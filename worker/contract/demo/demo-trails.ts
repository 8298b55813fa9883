/**
 * Where trailing stops have got to. The account's log does not say it: every quote may move one, and the account is given
 * only the quotes that reach a level.
 * Source: docs/decisions/084
 */

import { observeExtremes } from "./demo-exits.ts";
import type { DemoTrail } from "./demo-messages.ts";
import { isFillable } from "./demo-quotes.ts";
import type { DemoState } from "./demo-state.ts";
import type { MarketQuote } from "./demo-types.ts";
import type { DemoWork } from "./demo-work.ts";

/**
 * The state with the extremes of its trailing stops moved, and nothing else.
 * @param quotes those that set the extremes since the state's last input, in any order
 */
export function withExtremesMoved(state: DemoState, quotes: readonly MarketQuote[]): DemoState {
  const work: DemoWork = { state, at: state.clock, tapeSeq: state.lastSeq, events: [] };
  for (const quote of quotes) if (isFillable(quote, quote.heardAt)) observeExtremes(work, quote);
  return work.state;
}

/** The extremes of a state's trailing stops, as messages carry them: nothing without a trailing stop. */
export function trailsOf({ run }: DemoState): { trails?: DemoTrail[] } {
  const trails = (run?.positions ?? []).flatMap(({ id: positionId, extreme }) =>
    extreme ? [{ positionId, extreme }] : [],
  );
  return trails.length > 0 ? { trails } : {};
}
