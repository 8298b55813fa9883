import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import type { Stack } from "../../../dev/stack.ts";
import type { Reply } from "../../../dev/test/test-client.ts";
import { behindTriggers } from "../../../dev/test/test-database.ts";
import { creditTrader, databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader, type Trader } from "../../../dev/test/test-people.ts";
import { startFreshApi } from "../../../dev/test/test-stack.ts";
import { approve, askForWithdrawal, oddPayment } from "../../../dev/test/test-withdrawals.ts";
import { HOUR_MS } from "../../contract/time.ts";
import { dayAt, dayOfIsoDate, dayStartMs, isoDate } from "../../contract/trade-calendar.ts";
import { monthAt, monthsFrom } from "../../month-close/month-rules.ts";
import { guardNameOf } from "../../platform/database-refusal.ts";
import { selectKindBalances } from "../bank-statements/day-store.ts";

setDefaultTimeout(600_000);

const ZONE = "Asia/Phnom_Penh";
/** The months that the tests close, one behind the other; the running one is never among them. */
const RUNNING = monthAt(Date.now(), ZONE);
const [A, B, C] = [monthsFrom(RUNNING, -4), monthsFrom(RUNNING, -3), monthsFrom(RUNNING, -2)];
const at = (month: string, date: string) => dayStartMs(dayOfIsoDate(`${month}-${date}`), ZONE) + 10 * HOUR_MS;

let stack: Stack;
let db: Database;
let first: Admin;
let second: Admin;
let third: Admin;
let owner: Admin;
let trader: Trader;
// A stack of its own: a sealed month would refuse what other tests write.
beforeAll(async () => {
  stack = await startFreshApi();
  db = databaseOf(stack);
  [first, second, third, owner, trader] = await Promise.all([
    newAdmin(stack),
    newAdmin(stack, "Maly"),
    newAdmin(stack, "Rith"),
    newAdmin(stack, "Owner", ["owner"]),
    newTrader(stack),
  ]);
  const account = { id: "aba", name: "ABA Bank", currency: "USD" };
  expect((await first.post("/api/admin/books/bank-accounts", account)).status).toBe(200);
}, 600_000);
afterAll(() => stack?.stop());

type Shown = Reply["body"];
const show = async (month: string, who = first): Promise<Shown> => (await who.get(`/api/admin/months/${month}`)).body;
const act = (who: Admin, month: string, verb: string, body: object = {}) =>
  who.post(`/api/admin/months/${month}/${verb}`, body);
const usd = (shown: Shown) => shown.report.currencies.find((one: { currency: string }) => one.currency === "USD");

const daysOf = (month: string) => ({
  from: `${month}-01`,
  to: isoDate(dayOfIsoDate(`${monthsFrom(month, 1)}-01`) - 1),
});
type Lines = ReadonlyArray<[month: string, date: string, amount: number]>;
type Stated = { days?: { from: string; to: string } | undefined; account?: string; opening?: number; closing?: number };

/** A statement with lines of the bank: of their whole month, unless something else is said. */
function importLines(lines: Lines, ids: readonly string[], stated: Stated) {
  const { days, account = "aba", opening, closing } = stated;
  const heads =
    "Date,Time,Transaction ID,Reference,Counterparty,Counterparty account,Remark,Money out,Money in,CCY,Balance";
  const rows = lines.map(([month, date, amount], i) => {
    const [year, ofYear] = month.split("-");
    const sums = amount < 0 ? [-amount, ""] : ["", amount];
    return [`${date}/${ofYear}/${year}`, "10:00", ids[i], "", "A PAYER", "", "", ...sums, "USD", ""].join(",");
  });
  const balances = [
    ...(opening === undefined ? [] : [`Opening balance,${opening}`]),
    ...(closing === undefined ? [] : [`Closing balance,${closing}`]),
  ];
  const text = [`Account number,${account}`, ...balances, heads, ...rows].join("\n");
  const file = Buffer.from(text).toString("base64");
  return first.post("/api/admin/statements", {
    account,
    accountNumber: account,
    profile: "aba",
    fileName: "a.csv",
    file,
    ...(days && { days }),
  });
}

