import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { SAMPLE_IMAGES } from "../../dev/sample-images.ts";
import type { Stack } from "../../dev/stack.ts";
import { fundTrader, withdrawalAsk } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { scopeOf } from "../../dev/test/test-scope.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { requestWithdrawal } from "./request-withdrawal.ts";

setDefaultTimeout(600_000);

let stack: Stack;
beforeAll(async () => {
  stack = await apiStack();
}, 600_000);

const saveCode = (trader: Trader, picture: Uint8Array<ArrayBuffer>) =>
  trader.postForm("/api/user/payment-methods", {
    bankName: "",
    accountId: "",
    khqrHolder: "Bopha Keo",
    khqrImage: new File([picture], "code"),
  });

test("a payment code that is replaced concurrently is not paid to, and nothing is held", async () => {
  const trader = await newTrader(stack);
  await fundTrader(stack, trader, 50);
  expect((await saveCode(trader, SAMPLE_IMAGES.png)).status).toBe(200);
  const scope = await scopeOf(stack, trader, "/api/withdrawal/request", async () =>
    expect((await saveCode(trader, SAMPLE_IMAGES.jpeg)).status).toBe(200),
  );
  const ask = withdrawalAsk(20, { paymentMethod: "KHQR" });
  await expect(requestWithdrawal(scope, ask, null)).rejects.toMatchObject({
    code: "invalid_input",
    field: "paymentDetails",
  });
  expect((await trader.get("/api/user/profile")).body.user).toMatchObject({ balance: 50, heldBalance: 0 });
});
