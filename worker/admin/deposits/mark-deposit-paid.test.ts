import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { auditLog, sessions, transfers } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import type { Reply } from "../../../dev/test/test-client.ts";
import {
  letTimePass,
  type OpenedDeposit,
  openDeposit,
  payAtBank,
  restPaymentNetwork,
} from "../../../dev/test/test-deposits.ts";
import { nextMail } from "../../../dev/test/test-mails.ts";
import { databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin, newKhmerTrader, newTrader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { balancesOf, oddPayment } from "../../../dev/test/test-withdrawals.ts";
import { SESSION } from "../../contract/limits.ts";
import { checkLedger } from "../../ledger/check-ledger.ts";
import { giveRole } from "../../platform/user-store.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
let dara: Admin;
let maly: Admin;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
  [dara, maly] = await Promise.all([newAdmin(stack, "Dara"), newAdmin(stack, "Maly")]);
}, 600_000);

const newHash = () => crypto.randomUUID().replaceAll("-", "").repeat(2);
const markPaid = (admin: Admin, { _id }: { _id: string }, settlementHash: string, more: object = {}, key?: string) =>
  admin.post(
    `/api/admin/deposits/${_id}/mark-paid`,
    { bankReference: `FT ${settlementHash.toLowerCase()}`, settlementHash, note: "Seen in the bank's books", ...more },
    key ? { "Idempotency-Key": key } : {},
  );
const answer = ({ status, body }: Reply) => [status, body.code ?? body.deposit.status];

