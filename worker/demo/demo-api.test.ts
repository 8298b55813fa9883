import { afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { demoParts, sessions } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { turnOnTotp } from "../../dev/test/test-authenticator.ts";
import { Client, type Reply } from "../../dev/test/test-client.ts";
import {
  type DemoSocket,
  demoCommand,
  marketOrder,
  openDemoSocket,
  replayedDemo,
  restingOrder,
  storedDemoOwners,
} from "../../dev/test/test-demo-account.ts";
import { nextMail } from "../../dev/test/test-mails.ts";
import { keepPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { type Admin, IN_KHMER, newAdmin, newKhmerTrader, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { ACTING_USER_HEADER } from "../contract/acting-user.ts";
import type { DemoRunRecord } from "../contract/demo/demo-messages.ts";
import type { DemoState } from "../contract/demo/demo-state.ts";
import { DEMO_TEXT } from "../contract/demo/demo-text.ts";
import type { DemoEvent, DemoFill } from "../contract/demo/demo-types.ts";
import { ERROR_TEXT } from "../contract/error-text.ts";
import type { ErrorCode } from "../contract/errors.ts";
import { SESSION } from "../contract/limits.ts";
import { FEED_SYMBOL_LIST, FEED_SYMBOLS } from "../contract/symbols.ts";
import { INPUT_TEXT } from "../platform/input-text.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let admin: Admin;
afterEach(() => letPricesMove(stack, ["BTCUSDm"]));
beforeAll(async () => {
  stack = await apiStack();
  admin = await newAdmin(stack, "Sophea");
}, 600_000);

const stateOf = async (trader: Trader) =>
  (await trader.get("/api/demo/state")).body as { version: number; state: DemoState };
const fillsOf = async (trader: Trader) => (await trader.get("/api/demo/fills")).body.fills as DemoFill[];

/** A trader with an open position, once the feed has prices. */
async function traderWithPosition(changes: object = {}): Promise<Trader> {
  const trader = await newTrader(stack);
  await waitUntil("the order is filled", async () => (await demoCommand(trader, marketOrder(changes))).status === 200);
  return trader;
}

describe("a demo account that was never opened", () => {
  test("shows run 1 with the defaults, without being created by reading", async () => {
    const trader = await newTrader(stack);
    const { version, state } = await stateOf(trader);
    expect(version).toBe(0);
    expect(state.run).toMatchObject({
      number: 1,
      startCents: 1_000_000,
      balanceCents: 1_000_000,
      costs: "none",
      leverage: null,
    });
    const { runs } = (await trader.get("/api/demo/runs")).body as { runs: DemoRunRecord[] };
    expect(runs).toMatchObject([{ run: 1, startCents: 1_000_000, archivedAt: null, figures: null }]);
    expect((await trader.get("/api/demo/runs/1")).body.run).toMatchObject({ run: 1, figures: null });
    expect((await trader.get("/api/demo/runs/2")).status).toBe(404);
    expect(await fillsOf(trader)).toEqual([]);
    expect((await stateOf(trader)).version).toBe(0);
  });

  test("is created by the first command, which refers to that run", async () => {
    const trader = await newTrader(stack);
    const reply = await demoCommand(trader, restingOrder({ stop: 90, target: 200.55 }));
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      version: 2,
      events: [
        { type: "order_placed", order: { id: 1, units: 10_000_000, price: 10_000, stop: 9_000, target: 20_055 } },
      ],
    });
    const { version, state } = await stateOf(trader);
    expect([version, state.run?.orders.length]).toEqual([2, 1]);
    expect((await trader.get("/api/demo/state?since=1")).body).toMatchObject({ version: 2, events: reply.body.events });
    expect((await trader.get("/api/demo/state?since=2")).body).toEqual({ success: true, version: 2, events: [] });
    expect((await trader.get("/api/demo/state?since=3")).body.state).toEqual(state);
  });
});

describe("a command", () => {
  test("is carried out once: a repeat gets the first answer, also at the same moment", async () => {
    const trader = await newTrader(stack);
    const key = crypto.randomUUID();
    const replies = await Promise.all([1, 2, 3].map(() => demoCommand(trader, restingOrder(), key)));
    const later = await demoCommand(trader, restingOrder(), key);
    for (const { status, body } of [...replies, later]) expect([status, body]).toEqual([200, later.body]);
    expect((await stateOf(trader)).state.run?.orders.length).toBe(1);
    const other = await demoCommand(trader, restingOrder({ amount: 0.2 }), key);
    expect([other.status, other.body.code, other.body.field]).toEqual([422, "key_reused", "Idempotency-Key"]);
  });

  test("sent fifty times at the same moment under keys of its own acts as often as it can, and the log replays", async () => {
    const atOnce = async (trader: Trader, body: object) => {
      const replies = await Promise.all(Array.from({ length: 50 }, () => demoCommand(trader, body)));
      const { version, state } = await stateOf(trader);
      expect(await replayedDemo(trader)).toEqual({ version, state });
      return replies.map(({ status }) => status).filter((status) => status !== 429);
    };
    // The first commands of an account create it, all at once.
    const trader = await newTrader(stack);
    const resets = { type: "reset", run: 1, startBalance: 500, costs: "none", leverage: null };
    expect(Map.groupBy(await atOnce(trader, resets), (status) => status).get(200)?.length).toBe(1);
    expect((await stateOf(trader)).state.run?.number).toBe(2);

    const spender = await traderWithPosition({ amount: 0.001 });
    const { prices } = (await spender.get("/api/market/prices")).body;
    const amount = Math.floor((9_500 / prices.BTCUSDm.price) * 1e5) / 1e5;
    const filled = (await atOnce(spender, marketOrder({ amount }))).filter((status) => status === 200);
    expect(filled.length).toBe(1);
    const { run } = (await stateOf(spender)).state;
    expect(run?.positions.length).toBe(2);
  });

  test("for all of one position at the same moment closes it once", async () => {
    const trader = await traderWithPosition();
    const close = { type: "close", positionId: 1, version: 1, amount: null };
    const replies = await Promise.all(Array.from({ length: 20 }, () => demoCommand(trader, close)));
    expect(replies.filter(({ status }) => status === 200).length).toBe(1);
    expect(replies.filter(({ status }) => status === 404).length).toBe(19);
    expect((await fillsOf(trader)).map(({ kind }) => kind)).toEqual(["close", "open"]);
  });

  test("that was refused is refused again under its key, whatever has happened since", async () => {
    const trader = await newTrader(stack);
    const [key, cancel] = [crypto.randomUUID(), { type: "cancel_order", orderId: 1, version: 1 }];
    expect((await demoCommand(trader, cancel, key)).status).toBe(404);
    expect((await demoCommand(trader, restingOrder())).status).toBe(200);
    expect((await demoCommand(trader, cancel, key)).status).toBe(404);
    expect((await demoCommand(trader, cancel)).status).toBe(200);
  });

  test("wants a key", async () => {
    const reply = await (await newTrader(stack)).post("/api/demo/commands", restingOrder());
    expect([reply.status, reply.body.field, reply.body.message]).toEqual([400, "Idempotency-Key", INPUT_TEXT.noKey]);
  });

  test("for a version, or a run, that is not the newest is refused", async () => {
    const trader = await newTrader(stack);
    await demoCommand(trader, restingOrder());
    const amend = {
      type: "amend_order",
      orderId: 1,
      version: 1,
      amount: 0.2,
      price: 101,
      limitPrice: null,
      stop: null,
      target: null,
      trail: null,
      expiresAt: null,
    };
    expect((await demoCommand(trader, amend)).body.events).toMatchObject([
      { type: "order_amended", order: { version: 2, units: 20_000_000, price: 10_100 } },
    ]);
    const stale = await demoCommand(trader, amend);
    expect([stale.status, stale.body.code, stale.body.field, stale.body.message]).toEqual([
      409,
      "wrong_state",
      "version",
      DEMO_TEXT.changed,
    ]);
    const reset = { type: "reset", run: 1, startBalance: 500.5, costs: "typical", leverage: 30 };
    expect((await demoCommand(trader, reset)).body.events.map(({ type }: DemoEvent) => type)).toEqual([
      "order_ended",
      "run_archived",
      "run_started",
    ]);
    for (const body of [reset, restingOrder(), { type: "cancel_all", run: 1 }, { type: "close_all", run: 1 }]) {
      const late = await demoCommand(trader, body);
      expect([late.status, late.body.code, late.body.field]).toEqual([409, "wrong_state", "run"]);
    }
    const { runs } = (await trader.get("/api/demo/runs")).body;
    expect(runs).toMatchObject([
      { run: 2, startCents: 50_050, costs: "typical", leverage: 30, figures: null },
      { run: 1, startCents: 1_000_000, figures: { balanceCents: 1_000_000, opened: 0 } },
    ]);
    expect((await trader.get("/api/demo/runs/1")).body.run).toEqual(runs[1]);
  });

  test("is limited to sixty a minute, and a repeat does not count", async () => {
    const trader = await newTrader(stack);
    const key = crypto.randomUUID();
    const first = await demoCommand(trader, restingOrder(), key);
    // All at once: one after another may take longer than the minute.
    const refused = { type: "cancel_order", orderId: 99, version: 1 };
    const replies = await Promise.all(Array.from({ length: 59 }, () => demoCommand(trader, refused)));
    expect(replies.map(({ status }) => status)).toEqual(Array(59).fill(404));
    const reply = await demoCommand(trader, restingOrder());
    expect([reply.status, reply.headers.get("Retry-After")]).toEqual([429, "60"]);
    expect((await demoCommand(trader, restingOrder(), key)).body).toEqual(first.body);
  });

  test("that is refused is answered in the language of the account, with the code and field of any other", async () => {
    const [english, khmer] = [await newTrader(stack), await newKhmerTrader(stack)];
    const inBoth = async (order: object) => {
      const key = { "Idempotency-Key": crypto.randomUUID() };
      const one = await english.post("/api/demo/commands", order, key);
      const other = await khmer.post("/api/demo/commands", order, { ...key, ...IN_KHMER });
      expect([other.status, other.body.code, other.body.field]).toEqual([one.status, one.body.code, one.body.field]);
      return [one.body.message, other.body.message];
    };
    // By the shape of the body, by the prices of its type, and by the engine.
    expect(await inBoth(restingOrder({ amount: 0 }))).toEqual(["Please enter a valid amount", "សូមបញ្ចូលបរិមាណត្រឹមត្រូវ"]);
    expect(await inBoth(restingOrder({ price: null }))).toEqual(["Please enter a valid price", "សូមបញ្ចូលតម្លៃត្រឹមត្រូវ"]);
    expect(await inBoth(restingOrder({ amount: 999_999 }))).toEqual([
      "Your demo balance is not enough for this. Available: $10,000.00",
      "សមតុល្យសាកល្បងរបស់អ្នកមិនគ្រប់គ្រាន់ទេ។ អាចប្រើបាន៖ $10,000.00",
    ]);
    const key = crypto.randomUUID();
    const refused = [await demoCommand(khmer, restingOrder({ stop: 101 }), key)];
    await khmer.post("/api/auth/language", { language: "en" });
    refused.push(await demoCommand(khmer, restingOrder({ stop: 101 }), key));
    // The stored refusal too is in the language of the account as it is now.
    expect(refused.map(({ body }) => body.message)).toEqual([
      "តម្លៃកាត់ខាតត្រូវនៅផ្នែកខាត ឆ្ងាយពីតម្លៃយកចំណេញ",
      DEMO_TEXT.wrongSide.stop,
    ]);
  });

  test.each<[string, object, number, ErrorCode, string | undefined, string]>([
    ["an unknown type", { type: "buy" }, 400, "invalid_input", "type", "type must be"],
    ["neither a type nor a command", {}, 400, "invalid_input", "command", "command"],
    ["an unknown field", restingOrder({ leverage: 5 }), 400, "invalid_input", "leverage", "There is no field"],
    ["an amount of nothing", restingOrder({ amount: 0 }), 400, "invalid_input", "amount", DEMO_TEXT.invalidAmount],
    ["a negative amount", restingOrder({ amount: -1 }), 400, "invalid_input", "amount", DEMO_TEXT.invalidAmount],
    ["an amount as text", restingOrder({ amount: "1" }), 400, "invalid_input", "amount", DEMO_TEXT.invalidAmount],
    ["no amount", restingOrder({ amount: undefined }), 400, "invalid_input", "amount", DEMO_TEXT.invalidAmount],
    ["nine decimals", restingOrder({ amount: 0.000000001 }), 400, "invalid_input", "amount", DEMO_TEXT.amountRange],
    ["a huge amount", restingOrder({ amount: 1e300 }), 400, "invalid_input", "amount", DEMO_TEXT.amountRange],
    ["a million", restingOrder({ amount: 1_000_000 }), 400, "invalid_input", "amount", DEMO_TEXT.amountRange],
    [
      "a price of three decimals",
      restingOrder({ price: 1.005 }),
      400,
      "invalid_input",
      "price",
      DEMO_TEXT.priceRange(2),
    ],
    ["a price above the bounds", restingOrder({ price: 1e7 }), 400, "invalid_input", "price", DEMO_TEXT.priceRange(2)],
    ["a limit without a price", restingOrder({ price: null }), 400, "invalid_input", "price", DEMO_TEXT.invalidPrice],
    [
      "a market order with one",
      marketOrder({ price: 100 }),
      400,
      "invalid_input",
      "price",
      "A market order has no price",
    ],
    [
      "a stop-limit without a limit",
      restingOrder({ orderType: "stop_limit" }),
      400,
      "invalid_input",
      "limitPrice",
      DEMO_TEXT.invalidPrice,
    ],
    ["an unknown symbol", restingOrder({ symbol: "DOGE" }), 400, "invalid_input", "symbol", "symbol must be one of"],
    ["an unknown side", restingOrder({ side: "Buy" }), 400, "invalid_input", "side", "side must be"],
    [
      "an unknown type of order",
      restingOrder({ orderType: "x" }),
      400,
      "invalid_input",
      "orderType",
      "orderType must be",
    ],
    [
      "an expiry that is no time",
      restingOrder({ expiresAt: "soon" }),
      400,
      "invalid_input",
      "expiresAt",
      "expiresAt must be",
    ],
    [
      "an expiry that has passed",
      restingOrder({ expiresAt: "2026-01-01T00:00:00Z" }),
      400,
      "invalid_input",
      "expiresAt",
      DEMO_TEXT.expired,
    ],
    ["a stop on the wrong side", restingOrder({ stop: 101 }), 400, "invalid_input", "stop", DEMO_TEXT.wrongSide.stop],
    [
      "a target on the wrong side",
      restingOrder({ target: 99 }),
      400,
      "invalid_input",
      "target",
      DEMO_TEXT.wrongSide.target,
    ],
    [
      "what does not fit",
      restingOrder({ amount: 101 }),
      400,
      "insufficient_funds",
      "amount",
      "Your demo balance is not enough for this. Available: $10,000.00",
    ],
    ["another run", restingOrder({ run: 7 }), 409, "wrong_state", "run", DEMO_TEXT.reset],
    ["a run that is no number", { type: "cancel_all", run: "1" }, 400, "invalid_input", "run", "run must be"],
    ["nothing to cancel", { type: "cancel_all", run: 1 }, 409, "wrong_state", undefined, DEMO_TEXT.nothingToDo],
    ["nothing to close", { type: "close_all", run: 1 }, 409, "wrong_state", undefined, DEMO_TEXT.nothingToDo],
    [
      "an unknown position",
      { type: "close", positionId: 5, version: 1, amount: null },
      404,
      "not_found",
      "positionId",
      ERROR_TEXT.not_found,
    ],
    [
      "a close without saying how much",
      { type: "close", positionId: 5, version: 1 },
      400,
      "invalid_input",
      "amount",
      "valid amount",
    ],
    [
      "half an amendment",
      { type: "amend_position", positionId: 5, version: 1, stop: 1, target: null },
      400,
      "invalid_input",
      "trail",
      "valid price",
    ],
    [
      "an unknown order",
      { type: "cancel_order", orderId: 5, version: 1 },
      404,
      "not_found",
      "orderId",
      ERROR_TEXT.not_found,
    ],
    [
      "too small a start",
      { type: "reset", run: 1, startBalance: 99.99, costs: "none", leverage: null },
      400,
      "invalid_input",
      "startBalance",
      DEMO_TEXT.startBalanceRange,
    ],
    [
      "half a cent",
      { type: "reset", run: 1, startBalance: 100.005, costs: "none", leverage: null },
      400,
      "invalid_input",
      "startBalance",
      DEMO_TEXT.startBalanceRange,
    ],
    [
      "too much leverage",
      { type: "reset", run: 1, startBalance: 100, costs: "none", leverage: 501 },
      400,
      "invalid_input",
      "leverage",
      DEMO_TEXT.leverageRange,
    ],
    [
      "unknown costs",
      { type: "reset", run: 1, startBalance: 100, costs: "some", leverage: null },
      400,
      "invalid_input",
      "costs",
      "costs must be",
    ],
  ])("with %s is refused by its field, and nothing is written", async (_, body, status, code, field, message) => {
    const trader = await newTrader(stack);
    const reply = await demoCommand(trader, body);
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([status, code, field]);
    expect(reply.body.message).toContain(message);
    expect((await stateOf(trader)).state.run).toMatchObject({ number: 1, orders: [], positions: [] });
    expect((await stateOf(trader)).version).toBeLessThanOrEqual(1);
  });
});

test("every symbol is priced in cents, as commands are read", () => {
  expect(FEED_SYMBOL_LIST.map((symbol) => FEED_SYMBOLS[symbol].decimals)).toEqual(FEED_SYMBOL_LIST.map(() => 2));
});

test.each([
  "/state?since=x",
  "/state?since=-1",
  "/state?since=",
  "/state?since=1e3",
  "/state?from=1",
  "/fills?cursor=x",
  "/runs?cursor=1.5",
  "/runs?x=1",
])("a read of %s is refused with the parameter's name", async (path) => {
  const reply = await (await newTrader(stack)).get(`/api/demo${path}`);
  expect([reply.status, reply.body.code]).toEqual([400, "invalid_input"]);
  expect(reply.body.field).toBe(/\?(\w+)=/.exec(path)?.[1]);
});

test("a market order is filled at a quote, and its receipt, closing and results follow", async () => {
  const trader = await traderWithPosition({ stop: 1 });
  const [opened] = await fillsOf(trader);
  expect(opened).toMatchObject({ id: 1, kind: "open", rule: "market", units: 10_000_000, side: "buy" });
  const closed = await demoCommand(trader, { type: "close", positionId: opened?.positionId, version: 1, amount: 0.04 });
  expect([closed.status, closed.body.message]).toEqual([200, undefined]);
  const fills = await fillsOf(trader);
  expect(fills.map(({ id, units }) => [id, units])).toEqual([
    [2, 4_000_000],
    [1, 10_000_000],
  ]);
  const receipt = (await trader.get("/api/demo/fills/2")).body;
  expect(receipt).toMatchObject({ fill: fills[0], basis: { position: { units: 10_000_000 } }, proofs: null });
  for (const id of ["3", "0", "x"]) expect((await trader.get(`/api/demo/fills/${id}`)).status).toBe(404);
  expect((await (await newTrader(stack)).get("/api/demo/fills/1")).status).toBe(404);
  const { query, read } = databaseOf(stack);
  await waitUntil("the closed part is in the database", async () => {
    const [parts] = await read([query.select().from(demoParts).where(eq(demoParts.userId, trader.userId))]);
    return parts.length === 1;
  });
});

test("another trader's order, position, run and receipt cannot be named: their numbers are one's own", async () => {
  const trader = await traderWithPosition();
  await demoCommand(trader, restingOrder());
  const before = await stateOf(trader);
  const stranger = await newTrader(stack);
  for (const body of [
    { type: "close", positionId: 1, version: 1, amount: null },
    { type: "amend_position", positionId: 1, version: 1, stop: 1, target: null, trail: null },
    { type: "cancel_order", orderId: 2, version: 1 },
  ]) {
    expect((await demoCommand(stranger, body)).status).toBe(404);
  }
  for (const path of ["/fills/1", "/runs/2"]) expect((await stranger.get(`/api/demo${path}`)).status).toBe(404);
  const acting = { [ACTING_USER_HEADER]: trader.userId };
  expect((await stranger.get("/api/demo/state", acting)).status).toBe(401);
  expect(await stateOf(trader)).toEqual(before);
});

test("the log replayed through the engine gives the same events and the same state", async () => {
  const trader = await traderWithPosition();
  await demoCommand(trader, restingOrder());
  await demoCommand(trader, marketOrder({ run: 9 }));
  await demoCommand(trader, { type: "close_all", run: 1 });
  await demoCommand(trader, { type: "reset", run: 1, startBalance: 100, costs: "none", leverage: null });
  const { version, state } = await stateOf(trader);
  expect(await replayedDemo(trader)).toEqual({ version, state });
});

test("an order that rests is filled when the market reaches it, and expires without anybody looking", async () => {
  const trader = await newTrader(stack);
  const socket = await openDemoSocket(stack, trader);
  const seen = () => socket.messages.flatMap(({ events }) => events);
  // One that arrives after it has expired is refused.
  await waitUntil("it arrives before it expires", async () => {
    const expiresAt = new Date(Date.now() + 1_500).toISOString();
    return (await demoCommand(trader, restingOrder({ expiresAt }))).status === 200;
  });
  await waitUntil("it expires", async () =>
    seen().some((event) => event.type === "order_ended" && event.reason === "expired"),
  );
  // Below the market and above it, which moves to the first one.
  await keepPrices(stack, { BTCUSDm: 67_000 });
  for (const order of [
    restingOrder({ price: 66_900, amount: 0.01 }),
    restingOrder({ orderType: "stop", price: 67_100 }),
  ]) {
    expect((await demoCommand(trader, order)).status).toBe(200);
  }
  await keepPrices(stack, { BTCUSDm: 66_800 });
  await waitUntil("the lower one is filled", async () => seen().some(({ type }) => type === "filled"));
  expect(await fillsOf(trader)).toMatchObject([{ rule: "limit", price: 6_680_000 }]);
  const { version } = await stateOf(trader);
  expect(socket.messages.at(-1)?.version).toBe(version);
  expect(socket.messages.map((message) => message.version)).toEqual(socket.messages.map((_, i) => i));
  socket.close();
});

describe("the private socket", () => {
  test("tells every tab what a command caused, and no other trader", async () => {
    const [trader, other] = [await newTrader(stack), await newTrader(stack)];
    const tabs = [await openDemoSocket(stack, trader), await openDemoSocket(stack, trader)];
    const stranger = await openDemoSocket(stack, other);
    const { body } = await demoCommand(trader, restingOrder());
    const answeredAt = performance.now();
    const told = () => tabs.every(({ messages }) => messages.some(({ version }) => version === body.version));
    await waitUntil("both tabs are told", async () => told());
    expect(performance.now() - answeredAt).toBeLessThan(2_000);
    for (const { messages } of tabs) {
      expect(messages[0]).toEqual({ type: "demo", version: 0, events: [] });
      expect(messages.map(({ version }) => version)).toEqual([0, 1, 2]);
      expect(messages[2]?.events).toEqual(body.events);
    }
    expect(stranger.messages).toEqual([{ type: "demo", version: 0, events: [] }]);
    for (const socket of [...tabs, stranger]) socket.close();
  });

  test("says where a trailing stop has got to, to a new tab and whenever it moves", async () => {
    await keepPrices(stack, { BTCUSDm: 67_000 });
    const trader = await newTrader(stack);
    const first = await openDemoSocket(stack, trader);
    expect(await demoCommand(trader, marketOrder({ trail: 500 }))).toMatchObject({ status: 200 });
    const extremes = ({ messages }: DemoSocket) =>
      messages.flatMap(({ trails = [] }) => trails.map(({ extreme }) => extreme.price));
    await waitUntil("the tab knows the first price", async () => extremes(first).at(-1) === 6_700_000);
    await keepPrices(stack, { BTCUSDm: 67_300 });
    await waitUntil("the tab is told of a better one", async () => extremes(first).at(-1) === 6_730_000);
    await keepPrices(stack, { BTCUSDm: 67_200 });
    const second = await openDemoSocket(stack, trader);
    await waitUntil("a new tab is told", async () => extremes(second).at(-1) === 6_730_000);
    expect((await stateOf(trader)).state.run?.positions[0]?.extreme?.price).toBe(6_730_000);
    for (const socket of [first, second]) socket.close();
  });

  test("is refused to another site, without a session, and to what is no socket", async () => {
    const trader = await newTrader(stack);
    expect(openDemoSocket(stack, trader, { Origin: "https://evil.example" })).rejects.toThrow("refused");
    expect(openDemoSocket(stack, new Client(stack.origin))).rejects.toThrow("refused");
    expect((await trader.get("/api/demo/socket")).status).toBe(426);
    const asSocket = { Upgrade: "websocket", Origin: "https://evil.example" };
    expect((await trader.get("/api/demo/socket", asSocket)).status).toBe(403);
  });

  test("is refused above thirty of one trader, and another trader's is not", async () => {
    const [trader, other] = [await newTrader(stack), await newTrader(stack)];
    const sockets = await Promise.all(Array.from({ length: 30 }, () => openDemoSocket(stack, trader)));
    expect((await trader.get("/api/demo/socket", { Upgrade: "websocket" })).status).toBe(429);
    sockets.push(await openDemoSocket(stack, other));
    for (const socket of sockets) socket.close();
  });

  test("takes no messages", async () => {
    const trader = await newTrader(stack);
    const socket = await openDemoSocket(stack, trader);
    socket.send("hello");
    expect((await socket.closed).code).toBe(1008);
  });

  /** Ways to end the session of a socket; each gets the trader whose socket is open. */
  const ENDS: [string, (trader: Trader) => Promise<unknown>][] = [
    ["log-out", (trader) => trader.post("/api/auth/logout")],
    [
      "the end of its session in the list of sessions",
      async ({ email, password }) => {
        const second = new Client(stack.origin);
        await second.post("/api/auth/login", { email, password });
        const { sessions } = (await second.get("/api/auth/sessions")).body as {
          sessions: { id: string; isCurrent: boolean }[];
        };
        const ended = sessions.find(({ isCurrent }) => !isCurrent);
        return second.send("DELETE", `/api/auth/sessions/${ended?.id}`);
      },
    ],
    [
      "a reset of the password",
      async (trader) => {
        await trader.post("/api/auth/forgot-password", { email: trader.email });
        const { text } = await nextMail(stack, trader.email);
        const token = /reset-password\/([\w-]{43})/.exec(text)?.[1];
        return new Client(stack.origin).post(`/api/auth/reset-password/${token}`, { password: "a whole new sentence" });
      },
    ],
    [
      "a new role",
      async ({ userId }) => {
        const path = `/api/admin/users/${userId}/role`;
        const [body, second] = [{ version: 1, role: "admin", reason: "joins us" }, await newAdmin(stack, "Maly")];
        await admin.post(path, body);
        return second.post(path, body);
      },
    ],
    [
      "a removal of the second factor by two admins",
      async (trader) => {
        await turnOnTotp(trader);
        const path = `/api/admin/users/${trader.userId}/reset-second-factor`;
        const [body, second] = [{ version: 1, reason: "has lost it" }, await newAdmin(stack, "Rith")];
        await admin.post(path, body);
        return second.post(path, body);
      },
    ],
    ["an admin's end of all sessions", ({ userId }) => admin.post(`/api/admin/users/${userId}/end-sessions`)],
    ["a freeze", ({ userId }) => admin.post(`/api/admin/users/${userId}/freeze`, { version: 1, reason: "a thief" })],
    ["a closed account", (trader) => trader.post("/api/user/close", { password: trader.password })],
    [
      "a log-in that replaces it",
      (trader) => trader.post("/api/auth/login", { email: trader.email, password: trader.password }),
    ],
  ];
  test.each(ENDS)("is closed within five seconds of %s", async (_, end) => {
    const trader = await newTrader(stack);
    await demoCommand(trader, restingOrder());
    const socket = await openDemoSocket(stack, trader);
    await end(trader);
    const endedAt = performance.now();
    expect((await socket.closed).code).toBe(1008);
    expect(performance.now() - endedAt).toBeLessThan(5_000);
  });

  test("is closed within five seconds of a closed account that was never opened", async () => {
    const trader = await newTrader(stack);
    const socket = await openDemoSocket(stack, trader);
    expect((await trader.post("/api/user/close", { password: trader.password })).status).toBe(200);
    const endedAt = performance.now();
    expect((await socket.closed).code).toBe(1008);
    expect(performance.now() - endedAt).toBeLessThan(5_000);
  });

  /** Acts of a trader in another browser that end all sessions but its own. */
  const ENDS_OTHERS: [string, (second: Client, trader: Trader) => Promise<Reply>][] = [
    ["logs out everywhere else", (second) => second.send("DELETE", "/api/auth/sessions")],
    [
      "changes the password",
      (second, { password }) =>
        second.post("/api/auth/password", { currentPassword: password, newPassword: "a whole new sentence" }),
    ],
  ];
  test.each(ENDS_OTHERS)("is closed when another browser of the trader %s, whose own stays open", async (_, end) => {
    const trader = await newTrader(stack);
    const second = new Client(stack.origin);
    expect((await second.post("/api/auth/login", { email: trader.email, password: trader.password })).status).toBe(200);
    const [socket, kept] = [await openDemoSocket(stack, trader), await openDemoSocket(stack, second)];
    expect((await end(second, trader)).status).toBe(200);
    const endedAt = performance.now();
    expect((await socket.closed).reason).toBe("the session has ended");
    expect(performance.now() - endedAt).toBeLessThan(5_000);
    await demoCommand(second, restingOrder());
    await waitUntil("the kept socket is told", async () => kept.messages.length > 1);
    kept.close();
  });

  test("is closed when an admin ends its session alone, and another session's stays open", async () => {
    const trader = await newTrader(stack);
    const { sessions: found } = (await trader.get("/api/auth/sessions")).body;
    const second = new Client(stack.origin);
    await second.post("/api/auth/login", { email: trader.email, password: trader.password });
    const [socket, kept] = [await openDemoSocket(stack, trader), await openDemoSocket(stack, second)];
    const body = { sessionId: found[0].id };
    expect((await admin.post(`/api/admin/users/${trader.userId}/end-sessions`, body)).status).toBe(200);
    expect((await socket.closed).reason).toBe("the session has ended");
    await demoCommand(second, restingOrder());
    await waitUntil("the kept socket is told", async () => kept.messages.length > 1);
    kept.close();
  });

  test("is closed when its session is the oldest of more than a trader may have", async () => {
    const trader = await newTrader(stack);
    const socket = await openDemoSocket(stack, trader);
    for (let session = 0; session < SESSION.perUserMax; session++) {
      const { email, password } = trader;
      expect((await new Client(stack.origin).post("/api/auth/login", { email, password })).status).toBe(200);
    }
    expect((await socket.closed).reason).toBe("the session has ended");
  });

  test("is closed when its session becomes idle", async () => {
    const trader = await newTrader(stack);
    const { query, write } = databaseOf(stack);
    // The socket must be open before.
    const endsAtMs = Date.now() + 5_000;
    const lastActionAtMs = endsAtMs - SESSION.idleMs;
    await write([query.update(sessions).set({ lastActionAtMs }).where(eq(sessions.userId, trader.userId))]);
    const socket = await openDemoSocket(stack, trader);
    expect((await socket.closed).reason).toBe("the session has ended");
    expect(Date.now() - endsAtMs).toBeLessThan(5_000);
  });
});

describe("a frozen account", () => {
  test("can be read, but takes no command and opens no socket", async () => {
    const trader = await newTrader(stack);
    await demoCommand(trader, restingOrder());
    await admin.post(`/api/admin/users/${trader.userId}/freeze`, { version: 1, reason: "a thief" });
    expect((await stateOf(trader)).state.run?.orders.length).toBe(1);
    const reply = await demoCommand(trader, { type: "cancel_all", run: 1 });
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([409, "account_frozen", DEMO_TEXT.frozen]);
    expect((await trader.get("/api/demo/socket", { Upgrade: "websocket" })).status).toBe(409);
  });
});

test("closing the account deletes the demo account", async () => {
  const trader = await traderWithPosition();
  await waitUntil("it is stored", async () => storedDemoOwners(stack).includes(trader.userId));
  expect((await trader.post("/api/user/close", { password: trader.password })).status).toBe(200);
  await waitUntil("it is gone", async () => !storedDemoOwners(stack).includes(trader.userId));
});
