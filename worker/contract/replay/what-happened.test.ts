import { describe, expect, test } from "bun:test";
import { loggedDemo, storiesIn } from "../../../dev/test/logged-demo.ts";
import type { DemoFill, DemoSide } from "../demo/demo-types.ts";
import type { PositionStory } from "./position-story.ts";
import { whatHappened } from "./what-happened.ts";

const QUOTE = storiesIn(loggedDemo(1))[0]?.open.quote;

function fill(changes: Partial<DemoFill>): DemoFill {
  if (!QUOTE) throw new Error("the log has no fill");
  const none = { asked: null, slippageSteps: null, profitCents: null, attributedCostCents: null, extreme: null };
  const zero = { commissionCents: 0, balanceCents: 0, marginBeforeCents: 0, marginAfterCents: 0, ageMs: 0 };
  const versions = { costsVersion: null, spreadsVersion: null };
  const place = { id: 1, kind: "open", run: 1, positionId: 1, symbol: "BTCUSD", side: "buy" } as const;
  return {
    ...none,
    ...zero,
    ...versions,
    ...place,
    units: 10,
    price: 100,
    rule: "market",
    at: 1,
    quote: QUOTE,
    ...changes,
  };
}

function story(side: DemoSide): { story: PositionStory; part: DemoFill; last: DemoFill } {
  const part = fill({ id: 2, kind: "close", units: 4, price: 95, rule: "stop_loss", at: 40 });
  const last = fill({ id: 3, kind: "close", units: 6, price: 97, rule: "close", at: 60 });
  const amended = { type: "amended", seq: 1, trail: null } as const;
  return {
    story: {
      costs: "none",
      costsVersion: null,
      open: fill({ side, asked: 98, rule: "limit" }),
      exits: { stop: 90, target: null, trail: null },
      amendments: [
        { ...amended, at: 10, stop: 85, target: 120 },
        { ...amended, at: 20, stop: 92, target: 110 },
        { ...amended, at: 50, stop: null, target: null },
      ],
      closings: [part, last],
      isClosed: true,
    },
    part,
    last,
  };
}

describe("what happened to a position", () => {
  test("until its first part was closed, by hand", () => {
    const { story: bought, part } = story("buy");
    expect(whatHappened(bought, part)).toEqual([
      { type: "opened", at: 1, price: 100, pastSteps: 2 },
      { type: "stop", at: 10, change: "further", steps: 5 },
      { type: "target", at: 10, change: "set", steps: null },
      { type: "stop", at: 20, change: "nearer", steps: 7 },
      { type: "target", at: 20, change: "nearer", steps: 10 },
      { type: "closed", id: 2, at: 40, price: 95, rule: "stop_loss", units: 4 },
    ]);
  });

  test("until its last part was closed has all of it", () => {
    const { story: bought, last } = story("buy");
    expect(whatHappened(bought, last).slice(5)).toEqual([
      { type: "closed", id: 2, at: 40, price: 95, rule: "stop_loss", units: 4 },
      { type: "stop", at: 50, change: "removed", steps: null },
      { type: "target", at: 50, change: "removed", steps: null },
      { type: "closed", id: 3, at: 60, price: 97, rule: "close", units: 6 },
    ]);
  });

  test("of one that was sold is the other way round, and a better fill is not past its price", () => {
    const { story: sold, part } = story("sell");
    expect(whatHappened(sold, part).slice(0, 2)).toEqual([
      { type: "opened", at: 1, price: 100, pastSteps: 0 },
      { type: "stop", at: 10, change: "nearer", steps: 5 },
    ]);
  });

  test("is in the order of time in logs, and ends with the part", () => {
    let stories = 0;
    for (let seed = 0; seed < 20; seed++) {
      for (const one of storiesIn(loggedDemo(seed))) {
        for (const closing of one.closings) {
          const found = whatHappened(one, closing);
          const times = found.map(({ at }) => at);
          expect(times).toEqual([...times].sort((a, b) => a - b));
          expect(found.at(-1)).toMatchObject({ type: "closed", id: closing.id });
          stories += 1;
        }
      }
    }
    expect(stories).toBeGreaterThan(50);
  });
});
