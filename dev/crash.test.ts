import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq, like } from "drizzle-orm";
import { type Database, openDatabase } from "../db/client.ts";
import { auditLog, deposits, entries, idempotencyKeys, transfers } from "../db/schema/index.ts";
import { checkLedger } from "../worker/ledger/check-ledger.ts";
import { type CrashStack, startCrashStack } from "./crash-stack.ts";
import { type Account, BusyTrader, newAccount } from "./crash-workload.ts";
import { hash, uniform } from "./price-source/hash.ts";
import { newTrader } from "./test-client.ts";

setDefaultTimeout(180_000);

/** `CRASH_SEED` plays a run again: what each client is about to do, and between which requests the crashes come. */
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);
const OPERATIONS = 1_000;
const TRADERS = 5;
const CLIENTS_EACH = 2;
const CRASHES = 8;
const CRON_EVERY = 100;

let stack: CrashStack;
let db: Database;
beforeAll(async () => {
  stack = await startCrashStack();
  db = openDatabase({ url: stack.urls.libsql, authToken: stack.settings.DATABASE_AUTH_TOKEN });
}, 120_000);
afterAll(() => stack.stop());

test(`${CRASHES} crashes during ${OPERATIONS} operations lose none that was acknowledged and leave none by half (seed ${SEED})`, async () => {
  const traders = await Promise.all(
    Array.from({ length: TRADERS }, async () => {
      const client = await newTrader(stack);
      return { client, account: newAccount(client.userId) };
    }),
  );
  const crashes = new Crashes(stack);
  const clients = traders.flatMap(({ client, account }, i) =>
    Array.from({ length: CLIENTS_EACH }, (_, j) => {
      const seed = hash(SEED, i * CLIENTS_EACH + j);
      return new BusyTrader({ stack, client, account, seed, onMoment: () => crashes.onMoment() });
    }),
  );

  let begun = 0;
  const crons: Promise<unknown>[] = [];
  const work = async (client: BusyTrader) => {
    while (begun < OPERATIONS) {
      begun += 1;
      // A run that a crash cuts off is one that did not happen: the next one does its work.
      if (begun % CRON_EVERY === 0) crons.push(stack.wrangler.runCron().catch(() => undefined));
      await client.act();
    }
  };
  await Promise.all(clients.map(work));
  await crashes.areOver();
  await Promise.all(crons);
  expect(crashes.count).toBe(CRASHES);

  const afterCrashes = await readBooks();
  for (const { account } of traders) expectAcknowledged(account, afterCrashes);

  await Promise.all(clients.map((client) => client.settle()));
  const afterAll = await readBooks();
  for (const { client, account } of traders) {
    expectAcknowledged(account, afterAll);
    const paidCents = sum([...account.paidAtBank], (id) => account.deposits.get(id)?.amountCents ?? 0);
    expect((await client.get("/api/user/balance")).body.balance).toBe(paidCents / 100);
  }
});

/** Kills the Worker and the database in turn, at chosen moments of the workload. */
class Crashes {
  readonly #stack: CrashStack;
  readonly #due: number[];
  #moments = 0;
  #underWay: Promise<void> = Promise.resolve();
  count = 0;

  constructor(stack: CrashStack) {
    this.#stack = stack;
    // Every operation has two moments at least; the last of them all are too late to break anything.
    const moments = OPERATIONS * 2 * 0.95;
    const chosen = Array.from({ length: CRASHES }, (_, i) => Math.floor(moments * uniform(hash(SEED, 1_000 + i))));
    this.#due = chosen.sort((a, b) => a - b);
  }

  onMoment(): void {
    this.#moments += 1;
    if (this.#due[0] === undefined || this.#moments <= this.#due[0]) return;
    this.#due.shift();
    const crash = this.count % 2 === 0 ? this.#stack.crashWorker : this.#stack.crashDatabase;
    this.count += 1;
    this.#underWay = this.#underWay.then(crash);
  }

  areOver(): Promise<void> {
    return this.#underWay;
  }
}

/** What the database holds of everybody's money, and that the ledger agrees with itself. */
async function readBooks() {
  expect(await checkLedger(db)).toMatchObject({ isClean: true, totalCents: 0 });
  const { query } = db;
  const [rows, keys, credits, records] = await db.read([
    query.select().from(deposits),
    query.select().from(idempotencyKeys),
    query
      .select({ reference: transfers.reference, accountId: entries.accountId, amountCents: entries.amountCents })
      .from(entries)
      .innerJoin(transfers, eq(transfers.id, entries.transferId))
      .where(like(entries.accountId, "available:%")),
    query.select({ action: auditLog.action, subject: auditLog.subject }).from(auditLog),
  ]);
  return { rows, keys, credits, records };
}

/** Everything that one trader was told stands, once and whole; what they were not told stands whole or not at all. */
function expectAcknowledged(account: Account, { rows, keys, credits, records }: Awaited<ReturnType<typeof readBooks>>) {
  const opened = keys.filter(({ userId, route }) => userId === account.userId && route.endsWith("/generate-khqr"));
  const openedIds = opened.map(({ reply }) => String(JSON.parse(reply)._id));
  const withoutAnswer = openedIds.filter((_, i) => account.abandoned.has(opened[i]?.key ?? ""));
  const mine = rows.filter(({ userId }) => userId === account.userId);
  expect(mine.map(({ id }) => id).sort()).toEqual([...account.deposits.keys(), ...withoutAnswer].sort());
  expect(openedIds.sort()).toEqual(mine.map(({ id }) => id).sort());

  for (const { id, status, amountCents } of mine) {
    expect(amountCents).toBe(account.deposits.get(id)?.amountCents ?? amountCents);
    const isPaid = status === "paid";
    if (account.toldPaid.has(id)) expect(status).toBe("paid");
    else if (account.toldCancelled.has(id)) expect(["cancelled", "paid"]).toContain(status);
    if (isPaid) expect(account.paidAtBank.has(id)).toBe(true);
    const credited = credits.filter(({ reference }) => reference === `deposit:${id}`);
    expect(credited.map((entry) => [entry.accountId, entry.amountCents])).toEqual(
      isPaid ? [[`available:${account.userId}`, amountCents]] : [],
    );
    const recorded = records.filter(({ subject }) => subject === `deposit:${id}`).map(({ action }) => action);
    const wasCancelled = status === "cancelled" || recorded.includes("deposit.cancelled");
    expect(recorded).toEqual([
      "deposit.created",
      ...(wasCancelled ? ["deposit.cancelled"] : []),
      ...(isPaid ? ["deposit.paid"] : []),
    ]);
    if (account.toldCancelled.has(id)) expect(wasCancelled).toBe(true);
  }
}

function sum<T>(list: readonly T[], amount: (each: T) => number): number {
  return list.reduce((total, each) => total + amount(each), 0);
}
