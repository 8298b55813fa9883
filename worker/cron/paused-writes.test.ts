import { expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { deposits } from "../../db/schema/index.ts";
import { startBareWorkerd } from "../../dev/bare-workerd.ts";
import { startCrashStack } from "../../dev/crash/crash-stack.ts";
import { openDeposit, payAtBank, refetch, verifyPayment } from "../../dev/test/test-deposits.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";

setDefaultTimeout(600_000);

test("while all writes are paused, nobody can send anything, and a deposit that was paid is credited", async () => {
  let paused = "";
  const stack = await startCrashStack({
    startWorker: (options) => startBareWorkerd({ ...options, settings: { ...options.settings, PAUSED: paused } }),
  });
  try {
    const trader = await newTrader(stack);
    const deposit = await openDeposit(trader);
    await payAtBank(stack, deposit.qrString);
    paused = "writes";
    await stack.crashWorker();
    for (const reply of [
      await verifyPayment(trader, deposit),
      await trader.post("/api/demo/commands", { type: "cancel_all", run: 1 }, { "Idempotency-Key": "one" }),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([503, "paused"]);
    }
    expect((await trader.get("/api/deposit/history")).status).toBe(200);
    const db = databaseOf(stack);
    await waitUntil("the deposit is credited", async () => {
      await refetch(db, deposit);
      await db.write([db.query.update(deposits).set({ nextAskAtMs: 0 })]);
      await stack.wrangler.runCron();
      const [[row]] = await db.read([db.query.select().from(deposits).where(eq(deposits.id, deposit._id))]);
      return row?.status === "paid";
    });
    expect((await trader.get("/api/user/balance")).body.balance).toBe(25.5);
  } finally {
    await stack.stop();
  }
});
