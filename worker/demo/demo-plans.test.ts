import { afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { demoParts } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { demoCommand, replayedDemo } from "../../dev/test/test-demo-account.ts";
import { letPricesMove } from "../../dev/test/test-market.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newKhmerTrader, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import type { DemoReceiptRecord } from "../contract/demo/demo-messages.ts";
import type { DemoState } from "../contract/demo/demo-state.ts";
import { DEMO_TEXT } from "../contract/demo/demo-text.ts";
import type { DemoFill, DemoPlan } from "../contract/demo/demo-types.ts";
import { GONE_TEXT as khmer } from "./gone-text.km.ts";
import { GONE_TEXT } from "./gone-text.ts";

setDefaultTimeout(600_000);

let stack: Stack;
afterEach(() => letPricesMove(stack, ["BTCUSDm"]));
beforeAll(async () => {
  stack = await apiStack();
}, 600_000);

const SETUP = { setupId: "3f0c9a10-0000-4000-8000-000000000001", setupName: "Breakout retest" };
const PLAN: DemoPlan = { ...SETUP, reason: "67,800 broke and holds" };
const OTHER: DemoPlan = { setupId: null, setupName: null, reason: "The range held" };
const UNITS = 1_000_000;

const TERMS = { units: UNITS, limitPrice: null, stop: null, target: null, trail: null, expiresAt: null };
/** A market order, or one that rests far below the market. */
const order = (plan?: unknown, { price = null }: { price?: number | null } = {}) => ({
  command: {
    type: "place",
    run: 1,
    order: { ...TERMS, symbol: "BTCUSD", side: "buy", type: price === null ? "market" : "limit", price, plan },
  },
});
const resting = (plan?: unknown) => order(plan, { price: 10_000 });
const amendment = (version: number, change: object = {}) => ({
  command: { type: "amend_order", orderId: 1, version, ...TERMS, price: 10_000, ...change },
});

const stateOf = async (trader: Trader) => (await trader.get("/api/demo/state")).body.state as DemoState;
const waitingPlan = async (trader: Trader) => (await stateOf(trader)).run?.orders[0]?.plan;

/** A trader whose market order has filled. @param plan its plan */
async function filled(trader: Trader, plan?: unknown, change: object = {}): Promise<DemoFill> {
  const body = order(plan);
  Object.assign(body.command.order, change);
  await waitUntil("the order is filled", async () => (await demoCommand(trader, body)).status === 200);
  const { fills } = (await trader.get("/api/demo/fills")).body as { fills: DemoFill[] };
  if (!fills[0]) throw new Error("no fill");
  return fills[0];
}

describe("the plan of an order", () => {
  test("is locked by the fill, and its receipt, parts, lists, file, download and log have it", async () => {
    const trader = await newTrader(stack);
    const fill = await filled(trader, PLAN, { stop: 100, target: 900_000_000 });
    expect(fill.plan).toMatchObject({ ...PLAN, stop: 100, target: 900_000_000, units: UNITS });
    expect(fill.plan?.riskCents).toBeGreaterThan(0);
    const receipt = (await trader.get("/api/demo/fills/1")).body as unknown as DemoReceiptRecord;
    expect(receipt.fill).toEqual(fill);
    expect(receipt.basis.order?.plan).toEqual(PLAN);

    // Both parts of the position have the plan of the whole.
    const close = (version: number, units: number | null) => ({
      command: { type: "close", positionId: 1, version, units },
    });
    await waitUntil("a part is closed", async () => (await demoCommand(trader, close(1, 400_000))).status === 200);
    // The stop is moved away before the rest is closed: that part's plan is broken, and the first one's is kept.
    const away = { type: "amend_position", positionId: 1, version: 2, stop: 99, target: 900_000_000, trail: null };
    expect((await demoCommand(trader, { command: away })).status).toBe(200);
    await waitUntil("the rest is closed", async () => (await demoCommand(trader, close(3, null))).status === 200);
    const { query, read } = databaseOf(stack);
    const parts = async () =>
      (
        await read([query.select().from(demoParts).where(eq(demoParts.userId, trader.userId)).orderBy(demoParts.id)])
      )[0];
    await waitUntil("the parts are recorded", async () => (await parts()).length === 2);
    for (const part of await parts()) {
      expect(part).toMatchObject({
        planLockedAtMs: fill.at,
        planSetupId: PLAN.setupId,
        planSetupName: PLAN.setupName,
        planReason: PLAN.reason,
        planUnits: UNITS,
        planRiskCents: fill.plan?.riskCents ?? null,
        planTargetMilliR: fill.plan?.targetMilliR ?? null,
      });
    }
    const { trades } = (await trader.get("/api/trade/history?account=run:1&limit=5")).body.data;
    const moved = trades.map(({ demo }: { demo: object }) => demo);
    expect(moved).toMatchObject([
      { stopMovedAway: true, targetPulled: false },
      { stopMovedAway: false, targetPulled: false },
    ]);
    const label = {
      kind: "label",
      version: 1,
      id: PLAN.setupId,
      body: { type: "setup", name: "Fade", isArchived: false },
    };
    await trader.post("/api/journal/changes", { changes: [label] });
    expect((await trader.get("/api/trade/studied?account=run:1")).body.data).toMatchObject({
      ...{ setups: [{ id: PLAN.setupId, name: "Fade" }], setup: [0, 0] },
      ...{ isPlanned: [true, true], isBroken: [true, false] },
    });
    const week = `from=${new Date(fill.at - 3_600_000).toISOString()}&to=${new Date(fill.at + 3_600_000).toISOString()}`;
    const toReview = async () =>
      (await trader.get(`/api/journal/to-review?account=run:1&${week}`)).body as { trades: number };
    expect(await toReview()).toMatchObject({ trades: 2 });
    const nothing = { setup: null, grade: null, labels: [], note: "", chart: null };
    const done = { account: "run:1", subject: "trade", key: "2", body: { ...nothing, reviewedAt: fill.at } };
    await trader.post("/api/journal/changes", { changes: [{ kind: "entry", version: 1, ...done }] });
    expect(await toReview()).toMatchObject({ trades: 1 });
    for (const { plan } of trades) {
      expect(plan).toMatchObject({ ...PLAN, lockedAt: new Date(fill.at).toISOString(), stop: 1, amount: 0.01 });
    }
    expect(trades).toHaveLength(2);
    const Cookie = [...trader.cookies].map((pair) => pair.join("=")).join("; ");
    const csv = await fetch(`${stack.origin}/api/trade/export?account=run:1`, { headers: { Cookie } });
    const lines = (await csv.text()).split("\r\n");
    for (const line of lines.slice(1, 3)) expect(line).toContain(`Breakout retest,"67,800 broke and holds",`);
    const download = (await trader.get("/api/user/export")).body;
    expect(JSON.stringify(download.demoTrades)).toContain(PLAN.reason);
    await replayedDemo(trader);
  });

  test("may be missing: the fill has no field then, and the trade says that it has none", async () => {
    const trader = await newTrader(stack);
    for (const none of [undefined, null, { setupId: null, setupName: null, reason: " \n " }]) {
      expect("plan" in (await filled(trader, none))).toBe(false);
    }
    await waitUntil(
      "all is closed",
      async () => (await demoCommand(trader, { command: { type: "close_all", run: 1 } })).status === 200,
    );
    await waitUntil("the trades are recorded", async () => {
      const { trades = [] } = (await trader.get("/api/trade/history?account=run:1&limit=5")).body.data;
      return trades.length === 3 && trades.every(({ plan }: { plan: unknown }) => plan === null);
    });
  });

  test("that was pasted with line breaks is one line", async () => {
    const trader = await newTrader(stack);
    const pasted = { setupId: null, setupName: null, reason: "67,800 broke\r\nand holds\n\n\tstill\u2028now\u202E " };
    expect((await demoCommand(trader, resting(pasted))).status).toBe(200);
    expect((await waitingPlan(trader))?.reason).toBe("67,800 broke and holds still now");
  });

  test.each([
    ["141 characters", { ...PLAN, reason: "x".repeat(141) }, "plan", DEMO_TEXT.planRange],
    ["a setup without a name", { ...PLAN, setupName: null }, "plan", DEMO_TEXT.planRange],
    ["no text", { ...PLAN, reason: 5 }, "command.order.plan.reason", "must be a text"],
    ["an unknown field", { ...PLAN, lockedAt: 5 }, "lockedAt", "There is no field"],
  ])("with %s is refused by its field, nothing is placed, and the next order is", async (_, plan, field, message) => {
    const trader = await newTrader(stack);
    const reply = await demoCommand(trader, resting(plan));
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, "invalid_input", field]);
    expect(reply.body.message).toContain(message);
    expect((await stateOf(trader)).run?.orders).toEqual([]);
    expect((await demoCommand(trader, resting({ ...PLAN, reason: "x".repeat(140) }))).status).toBe(200);
  });
});

