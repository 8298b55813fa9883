import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import type { Stack } from "../../../dev/stack.ts";
import type { Reply } from "../../../dev/test/test-client.ts";
import { openDeposit, payAtBank, verifyUntilPaid } from "../../../dev/test/test-deposits.ts";
import { databaseOf, fundTrader } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader, type Trader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { actOn, approve, fundedTrader, requestWithdrawal, sentImage } from "../../../dev/test/test-withdrawals.ts";
import { dayAt, isoDate } from "../../contract/trade-calendar.ts";
import { guardNameOf } from "../../platform/database-refusal.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
let first: Admin;
let second: Admin;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
  [first, second] = await Promise.all([newAdmin(stack), newAdmin(stack, "Maly")]);
}, 600_000);

/** The day on which the tests move money, as the operation counts it. */
const today = () => isoDate(dayAt(Date.now(), "Asia/Phnom_Penh"));
const unique = () => crypto.randomUUID().slice(0, 8);
const HEADS =
  "Date,Time,Transaction ID,Reference,Counterparty,Counterparty account,Remark,Money out,Money in,CCY,Balance";
type Row = { id?: string; amount: number; remark?: string; payer?: string; account?: string };

/** Stands for the number of the account that a statement is imported for, of which each has its own. */
const OWN = "own number";

/** A statement of today as ABA writes it. */
function statementOf(rows: readonly Row[], { number = OWN, opening = 1_000 } = {}): string {
  let balance = opening;
  const [year, month, date] = today().split("-");
  const lines = rows.map(({ id = "", amount, remark = "", payer = "", account = "" }) => {
    balance += amount;
    const sums = amount < 0 ? [(-amount).toFixed(2), ""] : ["", amount.toFixed(2)];
    const cells = [
      `${date}/${month}/${year}`,
      "00:01",
      id,
      "",
      payer,
      account,
      remark,
      ...sums,
      "USD",
      balance.toFixed(2),
    ];
    return cells.map((cell) => `"${cell}"`).join(",");
  });
  return [`Account number,${number}`, "Currency,USD", `Opening balance,${opening}`, HEADS, ...lines].join("\n");
}

async function openAccount(currency = "USD"): Promise<string> {
  const id = `aba-${unique()}`;
  const reply = await first.post("/api/admin/books/bank-accounts", { id, name: "ABA Bank", currency });
  if (reply.status !== 200) throw new Error(`no account: ${JSON.stringify(reply.body)}`);
  return id;
}
function importFile(admin: Admin, account: string, text: string, key?: string): Promise<Reply> {
  const file = Buffer.from(text.replace(OWN, account)).toString("base64");
  // The first statement of an account is imported with the number of the account.
  const body = { account, accountNumber: account, profile: "aba", fileName: "november.csv", file };
  return admin.post("/api/admin/statements", body, key ? { "Idempotency-Key": key } : {});
}
const day = async () => (await first.get(`/api/admin/statements/days/${today()}`)).body;
const act = (admin: Admin, line: string, verb: string, body: object) =>
  admin.post(`/api/admin/statements/lines/${line}/${verb}`, body);
type Shown = Reply["body"];
const lineOf = (shown: Shown, bankId: string) => shown.lines.find((line: Shown) => line.bankId === bankId);
const kindOf = (shown: Shown, lineId: string): string | null =>
  shown.differences.find((one: Shown) => one.lineId === lineId)?.kind ?? null;
const depositOf = async (trader: Trader) => (await trader.get("/api/deposit/history")).body.deposits[0];
function addsUp({ position }: Shown): boolean {
  const cents = [position.notExplained, ...position.terms.map((term: { amount: number }) => term.amount)];
  return cents.reduce((sum, amount) => sum + Math.round(amount * 100), 0) === Math.round(position.difference * 100);
}

