import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../../dev/stack.ts";
import type { Client } from "../../../dev/test/test-client.ts";
import { newAdmin, newTrader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { actOn, askForWithdrawal } from "../../../dev/test/test-withdrawals.ts";
import { ACTING_USER_HEADER } from "../../contract/acting-user.ts";

setDefaultTimeout(600_000);

let stack: Stack;
beforeAll(async () => {
  stack = await apiStack();
}, 600_000);

test("a decision made for one admin is refused in the session of another, and nothing is written", async () => {
  const { id } = await askForWithdrawal(stack, 40);
  const [dara, maly] = [await newAdmin(stack, "Dara"), await newAdmin(stack, "Maly")];
  const approve = (by: typeof dara, actingUserId: string) =>
    by.post(`/api/admin/withdrawals/${id}/approve`, { version: 1 }, { [ACTING_USER_HEADER]: actingUserId });
  const refused = await approve(maly, dara.userId);
  expect([refused.status, refused.body.code]).toEqual([401, "not_signed_in"]);
  expect((await maly.get(`/api/admin/withdrawals/${id}`)).body.withdrawal).toMatchObject({
    status: "pending",
    version: 1,
    decidedBy: null,
  });
  const taken = await approve(dara, dara.userId);
  expect([taken.status, taken.body.withdrawal.decidedBy]).toEqual([200, "Dara Kim"]);
});

test("a request that does not name its user acts for its session", async () => {
  const { id } = await askForWithdrawal(stack, 41);
  expect((await actOn(await newAdmin(stack), id, "claim", { version: 1 })).status).toBe(200);
});

test("an admin's account says that it can log in as an admin, a trader's does not", async () => {
  const check = async (person: Client) => {
    const { role, isAdmin } = (await person.get("/api/auth/check")).body.user;
    return { role, isAdmin };
  };
  expect(await check(await newTrader(stack))).toEqual({ role: "trader", isAdmin: false });
  expect(await check(await newAdmin(stack))).toEqual({ role: "admin", isAdmin: true });
});
