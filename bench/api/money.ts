import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "../../db/client.ts";
import { migrateDatabase } from "../../db/migrate.ts";
import { buildWorker } from "../../dev/built-worker.ts";
import { startLibsqlProcess } from "../../dev/libsql/libsql-process.ts";
import { localSettings } from "../../dev/local-settings.ts";
import { cpuMs } from "../fan-out/process-usage.ts";
import { markdownTable } from "../markdown-table.ts";
import { HttpConnection } from "./http-connection.ts";
import { startProduct } from "./measured-workers.ts";
import { type MoneyTrader, seedMoneyTraders } from "./seed-money-traders.ts";

/**
 * `bun bench/api/money.ts [--traders 200] [--before FILE] [--port 19620]`: the operations on money, each by all traders
 * in turn, on workerd alone. `--before` is the module of another build, measured first.
 */

const { values } = parseArgs({
  options: {
    traders: { type: "string", default: "200" },
    connections: { type: "string", default: "20" },
    before: { type: "string" },
    /** The database's port; the Worker's and that of the mail service and payment network are the next two. */
    port: { type: "string", default: "19620" },
  },
});
const port = Number(values.port);
/** Traders before the measurement, so that the Worker's script is compiled. */
const WARM_UP_TRADERS = 60;

const AMOUNT = 10;
const ASK = { amount: AMOUNT, currency: "USD", requestMessage: "For the rent", paymentMethod: "Bank Transfer" };

type Totals = { operations: number; ms: number; workerMs: number; databaseMs: number };
type MoneyFigures = Totals & { build: string; operation: string };

const folder = mkdtempSync(join(tmpdir(), "tonle-money-"));
// Both services: a mail is sent, and no code has been paid.
const services = Bun.serve({
  port: port + 2,
  hostname: "127.0.0.1",
  fetch: () => Response.json({ id: "sent", responseCode: 1, errorCode: 1 }),
});
try {
  const builds = { ...(values.before ? { before: values.before } : {}), now: buildWorker(join(folder, "built")) };
  const figures: MoneyFigures[] = [];
  for (const [build, module] of Object.entries(builds)) {
    const measured = await measure(build, module);
    figures.push(...measured, { build, operation: "all", ...sumOf(measured) });
  }
  console.info(
    markdownTable(figures, {
      operation: (row) => `${row.operation}, ${row.build}`,
      operations: (row) => String(row.operations),
      "a second": (row) => ((row.operations * 1000) / row.ms).toFixed(0),
      "us CPU each": (row) => ((row.workerMs * 1000) / row.operations).toFixed(0),
      "us database each": (row) => ((row.databaseMs * 1000) / row.operations).toFixed(0),
    }),
  );
} finally {
  await services.stop(true);
  rmSync(folder, { recursive: true, force: true });
}

function sumOf(all: readonly Totals[]): Totals {
  const sum = (figure: keyof Totals) => all.reduce((total, row) => total + row[figure], 0);
  return { operations: sum("operations"), ms: sum("ms"), workerMs: sum("workerMs"), databaseMs: sum("databaseMs") };
}

async function measure(build: string, module: string): Promise<MoneyFigures[]> {
  const dir = join(folder, build);
  mkdirSync(dir);
  const authToken = localSettings(port).DATABASE_AUTH_TOKEN ?? "";
  const database = await startLibsqlProcess({ port, file: join(dir, "bench.db"), authToken });
  await migrateDatabase({ url: database.url, authToken });
  const db = openDatabase({ url: database.url, authToken, timeoutMs: 120_000 });
  const { traders, admin } = await seedMoneyTraders(db, WARM_UP_TRADERS + Number(values.traders));
  const services = `http://127.0.0.1:${port + 2}`;
  const settings = { MAIL_API_URL: services, BAKONG_API_URL: services };
  const worker = await startProduct(module, { port: port + 1, dir, databaseUrl: database.url, settings });
  try {
    const warmUp = traders.splice(0, WARM_UP_TRADERS);
    for (const operate of Object.values(operationsBy(admin))) await operateAll(warmUp, operate);
    const figures: MoneyFigures[] = [];
    for (const [operation, operate] of Object.entries(operationsBy(admin))) {
      const before = { worker: cpuMs(worker.pid), database: cpuMs(database.pid), at: performance.now() };
      await operateAll(traders, operate);
      figures.push({
        build,
        operation,
        operations: traders.length,
        ms: performance.now() - before.at,
        workerMs: cpuMs(worker.pid) - before.worker,
        databaseMs: cpuMs(database.pid) - before.database,
      });
    }
    return figures;
  } finally {
    await worker.kill();
    await database.kill();
  }
}

type Operate = (connection: HttpConnection, trader: MoneyTrader) => Promise<void>;

/** The operations in their order: each needs what the ones before it have done. */
function operationsBy(admin: MoneyTrader): Record<string, Operate> {
  const codes = new Map<string, string>();
  const withdrawals = new Map<string, { _id: string }>();
  const request: Operate = async (connection, trader) => {
    const requested = await post(connection, trader, "/api/withdrawal/request", ASK);
    withdrawals.set(trader.id, JSON.parse(requested).withdrawal);
  };
  return {
    "deposit opened": async (connection, trader) => {
      const opened = await post(connection, trader, "/api/deposit/generate-khqr", { amount: AMOUNT });
      codes.set(trader.id, JSON.parse(opened).deposit.md5Hash);
    },
    "deposit verified": async (connection, trader) => {
      await post(connection, trader, "/api/deposit/verify-payment", { md5Hash: codes.get(trader.id) });
    },
    "withdrawal requested": request,
    "withdrawal cancelled": async (connection, trader) => {
      await post(connection, trader, "/api/withdrawal/cancel", { id: withdrawals.get(trader.id)?._id });
    },
    "withdrawal requested again": request,
    "withdrawal approved": async (connection, trader) => {
      const id = withdrawals.get(trader.id)?._id;
      await post(connection, admin, `/api/admin/withdrawals/${id}/approve`, { version: 1 });
    },
  };
}

/** Runs an operation for each trader. @throws Error when a call does not succeed */
async function operateAll(traders: readonly MoneyTrader[], operate: Operate): Promise<void> {
  const queue = traders.values();
  const work = async () => {
    const connection = await HttpConnection.open(port + 1);
    for (const trader of queue) await operate(connection, trader);
    connection.close();
  };
  await Promise.all(Array.from({ length: Number(values.connections) }, work));
}

async function post(connection: HttpConnection, trader: MoneyTrader, path: string, body: object): Promise<string> {
  const json = JSON.stringify(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: localhost:${port + 1}`,
    "Content-Type: application/json",
    `Content-Length: ${json.length}`,
    `Cookie: session=${trader.token}`,
    `Idempotency-Key: ${crypto.randomUUID()}`,
  ];
  const { status, body: answer } = await connection.send(`${head.join("\r\n")}\r\n\r\n${json}`);
  if (status >= 300) throw new Error(`${path} answered ${status}: ${answer}`);
  return answer;
}
