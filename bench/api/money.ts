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
 * `bun bench/api/money.ts [--traders 200] [--before FILE [--before-migrations DIR]] [--port 19620]`: the operations on money,
 * each by all traders in turn, on workerd alone. `--before` is the module of another build, which takes turns with this
 * one; `--before-migrations` are those of its version, when it does not run on this version's schema. `--database-ms` is
 * what a round trip to the database waits, as that of the hosted one does.
 */

const { values } = parseArgs({
  options: {
    traders: { type: "string", default: "200" },
    connections: { type: "string", default: "20" },
    before: { type: "string" },
    "before-migrations": { type: "string" },
    /** How far away the database is: what each round trip waits, in ms. */
    "database-ms": { type: "string", default: "0" },
    /** The port of the mail service and payment network; those of the Workers and their databases are the next four. */
    port: { type: "string", default: "19620" },
  },
});
const port = Number(values.port);
/** Traders before the measurement, so that the Worker's script is compiled. */
const WARM_UP_TRADERS = 60;
/** The traders of one turn. */
const GROUP = 50;

const AMOUNT = 10;
const ASK = { amount: AMOUNT, currency: "USD", requestMessage: "For the rent", paymentMethod: "Bank Transfer" };

const OPERATIONS = [
  "deposit opened",
  "deposit verified",
  "withdrawal requested",
  "withdrawal cancelled",
  "withdrawal requested again",
  "withdrawal approved",
] as const;
type Operation = (typeof OPERATIONS)[number];

/** @property eachMs how long each operation took */
type Totals = { operations: number; ms: number; workerMs: number; databaseMs: number; eachMs: readonly number[] };
const NOTHING: Totals = { operations: 0, ms: 0, workerMs: 0, databaseMs: 0, eachMs: [] };

const folder = mkdtempSync(join(tmpdir(), "tonle-money-"));
// Both services: a mail is sent, and no code has been paid.
const services = Bun.serve({
  port,
  hostname: "127.0.0.1",
  fetch: () => Response.json({ id: "sent", responseCode: 1, errorCode: 1 }),
});
const sides: Side[] = [];
const proxies: Bun.Server<undefined>[] = [];
try {
  const builds = { ...(values.before ? { before: values.before } : {}), now: buildWorker(join(folder, "built")) };
  for (const [i, [build, module]] of Object.entries(builds).entries())
    sides.push(await startSide(build, module, port + 1 + i * 2));
  for (const side of sides) for (const operation of OPERATIONS) await operateAll(side, side.warmUp, operation);
  report(await measure());
} finally {
  for (const { worker, database } of sides) {
    await worker.kill();
    await database.kill();
  }
  for (const proxy of proxies) await proxy.stop(true);
  await services.stop(true);
  rmSync(folder, { recursive: true, force: true });
}

/** A build with a database of its own. @property groups the measured traders */
type Side = Awaited<ReturnType<typeof startSide>>;

async function startSide(build: string, module: string, workerPort: number) {
  const dir = join(folder, build);
  mkdirSync(dir);
  const authToken = localSettings(port).DATABASE_AUTH_TOKEN ?? "";
  const database = await startLibsqlProcess({ port: workerPort + 1, file: join(dir, "bench.db"), authToken });
  const migrationsFolder = build === "before" ? values["before-migrations"] : undefined;
  await migrateDatabase({ url: database.url, authToken }, migrationsFolder);
  const db = openDatabase({ url: database.url, authToken, timeoutMs: 120_000 });
  const { traders, admin } = await seedMoneyTraders(db, WARM_UP_TRADERS + Number(values.traders));
  const url = `http://127.0.0.1:${port}`;
  const settings = { MAIL_API_URL: url, BAKONG_API_URL: url };
  const worker = await startProduct(module, { port: workerPort, dir, databaseUrl: distantUrl(database.url), settings });
  const warmUp = traders.splice(0, WARM_UP_TRADERS);
  const groups = Array.from({ length: Math.ceil(traders.length / GROUP) }, (_, i) =>
    traders.slice(i * GROUP, (i + 1) * GROUP),
  );
  return { build, port: workerPort, worker, database, warmUp, groups, operate: operationsOf(workerPort, admin) };
}

