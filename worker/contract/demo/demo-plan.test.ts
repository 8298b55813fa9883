import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { DemoDriver, fillsOf, refusalText } from "../../../dev/test/demo-driver.ts";
import { runDemoProgram } from "../../../dev/test/demo-programs.ts";
import { receiptsOf } from "../../../dev/test/demo-receipts.ts";
import { fc } from "../../../web/test/property.ts";
import { demoEventLine } from "./demo-event-line.ts";
import { isPlanRight, oneLine } from "./demo-plan.ts";
import { initialDemoState } from "./demo-state.ts";
import type { DemoEvent, DemoPlan, LockedPlan } from "./demo-types.ts";
import { planSeal } from "./plan-seal.ts";
import { stepDemo } from "./step-demo.ts";
import { checkDemoFill } from "./verify-demo-fill.ts";

setDefaultTimeout(600_000);

const SETUP = { setupId: "3f0c9a10-0000-4000-8000-000000000001", setupName: "Breakout retest" };
const PLAN: DemoPlan = { ...SETUP, reason: "67,800 broke and holds" };
const OTHER: DemoPlan = { setupId: null, setupName: null, reason: "The range held" };
const NOTHING: DemoPlan = { setupId: null, setupName: null, reason: "" };

/** A run with bitcoin at 67,840.00 and 67,844.20. */
function demo(costs: "none" | "typical" = "typical"): DemoDriver {
  const driver = new DemoDriver({ costs, leverage: 30 });
  driver.quote("BTCUSDm", 6_784_000, 6_784_420);
  return driver;
}

const EXITS = { units: 10_000_000, stop: 6_760_000, target: 6_834_000 };

/** Amends order 1 but for what is given. */
function amend(driver: DemoDriver, version: number, part: { price?: number; plan?: DemoPlan | null } = {}) {
  const terms = { ...EXITS, price: 6_700_000, limitPrice: null, stop: 6_690_000, trail: null, expiresAt: null };
  return driver.command({ type: "amend_order", orderId: 1, version, ...terms, ...part });
}

const waiting = (driver: DemoDriver, plan: DemoPlan | null = PLAN) =>
  driver.place({ ...EXITS, type: "limit", price: 6_700_000, stop: 6_690_000, plan });

describe("a fill", () => {
  test("locks the plan with what the order risks and wants", () => {
    const driver = demo();
    const [fill] = fillsOf(driver.place({ ...EXITS, plan: PLAN }).events);
    // 0.1 x 244.20 dollars, and commissions of 3.39 and 3.38; 495.80 to 244.20.
    expect(fill?.plan).toEqual({ ...PLAN, ...EXITS, riskCents: 2_442 + 339 + 338, targetMilliR: 2_030 });
  });

  test("without costs, a stop or a target locks what is known", () => {
    const lockedAt = (exits: { stop?: number | null; target?: number | null }) => {
      const { plan } = fillsOf(demo("none").place({ ...EXITS, ...exits, plan: PLAN }).events)[0] ?? {};
      return plan && [plan.riskCents, plan.targetMilliR];
    };
    // The middle, half a step up, is 67,842.10.
    expect(lockedAt({})).toEqual([2_421, 2_057]);
    expect(lockedAt({ target: null })).toEqual([2_421, null]);
    expect(lockedAt({ stop: null })).toEqual([null, null]);
  });

  test("at a price beyond the stop has no risk to tell", () => {
    const driver = demo();
    waiting(driver);
    const [fill] = fillsOf(driver.quote("BTCUSDm", 6_600_000, 6_600_100));
    expect(fill?.plan).toMatchObject({ stop: 6_690_000, riskCents: null, targetMilliR: null });
  });

  test.each([undefined, null, NOTHING])(
    "of an order with the plan %p has no field for one, in log and state",
    (plan) => {
      const driver = demo();
      driver.place({ ...EXITS, plan });
      driver.place({ ...EXITS, type: "limit", price: 6_700_000, stop: 6_690_000, plan });
      expect(driver.events.map(demoEventLine).join()).not.toContain("plan");
      expect(JSON.stringify(driver.state)).not.toContain("plan");
    },
  );
});

describe("the plan of a waiting order", () => {
  test("is replaced, taken away, or left by an amendment, and the fill locks the last one", () => {
    for (const [plan, last] of [
      [OTHER, OTHER],
      [null, undefined],
      [NOTHING, undefined],
      [undefined, PLAN],
    ] as const) {
      const driver = demo();
      waiting(driver);
      expect(amend(driver, 1, { price: 6_700_100, ...(plan === undefined ? {} : { plan }) }).refusal).toBeNull();
      expect(driver.run.orders[0]?.plan).toEqual(last);
      const [fill] = fillsOf(driver.quote("BTCUSDm", 6_699_000, 6_699_420));
      expect(fill?.plan?.reason).toBe(last?.reason);
      expect(fill?.plan?.setupName).toBe(last?.setupName);
    }
  });

  test("that two pages change at once is the one of the first", () => {
    const driver = demo();
    waiting(driver);
    expect(amend(driver, 1, { plan: OTHER }).refusal).toBeNull();
    expect(refusalText(amend(driver, 1, { plan: null }).refusal)).toBe("version_changed version");
    expect(driver.run.orders[0]?.plan).toEqual(OTHER);
  });

  test("changes no more when the order has filled, whatever is commanded", () => {
    const driver = demo();
    waiting(driver);
    const [fill] = fillsOf(driver.quote("BTCUSDm", 6_699_000, 6_699_420));
    const locked = JSON.stringify(fill?.plan);
    expect(refusalText(amend(driver, 1, { plan: OTHER }).refusal)).toBe("not_found orderId");
    driver.command({ type: "amend_position", positionId: 1, version: 1, stop: 6_600_000, target: null, trail: null });
    driver.command({ type: "close", positionId: 1, version: 2, units: 4_000_000 });
    driver.command({ type: "close_all", run: 1 });
    const [opened, ...others] = fillsOf(driver.events);
    expect(JSON.stringify(opened?.plan)).toBe(locked);
    expect(others.map(({ plan }) => plan)).toEqual([undefined, undefined]);
  });
});

