import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { checkLedger } from "../../worker/ledger/check-ledger.ts";
import { startBareWorkerd } from "../bare-workerd.ts";
import { SeededChance } from "../seeded-chance.ts";
import type { Reply } from "../test/test-client.ts";
import { databaseOf } from "../test/test-money.ts";
import { type Admin, newAdmin } from "../test/test-people.ts";
import { approve, fundedTrader, requestWithdrawal } from "../test/test-withdrawals.ts";
import { waitUntil } from "../test/wait-until.ts";
import { type CrashStack, startCrashStack } from "./crash-stack.ts";

setDefaultTimeout(3_600_000);

/** `PAYOUT_KILLS=500 bun test dev/crash/payout-kills.long.test.ts` runs longer; `CRASH_SEED` repeats the moments of the kills. */
const KILLS = Number(process.env.PAYOUT_KILLS ?? 50);
const SEED = Number(process.env.CRASH_SEED ?? 20_261_130);
/** Some kills come before the reads of a command, some between these and its write, some before the answer. */
const KILL_AFTER_MS_MAX = 150;
const ITEMS = 4;
const CENTS_EACH = 1_100;

let stack: CrashStack;
let approver: Admin;
let payer: Admin;
beforeAll(async () => {
  stack = await startCrashStack({ startWorker: startBareWorkerd });
  [approver, payer] = await Promise.all([newAdmin(stack), newAdmin(stack, "Phalla")]);
}, 600_000);
afterAll(() => stack?.stop());

type Sent = { path: string; body: object; headers: Record<string, string> };
const command = (path: string, body: object): Sent => ({
  path: `/api/admin/payouts/${path}`,
  body,
  headers: { "Idempotency-Key": crypto.randomUUID() },
});
const send = ({ path, body, headers }: Sent): Promise<Reply> => payer.post(path, body, headers);

async function openBankAccount(): Promise<void> {
  await approver.post("/api/admin/books/bank-accounts", { id: "aba", name: "ABA Bank", currency: "USD" });
  const about = { kind: "adjustment", from: "house:bank:aba", to: "house:khqr", amount: 9_000, reason: "Settled" };
  const { act, plan } = (await approver.post("/api/admin/books/acts", about)).body;
  const entries = plan.entries.map(({ accountId, amount }: { accountId: string; amount: number }) => ({
    accountId,
    amount,
  }));
  expect((await payer.post(`/api/admin/books/acts/${act._id}/post`, { entries })).status).toBe(200);
}

/** Approved withdrawals of a trader of their own. */
async function approvedItems(): Promise<Array<{ _id: string; version: number }>> {
  const trader = await fundedTrader(stack, 100);
  const items = [];
  for (let i = 0; i < ITEMS; i++) {
    const { withdrawal } = await requestWithdrawal(trader, CENTS_EACH / 100);
    expect((await approve(approver, withdrawal._id)).status).toBe(200);
    items.push({ _id: withdrawal._id as string, version: 2 });
  }
  return items;
}

type State = Record<"paying" | "items" | "batches" | "said" | "completed" | "moved" | "audited", number>;

/** How many of the withdrawals are being paid, in a batch, said of by the bank and completed, and the transfers and audit rows of that. */
async function stateOf(ids: readonly string[]) {
  const { query, read } = databaseOf(stack);
  const list = JSON.stringify(ids);
  const [[row]] = await read([
    query.all<State>(sql`
      WITH own AS (SELECT value AS id FROM json_each(${list})),
        items AS (SELECT * FROM payout_batch_items WHERE withdrawal_id IN (SELECT id FROM own))
      SELECT (SELECT count(*) FROM withdrawals WHERE id IN (SELECT id FROM own) AND payer_id IS NOT NULL) AS paying,
        (SELECT count(*) FROM items) AS items, (SELECT count(*) FROM payout_batches WHERE id IN (SELECT batch_id FROM items)) AS batches,
        (SELECT count(*) FROM items WHERE outcome IS NOT NULL) AS said,
        (SELECT count(*) FROM withdrawals WHERE id IN (SELECT id FROM own) AND status = 'completed') AS completed,
        (SELECT coalesce(sum(entries.amount_cents), 0) FROM transfers JOIN entries ON entries.transfer_id = transfers.id
          WHERE entries.account_id = 'house:payout' AND transfers.reference IN (SELECT 'withdrawal:' || id || ':complete' FROM own)) AS moved,
        (SELECT count(*) FROM audit_log WHERE action IN ('withdrawal.payment_started', 'withdrawal.completed')
          AND subject IN (SELECT 'withdrawal:' || id FROM own)) AS audited`),
  ]);
  return row ?? expect.unreachable();
}
const NOTHING = { paying: 0, items: 0, batches: 0, said: 0, completed: 0, moved: 0, audited: 0 };
const MADE = { ...NOTHING, paying: ITEMS, items: ITEMS, batches: 1, audited: ITEMS };
const DONE = { ...MADE, said: ITEMS, completed: ITEMS, moved: ITEMS * CENTS_EACH, audited: 2 * ITEMS };

test(`after each of ${KILLS} kills in the middle of a batch or its result, it is there whole or not at all, and a retry ends it once (seed ${SEED})`, async () => {
  const chance = new SeededChance(SEED);
  await openBankAccount();
  const counts = { answered: 0, written: 0, untouched: 0 };
  /** Sends a command, kills something, and sends it until it is answered. */
  const killed = async (kill: number, sent: Sent, ids: readonly string[], states: [before: State, after: State]) => {
    const first = send(sent).then(
      ({ status }) => status === 200,
      () => false,
    );
    await Bun.sleep(chance.next() * KILL_AFTER_MS_MAX);
    if (chance.next() < 0.3) await stack.crashDatabase();
    else await stack.crashWorker();
    const isAnswered = await first;
    const state = await stateOf(ids);
    const isWritten = Bun.deepEquals(state, states[1]);
    expect({ kill, ...state }).toEqual({ kill, ...(isAnswered || isWritten ? states[1] : states[0]) });
    counts[isAnswered ? "answered" : isWritten ? "written" : "untouched"] += 1;
    const reply = await waitUntil("the retry is answered", async () => {
      const again = await send(sent).catch(() => null);
      return again && again.status !== 503 ? again : null;
    });
    expect([kill, reply.status, reply.body.message]).toEqual([kill, 200, undefined]);
    expect({ kill, ...(await stateOf(ids)) }).toEqual({ kill, ...states[1] });
    return reply.body;
  };
  for (let kill = 0; kill < KILLS; kill += 2) {
    const items = await approvedItems();
    const ids = items.map(({ _id }) => _id);
    const total = (ITEMS * CENTS_EACH) / 100;
    const batch = { items, bankAccount: "aba", profile: "aba-bulk", count: ITEMS, total };
    const made = await killed(kill, command("batches", batch), ids, [NOTHING, MADE]);
    const rows = ids.map((_, i) => `${made.batch.number}/${i + 1},${CENTS_EACH / 100}.00,Success,T${kill}-${i},`);
    const text = ["Reference,Amount,Status,Transaction ID,Reason", ...rows].join("\n");
    const result = { fileName: "result.csv", file: Buffer.from(text).toString("base64") };
    await killed(kill + 1, command(`batches/${made.batch._id}/result`, result), ids, [MADE, DONE]);
    expect(await checkLedger(databaseOf(stack))).toMatchObject({ isClean: true });
  }
  expect(counts.written + counts.untouched).toBeGreaterThan(0);
  console.info(`${KILLS} kills: ${JSON.stringify(counts)}`);
});
