import { expect, test } from "bun:test";
import type { Trade } from "../performance/trade-types.ts";
import { isUnplanned, planOutcome } from "./locked-plan.ts";
import { suggestedMistakes } from "./suggested-mistakes.ts";

type Given = Omit<Partial<Trade>, "demo"> & { demo?: Partial<NonNullable<Trade["demo"]>> };
const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 10, minute)).toISOString();
let ids = 0;
/** A trade of five minutes that was closed at a minute. */
function trade(minute: number, profitLoss: number, given: Given = {}): Trade {
  ids += 1;
  const one = {
    ...{ id: String(ids), closeTime: at(minute), profitLoss, symbol: "BTCUSD", direction: "Buy", lotSize: 1 },
    ...{ entryPrice: 1, exitPrice: 2 },
    ...given,
    demo: { openTime: at(minute - 5), stopMovedAway: false, targetPulled: null, ...given.demo },
  };
  // What the rules read of a trade.
  return one as unknown as Trade;
}
const plan = { setupId: null, setupName: null, reason: "x" } as unknown as NonNullable<Trade["plan"]>;

test("a plan is broken by its stop or its target, kept without that, and neither where nothing says", () => {
  const outcome = (demo: Given["demo"] = {}, of: Trade["plan"] = plan) => planOutcome(trade(5, 1, { plan: of, demo }));
  expect([outcome(), outcome({ stopMovedAway: true }), outcome({ targetPulled: true })]).toEqual([
    "kept",
    "broken",
    "broken",
  ]);
  expect(outcome({ stopMovedAway: null, targetPulled: false })).toBe("kept");
  expect(outcome({ stopMovedAway: null })).toBeNull();
  expect(outcome({ stopMovedAway: true }, null)).toBeNull();
  expect([
    isUnplanned(trade(5, 1, { plan: null })),
    isUnplanned(trade(5, 1)),
    isUnplanned(trade(5, 1, { plan })),
  ]).toEqual([true, false, false]);
});

test("the log suggests a moved stop, a pulled target and the missing plan", () => {
  const moved = trade(5, 1, { plan: null, demo: { stopMovedAway: true, targetPulled: true } });
  expect(suggestedMistakes(moved, [moved])).toEqual(["movedStop", "pulledTarget", "noPlan"]);
  const calm = trade(5, 1, { plan });
  expect(suggestedMistakes(calm, [calm])).toEqual([]);
});

test("a size is above usual by those of the same symbol, once there are enough", () => {
  const others = [1, 2, 2, 2, 9].map((lotSize, i) => trade(i, 1, { lotSize }));
  const large = (lotSize: number, of = others) => {
    const one = trade(30, 1, { lotSize });
    return suggestedMistakes(one, [...of, one]).includes("tooLarge");
  };
  expect([large(2.9), large(3), large(3, others.slice(1))]).toEqual([false, true, false]);
  const elsewhere = others.map((one) => ({ ...one, symbol: "ETHUSD" }));
  expect(large(100, elsewhere)).toBe(false);
});

test("two losses in a row are those that were closed before the opening", () => {
  const after = (...before: Trade[]) => {
    const one = trade(30, 1);
    return suggestedMistakes(one, [one, ...before]).includes("afterTwoLosses");
  };
  expect(after(trade(20, -1), trade(10, -1), trade(5, 3))).toBe(true);
  expect(after(trade(20, 1), trade(10, -1), trade(5, -1))).toBe(false);
  // Closed while it was open.
  expect(after(trade(27, -1), trade(10, -1), trade(5, 3))).toBe(false);
  expect(after(trade(20, -1))).toBe(false);
});