describe("the plan of a waiting order", () => {
  test("that two tabs amend at the same moment is that of one of them, and the other is told", async () => {
    const trader = await newTrader(stack);
    await demoCommand(trader, resting(PLAN));
    const plans = [OTHER, { ...OTHER, reason: "Another tab" }];
    const replies = await Promise.all(plans.map((plan) => demoCommand(trader, amendment(1, { plan }))));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = replies.find(({ status }) => status === 409);
    expect([refused?.body.code, refused?.body.message]).toEqual(["wrong_state", DEMO_TEXT.changed]);
    const won = plans[replies.findIndex(({ status }) => status === 200)];
    expect(await waitingPlan(trader)).toEqual(won);
    // With the version of now the other one is taken too.
    expect((await demoCommand(trader, amendment(2, { plan: PLAN }))).status).toBe(200);
    expect(await waitingPlan(trader)).toEqual(PLAN);
  });

  test("that is sent again with its key is amended once", async () => {
    const trader = await newTrader(stack);
    await demoCommand(trader, resting(PLAN));
    const key = crypto.randomUUID();
    const replies = await Promise.all([1, 2, 3].map(() => demoCommand(trader, amendment(1, { plan: OTHER }), key)));
    for (const { status, body } of replies) expect([status, body]).toEqual([200, replies[0]?.body]);
    expect((await stateOf(trader)).run?.orders[0]).toMatchObject({ version: 2, plan: OTHER });
    const other = await demoCommand(trader, amendment(1, { plan: PLAN }), key);
    expect([other.status, other.body.code]).toEqual([422, "key_reused"]);
  });

  test("stays with an amendment that does not name it, in either form, and goes with null", async () => {
    const trader = await newTrader(stack);
    await demoCommand(trader, resting(PLAN));
    expect((await demoCommand(trader, amendment(1, { price: 10_100 }))).status).toBe(200);
    const decimals = { ...{ stop: null, target: null, trail: null, expiresAt: null }, amount: 0.02, price: 102 };
    const before = { type: "amend_order", orderId: 1, version: 2, limitPrice: null, ...decimals };
    expect((await demoCommand(trader, before)).status).toBe(200);
    expect(await waitingPlan(trader)).toEqual(PLAN);
    expect((await demoCommand(trader, amendment(3, { plan: null }))).status).toBe(200);
    expect("plan" in ((await stateOf(trader)).run?.orders[0] ?? {})).toBe(false);
  });

  test("cannot be amended after the fill, which is said in words, in both languages", async () => {
    for (const [trader, words] of [
      [await newTrader(stack), GONE_TEXT],
      [await newKhmerTrader(stack), khmer],
    ] as const) {
      const locked = JSON.stringify((await filled(trader, PLAN)).plan);
      const reply = await demoCommand(trader, amendment(1, { plan: OTHER }));
      expect([reply.status, reply.body.code, reply.body.message]).toEqual([404, "not_found", words.planLocked]);
      expect((await demoCommand(trader, amendment(1))).body.message).toBe(words.filled);
      const position = { type: "amend_position", positionId: 1, version: 1, stop: 100, target: null, trail: null };
      expect((await demoCommand(trader, { command: position })).status).toBe(200);
      const receipt = (await trader.get("/api/demo/fills/1")).body as unknown as DemoReceiptRecord;
      expect(JSON.stringify(receipt.fill.plan)).toBe(locked);
      await replayedDemo(trader);
    }
  });
});