describe("a deposit marked paid by hand", () => {
  test("is mailed in the language of its trader's account", async () => {
    const trader = await newKhmerTrader(stack);
    const deposit = await openDeposit(trader, 30.5);
    const hash = newHash();
    await markPaid(dara, deposit, hash);
    expect((await markPaid(maly, deposit, hash)).status).toBe(200);
    const mail = await nextMail(stack, trader.email);
    expect(mail.subject).toBe("$30.50 ត្រូវបានបញ្ចូលក្នុងសមតុល្យរបស់អ្នក");
    expect(mail.text).toContain(`ការដាក់ប្រាក់ ${deposit.billNumber}`);
  });

  test("is credited by the second admin who enters the same bank reference and hash", async () => {
    const trader = await newTrader(stack);
    const deposit = await openDeposit(trader, 250.25);
    await trader.post("/api/deposit/cancel", { md5Hash: deposit.md5Hash });
    const hash = newHash();
    const first = await markPaid(dara, deposit, hash);
    expect([...answer(first), first.dbTrips]).toEqual([200, "cancelled", 2]);
    expect(first.body).toMatchObject({
      approvals: { have: 1, need: 2 },
      deposit: {
        bankReference: null,
        user: { email: trader.email },
        approvedBy: [{ act: "mark_paid", name: "Dara Kim" }],
      },
    });
    expect((await balancesOf(trader)).balance).toBe(0);
    const again = await markPaid(dara, deposit, hash);
    expect(again.body.approvals).toEqual({ have: 1, need: 2 });

    const second = await markPaid(maly, deposit, hash);
    expect([...answer(second), second.dbTrips]).toEqual([200, "paid", 2]);
    expect(second.body.deposit).toMatchObject({ settlementHash: hash, bankReference: `FT ${hash}`, amount: 250.25 });
    expect((await balancesOf(trader)).balance).toBe(250.25);
    expect((await trader.get("/api/deposit/history?status=paid")).body.deposits).toHaveLength(1);
    let mail = await nextMail(stack, trader.email);
    while (!mail.subject.includes("$250.25")) mail = await nextMail(stack, trader.email, mail.at);
    expect(mail.text).toContain(deposit.billNumber);

    const late = await markPaid(dara, deposit, newHash());
    expect([late.status, late.body.message]).toEqual([409, "This deposit is already paid"]);
    const [[moved], records] = await db.read([
      db.query
        .select()
        .from(transfers)
        .where(eq(transfers.reference, `deposit:${deposit._id}`)),
      db.query
        .select()
        .from(auditLog)
        .where(eq(auditLog.subject, `deposit:${deposit._id}`))
        .orderBy(auditLog.sequence),
    ]);
    expect(moved?.actor).toBe(maly.userId);
    expect(records.slice(-3).map(({ actor, action }) => [actor, action])).toEqual([
      [dara.userId, "deposit.mark_paid_agreed"],
      [maly.userId, "deposit.mark_paid_agreed"],
      [maly.userId, "deposit.paid"],
    ]);
  });

  test("requires the same reference and the same hash from both", async () => {
    const trader = await newTrader(stack);
    const deposit = await openDeposit(trader);
    const hash = newHash();
    await markPaid(dara, deposit, hash, { bankReference: "FT-1" });
    for (const [otherHash, bankReference] of [
      [hash, "FT-2"],
      [newHash(), "FT-1"],
    ] as const) {
      const reply = await markPaid(maly, deposit, otherHash, { bankReference });
      expect(answer(reply)).toEqual([409, "approval_differs"]);
      expect(reply.body.message).toStartWith("Dara Kim agreed to");
    }
    expect(answer(await markPaid(dara, deposit, hash, { bankReference: "FT-2" }))).toEqual([200, "pending"]);
    expect(answer(await markPaid(maly, deposit, hash, { bankReference: "FT-2" }))).toEqual([200, "paid"]);
  });

  test("is refused for a payment that was credited before or waits for a decision", async () => {
    const trader = await newTrader(stack);
    const [paid, next] = [await openDeposit(trader), await openDeposit(trader)];
    const hash = newHash();
    await markPaid(dara, paid, hash);
    await markPaid(maly, paid, hash);
    expect(answer(await markPaid(dara, next, hash.toUpperCase()))).toEqual([409, "settlement_used"]);

    const { id } = await oddPayment(stack, trader, { amount: 12 });
    const [{ settlementHash }] = (await dara.get(`/api/admin/exceptions?id=${id}`)).body.exceptions;
    expect(answer(await markPaid(dara, next, settlementHash))).toEqual([409, "settlement_used"]);
    // A reference of the bank pays one deposit, however it is typed.
    const again = { bankReference: `ft${hash}` };
    expect(answer(await markPaid(dara, next, newHash(), again))).toEqual([409, "settlement_used"]);
  });

  test("with the same hash by two pairs of approvals concurrently is credited once", async () => {
    const trader = await newTrader(stack);
    const pair = [await openDeposit(trader), await openDeposit(trader)] as const;
    const hash = newHash();
    await Promise.all(pair.map((deposit) => markPaid(dara, deposit, hash)));
    const replies = await Promise.all(pair.map((deposit) => markPaid(maly, deposit, hash)));
    expect(replies.map(answer).map(String).sort()).toEqual(["200,paid", "409,settlement_used"]);
    expect((await balancesOf(trader)).balance).toBe(25.5);
  });

  test("and concurrently found paid by the network is credited once", async () => {
    await restPaymentNetwork(db);
    const trader = await newTrader(stack);
    const deposit = await openDeposit(trader);
    const hash = newHash();
    await markPaid(dara, deposit, hash);
    await payAtBank(stack, deposit.qrString);
    const [byHand] = await Promise.all([
      markPaid(maly, deposit, hash),
      trader.post("/api/deposit/verify-payment", { md5Hash: deposit.md5Hash }),
    ]);
    expect([200, 409]).toContain(byHand.status);
    expect((await balancesOf(trader)).balance).toBe(25.5);
  });

  test("happens once per idempotency key", async () => {
    const trader = await newTrader(stack);
    const deposit = await openDeposit(trader);
    const [hash, key] = [newHash(), crypto.randomUUID()];
    await markPaid(dara, deposit, hash);
    const replies = await Promise.all([1, 2, 3].map(() => markPaid(maly, deposit, hash, {}, key)));
    expect(replies.map(answer)).toEqual(Array(3).fill([200, "paid"]));
    expect((await markPaid(maly, deposit, hash, { note: "Another" }, key)).status).toBe(422);
    expect((await balancesOf(trader)).balance).toBe(25.5);
  });

  test("takes the digits of another script for those of the bank", async () => {
    const deposit = await openDeposit(await newTrader(stack));
    const hash = newHash();
    const inKhmer = hash.replaceAll(/\d/g, (digit) => "០១២៣៤៥៦៧៨៩"[Number(digit)] ?? "");
    await markPaid(dara, deposit, hash);
    const second = await markPaid(maly, deposit, ` ${inKhmer}\n`, { bankReference: `FT ${inKhmer}` });
    expect(answer(second)).toEqual([200, "paid"]);
    expect(second.body.deposit.settlementHash).toBe(hash);
  });

  test.each([
    ["bankReference", { bankReference: " " }],
    ["bankReference", { bankReference: "x".repeat(101) }],
    ["settlementHash", { settlementHash: "short" }],
    ["settlementHash", { settlementHash: "with a space in it" }],
    ["note", { note: "" }],
    ["amount", { amount: 1_000 }],
  ])("is refused by the name of %s for %p", async (field, more) => {
    const reply = await markPaid(dara, { _id: crypto.randomUUID() }, newHash(), more);
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, "invalid_input", field]);
    // In words: the dialog shows it below the field.
    expect(reply.body.message).not.toMatch(/[a-z][A-Z]/);
  });

  test("requires another user's existing deposit and a fresh second factor", async () => {
    const own = await newTrader(stack);
    const deposit = await openDeposit(own);
    const [self, late] = await Promise.all([newAdmin(stack, "Self"), newAdmin(stack, "Late")]);
    await db.write([
      giveRole(db.query, { userId: own.userId, role: "admin", by: "system", atMs: Date.now() }),
      db.query.update(sessions).set({ userId: own.userId }).where(eq(sessions.userId, self.userId)),
      db.query
        .update(sessions)
        .set({ authenticatedAtMs: Date.now() - SESSION.stepUpMs })
        .where(eq(sessions.userId, late.userId)),
    ]);
    expect((await markPaid(self, deposit, newHash())).body.code).toBe("own_account");
    expect((await markPaid(late, deposit, newHash())).body.code).toBe("step_up_required");
    expect((await markPaid(dara, { _id: crypto.randomUUID() }, newHash())).status).toBe(404);
    const [shown] = (await dara.get(`/api/admin/deposits?search=${deposit._id}`)).body.deposits;
    expect(shown.approvals).toEqual({ have: 0, need: 2 });
  });
});

