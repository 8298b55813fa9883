import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { CrashStack } from "../../dev/crash/crash-stack.ts";
import { setPace } from "../../dev/test/test-market.ts";
import { control } from "../../dev/test/test-stand-ins.ts";
import { readStoredTape, recordsOf } from "../../dev/test/test-tape.ts";
import { BookCalls, startBookStack } from "../../dev/test/test-trigger-book.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import type { DemoLevel } from "../contract/demo/demo-types.ts";
import type { TapeRecord } from "../contract/tape/tape-record.ts";

setDefaultTimeout(600_000);

const SYMBOL = "BTCUSDm";
const FAR = 999_999_900;

let stack: CrashStack;
let book: BookCalls;
beforeAll(async () => {
  stack = await startBookStack();
  book = new BookCalls(stack);
  await setPace(stack, 8);
}, 600_000);
afterAll(() => stack?.stop());

let owners = 0;
const newOwner = () => `owner-${++owners}`;
const priceLevel = (armedSeq: number, price: number, direction: DemoLevel["direction"] = "up"): DemoLevel => {
  return { id: `order:${price}`, symbol: SYMBOL, reference: "mid", direction, armedSeq, type: "price", price };
};
const setPrice = (price: number | null) => control(stack.urls.priceSource, "/price", { symbol: SYMBOL, price });
const isQuote = (record: TapeRecord) => record.type === "quote" && record.symbol === SYMBOL;

/** The first quote on the tape after a record at or above a bid. */
const firstReaching = (seq: number, bid: number) =>
  recordsOf(readStoredTape(stack)).find(
    (record) => isQuote(record) && record.seq > seq && "bid" in record && record.bid >= bid,
  )?.seq;

/** Waits until an account has received a number of deliveries. */
const received = (owner: string, count: number) =>
  waitUntil(`${count} deliveries`, async () => {
    const all = await book.received(owner);
    return all.length >= count ? all : null;
  });

test("a level fires at the first quote that reaches it, with the other symbols' prices", async () => {
  const owner = newOwner();
  const { seq, quotes, due } = await book.market(owner, [SYMBOL, "ETHUSDm"]);
  expect(due).toEqual([]);
  expect(new Set(quotes.map(({ symbol }) => symbol))).toEqual(new Set([SYMBOL, "ETHUSDm"]));
  expect(Math.max(...quotes.map((quote) => quote.seq))).toBeLessThanOrEqual(seq);
  const target = Math.max(...quotes.filter(({ symbol }) => symbol === SYMBOL).map(({ ask }) => ask)) + 100_000;
  await book.arm(owner, 1, [priceLevel(seq, target), priceLevel(seq, FAR)]);
  await setPrice((target + 1_000) / 100);
  const [one] = await received(owner, 1);
  expect(one?.delivery.quote.seq).toBe(firstReaching(seq, target - 1_000));
  expect(one?.delivery.context.map(({ symbol }) => symbol)).toContain("ETHUSDm");
  // The other level still rests, and keeps the feed awake although no page listens.
  expect((await book.feedStatus()).isWanted).toBe(true);
  await setPrice(null);
});

test("a level that the price passed between its order and its arrival fires at that quote", async () => {
  const owner = newOwner();
  const { seq, quotes } = await book.market(owner, [SYMBOL]);
  const target = Math.max(...quotes.map(({ ask }) => ask)) + 100_000;
  await setPrice((target + 1_000) / 100);
  const reaching = await waitUntil("the price has passed", () => firstReaching(seq, target - 1_000));
  await setPrice(null);
  await waitUntil("the price is back", async () => {
    const now = await book.market(owner, [SYMBOL]);
    return now.quotes.every(({ bid, seq: newest }) => newest > reaching && bid < target - 10_000);
  });
  const { due } = await book.arm(owner, 1, [priceLevel(seq, target)]);
  expect(due.map(({ quote }) => quote.seq)).toEqual([reaching]);
  expect((await received(owner, 1)).map(({ delivery }) => delivery)).toEqual(due);
});

test("levels and deliveries survive a kill; what an account did not take is delivered again; quotes are read from the tape", async () => {
  const [firing, resting, late] = [newOwner(), newOwner(), newOwner()];
  const { seq, quotes } = await book.market(firing, [SYMBOL]);
  const target = Math.max(...quotes.map(({ ask }) => ask)) + 100_000;
  await book.fail(firing, 2);
  await book.arm(firing, 1, [priceLevel(seq, target)]);
  await book.arm(resting, 1, [priceLevel(seq, target + 200_000)]);
  await setPrice((target + 1_000) / 100);
  await waitUntil("it has fired", async () => (await book.market(firing, [SYMBOL])).due.length === 1);
  await stack.crashWorker();
  const [once] = await received(firing, 1);
  expect(once?.delivery.quote.seq).toBe(firstReaching(seq, target - 1_000));
  // The book has forgotten the quotes before the kill.
  await book.arm(late, 1, [priceLevel(seq, target)]);
  expect((await received(late, 1)).map(({ delivery }) => delivery.quote)).toEqual(once ? [once.delivery.quote] : []);
  await setPrice((target + 300_000) / 100);
  await received(resting, 1);
  await setPrice(null);
});

test("an owner that was forgotten, or armed an empty set, receives nothing more", async () => {
  const [forgotten, disarmed, other] = [newOwner(), newOwner(), newOwner()];
  const { seq, quotes } = await book.market(other, [SYMBOL]);
  const target = Math.max(...quotes.map(({ ask }) => ask)) + 100_000;
  for (const owner of [forgotten, disarmed, other]) await book.arm(owner, 1, [priceLevel(seq, target)]);
  await book.forget(forgotten);
  await book.arm(disarmed, 2, []);
  await book.arm(disarmed, 1, [priceLevel(seq, target)]);
  await setPrice((target + 1_000) / 100);
  await received(other, 1);
  expect(await book.received(forgotten)).toEqual([]);
  expect(await book.received(disarmed)).toEqual([]);
  await setPrice(null);
});
