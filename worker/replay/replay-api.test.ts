import { afterEach, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../dev/stack.ts";
import { demoCommand, marketOrder } from "../../dev/test/test-demo-account.ts";
import { holdPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newAdmin, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { addTrades } from "../../dev/test/test-trades.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import type { MarketQuote } from "../contract/demo/demo-types.ts";
import { measurePart } from "../contract/excursion/part-excursion.ts";
import { pathOf } from "../contract/excursion/position-path.ts";
import { QuoteUnpacker } from "../contract/replay/packed-quotes.ts";
import { type PositionStory, pathPositionOf } from "../contract/replay/position-story.ts";
import { isTrueTo, WhatIf } from "../contract/replay/what-if.ts";
import { minuteOf } from "../contract/tape/tape-minute.ts";
import { checkProof, type SealedProof } from "../contract/tape/tape-proof.ts";

setDefaultTimeout(600_000);

let stack: Stack;
afterEach(() => letPricesMove(stack, ["BTCUSDm"]));
beforeAll(async () => {
  stack = await apiStack();
}, 600_000);

const tradeOf = (trader: Trader, key: number, account = "run:1") =>
  trader.get(`/api/replay/trade?account=${account}&key=${key}`);

/** A buy of 0.1 BTC with its stop 10 % below, which is moved away, and of which a half is closed before the rest. */
async function traderWithParts(): Promise<Trader> {
  const trader = await newTrader(stack);
  await holdPrices(stack, { BTCUSDm: 60_000 });
  await waitUntil(
    "the order is filled",
    async () => (await demoCommand(trader, marketOrder({ stop: 54_000, target: 90_000 }))).status === 200,
  );
  const sent = async (body: object) => expect((await demoCommand(trader, body)).status).toBe(200);
  await sent({ type: "amend_position", positionId: 1, version: 1, stop: 50_000, target: 90_000, trail: null });
  await holdPrices(stack, { BTCUSDm: 60_300 });
  await sent({ type: "close", positionId: 1, version: 2, amount: 0.05 });
  await holdPrices(stack, { BTCUSDm: 59_700 });
  await sent({ type: "close", positionId: 1, version: 3, amount: null });
  return trader;
}

async function quotesOf(trader: Trader, story: PositionStory): Promise<MarketQuote[]> {
  const fromMs = minuteOf(story.open.quote.heardAt);
  const reply = await trader.get(`/api/replay/quotes?key=3&from=${fromMs}&after=${story.open.quote.seq - 1}`);
  expect(reply).toMatchObject({ status: 200, body: { isWhole: true, nextMs: null } });
  return new QuoteUnpacker("BTCUSDm").next(reply.body.quotes);
}

test("a trade's story and its quotes are what happened, exactly", async () => {
  const trader = await traderWithParts();
  const { status, body } = await tradeOf(trader, 3);
  expect(status).toBe(200);
  const story: PositionStory = body.trade.story;
  expect(story).toMatchObject({
    costs: "none",
    exits: { stop: 5_400_000, target: 9_000_000, trail: null },
    amendments: [{ stop: 5_000_000, target: 9_000_000, trail: null }],
    closings: [{ id: 2 }, { id: 3 }],
    isClosed: true,
  });
  // The same position, whichever part is asked for.
  expect((await tradeOf(trader, 2)).body.trade.story).toEqual(story);

  const quotes = await quotesOf(trader, story);
  const position = pathPositionOf(story);
  const points = pathOf(quotes, position, story.costs);
  const [first, second] = [0, 1].map((index) => measurePart(position, points, index));
  expect(points[0]?.seq).toBe(story.open.quote.seq);
  for (const [i, part] of [first, second].entries()) {
    expect(part?.exit.cents).toBe(story.closings[i]?.profitCents ?? Number.NaN);
  }
  // Prices were held at 60,300 in between, and ended at 59,700, the worst.
  expect(second?.best.price).toBe(first?.exit.price ?? 0);
  expect(second?.worst.price).toBe(second?.exit.price ?? 0);
  const whatIf = new WhatIf(story, null);
  for (const quote of quotes) whatIf.quote(quote);
  whatIf.end();
  expect(isTrueTo(story, whatIf.closings)).toBe(true);
});

test("a quote of the trade is proven once its minute is sealed", async () => {
  const trader = await traderWithParts();
  const story: PositionStory = (await tradeOf(trader, 3)).body.trade.story;
  const { seq } = story.open.quote;
  await letPricesMove(stack, ["BTCUSDm"]);
  let sealed: SealedProof | null = null;
  await waitUntil("the minute is sealed", async () => {
    ({ sealed } = (await trader.get(`/api/replay/proof?key=3&seq=${seq}`)).body);
    return sealed !== null;
  });
  const proven = sealed as SealedProof | null;
  expect(proven && checkProof(proven.proof, proven.seal)).toBe(true);
  expect(proven?.proof.line).toStartWith(`${seq} `);
});

test("what came before a trade is told once it is recorded", async () => {
  const trader = await traderWithParts();
  await waitUntil("the part is recorded", async () => (await tradeOf(trader, 3)).body.trade.context !== null);
  expect((await tradeOf(trader, 3)).body.trade.context).toEqual({ lastLossMs: null, medianUnits: 5_000_000 });
  expect((await tradeOf(trader, 2)).body.trade.context).toEqual({ lastLossMs: null, medianUnits: null });
});

test("nobody reads another one's trade, nor the tape away from an own one", async () => {
  const trader = await traderWithParts();
  const story: PositionStory = (await tradeOf(trader, 3)).body.trade.story;
  const stranger = await newTrader(stack);
  const at = story.open.at;
  expect((await tradeOf(stranger, 3)).status).toBe(404);
  expect((await stranger.get(`/api/replay/quotes?key=3&from=${at}`)).status).toBe(404);
  expect((await tradeOf(trader, 3, "run:2")).status).toBe(404);
  // The first fill opened the position.
  for (const key of [1, 4]) expect((await tradeOf(trader, key)).status).toBe(404);
  expect((await stranger.get(`/api/replay/proof?key=3&seq=${story.open.quote.seq}`)).status).toBe(404);
  for (const from of [0, at - 2 * 3_600_000, at + 3_600_000]) {
    expect((await trader.get(`/api/replay/quotes?key=3&from=${from}`)).status).toBe(404);
  }
});

test("of a cash trade the times are told, and of no other trader's", async () => {
  const trader = await newTrader(stack);
  const [openedAtMs, closedAtMs] = [Date.UTC(2026, 10, 23, 15), Date.UTC(2026, 10, 23, 16)];
  const { userId } = trader;
  const { userId: adminId } = await newAdmin(stack);
  await addTrades(databaseOf(stack), { userId, adminId }, [{ openedAtMs, closedAtMs, stopPrice: 90 }]);
  const { trades } = (await trader.get("/api/trade/history")).body.data;
  const reply = await tradeOf(trader, trades[0].id, "cash");
  expect(reply.body.trade).toEqual({ kind: "trade", openedAtMs, closedAtMs, stopPrice: 90 });
  expect((await tradeOf(await newTrader(stack), trades[0].id, "cash")).status).toBe(404);
  expect((await tradeOf(trader, 1, "broker:1")).status).toBe(404);
});

test.each([
  ["trade?account=run:1&key=x", "key"],
  ["trade?account=other&key=1", "account"],
  ["quotes?key=1&from=-1", "from"],
  ["quotes?key=1&from=1&after=x", "after"],
])("%s is refused with its field", async (path, field) => {
  const { status, body } = await (await newTrader(stack)).get(`/api/replay/${path}`);
  expect([status, body.code, body.field]).toEqual([400, "invalid_input", field]);
});
