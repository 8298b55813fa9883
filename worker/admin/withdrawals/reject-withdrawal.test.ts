import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../../dev/stack.ts";
import { newAdmin } from "../../../dev/test/test-people.ts";
import { scopeOf } from "../../../dev/test/test-scope.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { askForWithdrawal, balancesOf, complete } from "../../../dev/test/test-withdrawals.ts";
import { rejectAsAdmin } from "./reject-withdrawal.ts";

setDefaultTimeout(600_000);

let stack: Stack;
beforeAll(async () => {
  stack = await apiStack();
}, 600_000);

test("money whose payment a colleague recorded a moment before is not returned", async () => {
  const { trader, id } = await askForWithdrawal(stack, 2_000);
  const [payer, other] = await Promise.all([newAdmin(stack), newAdmin(stack, "Maly")]);
  for (const admin of [payer, other]) {
    expect((await admin.post(`/api/admin/withdrawals/${id}/approve`, { version: 1 })).status).toBe(200);
  }
  const scope = await scopeOf(stack, other, "/api/admin/withdrawals/:id/reject", async () =>
    expect((await complete(payer, id)).body.withdrawal.status).toBe("completed"),
  );
  const rejection = { version: 2, reason: "other" as const, notes: "It was a mistake", images: [] };
  await expect(rejectAsAdmin(scope, id, rejection, null)).rejects.toMatchObject({
    code: "wrong_state",
    message: expect.stringContaining(payer.name),
  });
  expect(await balancesOf(trader)).toEqual({ balance: 3_000, heldBalance: 0 });
});
