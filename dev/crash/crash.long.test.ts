import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { hash } from "../price-source/hash.ts";
import type { Client } from "../test/test-client.ts";
import { configureBank, databaseOf, verifyTrader } from "../test/test-money.ts";
import { newAdmin, newTrader } from "../test/test-people.ts";
import { type CrashStack, startCrashStack } from "./crash-stack.ts";
import { Crashes } from "./crashes.ts";
import { type ExpectedState, newExpectedState } from "./expected-state.ts";
import { expectState, readMoneyBooks } from "./money-books.ts";
import { PersistentClient } from "./persistent-client.ts";
import { WorkloadAdmin } from "./workload-admin.ts";
import { WorkloadTrader } from "./workload-trader.ts";

setDefaultTimeout(600_000);

/**
 * `CRASH_SEED` repeats a run: the operations that each client starts, and the requests between which crashes happen.
 */
const SEED = Number(process.env.CRASH_SEED ?? 20_261_123);
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

test(`${CRASHES} crashes during ${OPERATIONS} operations lose no acknowledged one and leave none half done (seed ${SEED})`, async () => {
  // Every operation has at least two events, its request and its response. A crash planned after the last event would
  // never happen.
  const crashes = new Crashes(stack, { crashes: CRASHES, events: OPERATIONS * 1.9, seed: hash(SEED, 0) });
  const clientOf = (client: Client, seed: number, abandoned: Set<string>) =>
    new PersistentClient({ stack, client, seed, abandoned, onEvent: () => crashes.onEvent() });
  const traders = await Promise.all(Array.from({ length: TRADERS }, () => newTrader(stack)));
  for (const trader of traders) {
    await configureBank(stack, trader);
    await verifyTrader(databaseOf(stack), trader.userId);
  }
  const expectedStates: ExpectedState[] = [];
  const workloadTraders: WorkloadTrader[] = [];
  for (const trader of traders) {
    const expected = newExpectedState(trader.userId);
    expectedStates.push(expected);
    for (let i = 0; i < CLIENTS_EACH; i++) {
      const seed = hash(SEED, 1 + workloadTraders.length);
      workloadTraders.push(
        new WorkloadTrader({ stack, client: clientOf(trader, seed, expected.abandoned), expected, seed }),
      );
    }
  }
  const admins = [1, 2].map(async (n) => {
    const seed = hash(SEED, 1_000 + n);
    return new WorkloadAdmin({ client: clientOf(await newAdmin(stack), seed, new Set()), expectedStates, seed });
  });

  let done = 0;
  const crons: Promise<unknown>[] = [];
  const work = async (worker: WorkloadTrader | WorkloadAdmin) => {
    while (done < OPERATIONS) {
      const did = await worker.act();
      done += did;
      // A cron run that a crash interrupts counts as not done: the next run does its work.
      if (done > CRON_EVERY * (crons.length + 1)) crons.push(stack.wrangler.runCron().catch(() => undefined));
    }
  };
  await Promise.all([...workloadTraders, ...(await Promise.all(admins))].map(work));
  await Promise.all(crons);
  expect(await crashes.areOver()).toBe(CRASHES);

  const db = databaseOf(stack);
  const afterCrashes = await readMoneyBooks(db);
  for (const expected of expectedStates) expectState(afterCrashes, expected);

  // Payments whose credit could not be acknowledged yet are credited in the end.
  await Promise.all(workloadTraders.map((trader) => trader.settle()));
  const afterAll = await readMoneyBooks(db);
  for (const expected of expectedStates) expectState(afterAll, expected);

  // An image's object is stored in the bucket before its database row.
  for (const trader of traders) {
    const { withdrawals } = (await trader.get("/api/withdrawal/history")).body;
    for (const { proofOfPayment: proof } of withdrawals) {
      if (proof) expect((await trader.get(`/api/withdrawal/user/proof/${proof.filename}`)).status).toBe(200);
    }
  }
});
