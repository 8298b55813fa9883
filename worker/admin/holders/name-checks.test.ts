import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { users, withdrawals } from "../../../db/schema/index.ts";
import { SAMPLE_IMAGES } from "../../../dev/sample-images.ts";
import type { Stack } from "../../../dev/stack.ts";
import { khqrPicture } from "../../../dev/test/khqr-picture.ts";
import type { Reply } from "../../../dev/test/test-client.ts";
import { behindTriggers } from "../../../dev/test/test-database.ts";
import { configureBank, databaseOf, typedCard, withdrawalAsk } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin, type Trader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { approve, complete, fundedTrader, requestWithdrawal } from "../../../dev/test/test-withdrawals.ts";
import { DAY_MS } from "../../contract/time.ts";
import { isoDate } from "../../contract/trade-calendar.ts";
import { decideIdentity } from "../../identity/identity-store.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
let dara: Admin;
let maly: Admin;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
  dara = await newAdmin(stack);
  maly = await newAdmin(stack);
}, 600_000);

/** A withdrawal of Bopha Keo to a bank account of somebody. @param dollars above 1,000 it needs two admins */
async function askedTo(bankHolder: string, dollars = 100): Promise<{ trader: Trader; id: string }> {
  const trader = await fundedTrader(stack, 5_000);
  await configureBank(stack, trader, { bankHolder });
  return { trader, id: (await requestWithdrawal(trader, dollars)).withdrawal._id };
}
/** One to a payment code. */
async function askedToCode(): Promise<{ trader: Trader; id: string }> {
  const trader = await fundedTrader(stack, 5_000);
  const khqrImage = new File([SAMPLE_IMAGES.png], "code.png");
  const methods = { bankName: "", accountId: "", khqrHolder: "Bopha Keo", khqrImage };
  expect((await trader.postForm("/api/user/payment-methods", methods)).status).toBe(200);
  // A change of methods holds what is requested in the day after it.
  await db.write([db.query.update(users).set({ securityChangedAtMs: null }).where(eq(users.id, trader.userId))]);
  const asked = await trader.post("/api/withdrawal/request", withdrawalAsk(50, { paymentMethod: "KHQR" }));
  expect(asked.status).toBe(201);
  return { trader, id: asked.body.withdrawal._id };
}
/** Changes the last name, after an admin has opened the identity again, and verifies it under the new one. */
async function rename({ userId }: Trader, lastName: string): Promise<void> {
  await behindTriggers(
    db,
    ["users_verified_name_fixed"],
    [db.query.update(users).set({ lastName }).where(eq(users.id, userId))],
  );
}
const outcome = ({ status, body }: Reply) => [status, body.code ?? body.withdrawal.status, body.field ?? null];
const UNSETTLED = [409, "names_unchecked", "namesReason"];
const namesOf = async (id: string) => (await dara.get(`/api/admin/withdrawals/${id}`)).body.names;
const statusOf = async (id: string) => {
  const [[row]] = await db.read([
    db.query.select({ status: withdrawals.status }).from(withdrawals).where(eq(withdrawals.id, id)),
  ]);
  return row?.status;
};

