import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { SAMPLE_IMAGES } from "../../../dev/sample-images.ts";
import type { Stack } from "../../../dev/stack.ts";
import { type Admin, newAdmin, newTrader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import {
  approve,
  balancesOf,
  fundedTrader,
  oddPayment,
  requestWithdrawal,
  sentImage,
} from "../../../dev/test/test-withdrawals.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let admin: Admin;
beforeAll(async () => {
  stack = await apiStack();
  admin = await newAdmin(stack);
}, 600_000);

const get = async (path: string) => {
  const { status, body } = await admin.get(`/api/admin/${path}`);
  expect(status).toBe(200);
  return body;
};

/** The cell of a file's first row under a header. */
const cellOf = (file: string, head: string) => {
  const [heads = "", row = ""] = file.split("\r\n");
  return row.split(",")[heads.split(",").indexOf(head)];
};

test("a trader's balance and held amount are the same in every admin response", async () => {
  const trader = await fundedTrader(stack, 1_000);
  const { id: exceptionId } = await oddPayment(stack, trader, { amount: 20 });
  const pending = (await requestWithdrawal(trader, 100.25)).withdrawal._id;
  const approved = (await requestWithdrawal(trader, 200)).withdrawal._id;
  expect((await approve(admin, approved)).status).toBe(200);
  const money = { balance: 699.75, held: 300.25 };
  expect(await balancesOf(trader)).toEqual({ balance: money.balance, heldBalance: money.held });

  const search = encodeURIComponent(trader.email);
  const { users } = await get(`users?search=${search}`);
  expect(users.map(({ balance }: { balance: number }) => balance)).toEqual([money.balance]);
  expect((await get(`users/${trader.userId}`)).user.money).toMatchObject(money);
  // For a pending and an approved request alike: each review shows the whole held amount.
  for (const id of [pending, approved]) expect((await get(`withdrawals/${id}`)).trader.money).toMatchObject(money);
  expect((await get(`exceptions/${exceptionId}`)).trader.money).toMatchObject(money);

  const { accounts } = await get(`ledger/accounts?search=${search}`);
  const kept = accounts.map(({ kind, balance }: { kind: string; balance: number }) => [kind, balance]);
  expect(kept).toContainEqual(["available", money.balance]);
  expect(kept).toContainEqual(["held", money.held]);
  for (const [account, sum] of [
    ["available", money.balance],
    ["held", money.held],
  ] as const) {
    const { entries } = await get(`ledger/accounts/${account}:${trader.userId}/entries`);
    expect(entries[0].balance).toBe(sum);
  }
  const file = await admin.post(`/api/admin/users/export?search=${search}`, { reason: "For the accountant" });
  expect(cellOf(file.body, "Balance (USD)")).toBe("699.75");
});

test("the review of an identity has the same balance", async () => {
  const trader = await newTrader(stack);
  const card = { idCardImage: sentImage("", SAMPLE_IMAGES.jpeg).image };
  expect((await trader.put("/api/user/profile", card)).status).toBe(200);
  const none = { balance: 0, held: 0 };
  expect((await get(`identities/${trader.userId}`)).trader.money).toMatchObject(none);
  expect((await get(`users/${trader.userId}`)).user.money).toMatchObject(none);
});
