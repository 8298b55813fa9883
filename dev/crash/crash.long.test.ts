import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { hash } from "../price-source/hash.ts";
import type { Client } from "../test/test-client.ts";
import { configureBank, databaseOf, verifyTrader } from "../test/test-money.ts";
import { newAdmin, newTrader } from "../test/test-people.ts";
import { type CrashStack, startCrashStack } from "./crash-stack.ts";
import { Crashes } from "./crashes.ts";
import { type ExpectedState, newAccount } from "./expected-state.ts";
import { expectAsTold, readMoneyBooks } from "./money-books.ts";
import { PersistentClient } from "./persistent-client.ts";
import { BusyAdmin } from "./workload-admin.ts";
import { BusyTrader } from "./workload-trader.ts";

setDefaultTimeout(600_000);

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
}, 600_000);
afterAll(() => stack.stop());

test(`${CRASHES} crashes during ${OPERATIONS} operations lose none that was acknowledged and leave none by half (seed ${SEED})`, async () => {
  // Every operation is two moments at least, its request and its answer; crashes after the last of them would be none.
  const crashes = new Crashes(stack, { crashes: CRASHES, moments: OPERATIONS * 1.9, seed: hash(SEED, 0) });
  const clientOf = (client: Client, seed: number, left: Set<string>) =>
    new PersistentClient({ stack, client, seed, left, onMoment: () => crashes.onMoment() });
  const traders = await Promise.all(Array.from({ length: TRADERS }, () => newTrader(stack)));
  for (const trader of traders) {
    await configureBank(stack, trader);
    await verifyTrader(databaseOf(stack), trader.userId);
  }
  const accounts: ExpectedState[] = [];
  const busy: BusyTrader[] = [];
  for (const trader of traders) {
    const account = newAccount(trader.userId);
    accounts.push(account);
    for (let i = 0; i < CLIENTS_EACH; i++) {
      const seed = hash(SEED, 1 + busy.length);
      busy.push(new BusyTrader({ stack, client: clientOf(trader, seed, account.left), account, seed }));
    }
  }
  const admins = [1, 2].map(async (n) => {
    const seed = hash(SEED, 1_000 + n);
    return new BusyAdmin({ client: clientOf(await newAdmin(stack), seed, new Set()), accounts, seed });
  });

  let done = 0;
  const crons: Promise<unknown>[] = [];
  const work = async (worker: BusyTrader | BusyAdmin) => {
    while (done < OPERATIONS) {
      const did = await worker.act();
      done += did;
      // A run that a crash cuts off is one that did not happen: the next one does its work.
      if (done > CRON_EVERY * (crons.length + 1)) crons.push(stack.wrangler.runCron().catch(() => undefined));
    }
  };
  await Promise.all([...busy, ...(await Promise.all(admins))].map(work));
  await Promise.all(crons);
  expect(await crashes.areOver()).toBe(CRASHES);

  const db = databaseOf(stack);
  const afterCrashes = await readMoneyBooks(db);
  for (const account of accounts) expectAsTold(afterCrashes, account);

  // Money that was paid while nobody could be told is credited in the end.
  await Promise.all(busy.map((trader) => trader.settle()));
  const afterAll = await readMoneyBooks(db);
  for (const account of accounts) expectAsTold(afterAll, account);

  // An image's object is stored before its row, in another place.
  for (const trader of traders) {
    const { withdrawals } = (await trader.get("/api/withdrawal/history")).body;
    for (const { proofOfPayment: proof } of withdrawals) {
      if (proof) expect((await trader.get(`/api/withdrawal/user/proof/${proof.filename}`)).status).toBe(200);
    }
  }
});