test("a payment marked by hand is recognised when the network reports it later, however its hash was typed", async () => {
  await restPaymentNetwork(db);
  const trader = await newTrader(stack);
  const deposit = await openDeposit(trader);
  await payAtBank(stack, deposit.qrString);
  const payments: Array<{ md5: string; transaction: { hash: string } }> = await (
    await fetch(`${stack.urls.bakong}/payments`)
  ).json();
  const hash = payments.find(({ md5 }) => md5 === deposit.md5Hash)?.transaction.hash ?? "";
  const path = `/api/admin/deposits/${deposit._id}/mark-paid`;
  const payment = { bankReference: "FT2634", note: "The network is away" };
  const half = await dara.post(path, { ...payment, settlementHash: hash.toUpperCase() });
  expect(half.body.approvals).toEqual({ have: 1, need: 2 });
  const whole = await maly.post(path, { ...payment, settlementHash: hash });
  expect([whole.status, whole.body.deposit?.status]).toEqual([200, "paid"]);

  await letTimePass(db, deposit, { minutes: 12 });
  await stack.wrangler.runCron();
  expect((await trader.get("/api/deposit/history")).body.deposits).toMatchObject([{ status: "paid", review: null }]);
  expect((await trader.get("/api/user/balance")).body.balance).toBe(25.5);
});

describe("the list of deposits", () => {
  const found = async (search: string) =>
    (await dara.get(`/api/admin/deposits?${new URLSearchParams({ search })}`)).body.deposits.map(
      ({ _id }: OpenedDeposit) => _id,
    );

  test("finds one by every name that a trader or the bank uses, and by the beginning of its bill number", async () => {
    const trader = await newTrader(stack);
    const deposit = await openDeposit(trader);
    const hash = newHash();
    await markPaid(dara, deposit, hash);
    await markPaid(maly, deposit, hash);
    const { username } = (await trader.get("/api/user/profile")).body.user;
    const { _id, billNumber, md5Hash } = deposit;
    const names = [_id, billNumber, billNumber.toLowerCase(), md5Hash, hash, ` ${trader.email} `, username];
    for (const search of [...names, billNumber.slice(0, 8)]) expect(await found(search)).toEqual([_id]);
    expect(await found("' OR 1=1 --")).toEqual([]);
  });

  test("filters by state, newest first and pending ones oldest first, in one round trip", async () => {
    const trader = await newTrader(stack);
    const opened = [await openDeposit(trader), await openDeposit(trader), await openDeposit(trader)];
    const ids = opened.map(({ _id }) => _id);
    const mine = async (query: string) => {
      const reply = await dara.get(`/api/admin/deposits?search=${trader.email}&${query}`);
      expect([reply.status, reply.dbTrips]).toEqual([200, 1]);
      return reply.body;
    };
    const shown = ({ deposits }: { deposits: OpenedDeposit[] }) => deposits.map(({ _id }) => _id);
    expect(shown(await mine("status=pending"))).toEqual(ids);
    expect(shown(await mine(""))).toEqual(ids.toReversed());
    expect(shown(await mine("status=paid"))).toEqual([]);
    const page = await mine("limit=2");
    expect(shown(page)).toEqual(ids.toReversed().slice(0, 2));
    expect(shown(await mine(`limit=2&cursor=${page.nextCursor}`))).toEqual(ids.slice(0, 1));
    expect((await dara.get("/api/admin/deposits?status=pending&limit=1")).body.deposits).toHaveLength(1);
  });

  test.each(["search=%00", `search=${"x".repeat(255)}`, "status=lost", "limit=101"])("refuses %s", async (query) => {
    const reply = await dara.get(`/api/admin/deposits?${query}`);
    expect([reply.status, reply.body.field]).toEqual([400, query.split("=")[0] as string]);
  });
});

test("the ledger of all tests above is clean", async () => {
  expect(await checkLedger(db)).toMatchObject({ isClean: true, differing: [], unfounded: [] });
});
