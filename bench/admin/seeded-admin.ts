import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Engine from "libsql";
import { type Database, openDatabase } from "../../db/client.ts";
import { migrateDatabase } from "../../db/migrate.ts";
import { counters, sessions } from "../../db/schema/index.ts";
import { type LibsqlProcess, startLibsqlProcess } from "../../dev/libsql/libsql-process.ts";
import { localSettings } from "../../dev/local-settings.ts";
import { PRODUCT_OBJECTS, workerdCommand } from "../../dev/workerd-command.ts";
import { DAY_MS } from "../../worker/contract/time.ts";
import { isoDate } from "../../worker/contract/trade-calendar.ts";
import { sha256Hex } from "../../worker/platform/secrets.ts";
import { ServerProcess } from "../fan-out/server-process.ts";
import type { Samples } from "./admin-reads.ts";
import type { AdminAccess } from "./measure-reads.ts";
import { startRecordingProxy } from "./recording-proxy.ts";
import { seedAdmin } from "./seed-admin.ts";
import { ADMINS } from "./seed-people.ts";

/** Checking a whole ledger takes longer than any request. */
const DATABASE_TIMEOUT_MS = 120_000;
const TOKEN = "admin".repeat(9).slice(0, 43);

/** A seeded database and a signed-in admin. */
export type SeededAdmin = {
  file: string;
  seededMs: number;
  samples: Samples;
  database: LibsqlProcess & { db: Database };
  /** Runs the Worker while `use` runs. @param given.isRecorded puts the recording proxy between Worker and database */
  withWorker<Result>(
    given: { isRecorded: boolean },
    use: (worker: AdminAccess & { take: ReturnType<typeof startRecordingProxy>["take"] }) => Promise<Result>,
  ): Promise<Result>;
};

/**
 * Seeds a database, unless its folder has one, and starts it.
 * @param given.port the Worker's; the next two are the database's and the proxy's @param given.hasStatements as of `seedAdmin`, true without it
 */
export async function startSeededAdmin(given: {
  dir: string;
  port: number;
  users: number;
  workerModule: string;
  hasStatements?: boolean;
}): Promise<SeededAdmin> {
  const { dir, port, users, workerModule, hasStatements = true } = given;
  const { DATABASE_AUTH_TOKEN: authToken } = localSettings(port);
  const file = join(dir, "admin.db");
  const seededMark = join(dir, "seeded");
  const database = () => startLibsqlProcess({ port: port + 1, file, authToken });
  const startedAt = performance.now();
  const nowMs = Date.now();
  if (!existsSync(seededMark)) {
    const empty = await database();
    await migrateDatabase({ url: empty.url, authToken });
    // The seed needs exclusive access to the file.
    await empty.stop();
    seedAdmin({ file, users, nowMs, hasStatements });
    await signInAdmin(file, nowMs);
    writeFileSync(seededMark, String(users));
  }
  const seededMs = performance.now() - startedAt;
  const running = await database();
  const db = openDatabase({ url: running.url, authToken, timeoutMs: DATABASE_TIMEOUT_MS });
  const resetExportLimit = async () => {
    await db.write([db.query.delete(counters), db.query.update(sessions).set({ authenticatedAtMs: Date.now() })]);
  };
  // A folder that was kept has a session that nobody used since.
  await db.write([db.query.update(sessions).set({ lastActionAtMs: Date.now(), expiresAtMs: Date.now() + DAY_MS })]);

  return {
    file,
    seededMs,
    get samples() {
      return samplesOf(file, nowMs);
    },
    database: { ...running, db },
    async withWorker({ isRecorded }, use) {
      const proxy = isRecorded ? startRecordingProxy({ port: port + 2, databaseUrl: running.url }) : null;
      const settings = localSettings(port, proxy ? { DATABASE_URL: proxy.url } : {});
      const command = workerdCommand({ port, dir, file: workerModule, settings, objects: PRODUCT_OBJECTS });
      const worker = new ServerProcess({ command, port, logFile: join(dir, "worker.log") });
      await worker.start();
      try {
        return await use({
          origin: `http://127.0.0.1:${port}`,
          token: TOKEN,
          resetExportLimit,
          take: () => proxy?.take() ?? [],
        });
      } finally {
        await worker.kill();
        await proxy?.stop();
      }
    },
  };
}

async function signInAdmin(file: string, nowMs: number): Promise<void> {
  const engine = new Engine(file);
  engine
    .prepare(
      `INSERT INTO sessions (id, token_hash, user_id, kind, created_at_ms, last_action_at_ms, authenticated_at_ms, expires_at_ms, user_agent)
        VALUES ('admin', ?, '${ADMINS[0]}', 'admin', ${nowMs}, ${nowMs}, ${nowMs}, ${nowMs + DAY_MS}, 'bench')`,
    )
    .run(await sha256Hex(TOKEN));
  engine.close();
}

/** A trader from the middle of the list, and some of their records. */
function samplesOf(file: string, nowMs: number): Samples {
  const engine = new Engine(file);
  try {
    const one = (sql: string) => Object.values(engine.prepare(sql).get() as Record<string, string>)[0] ?? "";
    const userId = one(
      "SELECT id FROM users WHERE role = 'trader' ORDER BY email LIMIT 1 OFFSET (SELECT count(*) / 2 FROM users)",
    );
    const dayAt = (ms: number) => `${new Date(ms).toISOString().slice(0, 10)}T00:00:00Z`;
    // The day of an open line, which a page of the reconciliation opens.
    const isOpenLine =
      "NOT EXISTS (SELECT 1 FROM line_matches WHERE line_id = statement_lines.id AND taken_back_at_ms IS NULL)";
    const shownDay = Number(
      one(`SELECT CAST(day AS TEXT) FROM statement_lines WHERE ${isOpenLine} ORDER BY day DESC LIMIT 1`),
    );
    const yearAgoMs = nowMs - 365 * DAY_MS;
    return {
      userId,
      accountId: `available:${userId}`,
      email: one(`SELECT email FROM users WHERE id = '${userId}'`),
      withdrawalId: one(`SELECT id FROM withdrawals WHERE user_id = '${userId}'`),
      askedWithdrawalId: one(
        "SELECT substr(subject, 12) AS id FROM client_questions WHERE subject LIKE 'withdrawal:%' AND answered_at_ms IS NOT NULL",
      ),
      depositId: one(`SELECT id FROM deposits WHERE user_id = '${userId}' AND status = 'paid'`),
      billNumber: one(`SELECT bill_number FROM deposits WHERE user_id = '${userId}'`),
      exceptionId: one("SELECT id FROM payment_exceptions LIMIT 1"),
      importId: one(`SELECT id FROM imports WHERE user_id = '${userId}'`),
      transferId: one(`SELECT transfer_id FROM entries WHERE account_id = 'available:${userId}'`),
      batchId: one("SELECT id FROM payout_batches ORDER BY number DESC LIMIT 1"),
      openLineId: one(`SELECT id FROM statement_lines WHERE ${isOpenLine} ORDER BY day DESC LIMIT 1`),
      statementDay: isoDate(shownDay),
      statementMonth: `?from=${isoDate(shownDay - 30)}&to=${isoDate(shownDay)}`,
      actId: one("SELECT id FROM book_acts WHERE posted_at_ms IS NOT NULL AND kind = 'fee' LIMIT 1"),
      incidentId: one("SELECT CAST(id AS TEXT) FROM incidents LIMIT 1"),
      day: dayAt(yearAgoMs),
      nextDay: dayAt(yearAgoMs + DAY_MS),
    };
  } finally {
    engine.close();
  }
}
