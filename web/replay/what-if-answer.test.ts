import { expect, test } from "bun:test";
import { loggedDemo, storiesIn } from "../../dev/test/logged-demo.ts";
import type { MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { packQuotes } from "../../worker/contract/replay/packed-quotes.ts";
import { netCentsOf, type PositionStory } from "../../worker/contract/replay/position-story.ts";
import { rulesThatApply } from "../../worker/contract/replay/what-if-rules.ts";
import { TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { TradeTape } from "./trade-tape.ts";
import { whatIfAnswer } from "./what-if-answer.ts";

const pause = () => Promise.resolve();

/** The tape of a story in pieces of some quotes. */
function tapeOf(story: PositionStory, quotes: readonly MarketQuote[], pieces = 3): TradeTape {
  const symbol = TRADED_SYMBOLS[story.open.symbol].pricedFrom;
  const size = Math.ceil(quotes.length / pieces);
  let piece = 0;
  return new TradeTape(story, async () => {
    const records = quotes.slice(piece * size, (piece + 1) * size).map((quote, i) => ({
      ...quote,
      type: "quote" as const,
      seq: quote.seq,
      place: i,
    }));
    piece += 1;
    return { quotes: packQuotes(records, symbol), records: null, isWhole: true, nextMs: piece < pieces ? piece : null };
  });
}

test("an answer is given for each rule that was not kept, and never changes what the trader had", async () => {
  const kinds = new Map<string, number>();
  for (let seed = 0; seed < 60; seed++) {
    const log = loggedDemo(seed);
    // Whether quotes are held is said by records that these lack.
    if (log.quotes.some(({ isHeld }) => isHeld)) continue;
    for (const story of storiesIn(log)) {
      if (!story.isClosed) continue;
      const tape = tapeOf(story, log.quotes);
      const { signal } = new AbortController();
      const answer = await whatIfAnswer(story, tape, { signal, pause });
      kinds.set(answer.kind, (kinds.get(answer.kind) ?? 0) + 1);
      if (answer.kind !== "outcomes") continue;
      expect(answer.ownCents).toBe(netCentsOf(story.closings));
      expect(answer.outcomes.map(({ rule }) => rule)).toEqual(rulesThatApply(story));
      for (const { last, untilMs } of answer.outcomes) expect(last === null).toBe(untilMs !== null);
    }
  }
  for (const kind of ["outcomes", "kept", "no_stop"]) expect(kinds.get(kind) ?? 0).toBeGreaterThan(5);
  expect(kinds.get("unsure") ?? 0).toBe(0);
});

test("without a part of the tape no other outcome is said", async () => {
  let unsure = 0;
  for (let seed = 0; seed < 60 && unsure < 3; seed++) {
    const log = loggedDemo(seed);
    for (const story of storiesIn(log)) {
      const byLevel = story.closings.some(({ rule }) => rule === "stop_loss" || rule === "take_profit");
      if (!story.isClosed || !byLevel || rulesThatApply(story).length === 0) continue;
      const { signal } = new AbortController();
      const answer = await whatIfAnswer(story, tapeOf(story, [], 1), { signal, pause });
      expect(answer).toEqual({ kind: "unsure" });
      unsure += 1;
    }
  }
  expect(unsure).toBeGreaterThan(0);
});
