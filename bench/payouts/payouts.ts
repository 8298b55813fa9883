import { parseArgs } from "node:util";
import type { Database } from "../../db/client.ts";
import { paymentMethods } from "../../db/schema/index.ts";
import { approvalStatements, requestOf } from "../../dev/seed/seed-withdrawals.ts";
import { creditTrader, databaseOf, verifyTrader } from "../../dev/test/test-money.ts";
import { type Admin, newAdmin } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { insertNameCheck } from "../../worker/admin/holders/name-check-store.ts";
import { insertAccounts } from "../../worker/ledger/ledger-store.ts";
import { settingsSchema } from "../../worker/platform/env.ts";
import { insertUser } from "../../worker/platform/user-store.ts";
import { insertWithdrawal } from "../../worker/withdrawals/withdrawal-store.ts";
import { markdownTable } from "../markdown-table.ts";

/**
 * `bun bench/payouts/payouts.ts [--sizes 125,250,500] [--rounds 3]`: how long a batch of so many payouts takes to be made, to be shown, and to be completed by
 * the bank's result, each in one write, on a database whose limits of time are off.
 */

const { values } = parseArgs({
  options: { sizes: { type: "string", default: "125,250,500" }, rounds: { type: "string", default: "3" } },
});
const sizes = values.sizes.split(",").map(Number);
const rounds = Number(values.rounds);
const A_TRADER = 5;
const DOLLARS = 10;

const stack = await apiStack();
const db = databaseOf(stack);
const settings = settingsSchema.parse(stack.settings);
const payer = await newAdmin(stack, "Phalla");
const account = await bankAccount(await newAdmin(stack), payer);

type Measured = { size: number; makeMs: number; readMs: number; importMs: number };
const measured: Measured[] = [];
for (const size of sizes) {
  const all: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await measure(size));
  const median = (of: (one: Measured) => number) => all.map(of).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  measured.push({
    ...{ size, makeMs: median((one) => one.makeMs) },
    ...{ readMs: median((one) => one.readMs), importMs: median((one) => one.importMs) },
  });
}
console.info(
  markdownTable(measured, {
    payouts: ({ size }) => String(size),
    "made, ms": ({ makeMs }) => makeMs.toFixed(0),
    "ms for 100": ({ size, makeMs }) => ((makeMs / size) * 100).toFixed(0),
    "shown, ms": ({ readMs }) => readMs.toFixed(0),
    "completed by the result, ms": ({ importMs }) => importMs.toFixed(0),
    "ms for 100 of them": ({ size, importMs }) => ((importMs / size) * 100).toFixed(0),
  }),
);
await stack.stop();
process.exit(0);

async function measure(size: number): Promise<Measured> {
  // One admin approves so much in a day.
  const ids = await approved(db, size, (await newAdmin(stack)).userId);
  const post = (path: string, body: object) => payer.post(`/api/admin/payouts/${path}`, body);
  const made = await timed(() =>
    post("batches", {
      items: ids.map((_id) => ({ _id, version: 2 })),
      ...{ bankAccount: account, profile: "aba-bulk", count: size, total: size * DOLLARS },
    }),
  );
  const { batch } = made.reply.body;
  const shown = await timed(() => payer.get(`/api/admin/payouts/batches/${batch._id}`));
  const rows = ids.map((id, i) => `${batch.number}/${i + 1},${DOLLARS}.00,Success,FT-${id},`);
  const text = ["Reference,Amount,Status,Transaction ID,Reason", ...rows].join("\n");
  const file = Buffer.from(text).toString("base64");
  const imported = await timed(() => post(`batches/${batch._id}/result`, { fileName: "result.csv", file }));
  if (imported.reply.body.completed !== size) throw new Error(JSON.stringify(imported.reply.body));
  return { size, makeMs: made.ms, readMs: shown.ms, importMs: imported.ms };
}

async function timed<Reply extends { status: number; body: unknown }>(run: () => Promise<Reply>) {
  const start = performance.now();
  const reply = await run();
  const ms = performance.now() - start;
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return { reply, ms };
}

/** Approved withdrawals of new traders, which the payer has not approved. @returns their ids */
async function approved({ query, write }: Database, count: number, approverId: string): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const userId = crypto.randomUUID();
    const atMs = Date.now();
    const bank = { bankName: "ABA Bank", accountId: `00${Math.floor(Math.random() * 1e9)}1` };
    await write([
      insertUser(query, {
        ...{
          id: userId,
          email: `${userId}@example.com`,
          username: userId.slice(0, 20),
          usernameKey: userId.slice(0, 20),
        },
        ...{ firstName: "Bopha", lastName: "Keo", passwordHash: "-", timeZone: "Asia/Phnom_Penh" },
        ...{ createdAtMs: 1, emailVerifiedAtMs: 1 },
      }),
      insertAccounts(query, userId),
      query
        .insert(paymentMethods)
        .values({ userId, ...bank, bankHolder: "KEO BOPHA", updatedAtMs: 1, configuredAtMs: 1 }),
    ]);
    await verifyTrader(db, userId);
    await creditTrader(db, userId, A_TRADER * DOLLARS);
    const rows = Array.from({ length: Math.min(A_TRADER, count - ids.length) }, () => ({
      ...requestOf({ userId, settings }, { dollars: DOLLARS, atMs, message: "", approvableAtMs: null, bank }),
      holderName: "KEO BOPHA",
    }));
    const names = { holder: "KEO BOPHA", holderFrom: "client" as const, accountName: "Bopha Keo", reason: null };
    await write(
      rows.flatMap((row) => [
        ...insertWithdrawal(query, row, userId),
        insertNameCheck(query, {
          ...{ withdrawalId: row.id, ...names, verdict: "same" as const },
          ...{ decidedBy: approverId, decidedAtMs: atMs },
        }),
        ...approvalStatements(query, row, approverId, atMs),
      ]),
    );
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

async function bankAccount(one: Admin, other: Admin): Promise<string> {
  const id = `aba-${crypto.randomUUID().slice(0, 8)}`;
  await one.post("/api/admin/books/bank-accounts", { id, name: "ABA Bank", currency: "USD" });
  const about = { kind: "adjustment", from: `house:bank:${id}`, to: "house:khqr", amount: 900_000, reason: "Settled" };
  const { act, plan } = (await one.post("/api/admin/books/acts", about)).body;
  const entries = plan.entries.map(({ accountId, amount }: { accountId: string; amount: number }) => ({
    accountId,
    amount,
  }));
  const posted = await other.post(`/api/admin/books/acts/${act._id}/post`, { entries });
  if (posted.status !== 200) throw new Error(JSON.stringify(posted.body));
  return id;
}
