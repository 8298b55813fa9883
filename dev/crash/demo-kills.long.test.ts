import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { demoParts } from "../../db/schema/index.ts";
import { demoEventLine } from "../../worker/contract/demo/demo-event-line.ts";
import type { DemoCommandAnswer } from "../../worker/contract/demo/demo-messages.ts";
import type { DemoEvent, MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { MarketState, NO_MARKET } from "../../worker/contract/demo/market-state.ts";
import { foldDemoResults, NO_RESULTS_MEMORY } from "../../worker/demo/demo-results.ts";
import { startBareWorkerd } from "../bare-workerd.ts";
import { SeededChance } from "../seeded-chance.ts";
import { demoCommand, linesOfEveryQuote, marketOrder, replayedDemo, restingOrder } from "../test/test-demo-account.ts";
import { setPace } from "../test/test-market.ts";
import { databaseOf } from "../test/test-money.ts";
import { newTrader, type Trader } from "../test/test-people.ts";
import { readStoredTape, recordsOf } from "../test/test-tape.ts";
import { waitUntil } from "../test/wait-until.ts";
import { type CrashStack, startCrashStack } from "./crash-stack.ts";

setDefaultTimeout(1_800_000);

/**
 * `DEMO_KILLS=200 bun test dev/crash/demo-kills.long.test.ts` runs longer; `CRASH_SEED` repeats the commands and the
 * moments of the kills.
 */
const KILLS = Number(process.env.DEMO_KILLS ?? 8);
const SEED = Number(process.env.CRASH_SEED ?? 20_261_125);
const TRADERS = 6;
/** Per symbol and source: five symbols give 40 accepted quotes a second. */
const QUOTES_PER_SECOND = 8;
const LIFE_MS_MAX = 2_000;
const COMMANDS_PER_LIFE = 2;
/** How far prices of orders are from the market at most, in parts of it: most are reached within some lives. */
const NEAR = 1 / 4_000;

type Sent = { trader: Trader; key: string; body: object };

let stack: CrashStack;
beforeAll(async () => {
  stack = await startCrashStack({ startWorker: startBareWorkerd });
  await setPace(stack, QUOTES_PER_SECOND);
}, 600_000);
afterAll(() => stack?.stop());

test(`after ${KILLS} kills of the Worker, each log is what an engine says that was fed every quote (seed ${SEED})`, async () => {
  const chance = new SeededChance(SEED);
  const traders = await Promise.all(Array.from({ length: TRADERS }, () => newTrader(stack)));
  const acknowledged: { trader: Trader; answer: DemoCommandAnswer }[] = [];
  /** Whether the command was answered for good. */
  const send = async ({ trader, key, body }: Sent): Promise<boolean> => {
    const reply = await demoCommand(trader, body, key).catch(() => null);
    if (reply?.status === 200) acknowledged.push({ trader, answer: reply.body });
    return reply !== null && reply.status < 500;
  };
  for (let kill = 0; kill < KILLS; kill++) {
    const price = await bitcoinPrice(traders[0]);
    const endMs = Date.now() + chance.next() * LIFE_MS_MAX;
    const unsure: Sent[] = [];
    const sending: Promise<void>[] = [];
    for (let round = 0; round < COMMANDS_PER_LIFE; round++) {
      for (const trader of traders) {
        const sent = { trader, key: crypto.randomUUID(), body: someCommand(chance, price) };
        sending.push(send(sent).then((isAnswered) => void (isAnswered || unsure.push(sent))));
      }
      await Bun.sleep(Math.max(0, (endMs - Date.now()) / (COMMANDS_PER_LIFE - round)));
    }
    await stack.crashWorker();
    await Promise.all(sending);
    // Who got no answer does not know whether the command was carried out, and sends it again under its key.
    for (const sent of unsure) await waitUntil("the repeat is answered", () => send(sent));
  }
  await setPace(stack, 0);
  for (const trader of traders) {
    // A command settles what is due before it.
    const last = { trader, key: crypto.randomUUID(), body: restingOrder({ amount: 0.000_01 }) };
    await waitUntil(
      "the last command is carried out",
      async () => (await demoCommand(trader, last.body, last.key)).status === 200,
    );
  }

  const quotes = quotesOfTape();
  let fills = 0;
  for (const trader of traders) {
    const { version, state } = (await trader.get("/api/demo/state")).body;
    expect(await replayedDemo(trader)).toEqual({ version, state });
    const rows = await logOf(trader);
    const lines = rows.flatMap(({ events }) => events.split("\n")).filter((line) => line !== "");
    expect(lines).toEqual(linesOfEveryQuote(rows, quotes));

    for (const { answer } of acknowledged.filter((one) => one.trader === trader)) {
      const row = rows[answer.version - 1];
      expect(row?.events).toBe(answer.events.map(demoEventLine).join("\n"));
    }
    // Written by `demoEventLine`.
    const events = lines.map((line) => JSON.parse(line) as DemoEvent);
    fills += events.filter(({ type }) => type === "filled").length;
    await expectParts(trader, events);
  }
  console.info(`${KILLS} kills: ${acknowledged.length} commands acknowledged, ${fills} fills, ${quotes.length} quotes`);
  expect(fills).toBeGreaterThan(KILLS);
});

async function bitcoinPrice(trader: Trader | undefined): Promise<number> {
  return waitUntil("Bitcoin has a price", async () => {
    const reply = await trader?.get("/api/market/prices").catch(() => null);
    return (reply?.body.prices?.BTCUSDm?.price as number | undefined) ?? false;
  });
}

/** An order that a price near the market fills, now or in some lives, and what ends its position; now and then all ends. */
function someCommand(chance: SeededChance, price: number): object {
  const kind = chance.next();
  if (kind < 0.05) return { type: "cancel_all", run: 1 };
  if (kind < 0.1) return { type: "close_all", run: 1 };
  const near = (sign: number) => Math.round((price + sign * (0.1 + chance.next()) * price * NEAR) * 100) / 100;
  const side = chance.next() < 0.5 ? "buy" : "sell";
  const away = side === "buy" ? 1 : -1;
  const order = { side, amount: 0.001 };
  if (kind < 0.3) return marketOrder({ ...order, trail: Math.round(price * NEAR * 100) / 100 });
  if (kind < 0.65) return marketOrder({ ...order, orderType: "limit", price: near(-away), stop: near(-4 * away) });
  return marketOrder({ ...order, orderType: "stop", price: near(away), target: near(4 * away) });
}

function quotesOfTape(): MarketQuote[] {
  const market = new MarketState(NO_MARKET);
  return recordsOf(readStoredTape(stack)).flatMap((record) => market.take(record)?.quote ?? []);
}

async function logOf(trader: Trader): Promise<{ input: string; events: string }[]> {
  return (await trader.get("/api/user/export")).body.demoLog;
}

/** Expects the database to have the parts that the log has. */
async function expectParts(trader: Trader, events: readonly DemoEvent[]): Promise<void> {
  const expected = foldDemoResults(NO_RESULTS_MEMORY, events).results.parts;
  const { query, read } = databaseOf(stack);
  const parts = await waitUntil("the database has every closed part", async () => {
    const [stored] = await read([
      query.select().from(demoParts).where(eq(demoParts.userId, trader.userId)).orderBy(demoParts.id),
    ]);
    return stored.length === expected.length && stored;
  });
  expect(parts).toEqual(expected.map((part) => ({ userId: trader.userId, ...part })));
}
