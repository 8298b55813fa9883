import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { hash } from "../price-source/hash.ts";
import { newTrader } from "../test-client.ts";
import { configureBank, databaseOf } from "../test-money.ts";
import { BusyTrader } from "./busy-trader.ts";
import { type CrashStack, startCrashStack } from "./crash-stack.ts";
import { Crashes } from "./crashes.ts";
import { expectAsTold, readMoneyBooks } from "./money-books.ts";
import { PersistentClient } from "./persistent-client.ts";
import { newAccount, type ToldAccount } from "./told-account.ts";

setDefaultTimeout(180_000);

/** `CRASH_SEED` plays a run again: what each client is about to do, and between which requests the crashes come. */
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);
const TRADERS = 5;
const CLIENTS_EACH = 2;
const OPERATIONS = 1_000;
const CRASHES = 8;
const CRON_EVERY = 100;

let stack: CrashStack;
beforeAll(async () => {
  stack = await startCrashStack();
}, 120_000);
afterAll(() => stack.stop());

test(`${CRASHES} crashes during ${OPERATIONS} operations lose none that was acknowledged and leave none by half (seed ${SEED})`, async () => {
  // Every operation is two moments at least, its request and its answer; crashes after the last of them would be none.
  const crashes = new Crashes(stack, { crashes: CRASHES, moments: OPERATIONS * 1.9, seed: hash(SEED, 0) });
  const traders = await Promise.all(Array.from({ length: TRADERS }, () => newTrader(stack)));
  for (const trader of traders) await configureBank(stack, trader);
  const accounts: ToldAccount[] = [];
  const busy: BusyTrader[] = [];
  for (const trader of traders) {
    const account = newAccount(trader.userId);
    accounts.push(account);
    for (let i = 0; i < CLIENTS_EACH; i++) {
      const client = new PersistentClient(trader, () => crashes.onMoment());
      busy.push(new BusyTrader({ stack, client, account, seed: hash(SEED, 1 + busy.length) }));
    }
  }

  let begun = 0;
  const crons: Promise<unknown>[] = [];
  const work = async (trader: BusyTrader) => {
    while (begun < OPERATIONS) {
      begun += 1;
      // A run that a crash cuts off is one that did not happen: the next one does its work.
      if (begun % CRON_EVERY === 0) crons.push(stack.wrangler.runCron().catch(() => undefined));
      await trader.act();
    }
  };
  await Promise.all(busy.map(work));
  await Promise.all(crons);
  expect(await crashes.areOver()).toBe(CRASHES);

  const db = databaseOf(stack);
  const afterCrashes = await readMoneyBooks(db);
  for (const account of accounts) expectAsTold(afterCrashes, account);

  // Money that was paid while nobody could be told is credited in the end.
  await Promise.all(busy.map((trader) => trader.settle()));
  const afterAll = await readMoneyBooks(db);
  for (const account of accounts) expectAsTold(afterAll, account);
});
