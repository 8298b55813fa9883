import { expect, test } from "bun:test";
import { DemoDriver, fillsOf } from "../../../dev/test/demo-driver.ts";
import { loggedDemo, storiesIn } from "../../../dev/test/logged-demo.ts";
import type { DemoExits, DemoInput, MarketQuote } from "../demo/demo-types.ts";
import { netCentsOf, type PositionStory, storyOf } from "./position-story.ts";
import { isTrueTo, WhatIf } from "./what-if.ts";
import { changedExits, exitsOf, rulesThatApply, type WhatIfRule } from "./what-if-rules.ts";

test("a replay without a change closes every position as its log says", () => {
  let parts = 0;
  for (let seed = 0; seed < 150; seed++) {
    const log = loggedDemo(seed);
    for (const story of storiesIn(log)) {
      if (!story.isClosed) continue;
      const { closings } = replayed(story, log.quotes, null);
      if (!isTrueTo(story, closings)) expect({ seed, closings }).toEqual({ seed, closings: story.closings });
      expect(netCentsOf(closings)).toBe(netCentsOf(story.closings));
      parts += closings.length;
    }
  }
  expect(parts).toBeGreaterThan(500);
});

/** Lets a driver trade: a buy at 100.00 of one bitcoin with its stop at 99.00, and what follows. */
class Trader extends DemoDriver {
  readonly tape: MarketQuote[] = [];
  readonly rows: { input: DemoInput; events: DemoDriver["events"] }[] = [];

  at(price: number): void {
    this.quote("BTCUSDm", price, price);
    const quote = this.quotes.get("BTCUSDm");
    if (quote) this.tape.push(quote);
  }

  amend(exits: Partial<DemoExits>): void {
    const position = this.run.positions[0];
    if (!position) throw new Error("no position");
    const { id: positionId, version, stop, target, trail } = position;
    this.send({ type: "amend_position", positionId, version, stop, target, trail, ...exits });
  }

  close(units: number | null = null): void {
    const position = this.run.positions[0];
    if (!position) throw new Error("no position");
    this.send({ type: "close", positionId: position.id, version: position.version, units });
  }

  private send(command: Parameters<DemoDriver["command"]>[0]): void {
    const input: DemoInput = { type: "command", at: this.now, seq: this.seq, quotes: [], command };
    const { events, refusal } = this.command(command);
    if (refusal) throw new Error(refusal.code);
    this.rows.push({ input, events: [...events] });
  }

  story(exits: DemoExits): PositionStory {
    const fills = fillsOf(this.events);
    const story = storyOf({ costs: "none", costsVersion: null, exits, fills, rows: this.rows });
    if (!story) throw new Error("no story");
    return story;
  }
}

const EXITS: DemoExits = { stop: 9_900, target: 10_200, trail: null };

function bought(exits = EXITS): Trader {
  const trader = new Trader();
  trader.at(10_000);
  trader.place(exits);
  return trader;
}

function replayed(story: PositionStory, tape: readonly MarketQuote[], rule: WhatIfRule | null): WhatIf {
  const whatIf = new WhatIf(story, rule);
  for (const quote of tape) whatIf.quote(quote);
  if (whatIf.isWaiting) whatIf.end();
  return whatIf;
}

test("a stop that was moved away would have ended the trade at the first quote at it", () => {
  const trader = bought();
  trader.at(9_950);
  trader.amend({ stop: 9_000 });
  trader.at(9_895);
  trader.at(9_500);
  trader.close();
  const story = trader.story(EXITS);
  expect(rulesThatApply(story)).toEqual(["first_stop"]);
  const kept = replayed(story, trader.tape, "first_stop");
  expect(kept.closings).toMatchObject([{ price: 9_895, rule: "stop_loss", quote: { seq: trader.tape[2]?.seq } }]);
  expect([netCentsOf(kept.closings), netCentsOf(story.closings)]).toEqual([-105, -500]);
});

test("a stop that was pulled to the entry would have let the trade go on to its target", () => {
  const trader = bought();
  trader.at(10_050);
  trader.amend({ stop: 10_000 });
  trader.at(9_995);
  const story = trader.story(EXITS);
  for (const price of [9_950, 10_100, 10_210]) trader.at(price);
  // Both rules say the same of it: it is said once.
  expect(rulesThatApply(story)).toEqual(["first_stop"]);
  const kept = replayed(story, trader.tape, "first_stop");
  expect(kept.closings).toMatchObject([{ price: 10_210, rule: "take_profit" }]);
  expect(replayed(story, trader.tape, "no_break_even").closings).toEqual(kept.closings);
});

test("a stop that was pulled twice is at its last place before the entry without the move to it", () => {
  const trader = bought();
  trader.at(10_050);
  trader.amend({ stop: 9_950 });
  trader.amend({ stop: 10_010 });
  trader.at(10_005);
  const story = trader.story(EXITS);
  trader.at(9_940);
  expect(rulesThatApply(story)).toEqual(["first_stop", "no_break_even"]);
  expect(replayed(story, trader.tape, "no_break_even").closings).toMatchObject([{ price: 9_940, asked: 9_950 }]);
  // The first stop still stands.
  const first = replayed(story, trader.tape, "first_stop");
  expect(first.isClosed).toBe(false);
  expect(first.rest).toMatchObject({ units: 10 ** 8, price: 9_940, floatingCents: -60 });
});

test("a target twice as far is asked for only where the target ended the trade", () => {
  const trader = bought();
  trader.at(10_205);
  const story = trader.story(EXITS);
  for (const price of [10_300, 10_405]) trader.at(price);
  expect(rulesThatApply(story)).toEqual(["double_target"]);
  expect(changedExits(story, "double_target")).toEqual([{ ...EXITS, target: 10_400 }]);
  expect(replayed(story, trader.tape, "double_target").closings).toMatchObject([{ price: 10_405, asked: 10_400 }]);
});

test("what the trader closed by hand is closed at the same quote, as far as it is left", () => {
  const trader = bought();
  trader.at(10_050);
  trader.close(4 * 10 ** 7);
  trader.amend({ stop: 10_040 });
  trader.at(10_030);
  const story = trader.story(EXITS);
  trader.at(9_900);
  const { closings } = replayed(story, trader.tape, "first_stop");
  expect(closings.map(({ units, price, rule }) => [units, price, rule])).toEqual([
    [4 * 10 ** 7, 10_050, "close"],
    [6 * 10 ** 7, 9_900, "stop_loss"],
  ]);
});

test("a trade whose stop stayed has no rule that would change it", () => {
  const trader = bought();
  trader.at(9_899);
  const story = trader.story(EXITS);
  expect(exitsOf(story)).toEqual([EXITS]);
  expect(rulesThatApply(story)).toEqual([]);
});

test("a tape that lacks the quote which closed the trade is found by the replay without a change", () => {
  const trader = bought();
  trader.at(9_890);
  const story = trader.story(EXITS);
  expect(isTrueTo(story, replayed(story, trader.tape, null).closings)).toBe(true);
  expect(isTrueTo(story, replayed(story, trader.tape.slice(0, 1), null).closings)).toBe(false);
});
