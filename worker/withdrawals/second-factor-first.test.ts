import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { secondFactors } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { giveTotp } from "../../dev/test/test-authenticator.ts";
import { configureBank, databaseOf, fundTrader, withdrawalAsk } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { scopeOf } from "../../dev/test/test-scope.ts";
import { apiStack, startFreshApi } from "../../dev/test/test-stack.ts";
import { settingsSchema } from "../platform/env.ts";
import { requestWithdrawal } from "./request-withdrawal.ts";

/** An operator who requires a second factor before a withdrawal is requested. */

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await startFreshApi({ WITHDRAWAL_SECOND_FACTOR: "required" });
  db = databaseOf(stack);
}, 600_000);
afterAll(() => stack.stop());

async function funded(on = stack): Promise<Trader> {
  const trader = await newTrader(on);
  await fundTrader(on, trader, 100);
  await configureBank(on, trader, { bankName: "ABA Bank", accountId: "000123456" });
  return trader;
}
const request = (trader: Trader, key = crypto.randomUUID()) =>
  trader.post("/api/withdrawal/request", withdrawalAsk(20), { "Idempotency-Key": key });
const limitsOf = async (trader: Trader) => (await trader.get("/api/withdrawal/history")).body.limits;
const turnOff = ({ userId }: Trader) =>
  db.write([db.query.delete(secondFactors).where(eq(secondFactors.userId, userId))]);

test("a request without one is refused with a link to where it is turned on, and holds nothing", async () => {
  const trader = await funded();
  expect((await limitsOf(trader)).needsSecondFactor).toBe(true);
  const refused = await request(trader);
  expect([refused.status, refused.body]).toEqual([
    409,
    {
      success: false,
      code: "second_factor_needed",
      message:
        "Two-factor authentication must be on before you request a withdrawal. Turn it on under Settings > Security.",
      link: "/settings?tab=security",
      requestId: expect.any(String),
    },
  ]);
  expect((await trader.get("/api/user/profile")).body.user).toMatchObject({ balance: 100, heldBalance: 0 });
});

test("a request is accepted once it is on; without it the next one is refused, and the pending one stays", async () => {
  const trader = await funded();
  await giveTotp(stack, trader);
  expect((await limitsOf(trader)).needsSecondFactor).toBe(false);
  const key = crypto.randomUUID();
  const accepted = await request(trader, key);
  expect(accepted.status).toBe(201);
  await turnOff(trader);
  expect((await request(trader)).body.code).toBe("second_factor_needed");
  // The same request again is no new one.
  expect(await request(trader, key)).toMatchObject({ status: 201, body: accepted.body });
  const { withdrawals } = (await trader.get("/api/withdrawal/history")).body;
  expect(withdrawals).toHaveLength(1);
  expect(withdrawals[0]).toMatchObject({ status: "pending" });
  const cancelled = await trader.post("/api/withdrawal/cancel", { id: withdrawals[0]._id });
  expect(cancelled.status).toBe(200);
});

test("one that is turned off between the reads and the write refuses the request, and holds nothing", async () => {
  const trader = await funded();
  await giveTotp(stack, trader);
  const scope = await scopeOf(stack, trader, "/api/withdrawal/request", () => turnOff(trader));
  const settings = settingsSchema.parse({ ...stack.settings, WITHDRAWAL_SECOND_FACTOR: "required" });
  await expect(requestWithdrawal({ ...scope, settings }, withdrawalAsk(20), null)).rejects.toMatchObject({
    code: "second_factor_needed",
  });
  expect((await trader.get("/api/user/profile")).body.user).toMatchObject({ balance: 100, heldBalance: 0 });
});

test("without the setting nobody needs one", async () => {
  const ordinary = await apiStack();
  const trader = await funded(ordinary);
  expect((await limitsOf(trader)).needsSecondFactor).toBe(false);
  expect((await request(trader)).status).toBe(201);
});
