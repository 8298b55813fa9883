import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { buildWorker } from "../../dev/built-worker.ts";
import { AT_THE_BANK } from "../../worker/bank-statements/open-money-store.ts";
import { monthAt, monthsFrom, spanOf } from "../../worker/month-close/month-rules.ts";
import { sha256Hex } from "../../worker/platform/secrets.ts";
import { BANK_ACCOUNT } from "../admin/seed-operation.ts";
import { ADMINS } from "../admin/seed-people.ts";
import { startSeededAdmin } from "../admin/seeded-admin.ts";
import { markdownTable } from "../markdown-table.ts";

/**
 * `bun bench/months/months.ts [--users 100000] [--calls 10] [--port 19600] [--dir DIR]`: the close of three months, one behind the other, with so many
 * traders, ten transfers each over two years. Each transfer at the bank has its line. Through the API of the built Worker on workerd.
 */

const { values } = parseArgs({
  options: {
    users: { type: "string", default: "100000" },
    calls: { type: "string", default: "10" },
    /** The Worker's port; the next one is the database's. */
    port: { type: "string", default: "19600" },
    dir: { type: "string" },
  },
});
const ZONE = "Asia/Phnom_Penh";
const calls = Number(values.calls);
const port = Number(values.port);
const dir = values.dir ?? mkdtempSync(join(tmpdir(), "tonle-bench-"));
mkdirSync(dir, { recursive: true });

/** The duration of each step by its name, ms. */
const measured = new Map<string, number[]>();
async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  measured.set(what, [...(measured.get(what) ?? []), performance.now() - startedAt]);
  return result;
}

/** The statement of a month, whose lines are the transfers of it that move money at the bank. @returns how many */
async function seedStatement({ query, read, write }: Database, month: string): Promise<number> {
  const { firstDay, lastDay, fromMs, untilMs } = spanOf(month, ZONE);
  const whole = (value: number) => sql`CAST(${value} AS INTEGER)`;
  const count = async () => {
    const [[{ lines } = { lines: 0 }]] = await read([
      query.all<{ lines: number }>(sql`SELECT count(*) AS lines FROM statement_lines WHERE statement_id = ${month}`),
    ]);
    return lines;
  };
  const before = await count();
  if (before > 0) return before;
  await write([
    query.run(sql`
      INSERT INTO bank_statements (id, account_id, profile, file_name, digest, first_day, last_day, covered_to, opening_cents, line_count, known_count,
        repeated_count, imported_by, imported_at_ms)
      VALUES (${month}, ${BANK_ACCOUNT}, 'aba', 'month.csv', ${month}, ${firstDay}, ${lastDay}, ${lastDay}, 0, 1, 0, 0, ${ADMINS[0]}, ${Date.now()})`),
    query.run(sql`
      INSERT INTO statement_lines (id, statement_id, account_id, line, position, line_key, day, at_ms, amount_cents, currency)
      SELECT transfers.id, ${month}, ${BANK_ACCOUNT}, 1, 1, transfers.id, CAST(${firstDay} + (at_ms - ${whole(fromMs)}) / 86400000 AS INTEGER), at_ms,
        -sum(amount_cents), 'USD'
      FROM transfers CROSS JOIN entries ON transfer_id = transfers.id CROSS JOIN accounts ON accounts.id = account_id
      WHERE at_ms >= ${whole(fromMs)} AND at_ms < ${whole(untilMs)} AND ${AT_THE_BANK} AND accounts.currency = 'USD'
      GROUP BY transfers.id HAVING sum(amount_cents) <> 0`),
    query.run(sql`
      INSERT INTO line_match_transfers (match_id, transfer_id) SELECT id, id FROM statement_lines WHERE statement_id = ${month}`),
    query.run(sql`
      INSERT INTO line_matches (id, line_id, why, matched_at_ms)
      SELECT id, id, 'bank_id', CAST(${Date.now()} AS INTEGER) FROM statement_lines WHERE statement_id = ${month}`),
  ]);
  return count();
}

try {
  const seeded = await startSeededAdmin({
    ...{ dir, port, users: Number(values.users), workerModule: buildWorker(join(dir, "built")), hasStatements: false },
  });
  const { db } = seeded.database;
  try {
    // The second operator, and what the first one's session lacks to act.
    const token = "other".repeat(9).slice(0, 43);
    await db.write([
      db.query.run(sql`
        INSERT OR IGNORE INTO sessions (id, token_hash, user_id, kind, created_at_ms, last_action_at_ms, authenticated_at_ms, expires_at_ms, user_agent)
        SELECT 'other', ${await sha256Hex(token)}, ${ADMINS[1]}, kind, created_at_ms, last_action_at_ms, authenticated_at_ms, expires_at_ms, user_agent
        FROM sessions WHERE id = 'admin'`),
      db.query.run(
        sql`UPDATE sessions SET authenticated_at_ms = ${Date.now()}, last_action_at_ms = ${Date.now()} WHERE id IN ('admin', 'other')`,
      ),
    ]);
    await seeded.withWorker({ isRecorded: false }, async (worker) => {
      const send = async (who: string, path: string, body?: object) => {
        const reply = await fetch(`${worker.origin}/api/admin/${path}`, {
          method: body ? "POST" : "GET",
          headers: {
            Cookie: `session=${who}`,
            ...(body && { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() }),
          },
          ...(body && { body: JSON.stringify(body) }),
        });
        if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
        return reply.json();
      };
      const running = monthAt(Date.now(), ZONE);
      // The months of the seed with the most transfers at the bank: codes that were paid, then payouts.
      for (const back of [8, 7, 6]) {
        const month = monthsFrom(running, -back);
        const lines = await seedStatement(db, month);
        const days = spanOf(month, ZONE);
        console.info(`${month}: ${lines} lines, ${days.lastDay - days.firstDay + 1} days`);
        for (let i = 0; i < calls; i += 1) {
          await timed("the list of months", () => send(worker.token, "months"));
          await timed("the report of a month", () => send(worker.token, `months/${month}`));
          await timed("the days of a month", () =>
            send(worker.token, `statements/days?from=${month}-01&to=${month}-28`),
          );
          await timed("a day", () => send(worker.token, `statements/days/${month}-15`));
        }
        const { digest, holds } = await send(worker.token, `months/${month}`);
        if (holds.length > 0) throw new Error(`held: ${JSON.stringify(holds)}`);
        await timed("prepare", () => send(worker.token, `months/${month}/prepare`, { digest }));
        await timed("seal", () => send(token, `months/${month}/seal`, { digest, approvals: { have: 1, need: 2 } }));
        await timed("a sealed report", () => send(worker.token, `months/${month}`));
      }
    });
  } finally {
    await seeded.database.stop();
  }
} finally {
  if (values.dir === undefined) rmSync(dir, { recursive: true, force: true });
}

const figure = (times: readonly number[], share: number) =>
  (times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(0);
console.info(
  markdownTable([...measured], {
    what: ([what]) => what,
    calls: ([, times]) => String(times.length),
    "p50 ms": ([, times]) => figure(times, 0.5),
    "most ms": ([, times]) => figure(times, 1),
  }),
);