describe("a statement", () => {
  test("is imported once, its known lines are skipped, and what names its transfer exactly is matched", async () => {
    const [account, trader] = [await openAccount(), await newTrader(stack)];
    const deposit = await openDeposit(trader, 75);
    const { billNumber, _id: depositId } = deposit;
    await payAtBank(stack, deposit.qrString, { amount: 75 });
    await verifyUntilPaid(db, trader, deposit);
    const [paid, unknown, fee] = [unique(), unique(), unique()];
    const rows = [
      { id: paid, amount: 75, remark: `top up ${billNumber}`, payer: "KOY RACHANA" },
      { id: unknown, amount: 150, remark: '=HYPERLINK(""x"")', payer: "PHAN SREYLEAK", account: "Wing 5512" },
      { id: fee, amount: -17.5, remark: "Account fee" },
    ];
    const key = unique();
    const imported = await importFile(first, account, statementOf(rows), key);
    expect([imported.status, imported.dbTrips]).toEqual([200, 4]);
    expect(imported.body).toMatchObject({ imported: 3, known: 0, repeated: 0, matched: 1, isSame: false });
    expect(imported.body.statement).toMatchObject({ account, opening: 1_000, closing: 1_207.5, lines: 3, open: 2 });
    expect((await importFile(first, account, statementOf(rows), key)).body).toEqual(imported.body);
    expect((await importFile(second, account, statementOf(rows))).body).toMatchObject({
      imported: 0,
      known: 3,
      isSame: true,
    });
    const longer = [...rows, { id: unique(), amount: 1 }];
    expect((await importFile(second, account, statementOf(longer))).body).toMatchObject({
      imported: 1,
      known: 3,
      isSame: false,
    });
    const again = [rows[0] as Row, { ...(rows[1] as Row), amount: 151 }];
    expect((await importFile(first, account, statementOf(again))).body).toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("Line 6 was imported before with another sum or day."),
    });
    expect((await importFile(first, account, statementOf(rows, { number: "000999" }))).body).toMatchObject({
      message: "This is the statement of account 000999, not of the one that you chose",
    });
    // Nor is it the first one of another account, whose own would be refused from then on.
    const fresh = await openAccount();
    const ofAccount = statementOf(rows, { number: account.toUpperCase() });
    expect((await importFile(first, fresh, ofAccount)).body).toMatchObject({ code: "invalid_input", field: "account" });
    const own = statementOf([{ id: unique(), amount: 1 }]).replace(OWN, fresh);
    const typed = async (accountNumber: object) => {
      const file = Buffer.from(own).toString("base64");
      const body = { account: fresh, profile: "aba", fileName: "a.csv", file, ...accountNumber };
      return (await first.post("/api/admin/statements", body)).body;
    };
    const asks = { code: "invalid_input", field: "accountNumber" };
    expect([await typed({}), await typed({ accountNumber: account })]).toMatchObject([asks, asks]);
    const years = { accountNumber: fresh, days: { from: "2006-11-01", to: today() } };
    expect(await typed(years)).toMatchObject({
      ...{ code: "invalid_input", field: "from" },
      message: expect.stringContaining("A statement covers at most a year, and this one would cover 2006-11-01 to"),
    });
    expect(await typed({ accountNumber: fresh.toUpperCase().replaceAll("-", " ") })).toMatchObject({ imported: 1 });

    const shown = await day();
    const line = lineOf(shown, paid);
    expect(line.match).toMatchObject({ why: "code", by: null });
    const [transfer] = shown.transfers.filter((one: { lineId: string }) => one.lineId === line._id);
    expect([transfer, line.transferIds]).toMatchObject([{ kind: "deposit", depositId, amount: 75 }, [transfer._id]]);
    expect(kindOf(shown, lineOf(shown, unknown)._id)).toBe("unknown_payment");
    expect(kindOf(shown, lineOf(shown, fee)._id)).toBe("unknown_debit");
    expect(addsUp(shown)).toBe(true);
    const { days } = (await first.get(`/api/admin/statements/days?from=${today()}&to=${today()}`)).body;
    expect(days).toEqual([
      {
        day: today(),
        hasStatement: true,
        // The day is not over yet, so no statement has all of it.
        missing: expect.any(Number),
        lines: shown.lines.length,
        openLines: expect.any(Number),
        openTransfers: expect.any(Number),
      },
    ]);
    expect(days[0].missing).toBeGreaterThan(0);
    expect(days[0].openLines).toBe(shown.lines.filter(({ match }: Shown) => match === null).length);
    const { balance } = shown.accounts.find((one: { _id: string }) => one._id === account);
    expect(balance).toBe(1_208.5);
    const { statements, accounts } = (await first.get(`/api/admin/statements?account=${account}`)).body;
    expect(statements.map(({ lines, known, open }: Record<string, number>) => [lines, known, open])).toEqual([
      [1, 3, 1],
      [3, 0, 2],
    ]);
    expect(accounts.find((one: { _id: string }) => one._id === account)).toMatchObject({
      accountNumber: account,
      profile: "aba",
      cutOff: null,
    });
  });

  test("of one number is imported at once into two accounts that have none, and is kept for one of them", async () => {
    const accounts = [await openAccount(), await openAccount()];
    const number = unique();
    const text = statementOf([{ id: unique(), amount: 5 }], { number });
    const file = Buffer.from(text).toString("base64");
    const send = (admin: Admin, account: string) =>
      admin.post("/api/admin/statements", {
        ...{ account, accountNumber: number, profile: "aba", fileName: "a.csv", file },
      });
    const both = await Promise.all(accounts.map((account, place) => send(place === 0 ? first : second, account)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const kept = accounts[both.findIndex(({ status }) => status === 200)] ?? "";
    expect(both.find(({ status }) => status === 400)?.body).toMatchObject({ code: "invalid_input", field: "account" });
    // What the refused operator does next.
    expect((await send(second, kept)).body).toMatchObject({ isSame: true, statement: { account: kept } });
  });

  test("of which two import the same at once is there once", async () => {
    const account = await openAccount();
    const text = statementOf([
      { id: unique(), amount: 3 },
      { id: unique(), amount: 4 },
    ]);
    const replies = await Promise.all([importFile(first, account, text), importFile(second, account, text)]);
    expect(replies.map(({ status, body }) => [status, body.imported]).sort()).toEqual([
      [200, 0],
      [200, 2],
    ]);
  });
});