describe("the names of a withdrawal to a bank account", () => {
  test("that are the same in another order and case are recorded by the approval", async () => {
    const { id } = await askedTo("KEO, BOPHA");
    expect(await namesOf(id)).toMatchObject({ checks: [], others: expect.any(Array), card: null });
    expect(outcome(await approve(dara, id))).toEqual([200, "approved", null]);
    expect((await namesOf(id)).checks).toMatchObject([
      { holder: "KEO, BOPHA", holderFrom: "client", accountName: "Bopha Keo", verdict: "same", reason: null },
    ]);
  });

  test.each([
    ["that differ", "KEO SOPHAL", "is not the account's"],
    ["in two scripts", "កែវ បុប្ផា", "not in one script"],
  ])("%s take a reason, which is recorded with both, and pay nothing without one", async (_, holder, words) => {
    const { id } = await askedTo(holder);
    for (const more of [{}, { namesReason: "  " }, { holder: "Bopha Keo" }, { notes: "Fine" }]) {
      const refused = await approve(dara, id, more);
      expect(outcome(refused)).toEqual(UNSETTLED);
      expect(refused.body.message).toContain(words);
      expect(refused.body.message).toContain("ask the client, or reject it");
    }
    expect(await statusOf(id)).toBe("pending");
    const approved = await approve(dara, id, { namesReason: "Her bank book has both names" });
    expect(outcome(approved)).toEqual([200, "approved", null]);
    const [check] = (await namesOf(id)).checks;
    expect(check).toEqual({
      holder,
      holderFrom: "client",
      accountName: "Bopha Keo",
      verdict: "accepted",
      reason: "Her bank book has both names",
      decidedBy: expect.any(String),
      decidedAt: expect.any(String),
    });
  });

  test("are decided once for two admins, and again after the account's name has changed", async () => {
    const [first, second] = [await askedTo("KEO SOPHAL", 2_000), await askedTo("KEO SOPHAL", 2_000)];
    for (const { id } of [first, second]) {
      expect(outcome(await approve(dara, id, { namesReason: "Her mother's book" }))).toEqual([200, "pending", null]);
    }
    expect(outcome(await approve(maly, first.id))).toEqual([200, "approved", null]);
    expect((await namesOf(first.id)).checks).toHaveLength(1);

    await rename(second.trader, "Chan");
    expect(outcome(await approve(maly, second.id))).toEqual(UNSETTLED);
    expect(outcome(await approve(maly, second.id, { namesReason: "Married" }))).toEqual([200, "approved", null]);
    expect((await namesOf(second.id)).checks.map((check: { accountName: string }) => check.accountName)).toEqual([
      "Bopha Chan",
      "Bopha Keo",
    ]);
  });

  test("are shown with who else has the account number, in any spelling, in their profile or in a request", async () => {
    const number = `77 88-${crypto.randomUUID().slice(0, 8)}`;
    const trader = await fundedTrader(stack, 500);
    await configureBank(stack, trader, { accountId: number });
    const { _id: id } = (await requestWithdrawal(trader, 50)).withdrawal;
    expect(await namesOf(id)).toEqual({ checks: [], others: [], card: null, cardOthers: [] });
    const [inProfile, inRequest] = [await fundedTrader(stack, 500), await fundedTrader(stack, 500)];
    await configureBank(stack, inProfile, { bankName: "Another", accountId: number.replace(" ", "").toUpperCase() });
    await configureBank(stack, inRequest, { accountId: number });
    await requestWithdrawal(inRequest, 20);
    await configureBank(stack, inRequest, { accountId: "another" });
    const { others } = await namesOf(id);
    expect(others.map(({ _id }: { _id: string }) => _id).sort()).toEqual([inProfile.userId, inRequest.userId].sort());
  });
});

describe("the name of a payment code", () => {
  test("is what the admin's browser read, or the admin wrote, and never what the trader wrote", async () => {
    const { id } = await askedToCode();
    expect(outcome(await approve(dara, id))).toEqual([409, "names_unchecked", "holder"]);
    const read = { holder: "SOK DARA", holderIsRead: true };
    expect(outcome(await approve(dara, id, read))).toEqual(UNSETTLED);
    expect(outcome(await approve(dara, id, { holder: "Bopha\u202eKeo" }))).toEqual([400, "invalid_input", "holder"]);
    expect(outcome(await approve(dara, id, { ...read, namesReason: "Her shop's code" }))).toEqual([
      200,
      "approved",
      null,
    ]);
    expect((await namesOf(id)).checks).toMatchObject([
      { holder: "SOK DARA", holderFrom: "code", verdict: "accepted", reason: "Her shop's code" },
    ]);

    const written = await askedToCode();
    expect(outcome(await approve(dara, written.id, { holder: "keo bopha" }))).toEqual([200, "approved", null]);
    expect((await namesOf(written.id)).checks).toMatchObject([
      { holder: "keo bopha", holderFrom: "admin", verdict: "same" },
    ]);
  });
});