/** Imports a statement of the whole month of its lines, and gives their ids. */
async function bank(lines: Lines, stated: Stated = { days: daysOf(lines[0]?.[0] ?? "") }): Promise<string[]> {
  const ids = lines.map(() => crypto.randomUUID());
  const reply = await importLines(lines, ids, stated);
  expect([reply.status, reply.body.message]).toEqual([200, undefined]);
  const [found] = await db.read([
    db.query.all<{ id: string; bankId: string }>(
      sql`SELECT id, bank_id AS bankId FROM statement_lines WHERE bank_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    ),
  ]);
  return ids.map((one) => found.find(({ bankId }) => bankId === one)?.id ?? "");
}

/** Links a line to the transfer of a deposit. */
async function link(line: string, depositId: string) {
  const [[transfer]] = await db.read([
    db.query.all<{ id: string }>(sql`SELECT id FROM transfers WHERE reference = ${`deposit:${depositId}`}`),
  ]);
  const body = { transferIds: [transfer?.id], reason: "The payer told us" };
  expect((await first.post(`/api/admin/statements/lines/${line}/link`, body)).status).toBe(200);
}

async function refusalOf(...statements: ReturnType<typeof sql>[]): Promise<unknown> {
  try {
    await db.write(statements.map((statement) => db.query.run(statement)));
    return "written";
  } catch (error) {
    return guardNameOf(error);
  }
}

let deposit = "";
let linked = "";

test("a month is closed by two operators who saw the same report, once nothing of it is open, and nothing of it changes then", async () => {
  deposit = await creditTrader(db, trader.userId, 500, at(A, "10"));
  const missing = (from: string, to: string, account: object | null = { _id: "aba", name: "ABA Bank" }) => [
    { kind: "no_statement", account, currency: "USD", from: `${A}-${from}`, to: `${A}-${to}` },
  ];
  const end = daysOf(A).to.slice(8);
  // Money moved and no account of its currency has a statement: from the first entry on each day needs one.
  expect((await show(A)).holds).toEqual(missing("10", end, null));
  // Without saying its days, a statement has those of its lines.
  [linked = ""] = await bank([[A, "10", 500]], {});
  const open = [
    { kind: "open_lines", currency: "USD", count: 1, days: [`${A}-10`] },
    { kind: "open_transfers", currency: "USD", count: 1, days: [`${A}-10`] },
  ];
  expect((await show(A)).holds).toEqual([...missing("11", end), ...open]);
  const empty = (from: string, to: string) => importLines([], [], { days: { from: `${A}-${from}`, to: `${A}-${to}` } });
  expect((await importLines([], [], {})).body.message).toContain("This statement has no lines.");
  expect((await importLines([[A, "10", 1]], ["x"], { days: { from: `${A}-11`, to: `${A}-12` } })).body).toMatchObject({
    field: "from",
    message: `Line 3 is of ${A}-10, which is not among the days that you gave`,
  });
  expect((await empty("14", end)).body).toMatchObject({ imported: 0, isSame: false });
  // A hole between two statements is as a day outside of them.
  expect((await show(A)).holds).toEqual([...missing("11", "13"), ...open]);
  expect((await act(first, A, "prepare", { digest: (await show(A)).digest })).body.message).toBe(
    `ABA Bank has no statement of ${A}-11 to ${A}-13. Import it first.`,
  );
  const days = async () =>
    (await first.get(`/api/admin/statements/days?from=${A}-09&to=${A}-14`)).body.days.map(
      ({ hasStatement, missing: lacking }: Shown) => [hasStatement, lacking],
    );
  const [none, has, lacks] = [
    [false, 0],
    [true, 0],
    [false, 1],
  ];
  expect(await days()).toEqual([none, has, lacks, lacks, lacks, has]);
  const { accounts } = (await first.get(`/api/admin/statements/days/${A}-12`)).body;
  expect(accounts).toMatchObject([{ _id: "aba", hasDay: false, isMissing: true }]);
  // The same file for more days is no repetition, and once more it is.
  expect((await empty("11", end)).body.isSame).toBe(false);
  expect((await empty("12", end)).body.isSame).toBe(true);
  expect(await days()).toEqual([none, has, has, has, has, has]);
  // Of an account that its statement leaves empty, and that the ledger has nothing on, no further one is needed.
  const idle = { id: "idle", name: "Idle", currency: "USD" };
  expect((await first.post("/api/admin/books/bank-accounts", idle)).status).toBe(200);
  await importLines([], [], { account: "idle", days: { from: `${A}-01`, to: `${A}-02` }, closing: 0 });
  const before = await show(A);
  expect(before.holds).toEqual(open);
  const refused = await act(first, A, "prepare", { digest: before.digest });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "Open in this month: 1 line of statements and 1 transfer. Each needs its counterpart first.",
  ]);
  expect((await act(first, RUNNING, "prepare", { digest: (await show(RUNNING)).digest })).body.message).toBe(
    "A month is closed when it has been over for ten minutes",
  );
  await link(linked, deposit);

  const free = await show(A);
  expect([free.holds, free.close]).toEqual([[], null]);
  expect((await act(first, A, "prepare", { digest: before.digest })).body.code).toBe("wrong_state");
  const key = { "Idempotency-Key": crypto.randomUUID() };
  const prepared = await first.post(`/api/admin/months/${A}/prepare`, { digest: free.digest }, key);
  expect([prepared.status, prepared.dbTrips, prepared.body.approvals]).toEqual([200, 2, { have: 1, need: 2 }]);
  expect((await first.post(`/api/admin/months/${A}/prepare`, { digest: free.digest }, key)).body).toEqual(
    prepared.body,
  );
  expect((await act(second, A, "prepare", { digest: free.digest })).body.message).toContain("has prepared this month");
  expect((await act(first, A, "seal", { digest: free.digest })).body.code).toBe("second_admin_needed");

  // Something comes in between: what was prepared is not sealed, is cancelled, and the month is prepared anew.
  const late = await creditTrader(db, trader.userId, 20, at(A, "11"));
  expect((await act(second, A, "seal", { digest: free.digest })).body.code).toBe("wrong_state");
  const [other = ""] = await bank([[A, "11", 20]]);
  await link(other, late);
  expect(await show(A)).toMatchObject({ isOutdated: true, holds: [], close: { state: "prepared" } });
  expect((await act(second, A, "seal", { digest: free.digest })).body.message).toContain("The report has changed");
  expect((await act(second, A, "cancel")).status).toBe(200);
  expect((await act(second, A, "cancel")).body.code).toBe("wrong_state");
  const { digest } = await show(A);
  expect((await act(first, A, "prepare", { digest })).status).toBe(200);
  expect((await act(second, A, "seal", { digest, approvals: { have: 2, need: 2 } })).body.code).toBe("wrong_state");
  const sealed = await act(second, A, "seal", { digest, approvals: { have: 1, need: 2 } });
  expect([sealed.status, sealed.dbTrips, sealed.body.close.state]).toEqual([200, 2, "sealed"]);
  expect((await act(third, A, "seal", { digest })).body.message).toBe("This month is sealed already");

  const shown = await show(A, owner);
  expect(shown).toMatchObject({ digest, holds: [], isOutdated: false, close: { state: "sealed", isIntact: true } });
  expect(usd(shown).clients).toEqual({
    opening: 0,
    flows: [{ kind: "deposit", count: 2, moved: 520, clients: 520 }],
    closing: 520,
  });
  expect(usd(shown).open.map(({ count }: { count: number }) => count)).toEqual([0, 0, 0, 0, 0]);
  const { entries } = (await owner.get("/api/admin/audit?action=month.sealed&limit=1")).body;
  expect(entries).toMatchObject([{ subject: `book:${A}`, who: { id: second.userId }, detail: { digest } }]);
  const file = await owner.post(`/api/admin/months/${A}/export`, { reason: "The auditor" });
  expect(file.body).toContain(`SHA-256 ${digest}`);
  expect(file.body).toContain("Client money by kind,USD,deposit,2,520.00");

  // From here on nothing of it changes, also not what was before it.
  for (const date of ["10", "30"].map((one) => at(A, one))) {
    expect(await creditTrader(db, trader.userId, 10, date).catch(guardNameOf)).toBe("month_sealed");
  }
  expect(await creditTrader(db, trader.userId, 10, at(monthsFrom(A, -1), "05")).catch(guardNameOf)).toBe(
    "month_sealed",
  );
  const back = await first.post(`/api/admin/statements/lines/${linked}/take-back`, { reason: "Another payer" });
  expect([back.status, back.body.message]).toEqual([
    409,
    "This month is sealed: nothing of it can change. Record it now, as an entry of this month.",
  ]);
});

test("what is found of a sealed month is an entry of the month in which it is found, and says so", async () => {
  const [late = ""] = await bank([[A, "12", 75]]);
  const { lines } = (await first.get(`/api/admin/statements/days/${A}-12`)).body;
  expect(lines).toMatchObject([{ _id: late, foundFor: A, match: null }]);
  expect((await first.get(`/api/admin/statements/days/${A}-10`)).body.lines[0].foundFor).toBeNull();
  // It does not change the sealed month, and holds the next one.
  expect((await show(A)).close.isIntact).toBe(true);
  const ofB = { kind: "no_statement", account: { _id: "aba", name: "ABA Bank" }, currency: "USD", ...daysOf(B) };
  expect((await show(B)).holds).toEqual([ofB, { kind: "open_lines", currency: "USD", count: 1, days: [`${A}-12`] }]);
  const exception = await first.post(`/api/admin/statements/lines/${late}/exception`, { depositId: deposit });
  expect(exception.status).toBe(200);
  expect((await show(B)).holds).toEqual([ofB]);

  const reversal = { kind: "deposit_reversed", depositId: deposit, bankReference: "RV 1", reason: "Recalled" };
  const correction = { kind: "correction", userId: trader.userId, direction: "credit", evidence: "Ticket 1" };
  const fix = { ...correction, amount: 5, reason: "Typed wrong" };
  const unsealed = await first.post("/api/admin/books/acts", { ...fix, foundFor: B });
  expect([unsealed.status, unsealed.body.field]).toEqual([400, "foundFor"]);
  for (const body of [reversal, { ...fix, foundFor: A }]) {
    const { act: proposed, plan } = (await first.post("/api/admin/books/acts", body)).body;
    const entries = plan.entries.map(({ accountId, amount }: Shown) => ({ accountId, amount }));
    const posted = await second.post(`/api/admin/books/acts/${proposed._id}/post`, { entries });
    expect([body.kind, posted.status, posted.body.act?.foundFor]).toEqual([body.kind, 200, A]);
  }
  const running = await show(RUNNING);
  expect(running.report.foundLater).toEqual([
    { what: "correction", ofMonth: A, currency: "USD", count: 1, amount: 5 },
    { what: "deposit_reversed", ofMonth: A, currency: "USD", count: 1, amount: 500 },
    { what: "line_in", ofMonth: A, currency: "USD", count: 1, amount: 75 },
  ]);
  const { clients } = usd(running);
  const flows = clients.flows.reduce((sum: number, flow: { clients: number }) => sum + flow.clients, 0);
  expect([clients.opening, clients.opening + flows]).toEqual([520, clients.closing]);
});

test("two at once prepare and seal a month once, which begins with the closing of the month before", async () => {
  const moved = await creditTrader(db, trader.userId, 30, at(B, "03"));
  const [line = ""] = await bank([[B, "03", 30]]);
  await link(line, moved);
  expect((await act(first, C, "prepare", { digest: "0".repeat(64) })).body.message).toBe(
    `${B} comes first: it is not sealed yet`,
  );
  const { digest, report } = await show(B);
  expect(report.before).toBe((await show(A)).digest);
  const both = await Promise.all([first, second].map((who) => act(who, B, "prepare", { digest })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const others = (await show(B)).close.preparedById === first.userId ? [second, third] : [first, third];
  const seals = await Promise.all(others.map((who) => act(who, B, "seal", { digest })));
  expect(seals.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(usd(await show(B)).clients).toMatchObject({ opening: 520, closing: 550 });

  const { months, next } = (await owner.get("/api/admin/months")).body;
  const states = months.map(({ month, close }: Shown) => [month, close?.state ?? null, close?.isIntact ?? null]);
  expect(next).toBe(C);
  expect(states).toEqual([
    [RUNNING, null, null],
    [monthsFrom(RUNNING, -1), null, null],
    [C, null, null],
    [B, "sealed", true],
    [A, "sealed", true],
  ]);
  // A report that was changed beside the product does not give its digest.
  const change = (from: string, to: string) =>
    behindTriggers(
      db,
      ["month_closes_terms_fixed"],
      [db.query.run(sql`UPDATE month_closes SET report = replace(report, ${from}, ${to}) WHERE month = ${B}`)],
    );
  await change("55000", "55001");
  expect((await show(B)).close.isIntact).toBe(false);
  // Nor does the next month come to it.
  expect((await show(C)).holds).toMatchObject([{ kind: "no_statement" }, { kind: "does_not_add_up" }]);
  await change("55001", "55000");
  expect((await show(B)).close.isIntact).toBe(true);
});

test("balances of a moment are the same from the last sealed month on as from now back", async () => {
  const balancesAt = async (atMs: number, nowMs: number) => {
    const of = { atMs, nowMs, currency: "USD" as const };
    const [rows] = await db.read([selectKindBalances(db.query, sql<string>`'an admin'`, of)]);
    return Object.fromEntries(rows.filter(({ cents }) => cents !== 0).map(({ kind, cents }) => [kind, cents]));
  };
  const nowMs = Date.now();
  const [behindB, inRunning] = [at(C, "01"), nowMs + HOUR_MS];
  for (const atMs of [behindB, inRunning]) {
    // With a moment that is that of now, the way back is the shorter one.
    expect(await balancesAt(atMs, 2 * nowMs)).toEqual(await balancesAt(atMs, atMs));
  }
  expect(await balancesAt(behindB, 2 * nowMs)).toMatchObject({ available: 55_000 });
  expect((await balancesAt(inRunning, 2 * nowMs)).available).not.toBe(55_000);
});

test("the database refuses what the code would not write", async () => {
  const [span] = await db.read([
    db.query.all<{ from: number; until: number; last: number }>(
      sql`SELECT until_ms AS "from", last_day AS last FROM month_closes WHERE month = ${B}`,
    ),
  ]);
  const [{ from = 0, last = 0 } = {}] = span;
  const end = dayOfIsoDate(`${monthsFrom(C, 1)}-01`);
  type Close = Partial<Record<"id" | "month" | "by" | "report", string> & Record<"from" | "last" | "atMs", number>>;
  const close = (more: Close = {}) => sql`
    INSERT INTO month_closes (id, month, first_day, last_day, from_ms, until_ms, report, digest, prepared_by, prepared_at_ms)
    VALUES (${more.id ?? "c"}, ${more.month ?? C}, ${last + 1}, ${more.last ?? end - 1}, ${more.from ?? from},
      ${dayStartMs(end, ZONE)}, ${more.report ?? JSON.stringify({ month: C })}, ${"0".repeat(64)}, ${more.by ?? first.userId},
      ${more.atMs ?? Date.now() + 60 * HOUR_MS * 24})`;
  const approve = (who: Admin, digest = "0".repeat(64)) => sql`
    INSERT INTO approvals (subject, act, admin_id, detail, at_ms) VALUES ('month:c', 'approve', ${who.userId}, ${digest}, ${Date.now()})`;
  const seal = (who: Admin) =>
    sql`UPDATE month_closes SET sealed_by = ${who.userId}, sealed_at_ms = ${Date.now()} WHERE id = 'c'`;
  const cases: [string, ReturnType<typeof sql>[]][] = [
    ["role_needed", [close({ by: owner.userId })]],
    ["month_terms", [close({ last: end - 2 })]],
    ["month_terms", [close({ month: B })]],
    ["month_terms", [close({ report: "{}" })]],
    ["month_not_over", [close({ atMs: dayStartMs(end, ZONE) + 599_999 })]],
    ["month_before_open", [close({ from: from + 1 })]],
    ["UNIQUE month_closes.month", [close(), close({ id: "d" })]],
    ["approvals_missing", [close(), approve(first), seal(first)]],
    ["approvals_missing", [close(), approve(first), approve(second), seal(third)]],
    ["approval_differs", [close(), approve(first), approve(second, "1".repeat(64))]],
    ["month_terms_fixed", [close(), sql`UPDATE month_closes SET digest = 'x' WHERE id = 'c'`]],
    ["ledger_append_only", [sql`DELETE FROM month_closes`]],
    [
      "wrong_state",
      [sql`UPDATE month_closes SET cancelled_by = ${first.userId}, cancelled_at_ms = 1 WHERE month = ${B}`],
    ],
    ["wrong_state", [close(), sql`UPDATE month_closes SET sealed_at_ms = 1 WHERE id = 'c'`]],
    [
      "role_needed",
      [close(), sql`UPDATE month_closes SET cancelled_by = ${owner.userId}, cancelled_at_ms = 1 WHERE id = 'c'`],
    ],
  ];
  // A statement whose import was decided before a seal, and comes after it.
  const late = sql`INSERT INTO bank_statements (id, account_id, profile, file_name, digest, first_day, last_day, line_count, known_count, repeated_count,
    imported_by, imported_at_ms) SELECT 's', 'aba', 'aba', 'a.csv', 's', 1, 1, 1, 0, 0, ${first.userId}, max(sealed_at_ms) FROM month_closes`;
  cases.push(["month_sealed", [late]]);
  // No statement has the days of this month; nor does one cover a day that is not over.
  cases.push(["month_without_statement", [close(), approve(first), approve(second), seal(second)]]);
  const today = dayAt(Date.now(), ZONE);
  cases.push([
    "statement_days",
    [
      sql`INSERT INTO bank_statements (id, account_id, profile, file_name, digest, first_day, last_day, covered_to, line_count, known_count,
        repeated_count, imported_by, imported_at_ms) VALUES ('s', 'aba', 'aba', 'a.csv', 's', ${today}, ${today + 1}, ${today + 1}, 1, 0, 0,
        ${first.userId}, ${Date.now()})`,
    ],
  ]);
  for (const [name, statements] of cases) expect([name, await refusalOf(...statements)]).toEqual([name, name]);
  // With an open transfer, or an open line, two approvals are not enough.
  const sealing = [close(), approve(first), approve(second), seal(second)];
  const paid = await creditTrader(db, trader.userId, 10, at(C, "04"));
  expect(await refusalOf(...sealing)).toBe("month_open");
  const [own = "", other = ""] = await bank([
    [C, "04", 10],
    [C, "05", 1],
  ]);
  await link(own, paid);
  expect((await show(C)).holds).toEqual([{ kind: "open_lines", currency: "USD", count: 1, days: [`${C}-05`] }]);
  expect([other === "", await refusalOf(...sealing)]).toEqual([false, "month_open"]);
});

test("what no line will ever have holds no month: a payout that the bank refused and two returned, and a payment nobody got", async () => {
  const loose = (await first.get(`/api/admin/statements/days/${C}-05`)).body.lines[0]._id;
  expect((await first.post(`/api/admin/statements/lines/${loose}/exception`, { depositId: deposit })).status).toBe(200);
  /** Moves transfers to a day of the month: the product writes them now, and no month that runs can be closed. */
  const dated = (reference: string, kind: string, date: string, month = C) =>
    behindTriggers(
      db,
      ["transfers_append_only"],
      [
        db.query.run(
          sql`UPDATE transfers SET at_ms = ${at(month, date)} WHERE reference = ${reference} AND kind = ${kind}`,
        ),
      ],
    );
  const post = async (body: object) => {
    const { act: proposed, plan } = (await first.post("/api/admin/books/acts", body)).body;
    const entries = plan.entries.map(({ accountId, amount }: Shown) => ({ accountId, amount }));
    expect((await second.post(`/api/admin/books/acts/${proposed._id}/post`, { entries })).status).toBe(200);
    return proposed._id as string;
  };
  await post({ kind: "adjustment", from: "house:bank:aba", to: "house:khqr", amount: 500, reason: "Settled" });
  const { id } = await askForWithdrawal(stack, 40);
  expect((await approve(second, id)).status).toBe(200);
  const batched = await first.post("/api/admin/payouts/batches", {
    ...{ items: [{ _id: id, version: 2 }], bankAccount: "aba", profile: "aba-bulk", count: 1, total: 40 },
  });
  const { number, _id: batch } = batched.body.batch;
  const said = ["Reference,Amount,Status,Transaction ID,Reason", `${number}/1,40.00,Failed,,Account closed`];
  const file = Buffer.from([`Batch,${number}`, "Total,40.00", ...said].join("\n")).toString("base64");
  const result = await first.post(`/api/admin/payouts/batches/${batch}/result`, { fileName: "r.csv", file });
  expect([result.status, result.body.bounced]).toEqual([200, 1]);
  await dated(`withdrawal:${id}:complete`, "withdrawal", "06");
  expect((await show(C)).holds).toEqual([{ kind: "open_transfers", currency: "USD", count: 1, days: [`${C}-06`] }]);
  const back = await post({ kind: "payout_returned", withdrawalId: id, bankReference: "RB 1", reason: "Closed" });
  // Returned in a later month it is open at the end of this one, and holds it no more.
  const openOf = (shown: Shown) => usd(shown).open.find(({ what }: Shown) => what === "transfers");
  const later = await show(C);
  expect([later.holds, openOf(later)]).toEqual([[], { what: "transfers", count: 1, amount: -40 }]);
  // Neither is open on its day from then on: no line is needed.
  const ofDay = async (date: string) => {
    const day = (await first.get(`/api/admin/statements/days/${C}-${date}`)).body;
    const { days } = (await first.get(`/api/admin/statements/days?from=${C}-${date}&to=${C}-${date}`)).body;
    const needless = day.transfers.filter(({ needsNoLine }: Shown) => needsNoLine).map(({ kind }: Shown) => kind);
    const named = day.differences.filter(({ kind }: Shown) => kind === "not_on_statement");
    return [needless, day.counts.openTransfers, days[0].openTransfers, named];
  };
  expect(await ofDay("06")).toEqual([["withdrawal"], 0, 0, []]);
  await dated(`book:${back}`, "payout_returned", "07");
  expect(await ofDay("07")).toEqual([["payout_returned"], 0, 0, []]);
  expect(openOf(await show(C))).toEqual({ what: "transfers", count: 0, amount: 0 });

  // A payment whose line is known by its hash, and that is dismissed: the bank keeps the sum.
  const odd = await oddPayment(stack, trader, { amount: 7 });
  await dated(`exception:${odd.id}`, "exception_received", "08");
  const [line = ""] = await bank([[C, "08", 7]]);
  const [[received]] = await db.read([
    db.query.all<{ id: string }>(sql`SELECT id FROM transfers WHERE reference = ${`exception:${odd.id}`}`),
  ]);
  const linking = { transferIds: [received?.id], reason: "By its hash" };
  expect((await first.post(`/api/admin/statements/lines/${line}/link`, linking)).status).toBe(200);
  expect((await first.post(`/api/admin/exceptions/${odd.id}/dismiss`, { version: 1, note: "Nobody's" })).status).toBe(
    200,
  );
  await dated(`exception:${odd.id}`, "exception_released", "09");
  // A statement that begins with another balance than the one before ended with holds the month, until one has both days.
  const next = monthsFrom(C, 1);
  await importLines([], [], { days: daysOf(C), closing: 40 });
  await importLines([], [], { days: { from: `${next}-01`, to: `${next}-02` }, opening: 50 });
  expect((await show(C)).holds).toEqual([
    { kind: "statement_break", account: { _id: "aba", name: "ABA Bank" }, currency: "USD", day: `${next}-01` },
  ]);
  await importLines([], [], { days: { from: `${C}-20`, to: `${next}-01` }, opening: 40 });
  // An account that is opened now is of no month before.
  const { digest, holds } = await show(C);
  await first.post("/api/admin/books/bank-accounts", { id: "new", name: "ABA Bank", currency: "USD" });
  expect([holds, (await show(C)).digest]).toEqual([[], digest]);
  expect((await act(first, C, "prepare", { digest })).body.message).toBeUndefined();
  const sealed = await act(second, C, "seal", { digest });
  expect([sealed.status, sealed.body.message]).toEqual([200, undefined]);
});
