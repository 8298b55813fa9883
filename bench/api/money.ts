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
 * `bun bench/api/money.ts [--traders 200] [--before FILE] [--port 19620]`: traders who request withdrawals and cancel
 * them, ten operations each, on workerd alone. `--before` is the module of another build, measured first.
 */

const { values } = parseArgs({
  options: {
    traders: { type: "string", default: "200" },
    connections: { type: "string", default: "20" },
    before: { type: "string" },
    /** The database's port; the Worker's and the mail service's are the next two. */
    port: { type: "string", default: "19620" },
  },
});
const port = Number(values.port);
/** As many as a trader may request in an hour. */
const ROUNDS = 5;

const ASK = { amount: 10, currency: "USD", requestMessage: "For the rent", paymentMethod: "Bank Transfer" };

type MoneyFigures = { build: string; operations: number; perSecond: number; workerUs: number; databaseUs: number };

const folder = mkdtempSync(join(tmpdir(), "tonle-money-"));
const mail = Bun.serve({ port: port + 2, hostname: "127.0.0.1", fetch: () => Response.json({ id: "sent" }) });
try {
  const builds = { ...(values.before ? { before: values.before } : {}), now: buildWorker(join(folder, "built")) };
  const figures: MoneyFigures[] = [];
  for (const [build, module] of Object.entries(builds)) figures.push(await measure(build, module));
  console.info(
    markdownTable(figures, {
      build: (row) => row.build,
      operations: (row) => String(row.operations),
      "a second": (row) => row.perSecond.toFixed(0),
      "us CPU each": (row) => row.workerUs.toFixed(0),
      "us database each": (row) => row.databaseUs.toFixed(0),
    }),
  );
} finally {
  await mail.stop(true);
  rmSync(folder, { recursive: true, force: true });
}

async function measure(build: string, module: string): Promise<MoneyFigures> {
  const dir = join(folder, build);
  mkdirSync(dir);
  const authToken = localSettings(port).DATABASE_AUTH_TOKEN ?? "";
  const database = await startLibsqlProcess({ port, file: join(dir, "bench.db"), authToken });
  await migrateDatabase({ url: database.url, authToken });
  const db = openDatabase({ url: database.url, authToken, timeoutMs: 120_000 });
  const traders = await seedMoneyTraders(db, Number(values.traders));
  const settings = { MAIL_API_URL: `http://127.0.0.1:${port + 2}` };
  const worker = await startProduct(module, { port: port + 1, dir, databaseUrl: database.url, settings });
  try {
    const warmUp = traders.splice(0, 10);
    await moveMoney(warmUp);
    const before = { worker: cpuMs(worker.pid), database: cpuMs(database.pid), at: performance.now() };
    await moveMoney(traders);
    const seconds = (performance.now() - before.at) / 1000;
    const operations = traders.length * ROUNDS * 2;
    return {
      build,
      operations,
      perSecond: operations / seconds,
      workerUs: ((cpuMs(worker.pid) - before.worker) * 1000) / operations,
      databaseUs: ((cpuMs(database.pid) - before.database) * 1000) / operations,
    };
  } finally {
    await worker.kill();
    await database.kill();
  }
}

/** Each trader requests a withdrawal and cancels it, five times. @throws Error when a call does not succeed */
async function moveMoney(traders: readonly MoneyTrader[]): Promise<void> {
  const queue = traders.values();
  const work = async () => {
    const connection = await HttpConnection.open(port + 1);
    for (const trader of queue) {
      for (let round = 0; round < ROUNDS; round++) {
        const requested = await post(connection, trader, "/api/withdrawal/request", ASK);
        const { _id: id } = JSON.parse(requested).withdrawal;
        await post(connection, trader, "/api/withdrawal/cancel", { id });
      }
    }
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