test("in riel stands apart from dollars, and a long day is read page by page with all that is open", async () => {
  const [riel, dollars] = [await openAccount("KHR"), await openAccount()];
  const [year, month, date] = today().split("-");
  const [paid, fee, accountNumber] = [unique(), unique(), unique()];
  const text = [
    `Compte;${accountNumber}`,
    "Date;N\u00b0 op\u00e9ration;Donneur d'ordre;Libell\u00e9;D\u00e9bit;Cr\u00e9dit;Solde",
    `${date}/${month}/${year};${paid};CHEA DARA;Depot;;400.000,00;1.400.000,00`,
    `${date}/${month}/${year};${fee};;Frais de tenue;4.000,00;;1.396.000,00`,
  ].join("\n");
  const dollarId = unique();
  await importFile(first, dollars, statementOf([{ id: dollarId, amount: 2 }]));
  const before = await day();
  const imported = await first.post("/api/admin/statements", {
    account: riel,
    accountNumber,
    profile: "canadia-khr",
    fileName: "riel.csv",
    file: Buffer.from(text, "latin1").toString("base64"),
  });
  expect(imported.body).toMatchObject({ imported: 2, matched: 0, statement: { currency: "KHR", closing: 1_396_000 } });
  const at = `/api/admin/statements/days/${today()}?currency=KHR`;
  const shown = (await first.get(at)).body;
  expect(shown.lines.map(({ amount }: Shown) => amount).toSorted()).toEqual([-4_000, 400_000]);
  expect(shown.accounts.map(({ _id, balance }: Shown) => [_id, balance])).toContainEqual([riel, 1_396_000]);
  expect([addsUp(shown), shown.counts.openLines]).toEqual([true, 2]);
  expect(shown.position.terms.find(({ kind }: Shown) => kind === "debit_not_recorded")).toMatchObject({
    amount: -4_000,
    days: [{ day: today(), amount: -4_000, count: 1 }],
  });
  const after = await day();
  expect([after.counts, after.position.notExplained]).toEqual([before.counts, before.position.notExplained]);
  // One row of the page, and the counts of the whole day.
  const page = (await first.get(`${at}&rows=1&is=open`)).body;
  expect([page.lines.length, page.counts]).toEqual([1, shown.counts]);
  const { clientMoney } = (await first.get(`/api/admin/statements/days?from=${today()}&to=${today()}`)).body;
  const flows = clientMoney.flows.reduce((sum: number, { amount }: Shown) => sum + Math.round(amount * 100), 0);
  expect(Math.round(clientMoney.opening * 100) + flows).toBe(Math.round(clientMoney.closing * 100));
  expect(clientMoney.closing).toBe(after.position.clientMoney);
});

