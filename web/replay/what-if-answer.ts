import type { DemoFill } from "../../worker/contract/demo/demo-types.ts";
import { netCentsOf, type PositionStory } from "../../worker/contract/replay/position-story.ts";
import { REPLAY_SPAN } from "../../worker/contract/replay/replay-span.ts";
import { isTrueTo, WhatIf } from "../../worker/contract/replay/what-if.ts";
import { firstStopOf, rulesThatApply, type WhatIfRule } from "../../worker/contract/replay/what-if-rules.ts";
import type { TradeTape } from "./trade-tape.ts";

/** What would have come of a position with one rule changed. `last` closed it; null while it would still be open at the end of what was read. */
export type WhatIfOutcome = { rule: WhatIfRule; netCents: number; last: DemoFill | null; untilMs: number | null };

/**
 * `kept`: the trader's own exits kept every rule. `no_stop`: there was no stop to keep. `unsure`: the replay without a change does not end as
 * the log says, so that no other one is shown.
 */
export type WhatIfAnswer =
  | { kind: "kept" | "no_stop" | "unsure" }
  | { kind: "outcomes"; ownCents: number; outcomes: WhatIfOutcome[] };

/** So many quotes are replayed before the page may do something else. */
const QUOTES_AT_ONCE = 4_000;

/** Replays a closed position with each rule that it did not keep. Reads more of the tape where it would have been open longer. */
export async function whatIfAnswer(
  story: PositionStory,
  tape: TradeTape,
  { signal, pause = nextTask }: { signal: AbortSignal; pause?: () => Promise<void> },
): Promise<WhatIfAnswer> {
  const rules = rulesThatApply(story);
  if (rules.length === 0) return { kind: firstStopOf(story) ? "kept" : "no_stop" };
  const last = story.closings.at(-1);
  if (!story.isClosed || !last) return { kind: "unsure" };
  const own = await replayed(story, null, tape, { signal, pause, untilMs: last.at });
  if (!isTrueTo(story, own.closings)) return { kind: "unsure" };
  const outcomes: WhatIfOutcome[] = [];
  for (const rule of rules) {
    const whatIf = await replayed(story, rule, tape, { signal, pause, untilMs: last.at + REPLAY_SPAN.afterMs });
    const { rest } = whatIf;
    outcomes.push({
      rule,
      netCents: netCentsOf(whatIf.closings) + (rest?.floatingCents ?? 0),
      last: rest ? null : (whatIf.closings.at(-1) ?? null),
      untilMs: rest?.atMs ?? null,
    });
  }
  return { kind: "outcomes", ownCents: netCentsOf(story.closings), outcomes };
}

type Given = { signal: AbortSignal; pause: () => Promise<void>; untilMs: number };

async function replayed(
  story: PositionStory,
  rule: WhatIfRule | null,
  tape: TradeTape,
  { signal, pause, untilMs }: Given,
): Promise<WhatIf> {
  const whatIf = new WhatIf(story, rule);
  let place = 0;
  for (;;) {
    for (; place < tape.quotes.length && !whatIf.isClosed; place++) {
      const quote = tape.quotes[place];
      if (!quote || quote.heardAt > untilMs) break;
      whatIf.quote(quote);
      if (place % QUOTES_AT_ONCE === QUOTES_AT_ONCE - 1) await pause();
      signal.throwIfAborted();
    }
    const isAtEnd = place < tape.quotes.length || !tape.hasMore;
    if (whatIf.isClosed || isAtEnd) break;
    await tape.readMore(signal);
  }
  if (!whatIf.isClosed && whatIf.isWaiting) whatIf.end();
  return whatIf;
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));
