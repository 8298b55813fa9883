import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { auditLog, importRows, imports, sessions, tradeTotals, transfers } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import type { Reply } from "../../../dev/test/test-client.ts";
import { behindTriggers } from "../../../dev/test/test-database.ts";
import { recordDemoLog, TestDemoLog } from "../../../dev/test/test-demo.ts";
import {
  commitImport,
  newTicket,
  openImport,
  reverseImport,
  sentRow,
  stageFile,
  stageRows,
} from "../../../dev/test/test-imports.ts";
import { databaseOf, fundTrader } from "../../../dev/test/test-money.ts";
import {
  type Admin,
  appointmentApprovals,
  newAdmin,
  newTrader as signUp,
  type Trader,
} from "../../../dev/test/test-people.ts";
import { scopeOf } from "../../../dev/test/test-scope.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { balancesOf } from "../../../dev/test/test-withdrawals.ts";
import { checkLedger } from "../../ledger/check-ledger.ts";
import { giveRole } from "../../platform/user-store.ts";
import { commitTrades, deleteOldStaged } from "../../trades/trade-import-store.ts";
import { commitImport as commitVerb } from "./commit-import.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let admin: Admin;
let trader: Trader;
beforeAll(async () => {
  stack = await apiStack();
  [admin, trader] = await Promise.all([newAdmin(stack), newTrader()]);
}, 600_000);

const people: string[] = [];
async function newTrader(): Promise<Trader> {
  const person = await signUp(stack);
  people.push(person.userId);
  return person;
}

const refusal = ({ status, body }: Reply) => [status, body.code, body.field].filter((part) => part !== undefined);
const show = async (id: string, query = "") => (await admin.get(`/api/admin/imports/${id}${query}`)).body;
const tradesOf = async (person: Trader) => (await person.get("/api/trade/history")).body.data.trades;
const rowsOf = (count: number, more: (i: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, i) => sentRow(newTicket(), more(i)));