describe("a plan is refused", () => {
  test.each([
    ["a reason of 141 characters", { ...PLAN, reason: "x".repeat(141) }],
    ["a line break", { ...PLAN, reason: "one\ntwo" }],
    ["another line separator", { ...PLAN, reason: "one\u2028two" }],
    ["a mark that turns the direction of reading", { ...PLAN, reason: "a\u202Eb" }],
    ["a setup without a name", { ...PLAN, setupName: null }],
    ["a name without a setup", { ...NOTHING, setupName: "Range fade" }],
    ["an empty id", { ...PLAN, setupId: "" }],
    ["a name of 41 characters", { ...PLAN, setupName: "x".repeat(41) }],
  ])("with %s, and nothing is placed or amended", (_, plan) => {
    const driver = demo();
    expect(refusalText(driver.place({ ...EXITS, plan }).refusal)).toBe("out_of_range plan");
    expect(driver.run.positions).toHaveLength(0);
    waiting(driver, OTHER);
    expect(refusalText(amend(driver, 1, { plan }).refusal)).toBe("out_of_range plan");
    expect(driver.run.orders[0]).toMatchObject({ version: 1, plan: OTHER });
    // What comes next works.
    expect(amend(driver, 1, { plan: PLAN }).refusal).toBeNull();
  });

  test("only after what is wrong with the order's figures", () => {
    const plan = { ...PLAN, reason: "x".repeat(141) };
    expect(refusalText(demo().place({ ...EXITS, units: 0, plan }).refusal)).toBe("out_of_range units");
  });

  test("not with 140 characters of any script", () => {
    for (const reason of ["x".repeat(140), "🙂".repeat(140), "ក".repeat(140)]) {
      expect(demo().place({ ...EXITS, plan: { ...PLAN, reason } }).refusal).toBeNull();
    }
  });
});

test("any text becomes one line that the engine takes, and stays as it is when it is one", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 140 }), (text) => {
      const line = oneLine(text);
      expect(oneLine(line)).toBe(line);
      const short = [...line].slice(0, 140).join("");
      expect(isPlanRight({ ...NOTHING, reason: short })).toBe(true);
    }),
  );
  expect(oneLine(" one\r\ntwo\t three\n\n")).toBe("one two three");
});

test("in random programs each fill that opens has the last plan of its order, and no other event changes it", () => {
  const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 });
  let locked = 0;
  fc.assert(
    fc.property(seed, (seed) => {
      let state = initialDemoState();
      const plans = new Map<number, DemoPlan | null | undefined>();
      runDemoProgram(seed, (input) => {
        const { state: next, ...outcome } = stepDemo(state, input);
        state = next;
        for (const event of outcome.events) locked += expectLocked(plans, event);
        return outcome;
      });
    }),
    { numRuns: 30, endOnFailure: true },
  );
  expect(locked).toBeGreaterThan(50);
});

/** Follows the plans of orders. @returns how many plans the event has locked */
function expectLocked(plans: Map<number, DemoPlan | null | undefined>, event: DemoEvent): number {
  if (event.type === "order_placed" || event.type === "order_amended") plans.set(event.order.id, event.order.plan);
  if (event.type !== "filled") return 0;
  const { kind, positionId, plan, units } = event.fill;
  const expected = kind === "open" ? plans.get(positionId) : undefined;
  expect("plan" in event.fill).toBe(expected !== undefined);
  if (!expected || !plan) return 0;
  expect(plan).toMatchObject({ ...expected, units });
  if (plan.riskCents !== null) expect(Object.is(plan.riskCents, -0) || plan.riskCents < 0).toBe(false);
  return 1;
}

test("a receipt whose plan is not the one of its order is found out, field by field", () => {
  const driver = demo();
  driver.place({ ...EXITS, plan: PLAN });
  driver.place({ ...EXITS });
  const [receipt, without] = receiptsOf(driver.events, new Map());
  const { plan } = receipt?.fill ?? {};
  if (!receipt || !without || !plan) throw new Error("two fills are expected");
  const check = (fill: typeof receipt.fill) => checkDemoFill({ ...receipt, fill });
  expect(check(receipt.fill)).toEqual({ result: "equal", isWhole: true });
  const other: LockedPlan = {
    ...{ setupId: null, setupName: null, reason: "", stop: null, target: null },
    ...{ units: 1, riskCents: 1, targetMilliR: null },
  };
  const wrong = { result: "different", fault: "wrong_plan" } as const;
  for (const [field, value] of Object.entries(other)) {
    expect(check({ ...receipt.fill, plan: { ...plan, [field]: value } })).toEqual(wrong);
  }
  const { plan: _taken, ...bare } = receipt.fill;
  expect(check(bare)).toEqual(wrong);
  expect(checkDemoFill({ ...without, fill: { ...without.fill, plan } })).toEqual(wrong);
  expect(check({ ...receipt.fill, plan: { ...plan, units: 0 } })).toEqual({
    result: "malformed",
    at: "receipt.fill.plan.units",
  });
});

test("the seal of a plan is of all that its fill says", () => {
  const seals = [PLAN, { ...PLAN, reason: "67,800 broke and held" }].map((plan) => {
    const [fill] = fillsOf(demo().place({ ...EXITS, plan }).events);
    if (!fill) throw new Error("no fill");
    return planSeal(fill);
  });
  expect(seals[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(seals).size).toBe(2);
});
