import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { dayOfIsoDate, dayStartMs, isoDate } from "../../worker/contract/trade-calendar.ts";
import { checkLedger } from "../../worker/ledger/check-ledger.ts";
import { monthsFrom } from "../../worker/month-close/month-rules.ts";
import { guardNameOf } from "../../worker/platform/database-refusal.ts";
import { startBareWorkerd } from "../bare-workerd.ts";
import { SeededChance } from "../seeded-chance.ts";
import type { Reply } from "../test/test-client.ts";
import { creditTrader, databaseOf } from "../test/test-money.ts";
import { type Admin, newAdmin, newTrader, type Trader } from "../test/test-people.ts";
import { waitUntil } from "../test/wait-until.ts";
import { type CrashStack, startCrashStack } from "./crash-stack.ts";

setDefaultTimeout(3_600_000);

/** `MONTH_KILLS=500 bun test dev/crash/month-kills.long.test.ts` runs longer; `CRASH_SEED` repeats the moments of the kills. */
const KILLS = Number(process.env.MONTH_KILLS ?? 50);
const SEED = Number(process.env.CRASH_SEED ?? 20_261_201);
const KILL_AFTER_MS_MAX = 120;
const FIRST_MONTH = "2016-01";

let stack: CrashStack;
let first: Admin;
let second: Admin;
let trader: Trader;
beforeAll(async () => {
  stack = await startCrashStack({ startWorker: startBareWorkerd });
  [first, second, trader] = await Promise.all([newAdmin(stack), newAdmin(stack, "Maly"), newTrader(stack)]);
  await first.post("/api/admin/books/bank-accounts", { id: "aba", name: "ABA Bank", currency: "USD" });
}, 600_000);
afterAll(() => stack?.stop());

/** How many reports of a month stand, how many are sealed, and how often the audit log has each act. */
async function stateOf(month: string) {
  const { query, read } = databaseOf(stack);
  const of = (action: string) =>
    sql`(SELECT count(*) FROM audit_log WHERE subject = ${`book:${month}`} AND action = ${action})`;
  const [[state]] = await read([
    query.all<Record<"standing" | "sealed" | "preparedRows" | "sealedRows", number>>(sql`
      SELECT count(*) AS standing, count(sealed_at_ms) AS sealed, ${of("month.prepared")} AS preparedRows, ${of("month.sealed")} AS sealedRows
      FROM month_closes WHERE month = ${month} AND cancelled_at_ms IS NULL`),
  ]);
  return state;
}

/** Imports the statement of a month that has the line of its one deposit. */
async function importStatement(month: string, depositId: string, dollars: number): Promise<void> {
  const [year, ofYear] = month.split("-");
  const text = [
    "Account number,1",
    "Date,Time,Transaction ID,Reference,Counterparty,Counterparty account,Remark,Money out,Money in,CCY,Balance",
    `15/${ofYear}/${year},10:00,FT${month},,A PAYER,,,,${dollars},USD,`,
  ].join("\n");
  const lastDay = dayOfIsoDate(`${monthsFrom(month, 1)}-01`) - 1;
  const reply = await first.post("/api/admin/statements", {
    ...{ account: "aba", accountNumber: "1", profile: "aba", fileName: `${month}.csv` },
    ...{ file: Buffer.from(text).toString("base64"), days: { from: `${month}-01`, to: isoDate(lastDay) } },
  });
  expect(reply.body.message).toBeUndefined();
  const { query, read } = databaseOf(stack);
  const [[found]] = await read([
    query.all<{ line: string; transfer: string }>(sql`
      SELECT statement_lines.id AS line, transfers.id AS transfer FROM statement_lines, transfers
      WHERE bank_id = ${`FT${month}`} AND transfers.reference = ${`deposit:${depositId}`}`),
  ]);
  const body = { transferIds: [found?.transfer], reason: "The payer told us" };
  expect((await first.post(`/api/admin/statements/lines/${found?.line}/link`, body)).body.message).toBeUndefined();
}

/** Sends something again with its key until it is answered. */
const retried = (send: () => Promise<Reply>) =>
  waitUntil("the retry is answered", async () => {
    const reply = await send().catch(() => null);
    return reply && reply.status !== 503 ? reply : null;
  });

test(`after each of ${KILLS} kills in the middle of a close, the month is sealed whole or not at all, and a retry ends it once (seed ${SEED})`, async () => {
  const chance = new SeededChance(SEED);
  const counts = { answered: 0, written: 0, untouched: 0 };
  for (let kill = 0; kill < KILLS; kill++) {
    const month = monthsFrom(FIRST_MONTH, kill);
    const atMs = dayStartMs(dayOfIsoDate(`${month}-15`), "Asia/Phnom_Penh");
    await importStatement(month, await creditTrader(databaseOf(stack), trader.userId, 10 + kill, atMs), 10 + kill);
    const { digest } = (await first.get(`/api/admin/months/${month}`)).body;
    const send = (who: Admin, verb: string) => {
      const headers = { "Idempotency-Key": crypto.randomUUID() };
      return () => who.post(`/api/admin/months/${month}/${verb}`, { digest }, headers);
    };
    const isSeal = chance.next() < 0.6;
    const [prepare, seal] = [send(first, "prepare"), send(second, "seal")];
    if (isSeal) expect((await prepare()).status).toBe(200);
    const flying = isSeal ? seal : prepare;
    const sent = flying().then(
      ({ status }) => status === 200,
      () => false,
    );
    await Bun.sleep(chance.next() * KILL_AFTER_MS_MAX);
    if (chance.next() < 0.3) await stack.crashDatabase();
    else await stack.crashWorker();
    const isAnswered = await sent;
    const state = await stateOf(month);
    const isWritten = isSeal ? state?.sealed === 1 : state?.standing === 1;
    const whole = isSeal
      ? { standing: 1, sealed: Number(isWritten), preparedRows: 1, sealedRows: Number(isWritten) }
      : { standing: Number(isWritten), sealed: 0, preparedRows: Number(isWritten), sealedRows: 0 };
    expect([kill, state]).toEqual([kill, whole]);
    if (isAnswered) expect([kill, isWritten]).toEqual([kill, true]);
    counts[isAnswered ? "answered" : isWritten ? "written" : "untouched"] += 1;
    for (const step of isSeal ? [seal] : [prepare, seal]) {
      const reply = await retried(step);
      expect([kill, reply.status, reply.body.code]).toEqual([kill, 200, undefined]);
    }
    expect([kill, await stateOf(month)]).toEqual([kill, { standing: 1, sealed: 1, preparedRows: 1, sealedRows: 1 }]);
    const late = await creditTrader(databaseOf(stack), trader.userId, 10, atMs).catch(guardNameOf);
    expect([kill, late]).toEqual([kill, "month_sealed"]);
  }
  const { months } = (await first.get("/api/admin/months")).body;
  const sealed = months.filter(({ close }: { close: { state: string; isIntact: boolean } | null }) => close?.isIntact);
  expect(sealed).toHaveLength(Math.min(KILLS, 60));
  expect(await checkLedger(databaseOf(stack))).toMatchObject({ isClean: true });
  expect(counts.untouched + counts.written).toBeGreaterThan(0);
});
