import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DemoFill } from "../../worker/contract/demo/demo-types.ts";
import { startBareWorkerd } from "../bare-workerd.ts";
import { demoCommand, marketOrder, restingOrder } from "../test/test-demo-account.ts";
import { setPace } from "../test/test-market.ts";
import { newTrader, type Trader } from "../test/test-people.ts";
import { control } from "../test/test-stand-ins.ts";
import { checkStoredTape, readStoredTape, recordsOf } from "../test/test-tape.ts";
import { waitUntil } from "../test/wait-until.ts";
import { type CrashStack, startCrashStack } from "./crash-stack.ts";

setDefaultTimeout(1_800_000);

let stack: CrashStack;
let trader: Trader;
beforeAll(async () => {
  stack = await startCrashStack({ startWorker: startBareWorkerd });
  await setPace(stack, 8);
  trader = await newTrader(stack);
}, 600_000);
afterAll(() => stack?.stop());

const folderOf = (name: string) => join(stack.dataDir, "workerd/objects", name);
const keptOf = (name: string) => join(stack.dataDir, "kept", name);

/** Keeps what the objects of a class have stored, while the Worker is down. */
const keep = (...names: string[]) =>
  stack.crashWorker(() => {
    for (const name of names) cpSync(folderOf(name), keptOf(name), { recursive: true });
  });

/** The objects of a class have lost everything since they were kept. */
const lose = (...names: string[]) =>
  stack.crashWorker(() => {
    for (const name of names) {
      rmSync(folderOf(name), { recursive: true });
      cpSync(keptOf(name), folderOf(name), { recursive: true });
    }
  });

const small = { amount: 0.001 };

/** Sends an order until it is taken: for up to a minute after a loss no quote is fresh. */
const place = (body: object) =>
  waitUntil("an order is taken", async () => {
    const reply = await demoCommand(trader, body);
    return reply.status === 200 ? reply : null;
  });

const tape = () => recordsOf(readStoredTape(stack));
const fills = async (): Promise<DemoFill[]> => (await trader.get("/api/demo/fills")).body.fills;
const setPrice = (price: number | null) => control(stack.urls.priceSource, "/price", { symbol: "BTCUSDm", price });

test("a tape, a book and an account that have lost the end of their storage take orders again, and each says what is lost", async () => {
  await place(marketOrder(small));
  await keep("PriceFeed", "TriggerBook", "DemoAccount");

  // The tape alone: numbers go on after what the account has seen.
  const before = tape().length;
  await waitUntil("a hundred records that will be lost", () => tape().length > before + 100);
  await place(marketOrder(small));
  const seen = (await fills())[0]?.quote.seq ?? 0;
  await lose("PriceFeed");
  // Until the first quote after the loss, the last one that was seen may still be young enough.
  await waitUntil("an order fills at a later number", async () => {
    await place(marketOrder(small));
    return ((await fills())[0]?.quote.seq ?? 0) > seen;
  });
  const records = tape();
  const jumps = records.filter(({ seq }, i) => i > 0 && seq !== (records[i - 1]?.seq ?? 0) + 1);
  expect(jumps).toMatchObject([{ type: "gap", reason: "restart" }]);
  const faults = await checkStoredTape(readStoredTape(stack));
  expect(faults.every(({ fault }) => fault === "missing_seal")).toBe(true);

  // The book alone: the order's level is armed again.
  await keep("TriggerBook");
  const count = (await fills()).length;
  await place(restingOrder({ ...small, price: 50_000 }));
  await lose("TriggerBook");
  await place(marketOrder(small));
  await setPrice(49_000);
  await waitUntil("the order has filled", async () => (await fills())[0]?.rule === "limit");
  await setPrice(null);
  expect((await fills()).length).toBe(count + 2);

  // The account only: its lost rows stay lost, and it takes new orders.
  await keep("DemoAccount");
  await place(restingOrder({ ...small, price: 1_000 }));
  await lose("DemoAccount");
  await place(marketOrder(small));
  expect((await fills()).length).toBe(count + 3);
});