describe("an open line", () => {
  test("completes the withdrawal that it paid, by who pays it and with the proof as ever", async () => {
    const [account, trader] = [await openAccount(), await fundedTrader(stack, 500)];
    const { withdrawal } = await requestWithdrawal(trader, 180);
    const bankId = `FT${unique()}`;
    const rows = [
      { id: bankId, amount: -180, remark: `Payout ${withdrawal.number}` },
      { id: unique(), amount: -181 },
    ];
    await importFile(first, account, statementOf(rows));
    const shown = await day();
    const line = lineOf(shown, bankId);
    const other = lineOf(shown, rows[1]?.id ?? "");
    expect(kindOf(shown, line._id)).toBe("not_recorded");
    expect((await approve(first, withdrawal._id)).status).toBe(200);
    expect((await actOn(second, withdrawal._id, "start-payment", { version: 2 })).status).toBe(200);
    const { candidates } = (await second.get(`/api/admin/statements/lines/${line._id}/candidates`)).body;
    const [found] = candidates;
    expect(found).toMatchObject({
      kind: "withdrawal",
      _id: withdrawal._id,
      why: expect.arrayContaining(["our_code", "same_sum"]),
    });

    const body = { withdrawalId: withdrawal._id, version: found.version, proof: sentImage("Paid") };
    expect((await act(second, other._id, "complete", body)).body).toMatchObject({
      message: "The line is $181.00 and the withdrawal $180.00",
    });
    expect((await act(first, line._id, "complete", body)).status).not.toBe(200);
    expect((await act(second, line._id, "complete", { ...body, proof: undefined })).body).toMatchObject({
      code: "invalid_input",
      field: "proof",
    });
    const completed = await act(second, line._id, "complete", body);
    expect([completed.status, completed.body.withdrawal?.status, completed.body.withdrawal?.paymentId]).toEqual([
      200,
      "completed",
      bankId,
    ]);
    expect((await act(second, line._id, "complete", body)).body).toMatchObject({ code: "wrong_state" });
    const after = await day();
    expect(lineOf(after, bankId).match).toMatchObject({ why: "bank_id" });
    expect([kindOf(after, line._id), addsUp(after)]).toEqual([null, true]);
  });

  test("without a code becomes an exception with its payer, once, and stays with it", async () => {
    const [account, trader] = [await openAccount(), await fundedTrader(stack, 40)];
    const { _id: depositId } = await depositOf(trader);
    const bankId = unique();
    await importFile(
      first,
      account,
      statementOf([{ id: bankId, amount: 150, payer: "PHAN SREYLEAK", account: "Wing 5512" }]),
    );
    const line = lineOf(await day(), bankId);
    const made = await act(first, line._id, "exception", { depositId });
    expect([made.status, made.body.exception?.reason]).toEqual([200, "paid_twice"]);
    expect((await act(second, line._id, "exception", { depositId })).body).toMatchObject({ code: "wrong_state" });
    const { exception } = (await first.get(`/api/admin/exceptions/${made.body.exception._id}`)).body;
    expect(exception).toMatchObject({
      paidAmount: 150,
      paidCurrency: "USD",
      paidFrom: "PHAN SREYLEAK, Wing 5512",
      status: "open",
      user: { _id: trader.userId },
    });
    expect((await act(first, line._id, "take-back", { reason: "Not it" })).body).toMatchObject({ code: "wrong_state" });
    const shown = await day();
    expect([lineOf(shown, bankId).match.why, kindOf(shown, line._id), addsUp(shown)]).toEqual([
      "exception",
      null,
      true,
    ]);
    // What waits for a decision is on suspense.
    const onSuspense = ({ position }: typeof shown) =>
      position.terms.find(({ kind }: { kind: string }) => kind === "suspense").amount;
    const waiting = onSuspense(shown);

    // Of a code that was not paid two admins credit it: then the line has its transfer.
    const other = await openDeposit(trader, 31);
    const otherId = unique();
    await importFile(
      first,
      account,
      statementOf([
        { id: bankId, amount: 150, payer: "PHAN SREYLEAK", account: "Wing 5512" },
        { id: otherId, amount: 30 },
      ]),
    );
    const odd = lineOf(await day(), otherId);
    const atOnce = [first, second].map((admin) => act(admin, odd._id, "exception", { depositId: other._id }));
    const [faster, late] = (await Promise.all(atOnce)).toSorted((a, b) => a.status - b.status);
    expect([faster?.body.exception.reason, late?.body.code]).toEqual(["wrong_amount", "wrong_state"]);
    const id = lineOf(await day(), otherId).match.exceptionId;
    const decision = { version: 1, amount: 30, note: "As paid" };
    expect((await first.post(`/api/admin/exceptions/${id}/match`, decision)).status).toBe(200);
    expect(
      (await second.post(`/api/admin/exceptions/${id}/match`, { ...decision, approvals: { have: 1, need: 2 } })).status,
    ).toBe(200);
    const credited = await day();
    expect(lineOf(credited, otherId).transferIds).toHaveLength(1);
    expect(onSuspense(credited)).toBe(waiting);
    expect([credited.position.notExplained, addsUp(credited)]).toEqual([shown.position.notExplained, true]);
  });

  test("of nobody's waits without a trader, until two admins credit it to the same one or record that it was sent back", async () => {
    const [account, trader, other] = [await openAccount(), await newTrader(stack), await newTrader(stack)];
    const [credited, refunded, refund] = [unique(), unique(), unique()];
    const payer = "DARA MEAS";
    const rows = [
      { id: credited, amount: 5.5, payer, account: "Wing 7001" },
      { id: refunded, amount: 12_000, payer },
    ];
    await importFile(first, account, statementOf(rows));
    const shown = await day();
    const made = await act(first, lineOf(shown, credited)._id, "exception", {});
    const { _id: id, reason } = made.body.exception;
    expect([made.status, reason]).toEqual([200, "unknown_payer"]);
    const waiting = await day();
    expect([lineOf(waiting, credited).match.why, addsUp(waiting)]).toEqual(["exception", true]);
    expect(waiting.position.notExplained).toBe(shown.position.notExplained);
    const code = `EX-${id.slice(0, 8).toUpperCase()}`;
    const item = async () => (await first.get(`/api/admin/exceptions/${id}`)).body;
    expect(await item()).toMatchObject({ trader: null, exception: { deposit: null, code, user: { _id: "" } } });
    const searched = async (path: string, of: string) => (await first.get(`/api/admin/${path}=${code}`)).body[of];
    expect(await searched("exceptions?user", "exceptions")).toMatchObject([{ _id: id, mostCreditable: 5.5 }]);
    expect(await searched("ledger/transfers?search", "transfers")).toMatchObject([{ reference: `exception:${id}` }]);

    const decide = (admin: Admin, verb: string, body: object, of = id) =>
      admin.post(`/api/admin/exceptions/${of}/${verb}`, { version: 1, note: "He called", ...body });
    const credit = (admin: Admin, userId?: string, have = 0) =>
      decide(admin, "match", { amount: 5.5, ...(userId && { userId }), approvals: { have, need: 2 } });
    const noTrader = { code: "invalid_input", field: "userId" };
    expect((await credit(first)).body).toMatchObject(noTrader);
    expect((await credit(first, crypto.randomUUID())).body).toMatchObject(noTrader);
    expect((await credit(first, first.userId)).body).toMatchObject({ code: "own_account" });
    const gone = await newTrader(stack);
    expect((await gone.post("/api/user/close", { password: gone.password })).status).toBe(200);
    const closed = (await credit(first, gone.userId)).body;
    expect(closed).toMatchObject({ ...noTrader, message: expect.stringMatching(/^This account is closed/) });
    const plan = { decision: "match", amount: 5.5, userId: trader.userId };
    const { entries } = (await first.post(`/api/admin/exceptions/${id}/plan`, plan)).body.plan;
    expect(entries.map(({ accountId }: { accountId: string }) => accountId)).toContain(`available:${trader.userId}`);
    expect((await credit(first, trader.userId)).body.approvals).toEqual({ have: 1, need: 2 });
    expect((await item()).exception.chosenTrader).toMatchObject({ _id: trader.userId });
    // One approval makes no deposit of it, and credits none that there is.
    const deposit = (userId: string) => sql`
      INSERT INTO deposits (id, user_id, amount_cents, status, bill_number, qr_string, md5_hash, created_at_ms, updated_at_ms, expires_at_ms)
      VALUES (${id}, ${userId}, 550, 'pending', ${unique()}, 'code', ${unique()}, 1, 1, 1)`;
    const written = (...statements: ReturnType<typeof sql>[]) =>
      db.write(statements.map((statement) => db.query.run(statement))).catch(guardNameOf);
    expect(await written(deposit(trader.userId))).toBe("deposits_amount");
    const byHand = sql`UPDATE payment_exceptions SET deposit_id = (SELECT id FROM deposits LIMIT 1)`;
    expect(await written(sql`${byHand} WHERE id = ${id}`)).toBe("exception_terms_fixed");
    const credits = sql`${byHand}, status = 'matched', version = 2, credited_cents = 550, decided_by = ${second.userId}, decided_at_ms = 1`;
    expect(await written(sql`${credits} WHERE id = ${id}`)).toBe("approvals_missing");
    const differs = (await credit(second, other.userId, 1)).body;
    expect(differs).toMatchObject({
      code: "approval_differs",
      message: expect.stringMatching(/\$5\.50 for Bopha Keo \(bopha_/),
    });
    const both = await Promise.all([credit(second, trader.userId, 1), credit(second, trader.userId, 1)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await depositOf(trader)).toMatchObject({ status: "paid", paidAmount: 5.5 });
    expect((await item()).exception).toMatchObject({ status: "matched", deposit: { _id: id }, chosenTrader: null });
    expect((await item()).trader.money).toMatchObject({ balance: 5.5, deposited: 5.5, tradingResult: 0 });

    const back = (await act(first, lineOf(shown, refunded)._id, "exception", {})).body.exception._id;
    const sent = { amount: 12_000, bankReference: refund };
    expect((await decide(first, "refund-note", sent, back)).status).toBe(200);
    const approvals = { have: 1, need: 2 };
    expect((await decide(second, "refund-note", { ...sent, approvals }, back)).status).toBe(200);
    // The line of the refund could be of it alone.
    await importFile(first, account, statementOf([...rows, { id: refund, amount: -12_000 }]));
    const { _id: line } = lineOf(await day(), refund);
    const { candidates } = (await first.get(`/api/admin/statements/lines/${line}/candidates`)).body;
    const why = ["same_reference", "same_sum", "same_day"];
    expect(candidates[0]).toMatchObject({ kind: "refund", _id: back, user: null, why });
    expect((await act(first, line, "link", { refundOf: back })).status).toBe(200);
    const after = await day();
    expect([lineOf(after, refund).match.why, addsUp(after)]).toEqual(["refund", true]);
    expect(after.position.notExplained).toBe(shown.position.notExplained);
    expect((await first.get("/api/admin/ledger")).body.ledger).toMatchObject({ differing: [], unfounded: [] });
  });

  test("is linked by hand to equal sums alone, with a reason, and the link is taken back; all of it is explained", async () => {
    const account = await openAccount();
    const begun = { id: unique(), amount: 1 };
    await importFile(first, account, statementOf([begun]));
    const before = (await day()).position.notExplained;
    const trader = await fundedTrader(stack, 61);
    await fundTrader(stack, trader, 62);
    const [bankId, otherId] = [unique(), unique()];
    const rows = [begun, { id: bankId, amount: 123 }, { id: otherId, amount: 62 }];
    await importFile(first, account, statementOf(rows));
    const shown = await day();
    const own = shown.transfers.filter(({ user }: { user: { _id: string } | null }) => user?._id === trader.userId);
    const ids: string[] = own.map(({ _id }: { _id: string }) => _id);
    const [line, other] = [lineOf(shown, bankId), lineOf(shown, otherId)];
    const link = (id: string, transferIds: readonly string[], reason = "The payer told us") =>
      act(first, id, "link", { transferIds, reason });
    expect(ids).toHaveLength(2);
    expect((await link(line._id, ids.slice(0, 1))).body.message).toContain("Only equal sums can be linked.");
    expect((await link(line._id, ids, " ")).body).toMatchObject({ code: "invalid_input", field: "reason" });
    const linked = await link(line._id, ids);
    expect([linked.status, linked.body.match]).toMatchObject([200, { why: "by_hand", reason: "The payer told us" }]);
    expect((await link(other._id, ids.slice(0, 1))).body).toMatchObject({ code: "wrong_state" });
    const after = await day();
    expect(lineOf(after, bankId).transferIds.sort()).toEqual([...ids].sort());
    expect([after.position.notExplained, addsUp(after)]).toEqual([before, true]);

    expect((await act(second, line._id, "take-back", { reason: "Another payer" })).status).toBe(200);
    expect((await act(second, line._id, "take-back", { reason: "Another payer" })).body).toMatchObject({
      code: "wrong_state",
    });
    const both = await Promise.all([
      link(line._id, ids),
      act(second, line._id, "link", { transferIds: ids, reason: "Mine" }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const matched = await first.post("/api/admin/statements/match", { from: today(), to: today() });
    expect([matched.status, typeof matched.body.open]).toEqual([200, "number"]);
    expect((await day()).position.notExplained).toBe(before);
  });
});

test("the database refuses what the code would not write", async () => {
  const [account, riel, trader] = [await openAccount(), await openAccount("KHR"), await fundedTrader(stack, 30)];
  const [bankId, otherId] = [unique(), unique()];
  const text = statementOf([
    { id: bankId, amount: 30 },
    { id: otherId, amount: 31 },
  ]);
  await importFile(first, account, text);
  const shown = await day();
  const [line, other] = [lineOf(shown, bankId), lineOf(shown, otherId)];
  const [transfer] = shown.transfers.filter(
    ({ user }: { user: { _id: string } | null }) => user?._id === trader.userId,
  );
  const refusalOf = async (...statements: ReturnType<typeof sql>[]) => {
    try {
      await db.write(statements.map((statement) => db.query.run(statement)));
      return "written";
    } catch (error) {
      return guardNameOf(error);
    }
  };
  const member = sql`INSERT INTO line_match_transfers (match_id, transfer_id) VALUES ('m', ${transfer._id})`;
  const match = (why: string, more: { reason?: string; by?: string; line?: string } = {}) =>
    sql`INSERT INTO line_matches (id, line_id, why, reason, matched_by, matched_at_ms) VALUES ('m', ${more.line ?? line._id}, ${why}, ${more.reason ?? null}, ${more.by ?? null}, 1)`;
  const by = first.userId;
  expect(await refusalOf(member, match("code", { line: other._id }))).toBe("match_differs");
  expect(await refusalOf(match("code"))).toBe("match_differs");
  expect(await refusalOf(member)).toBe("FOREIGN KEY");
  expect(await refusalOf(member, match("by_hand", { by }))).toBe("match_terms");
  expect(await refusalOf(member, match("by_hand", { reason: "x" }))).toBe("match_terms");
  expect(await refusalOf(member, match("by_hand", { by: trader.userId, reason: "x" }))).toBe("role_needed");
  expect(await refusalOf(member, match("guess"))).toBe("line_matches_why");
  for (const change of [
    "UPDATE statement_lines SET amount_cents = 3000",
    "DELETE FROM statement_lines",
    "UPDATE bank_statements SET closing_cents = 1",
  ]) {
    expect(await refusalOf(sql.raw(`${change} WHERE account_id = '${account}'`))).toBe("statement_append_only");
  }
  const copied = (change: string) =>
    sql.raw(`INSERT INTO statement_lines (id, statement_id, account_id, line, position, line_key, day, amount_cents, currency)
    SELECT 'other', statement_id, ${change} FROM statement_lines WHERE id = '${line._id}'`);
  expect(await refusalOf(copied("account_id, line, position, line_key, day, amount_cents, currency"))).toBe(
    "UNIQUE statement_lines.account_id, statement_lines.line_key",
  );
  expect(await refusalOf(copied(`'${riel}', line, position, line_key, day, amount_cents, 'KHR'`))).toBe(
    "statement_of_other_account",
  );
  expect(await refusalOf(copied("account_id, line, position, 'k', day + 1, amount_cents, currency"))).toBe(
    "statement_of_other_account",
  );
  expect(await refusalOf(copied("account_id, line, position, 'k', day, 0, currency"))).toBe("statement_lines_amount");
});