describe("an import", () => {
  test("is opened, staged in chunks, shown, committed, and reversed", async () => {
    const person = await newTrader();
    await fundTrader(stack, person, 100);
    const rows = rowsOf(5, (i) => ({ profitLoss: i % 2 ? -20.5 : 30.25, closeTime: `2026-03-0${i + 2}T23:30:00Z` }));
    const opened = await openImport(admin, person, { rowCount: 5 });
    expect([opened.status, opened.dbTrips]).toEqual([201, 2]);
    expect(opened.body.import).toMatchObject({ status: "staged", rowCount: 5, createdByName: admin.name });
    const id = opened.body.import._id;

    for (const [from, part] of [
      [4, rows.slice(3)],
      [1, rows.slice(0, 3)],
      [2, rows.slice(1, 2)],
    ] as const) {
      const reply = await stageRows(admin, id, part, from);
      expect([reply.status, reply.dbTrips]).toEqual([200, 2]);
    }
    const preview = await show(id);
    expect(preview.summary).toEqual({
      staged: 5,
      fresh: 5,
      duplicates: 0,
      differing: 0,
      profitLoss: 49.75,
      fileProfitLoss: 49.75,
      balanceAfter: 149.75,
      firstCloseTime: "2026-03-02T23:30:00.000Z",
      lastCloseTime: "2026-03-06T23:30:00.000Z",
    });
    expect(preview).toMatchObject({ balance: 100, shortBy: 0, nextCursor: null });
    expect(preview.rows.map(({ row, fate }: { row: number; fate: string }) => `${row} ${fate}`)).toEqual(
      ["1", "2", "3", "4", "5"].map((row) => `${row} new`),
    );
    expect(preview.rows[0]).toMatchObject({
      ticket: rows[0]?.ticket,
      symbol: "XAUUSDm",
      direction: "Buy",
      lotSize: 0.1,
      profitLoss: 30.25,
      entryPrice: 5170.25,
      exitPrice: 5180.25,
      stopPrice: null,
      openTime: "2026-03-02T10:00:00.000Z",
      closeTime: "2026-03-02T23:30:00.000Z",
    });
    expect(await tradesOf(person)).toEqual([]);

    const committed = await commitImport(admin, id);
    expect([committed.status, committed.dbTrips]).toEqual([200, 2]);
    expect(committed.body).toMatchObject({ duplicates: 0, differing: 0 });
    expect(committed.body.import).toMatchObject({ status: "committed", tradeCount: 5, profitLoss: 49.75 });
    expect((await balancesOf(person)).balance).toBe(149.75);
    expect(await tradesOf(person)).toHaveLength(5);
    const after = await show(id);
    expect(after).toMatchObject({ summary: null, balance: 149.75, shortBy: 0 });
    expect(after.rows.map(({ fate, ticket }: { fate: string; ticket: string }) => [fate, ticket])).toEqual(
      rows.map(({ ticket }) => ["imported", ticket]),
    );

    const reversed = await reverseImport(admin, id, "Meant for\nanother trader");
    expect([reversed.status, reversed.dbTrips]).toEqual([200, 2]);
    expect(reversed.body.import).toMatchObject({ status: "reversed", reason: "Meant for\nanother trader" });
    expect((await balancesOf(person)).balance).toBe(100);
    expect(await tradesOf(person)).toEqual([]);
    const { read, query } = databaseOf(stack);
    const [totals, kept, [imported]] = await read([
      query.select().from(tradeTotals).where(eq(tradeTotals.userId, person.userId)),
      query
        .select({ action: auditLog.action })
        .from(auditLog)
        .where(eq(auditLog.subject, `import:${id}`)),
      query.select().from(imports).where(eq(imports.id, id)),
    ]);
    expect(totals[0]).toMatchObject({ trades: 0, profitCents: 0 });
    expect(kept.map(({ action }) => action)).toEqual(["import.opened", "import.committed", "import.reversed"]);
    expect(imported).toMatchObject({ status: "reversed", tradeCount: 5, profitCents: 4_975 });
    const list = await admin.get(`/api/admin/imports?user=${person.userId}`);
    expect(list.dbTrips).toBe(1);
    expect(list.body.imports).toEqual([reversed.body.import]);
  });

  test("can be imported again after it was reversed", async () => {
    const person = await newTrader();
    const rows = rowsOf(2);
    const first = await stageFile(admin, person, rows);
    await commitImport(admin, first);
    await reverseImport(admin, first);
    const second = await stageFile(admin, person, rows);
    expect((await commitImport(admin, second)).body.import).toMatchObject({ tradeCount: 2, profitLoss: 2 });
    expect((await balancesOf(person)).balance).toBe(2);
  });

  test("imports a ticket once, and reports which rows exist already and which of those differ", async () => {
    const person = await newTrader();
    const [first, second, third] = rowsOf(3);
    await commitImport(admin, await stageFile(admin, person, [first ?? {}, second ?? {}]));
    const further = { ...second, profitLoss: 7 };
    const id = await stageFile(admin, person, [first ?? {}, further, third ?? {}]);
    const { summary, rows } = await show(id);
    expect(summary).toMatchObject({
      staged: 3,
      fresh: 1,
      duplicates: 2,
      differing: 1,
      profitLoss: 1,
      fileProfitLoss: 9,
    });
    expect(rows.map(({ fate, differs }: { fate: string; differs: boolean }) => [fate, differs])).toEqual([
      ["duplicate", false],
      ["duplicate", true],
      ["new", false],
    ]);
    const onlyNew = await show(id, "?fate=new");
    expect(onlyNew.rows.map(({ row }: { row: number }) => row)).toEqual([3]);
    const firstPage = await show(id, "?fate=duplicate&limit=1");
    expect([firstPage.rows.length, firstPage.nextCursor]).toEqual([1, "1"]);
    const nextPage = await show(id, "?fate=duplicate&limit=1&cursor=1");
    expect([nextPage.rows[0].row, nextPage.nextCursor]).toEqual([2, null]);
    expect((await commitImport(admin, id)).body).toMatchObject({
      duplicates: 2,
      differing: 1,
      import: { tradeCount: 1 },
    });
    expect((await balancesOf(person)).balance).toBe(3);

    const again = await stageFile(admin, person, [first ?? {}, third ?? {}]);
    const refused = await commitImport(admin, again);
    expect(refusal(refused)).toEqual([409, "wrong_state"]);
    expect(refused.body.message).toBe("Every trade of this file is already here");
  });

  test("of another trader may have the same tickets", async () => {
    const [one, other] = await Promise.all([newTrader(), newTrader()]);
    const rows = rowsOf(2);
    for (const person of [one, other]) {
      const id = await stageFile(admin, person, rows);
      expect((await commitImport(admin, id)).body.import.tradeCount).toBe(2);
    }
  });

  test("whose trades have a total result of zero moves no money", async () => {
    const person = await newTrader();
    const id = await stageFile(
      admin,
      person,
      rowsOf(2, (i) => ({ profitLoss: i ? -5 : 5 })),
    );
    expect((await commitImport(admin, id)).body.import).toMatchObject({ status: "committed", profitLoss: 0 });
    const { read, query } = databaseOf(stack);
    const [moved] = await read([
      query
        .select()
        .from(transfers)
        .where(eq(transfers.reference, `import:${id}:commit`)),
    ]);
    expect(moved).toEqual([]);
    expect((await reverseImport(admin, id)).status).toBe(200);
  });
});