describe("the picture of a payment code", () => {
  test("is known when it is uploaded again, and named where another account has it", async () => {
    const picture = (key: string) => new File([new Uint8Array(khqrPicture(key.slice(0, 20)))], "code.png");
    const save = (trader: Trader, khqrImage: File) =>
      trader.postForm("/api/user/payment-methods", { bankName: "", accountId: "", khqrHolder: "Bopha Keo", khqrImage });
    const ask = async (trader: Trader, key: string) => {
      expect((await save(trader, picture(key))).status).toBe(200);
      await db.write([db.query.update(users).set({ securityChangedAtMs: null }).where(eq(users.id, trader.userId))]);
      const asked = await trader.post("/api/withdrawal/request", withdrawalAsk(50, { paymentMethod: "KHQR" }));
      expect(asked.status).toBe(201);
      return asked.body.withdrawal._id as string;
    };
    const key = crypto.randomUUID();
    const trader = await fundedTrader(stack, 5_000);
    const first = await ask(trader, key);
    expect((await dara.get(`/api/admin/withdrawals/${first}`)).body).toMatchObject({
      payouts: { here: 0 },
      names: { others: [] },
    });
    expect(outcome(await approve(dara, first, { holder: "Bopha Keo" }))).toEqual([200, "approved", null]);
    expect((await complete(maly, first)).status).toBe(200);

    const again = await ask(trader, key);
    const other = await fundedTrader(stack, 500);
    expect((await save(other, picture(key))).status).toBe(200);
    const elsewhere = await ask(trader, crypto.randomUUID());
    const shown = async (id: string) => {
      const { payouts, names } = (await dara.get(`/api/admin/withdrawals/${id}`)).body;
      return [payouts.here, names.others.map(({ _id }: { _id: string }) => _id)];
    };
    expect(await shown(again)).toEqual([1, [other.userId]]);
    expect(await shown(elsewhere)).toEqual([0, []]);
  });
});

describe("the name on the identity card", () => {
  test("is beside the others once the card was read, with its last day and who else has it", async () => {
    const [one, two] = [await askedTo("KEO BOPHA"), await askedTo("KEO BOPHA")];
    const idCardImage = `data:image/jpeg;base64,${Buffer.from(SAMPLE_IMAGES.jpeg).toString("base64")}`;
    const expiresOn = isoDate(Math.floor(Date.now() / DAY_MS) + 10);
    for (const { trader } of [one, two]) {
      await db.write([
        ...decideIdentity(
          db.query,
          { userId: trader.userId, version: 2, status: "verified" },
          {
            status: "rejected",
            rejectReason: "reopened",
            note: "Once more",
            decidedBy: dara.userId,
            decidedAtMs: Date.now(),
          },
        ),
      ]);
      expect((await trader.put("/api/user/profile", { idCardImage })).status).toBe(200);
      const card = typedCard(one.trader.userId, { cardName: "KEO BOFA", expiresOn, hasNoExpiry: false });
      const verified = await dara.post(`/api/admin/identities/${trader.userId}/verify`, { version: 4, ...card });
      expect(verified.status).toBe(200);
    }
    const { names, warnings } = (await dara.get(`/api/admin/withdrawals/${one.id}`)).body;
    expect(names.card).toMatchObject({ name: "KEO BOFA", expiresOn, expiry: "soon", readBy: dara.name });
    expect(Object.keys(names.card)).not.toContain("number");
    expect(names.cardOthers).toContainEqual(expect.objectContaining({ _id: two.trader.userId, isSameNumber: true }));
    expect(warnings).toContainEqual({ kind: "card_expires", on: expiresOn, expiry: "soon" });
    // It refuses nothing: a person has seen it.
    expect(outcome(await approve(dara, one.id))).toEqual([200, "approved", null]);
  });
});

describe("a withdrawal of before holders were asked for", () => {
  test("takes the name that the admin writes", async () => {
    const { id } = await askedTo("KEO BOPHA");
    // As the version before inserts it.
    await behindTriggers(
      db,
      ["withdrawals_holder_fixed"],
      [db.query.update(withdrawals).set({ holderName: null }).where(eq(withdrawals.id, id))],
    );
    expect(outcome(await approve(dara, id))).toEqual([409, "names_unchecked", "holder"]);
    expect(outcome(await approve(dara, id, { holder: "Keo Bopha" }))).toEqual([200, "approved", null]);
  });
});