/** The address of a database that answers later by `--database-ms`. */
function distantUrl(url: string): string {
  const ms = Number(values["database-ms"]);
  if (ms === 0) return url;
  const proxy = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      await Bun.sleep(ms);
      const { pathname } = new URL(request.url);
      return fetch(`${url}${pathname}`, { method: "POST", headers: request.headers, body: await request.text() });
    },
  });
  proxies.push(proxy);
  return `http://127.0.0.1:${proxy.port}`;
}

/** Measures each operation: a group of traders by one build, then the same group by the other. */
async function measure() {
  const figures = sides.map(() => new Map<Operation, Totals>());
  for (const operation of OPERATIONS) {
    for (let group = 0; group < (sides[0]?.groups.length ?? 0); group++) {
      for (const [i, side] of sides.entries()) {
        const traders = side.groups[group] ?? [];
        const { worker, database } = side;
        const before = { worker: cpuMs(worker.pid), database: cpuMs(database.pid), at: performance.now() };
        const eachMs = await operateAll(side, traders, operation);
        const more = {
          eachMs,
          operations: traders.length,
          ms: performance.now() - before.at,
          workerMs: cpuMs(worker.pid) - before.worker,
          databaseMs: cpuMs(database.pid) - before.database,
        };
        figures[i]?.set(operation, add(figures[i]?.get(operation) ?? NOTHING, more));
      }
    }
  }
  return figures;
}

function add(a: Totals, b: Totals): Totals {
  return {
    operations: a.operations + b.operations,
    ms: a.ms + b.ms,
    workerMs: a.workerMs + b.workerMs,
    databaseMs: a.databaseMs + b.databaseMs,
    eachMs: [...a.eachMs, ...b.eachMs],
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}

function report(figures: ReadonlyArray<Map<Operation, Totals>>): void {
  const rows = [...OPERATIONS, "all"].flatMap((name) =>
    figures.map((ofSide, i) => ({
      name: `${name}, ${sides[i]?.build}`,
      ...[...ofSide]
        .filter(([operation]) => name === "all" || operation === name)
        .reduce((sum, [, one]) => add(sum, one), NOTHING),
    })),
  );
  console.info(
    markdownTable(rows, {
      operation: ({ name }) => name,
      operations: ({ operations }) => String(operations),
      "a second": ({ operations, ms }) => ((operations * 1000) / ms).toFixed(0),
      "p50 ms": ({ eachMs }) => quantile(eachMs, 0.5).toFixed(2),
      "p99 ms": ({ eachMs }) => quantile(eachMs, 0.99).toFixed(2),
      "us CPU each": ({ operations, workerMs }) => ((workerMs * 1000) / operations).toFixed(0),
      "us database each": ({ operations, databaseMs }) => ((databaseMs * 1000) / operations).toFixed(0),
    }),
  );
}

type Operate = (connection: HttpConnection, trader: MoneyTrader) => Promise<void>;

/** The requests of each operation, in order: each needs the ones before it. */
function operationsOf(workerPort: number, admin: MoneyTrader): Record<Operation, Operate> {
  const post = (connection: HttpConnection, caller: MoneyTrader, path: string, body: object) =>
    postTo({ connection, port: workerPort }, caller, path, body);
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

/** Runs an operation for each trader. @returns the ms that each took @throws Error when a call does not succeed */
async function operateAll(side: Side, traders: readonly MoneyTrader[], operation: Operation): Promise<number[]> {
  const queue = traders.values();
  const eachMs: number[] = [];
  const work = async () => {
    const connection = await HttpConnection.open(side.port);
    for (const trader of queue) {
      const startedAt = performance.now();
      await side.operate[operation](connection, trader);
      eachMs.push(performance.now() - startedAt);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: Number(values.connections) }, work));
  return eachMs;
}

async function postTo(
  { connection, port }: { connection: HttpConnection; port: number },
  caller: MoneyTrader,
  path: string,
  body: object,
): Promise<string> {
  const json = JSON.stringify(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: localhost:${port}`,
    "Content-Type: application/json",
    `Content-Length: ${json.length}`,
    `Cookie: session=${caller.token}`,
    `Idempotency-Key: ${crypto.randomUUID()}`,
  ];
  const { status, body: answer } = await connection.send(`${head.join("\r\n")}\r\n\r\n${json}`);
  if (status >= 300) throw new Error(`${path} answered ${status}: ${answer}`);
  return answer;
}