describe("an insufficient balance", () => {
  test("refuses a file that loses more than the balance, with the missing amount", async () => {
    const person = await newTrader();
    await fundTrader(stack, person, 10);
    const id = await stageFile(
      admin,
      person,
      rowsOf(2, (i) => ({ profitLoss: i ? 4.99 : -15 })),
    );
    expect(await show(id)).toMatchObject({ balance: 10, shortBy: 0.01, summary: { balanceAfter: -0.01 } });
    const refused = await commitImport(admin, id);
    expect(refusal(refused)).toEqual([400, "insufficient_funds"]);
    expect(refused.body.message).toBe("These trades lost $10.01. The balance of $10.00 is $0.01 too low for it.");
    expect(await tradesOf(person)).toEqual([]);
    await fundTrader(stack, person, 10);
    expect((await commitImport(admin, id)).status).toBe(200);
    expect((await balancesOf(person)).balance).toBe(9.99);
  });

  test("refuses to reverse a profit that was lost since, until the balance suffices again", async () => {
    const person = await newTrader();
    const won = await stageFile(
      admin,
      person,
      rowsOf(1, () => ({ profitLoss: 50 })),
    );
    await commitImport(admin, won);
    const lost = await stageFile(
      admin,
      person,
      rowsOf(1, () => ({ profitLoss: -20 })),
    );
    await commitImport(admin, lost);
    expect(await show(won)).toMatchObject({ balance: 30, shortBy: 20 });
    const refused = await reverseImport(admin, won);
    expect(refusal(refused)).toEqual([400, "insufficient_funds"]);
    expect(refused.body.message).toBe("These trades made $50.00. The balance of $30.00 is $20.00 too low for it.");
    expect((await reverseImport(admin, lost)).status).toBe(200);
    expect((await reverseImport(admin, won)).status).toBe(200);
    expect((await balancesOf(person)).balance).toBe(0);
  });

  test("that changes between the read and the write is reported as precisely", async () => {
    const person = await newTrader();
    await fundTrader(stack, person, 30);
    const id = await stageFile(
      admin,
      person,
      rowsOf(1, () => ({ profitLoss: -25 })),
    );
    const other = await stageFile(
      admin,
      person,
      rowsOf(1, () => ({ profitLoss: -10 })),
    );
    const scope = await scopeOf(stack, admin, "/api/admin/imports/:id/commit", async () =>
      expect((await commitImport(admin, other)).status).toBe(200),
    );
    await expect(commitVerb(scope, id, {}, null)).rejects.toMatchObject({
      message: "These trades lost $25.00. The balance of $20.00 is $5.00 too low for it.",
    });
  });
});

describe("concurrent imports", () => {
  test("a file that is committed twice is committed once, under one key and under two", async () => {
    const person = await newTrader();
    const id = await stageFile(admin, person, rowsOf(3));
    const key = crypto.randomUUID();
    const same = await Promise.all([commitImport(admin, id, key), commitImport(admin, id, key)]);
    expect(same.map(({ status }) => status)).toEqual([200, 200]);
    expect(same[0]?.body).toEqual(same[1]?.body);
    expect(refusal(await commitImport(admin, id, crypto.randomUUID()))).toEqual([409, "wrong_state"]);
    expect((await balancesOf(person)).balance).toBe(3);
    const undo = crypto.randomUUID();
    expect((await reverseImport(admin, id, "Twice", undo)).status).toBe(200);
    expect((await reverseImport(admin, id, "Twice", undo)).status).toBe(200);
    expect(refusal(await reverseImport(admin, id, "Thrice", undo))).toEqual([422, "key_reused", "Idempotency-Key"]);
    expect(refusal(await reverseImport(admin, id))).toEqual([409, "wrong_state"]);
    expect((await balancesOf(person)).balance).toBe(0);
  });

  test("files that share tickets import each ticket once", async () => {
    const person = await newTrader();
    const rows = rowsOf(4);
    const first = await stageFile(admin, person, rows.slice(0, 3));
    const second = await stageFile(admin, person, rows.slice(1));
    const scope = await scopeOf(stack, admin, "/api/admin/imports/:id/commit", async () =>
      expect((await commitImport(admin, first)).status).toBe(200),
    );
    expect(await commitVerb(scope, second, {}, null)).toMatchObject({ duplicates: 2, import: { tradeCount: 1 } });
    expect((await balancesOf(person)).balance).toBe(4);
    expect(await tradesOf(person)).toHaveLength(4);
  });

  test("a time zone that the trader changes between the read and the write is used", async () => {
    const person = await newTrader();
    const id = await stageFile(
      admin,
      person,
      rowsOf(1, () => ({ closeTime: "2026-03-02T20:00:00Z" })),
    );
    const db = databaseOf(stack);
    const scope = await scopeOf(stack, admin, "/api/admin/imports/:id/commit", async () => {
      await db.write([db.query.run(sql`UPDATE users SET time_zone = 'UTC' WHERE id = ${person.userId}`)]);
    });
    await commitVerb(scope, id, {}, null);
    const month = await person.get("/api/trade/history?year=2026&month=3");
    expect(month.body.data.dailyData).toEqual({ 2: { pnl: 1, trades: 1, isProfit: true } });
  });
});

describe("more than one admin may move alone in a day", () => {
  const made = (dollars: number) => rowsOf(1, () => ({ profitLoss: dollars }));
  const OVER = 1_000.01;

  test("waits for a colleague only when it is complete and moves more than its sender may move alone in a day", async () => {
    const [sender, person] = [await newAdmin(stack, "Dara"), await newTrader()];
    const listedFor = async () =>
      (await sender.get(`/api/admin/imports?user=${person.userId}`)).body.imports.map(
        (record: { _id: string; status: string }) => [record._id, record.status],
      );
    // A preview that its sender can import alone is not listed; an incomplete file is nobody's to decide.
    const small = await stageFile(sender, person, made(OVER - 1));
    const opened = await openImport(sender, person, { rowCount: 2 });
    await stageRows(sender, opened.body.import._id, made(OVER));
    expect(await listedFor()).toEqual([]);
    await stageRows(sender, opened.body.import._id, [sentRow(newTicket(), { profitLoss: 0 })], 2);
    expect(await listedFor()).toEqual([[opened.body.import._id, "staged"]]);
    // What a sender moved alone is added to it.
    const next = await stageFile(sender, person, made(2));
    expect(await listedFor()).toEqual([[opened.body.import._id, "staged"]]);
    expect((await commitImport(sender, small)).status).toBe(200);
    expect(await listedFor()).toEqual([
      [next, "staged"],
      [opened.body.import._id, "staged"],
      [small, "committed"],
    ]);
  });

  test("is committed by a colleague, and reversed by another admin than the committer", async () => {
    const [sender, colleague, person] = [
      await newAdmin(stack, "Dara"),
      await newAdmin(stack, "Maly"),
      await newTrader(),
    ];
    const id = await stageFile(sender, person, made(OVER));
    const words = "This moves $1,000.01. Above $1,000.00 another admin has to import it.";
    expect((await sender.get(`/api/admin/imports/${id}`)).body.notYours).toBe(words);
    const alone = await commitImport(sender, id);
    expect([...refusal(alone), alone.body.message]).toEqual([409, "second_admin_needed", words]);
    await sender.post("/api/auth/language", { language: "km" });
    expect((await sender.get(`/api/admin/imports/${id}`)).body.notYours).toBe(
      "ការនាំចូលនេះផ្ទេរ $1,000.01។ លើស $1,000.00 អ្នកគ្រប់គ្រងផ្សេងត្រូវនាំចូលវា។",
    );
    expect((await balancesOf(person)).balance).toBe(0);

    // The colleague finds it in the default list and in the counts, and sees what the sender saw.
    const listed = (await colleague.get(`/api/admin/imports?user=${person.userId}`)).body.imports;
    expect(listed).toMatchObject([{ _id: id, status: "staged", waitsForColleague: true, moves: OVER }]);
    const [everybodys, onlyWaiting, { queues }] = await Promise.all([
      colleague.get("/api/admin/imports?limit=100"),
      colleague.get("/api/admin/imports?status=waiting&limit=100"),
      colleague.get("/api/admin/queues").then(({ body }) => body),
    ]);
    expect(everybodys.body.imports.map((record: { _id: string }) => record._id)).toContain(id);
    const waitingIds = onlyWaiting.body.imports.map((record: { _id: string }) => record._id);
    expect([waitingIds.includes(id), queues.imports.count]).toEqual([true, waitingIds.length]);
    // It does not wait for its sender, who cannot import it.
    const [ofSender, senders] = await Promise.all([
      sender.get("/api/admin/imports?status=waiting&limit=100"),
      sender.get("/api/admin/queues"),
    ]);
    const senderIds = ofSender.body.imports.map((record: { _id: string }) => record._id);
    expect([senderIds.includes(id), senders.body.queues.imports.count]).toEqual([false, senderIds.length]);
    const { imports: waiting } = (await colleague.get(`/api/admin/imports?status=staged&user=${person.userId}`)).body;
    expect(
      waiting.map(({ _id, createdByName }: { _id: string; createdByName: string }) => [_id, createdByName]),
    ).toEqual([[id, "Dara Kim"]]);
    const seen = await colleague.get(`/api/admin/imports/${id}`);
    expect([seen.body.notYours, seen.dbTrips]).toEqual([null, 1]);
    const committed = await commitImport(colleague, id);
    expect([committed.status, committed.dbTrips]).toEqual([200, 2]);
    expect(committed.body.import).toMatchObject({
      createdByName: "Dara Kim",
      committedByName: "Maly Kim",
      waitsForColleague: false,
    });
    expect((await balancesOf(person)).balance).toBe(OVER);

    const back = await reverseImport(colleague, id);
    expect(refusal(back)).toEqual([409, "second_admin_needed"]);
    expect(back.body.message).toBe("This moves $1,000.01. Above $1,000.00 another admin has to take it back.");
    expect((await reverseImport(sender, id)).body.import).toMatchObject({ reversedByName: "Dara Kim" });
    expect((await balancesOf(person)).balance).toBe(0);
  });

  test("cannot be moved in small files either, nor by concurrent commits", async () => {
    const [lone, person, other] = [await newAdmin(stack, "Lone"), await newTrader(), await newTrader()];
    // Enough for every outcome of the race below.
    await fundTrader(stack, other, 800);
    expect((await commitImport(lone, await stageFile(lone, person, made(600)))).status).toBe(200);
    // Losses count like profits, whichever trader's they are.
    const lost = await stageFile(lone, other, made(-500));
    const refused = await commitImport(lone, lost);
    expect(refusal(refused)).toEqual([409, "second_admin_needed"]);
    expect(refused.body.message).toContain("after $600.00 that you moved alone in the last 24 hours");
    const files = [await stageFile(lone, person, made(250)), await stageFile(lone, other, made(-250))];
    const replies = await Promise.all(files.map((id) => commitImport(lone, id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe("second_admin_needed");
    expect((await commitImport(admin, lost)).status).toBe(200);
  });

  test("needs two admins whose approvals count", async () => {
    const [sender, person] = [await newAdmin(stack, "Former"), await newTrader()];
    const id = await stageFile(sender, person, made(OVER));
    const db = databaseOf(stack);
    await db.write([giveRole(db.query, { userId: sender.userId, role: "trader", by: "system", atMs: Date.now() })]);
    const refused = await commitImport(admin, id);
    expect(refusal(refused)).toEqual([409, "second_admin_needed"]);
    expect(refused.body.message).toContain("Former Kim sent this file, and their approval does not count");
    const [second, nowMs] = [await newAdmin(stack, "Second"), Date.now()];
    await db.write([
      ...appointmentApprovals(db, { userId: sender.userId, version: 3 }, [admin.userId, second.userId], nowMs),
      giveRole(db.query, { userId: sender.userId, role: "admin", by: admin.userId, atMs: nowMs }),
    ]);
    expect(refusal(await commitImport(admin, id))).toEqual([409, "second_admin_needed"]);
  });

  test("is refused by the database too, whichever code writes it", async () => {
    const [lone, fresh, person] = [await newAdmin(stack), await newAdmin(stack), await newTrader()];
    const db = databaseOf(stack);
    const { query } = db;
    const nowMs = Date.now();
    await db.write([giveRole(query, { userId: fresh.userId, role: "trader", by: "system", atMs: nowMs })]);
    await db.write([
      ...appointmentApprovals(db, { userId: fresh.userId, version: 3 }, [lone.userId, admin.userId], nowMs),
      giveRole(query, { userId: fresh.userId, role: "admin", by: lone.userId, atMs: nowMs + 1 }),
    ]);
    const id = await stageFile(lone, person, made(OVER));
    const profitCents = 100_001;
    const commit = (actor: string) =>
      commitTrades(
        query,
        { id, userId: person.userId, tradeCount: 1, profitCents },
        { actor, spans: [], isAppended: false },
        Date.now(),
      );
    await expect(db.write(commit(lone.userId))).rejects.toThrow(/second_admin_needed/);
    await expect(db.write(commit(fresh.userId))).rejects.toThrow(/admin_too_new/);
    await expect(db.write(commit(person.userId))).rejects.toThrow(/own_account/);
    const raised = query.update(imports).set({ aloneCentsMax: 1e9 }).where(eq(imports.id, id));
    await expect(db.write([raised])).rejects.toThrow(/import_terms_fixed/);
    expect((await commitImport(admin, id)).status).toBe(200);
    const forgotten = query.update(imports).set({ committedBy: lone.userId }).where(eq(imports.id, id));
    await expect(db.write([forgotten])).rejects.toThrow(/import_terms_fixed/);
  });
});

describe("refused callers", () => {
  test("nobody imports for themselves or reverses their own import", async () => {
    expect(refusal(await openImport(admin, admin))).toEqual([403, "own_account"]);
    const colleague = await newAdmin(stack, "Maly");
    const id = await stageFile(colleague, admin, rowsOf(1));
    expect(refusal(await commitImport(admin, id))).toEqual([403, "own_account"]);
    expect((await commitImport(colleague, id)).status).toBe(200);
    expect(refusal(await reverseImport(admin, id))).toEqual([403, "own_account"]);
    expect((await reverseImport(colleague, id)).status).toBe(200);
  });

  test("a colleague's file is staged by them alone, and committed by any admin", async () => {
    const colleague = await newAdmin(stack, "Maly");
    const opened = await openImport(admin, trader);
    const id = opened.body.import._id;
    expect(refusal(await stageRows(colleague, id, rowsOf(1)))).toEqual([404, "not_found"]);
    await stageRows(admin, id, rowsOf(1));
    expect((await commitImport(colleague, id)).status).toBe(200);
  });

  test("an old second factor can neither commit nor reverse, but can read", async () => {
    const tired = await newAdmin(stack);
    const id = await stageFile(tired, trader, rowsOf(1));
    const { query, write } = databaseOf(stack);
    await write([
      query
        .update(sessions)
        .set({ authenticatedAtMs: Date.now() - 16 * 60_000 })
        .where(eq(sessions.userId, tired.userId)),
    ]);
    expect(refusal(await commitImport(tired, id))).toEqual([403, "step_up_required"]);
    expect(refusal(await reverseImport(tired, id))).toEqual([403, "step_up_required"]);
    expect((await tired.get(`/api/admin/imports/${id}`)).status).toBe(200);
    await tired.post("/api/admin/step-up", { code: tired.unusedCode() });
    expect((await commitImport(tired, id)).status).toBe(200);
  });
});

describe("invalid input", () => {
  test.each<[object, string]>([
    [{ ticket: "" }, "ticket"],
    [{ ticket: "=cmd" }, "ticket"],
    [{ ticket: "x".repeat(65) }, "ticket"],
    [{ symbol: "XAU\u202eUSD" }, "symbol"],
    [{ symbol: "+A1" }, "symbol"],
    [{ direction: "buy" }, "direction"],
    [{ lotSize: 0 }, "lotSize"],
    [{ lotSize: 0.000_000_1 }, "lotSize"],
    [{ lotSize: "0.1" }, "lotSize"],
    [{ entryPrice: -1 }, "entryPrice"],
    [{ exitPrice: 1e10 }, "exitPrice"],
    [{ exitPrice: -0.01 }, "exitPrice"],
    [{ stopPrice: 0 }, "stopPrice"],
    [{ stopPrice: undefined }, "stopPrice"],
    [{ openTime: "2026.03.02 10:00:00" }, "openTime"],
    [{ openTime: "1999-12-31T23:59:59Z" }, "openTime"],
    [{ closeTime: "2026-03-02T09:59:59Z" }, "closeTime"],
    [{ closeTime: "2026-03-02T10:01:00+07:00" }, "closeTime"],
    [{ closeTime: new Date(Date.now() + 60_000).toISOString() }, "closeTime"],
    [{ profitLoss: 0.001 }, "profitLoss"],
    [{ profitLoss: null }, "profitLoss"],
    [{ profitLoss: 1e9 }, "profitLoss"],
  ])("a row with %p is refused by its field, and nothing of its chunk is staged", async (more, field) => {
    const id = (await openImport(admin, trader, { rowCount: 2 })).body.import._id;
    const reply = await stageRows(admin, id, [sentRow(newTicket()), sentRow(newTicket(), more)]);
    expect(refusal(reply)).toEqual([400, "invalid_input", `rows.1.${field}`]);
    expect((await show(id)).summary.staged).toBe(0);
  });

  test("an option that expired without value has an exit price of zero", async () => {
    const id = (await openImport(admin, trader, { rowCount: 1 })).body.import._id;
    expect((await stageRows(admin, id, [sentRow(newTicket(), { exitPrice: 0 })])).status).toBe(200);
    expect((await show(id)).summary.staged).toBe(1);
  });

  test("a row has the fields of a trade and no others", async () => {
    const id = (await openImport(admin, trader)).body.import._id;
    const reply = await stageRows(admin, id, [sentRow(newTicket(), { userId: trader.userId })]);
    expect(refusal(reply)).toEqual([400, "invalid_input", "userId"]);
  });

  test.each<[object, unknown[]]>([
    [{ userId: "nobody" }, [404, "not_found", "userId"]],
    [{ userId: 1 }, [400, "invalid_input", "userId"]],
    [{ fileName: " " }, [400, "invalid_input", "fileName"]],
    [{ fileName: "a\u202eb" }, [400, "invalid_input", "fileName"]],
    [{ format: "xls" }, [400, "invalid_input", "format"]],
    [{ format: "mapped" }, [400, "invalid_input", "format"]],
    [{ currency: "mBTC" }, [400, "invalid_input", "currency"]],
    [{ currency: "usd" }, [400, "invalid_input", "currency"]],
    [{ currency: undefined }, [400, "invalid_input", "currency"]],
    [{ timeZone: "GMT+3" }, [400, "invalid_input", "timeZone"]],
    [{ timeZone: "" }, [400, "invalid_input", "timeZone"]],
    [{ rowCount: 0 }, [400, "invalid_input", "rowCount"]],
    [{ rowCount: 50_001 }, [400, "invalid_input", "rowCount"]],
    [{ rowCount: 1.5 }, [400, "invalid_input", "rowCount"]],
  ])("an import of %p is not opened", async (more, expected) => {
    expect(refusal(await openImport(admin, trader, more))).toEqual(expected);
  });

  test("an incomplete file is not committed, and rows beyond its end are not staged", async () => {
    const id = (await openImport(admin, trader, { rowCount: 3 })).body.import._id;
    await stageRows(admin, id, rowsOf(2));
    const refused = await commitImport(admin, id);
    expect(refusal(refused)).toEqual([409, "wrong_state"]);
    expect(refused.body.message).toBe("Only 2 of the file's 3 rows have arrived");
    expect(refusal(await stageRows(admin, id, rowsOf(2), 3))).toEqual([400, "invalid_input", "from"]);
    expect(refusal(await stageRows(admin, id, [], 3))).toEqual([400, "invalid_input", "rows"]);
    expect((await show(id)).summary.staged).toBe(2);
  });

  test("a ticket appears once in a file, in one chunk or in two", async () => {
    const id = (await openImport(admin, trader, { rowCount: 3 })).body.import._id;
    const row = sentRow(newTicket());
    expect(refusal(await stageRows(admin, id, [row, row]))).toEqual([400, "invalid_input", "rows"]);
    expect((await stageRows(admin, id, [row])).status).toBe(200);
    expect(refusal(await stageRows(admin, id, [row], 3))).toEqual([400, "invalid_input", "rows"]);
  });

  test("nothing is staged, committed or reversed in the wrong state", async () => {
    const id = await stageFile(admin, trader, rowsOf(1));
    expect(refusal(await reverseImport(admin, id))).toEqual([409, "wrong_state"]);
    expect(refusal(await reverseImport(admin, id, " \n"))).toEqual([400, "invalid_input", "reason"]);
    await commitImport(admin, id);
    expect(refusal(await stageRows(admin, id, rowsOf(1)))).toEqual([409, "wrong_state"]);
    for (const path of ["commit", "reverse"]) {
      const body = path === "commit" ? {} : { reason: "x" };
      expect(refusal(await admin.post(`/api/admin/imports/nothing/${path}`, body))).toEqual([404, "not_found"]);
    }
    expect(refusal(await stageRows(admin, "nothing", rowsOf(1)))).toEqual([404, "not_found"]);
    expect(refusal(await admin.get("/api/admin/imports/nothing"))).toEqual([404, "not_found"]);
  });
});

test("an import that is opened again with its idempotency key is the same one", async () => {
  const body = {
    userId: trader.userId,
    fileName: "a.csv",
    format: "csv",
    currency: "USD",
    timeZone: "UTC",
    rowCount: 1,
  };
  const key = { "Idempotency-Key": crypto.randomUUID() };
  const [first, second] = [
    await admin.post("/api/admin/imports", body, key),
    await admin.post("/api/admin/imports", body, key),
  ];
  expect(first.body.import._id).toBe(second.body.import._id);
});

test("a file that nobody commits is forgotten after a day, and a committed one is not", async () => {
  const db = databaseOf(stack);
  const { query, write } = db;
  const [left, kept] = [await stageFile(admin, trader, rowsOf(2)), await stageFile(admin, trader, rowsOf(1))];
  await commitImport(admin, kept);
  const aged = query.update(imports).set({ createdAtMs: 5_000 }).where(sql`${imports.id} IN (${left}, ${kept})`);
  await behindTriggers(db, ["imports_terms_fixed"], [aged]);
  await write(deleteOldStaged(query, 5_000));
  expect((await show(left)).summary.staged).toBe(2);
  await write(deleteOldStaged(query, 5_001));
  expect(refusal(await admin.get(`/api/admin/imports/${left}`))).toEqual([404, "not_found"]);
  expect((await show(kept)).import.status).toBe("committed");
});

test("the records of everybody in these tests are consistent", async () => {
  const { differing, unfounded } = await checkLedger(databaseOf(stack));
  const off = new Set([...differing, ...unfounded].map(({ accountId }) => accountId));
  expect(people.map((id) => `available:${id}`).filter((id) => off.has(id))).toEqual([]);
  expect(off.has("house:trading")).toBe(false);
});

describe("results of a demo account", () => {
  const WHY = "These are results of a demo account, which are not money: they cannot be imported";
  const closedMs = Date.UTC(2026, 2, 2, 12, 0, 30, 700);
  /** A closed demo position, as a file would tell it when its ticket, symbol and clock were changed. */
  const disguised = (changes: object = {}) =>
    sentRow(newTicket(), {
      symbol: "BTCUSDm",
      direction: "Sell",
      lotSize: 0.25,
      entryPrice: 67_120.5,
      exitPrice: 66_000.01,
      openTime: "2026-03-02T16:00:00Z",
      closeTime: "2026-03-02T16:00:30Z",
      profitLoss: 280.12,
      ...changes,
    });

  async function traderWithDemo(): Promise<Trader> {
    const person = await newTrader();
    const log = new TestDemoLog();
    log.start(closedMs - 1e6);
    const prices = { entryPrice: 6_712_050, exitPrice: 6_600_001, profitCents: 28_012 };
    const times = { openedAtMs: closedMs - 30_500, closedAtMs: closedMs };
    log.trade({ ...prices, ...times, direction: "Sell", units: 25_000_000 });
    await recordDemoLog(databaseOf(stack), person.userId, log);
    return person;
  }

  const opened = async (person: Trader, rowCount: number): Promise<string> =>
    (await openImport(admin, person, { rowCount })).body.import._id;

  test.each(["demo-1-2-3", "Demo-1", "DEMO-9-9-9"])("ticket %s is refused by the row, and told why", async (ticket) => {
    const id = await opened(await newTrader(), 2);
    const reply = await stageRows(admin, id, [sentRow(newTicket()), sentRow(ticket)]);
    expect(refusal(reply)).toEqual([400, "invalid_input", "rows.1.ticket"]);
    expect(reply.body.message).toContain(WHY);
    expect((await show(id)).summary.staged).toBe(0);
  });

  test("the database refuses such a ticket too", async () => {
    const db = databaseOf(stack);
    const importId = await opened(await newTrader(), 1);
    const trade = { symbol: "US500", direction: "Buy", lotMicros: 1, entryPrice: 1, exitPrice: 1 } as const;
    const row = { ...trade, importId, rowNumber: 1, openedAtMs: 1, closedAtMs: 1, profitCents: 1 };
    await expect(db.write([db.query.insert(importRows).values({ ...row, ticket: "Demo-1-2-3" })])).rejects.toThrow(
      "demo_ticket",
    );
    await db.write([db.query.insert(importRows).values({ ...row, ticket: "5090-demo-1" })]);
  });

  test("a trader's own closed demo position is refused under another ticket, symbol and clock", async () => {
    const person = await traderWithDemo();
    const id = await opened(person, 3);
    const reply = await stageRows(admin, id, [sentRow(newTicket()), disguised(), sentRow(newTicket())]);
    expect(refusal(reply)).toEqual([400, "invalid_input", "rows"]);
    expect(reply.body.message).toBe(`A row is a closed demo position of this trader. ${WHY}.`);
    expect((await show(id)).summary.staged).toBe(0);
    expect((await commitImport(admin, id)).status).toBe(409);
  });

  test("a trade that differs from it in anything is real, and so is one of another trader", async () => {
    const person = await traderWithDemo();
    const others = [
      { direction: "Buy" },
      { lotSize: 0.26 },
      { entryPrice: 67_120.51 },
      { exitPrice: 66_000.02 },
      { closeTime: "2026-03-02T16:00:31Z" },
      { profitLoss: 280.13 },
    ].map(disguised);
    const id = await opened(person, others.length);
    expect((await stageRows(admin, id, others)).status).toBe(200);
    const ofAnother = await opened(await newTrader(), 1);
    expect((await stageRows(admin, ofAnother, [disguised()])).status).toBe(200);
  });
});
