import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "../../db/client.ts";
import { migrateDatabase } from "../../db/migrate.ts";
import { buildWorker } from "../../dev/built-worker.ts";
import { startLibsqlProcess } from "../../dev/libsql/libsql-process.ts";
import { localSettings } from "../../dev/local-settings.ts";
import { addBrokerAccount, commitFile, reverseFile, stageFile, tradeRow } from "../../dev/test/test-broker.ts";
import { Client } from "../../dev/test/test-client.ts";
import { addPerson } from "../../dev/test/test-money.ts";
import type { FillRow } from "../../worker/contract/broker/broker-shapes.ts";
import { CONTENDERS } from "../fan-out/contenders.ts";
import { ServerProcess } from "../fan-out/server-process.ts";
import { markdownTable } from "../markdown-table.ts";
import { signIn, TRADER } from "./bring-in.ts";

/**
 * `bun bench/trades/broker-trades.ts [--trades 1000000] [--calls 500] [--port 19490]`: one trader with so many trades in three broker accounts, all
 * of files of 100,000 rows. Measures how fast files are staged, previewed, committed and taken back, and how fast the figures of one account are
 * read, through the API of the built Worker on workerd.
 *
 * With `--into 0,300000,900000` it measures instead what a file of 100,000 rows costs that is spread over all trades of an account of so many:
 * its preview, commit and reversal, and the deletion of the account.
 */

const END_MS = Date.UTC(2026, 10, 1);
const FILE = 100_000;

const { values } = parseArgs({
  options: {
    trades: { type: "string", default: "1000000" },
    calls: { type: "string", default: "500" },
    into: { type: "string" },
    /** The Worker's port; the next one is the database's. */
    port: { type: "string", default: "19490" },
  },
});
const [size, calls, port] = [Number(values.trades), Number(values.calls), Number(values.port)];

type Step = { step: string; ms: number };
const steps: Step[] = [];
async function timed<Result>(step: string, act: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await act();
  steps.push({ step, ms: performance.now() - startedAt });
  return result;
}

const folder = mkdtempSync(join(tmpdir(), "tonle-bench-"));
try {
  const workerModule = buildWorker(join(folder, "worker"));
  const settings = localSettings(port);
  const authToken = settings.DATABASE_AUTH_TOKEN;
  const server = await startLibsqlProcess({ port: port + 1, file: join(folder, "bench.db"), authToken });
  try {
    await migrateDatabase({ url: server.url, authToken });
    const db = openDatabase({ url: server.url, authToken, timeoutMs: 120_000 });
    await addPerson(db, TRADER);
    const token = await signIn(db);
    const tonle = CONTENDERS.find(({ name }) => name === "tonle");
    if (!tonle) throw new Error("the Worker is no contender");
    const command = tonle.command({ dir: folder, workerModule, port, sourcePort: port + 1 });
    const worker = new ServerProcess({ command, port, logFile: join(folder, "worker.log") });
    await worker.start();
    try {
      const client = new Client(`http://127.0.0.1:${port}`);
      client.cookies.set("session", token);
      if (values.into === undefined) await measure(client);
      else for (const trades of values.into.split(",").map(Number)) await measureInto(client, trades);
    } finally {
      await worker.kill();
    }
  } finally {
    await server.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Measures a file that is spread over an account of so many trades. */
async function measureInto(client: Client, trades: number): Promise<void> {
  steps.length = 0;
  const number = await addBrokerAccount(client);
  const files = Math.max(1, trades / FILE);
  for (let file = 0; file < trades / FILE; file += 1) {
    const id = await stageFile(client, number, { trades: rowsOf(file, files) });
    await committed(`commit file ${file + 1}`, () => commitFile(client, id));
  }
  const rows = rowsOf(0, 1).map((row) => ({ ...row, ticket: `s${row.ticket}` }));
  const id = await timed("stage a file over all of it", () => stageFile(client, number, { trades: rows }));
  await timed("preview", () => client.get(`/api/broker/imports/${id}/preview`));
  await committed("commit", () => commitFile(client, id));
  await committed("take back", () => reverseFile(client, id));
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  await committed("delete the account", () => client.send("DELETE", `/api/broker/accounts/${number}`, { headers }));
  console.info(`into ${trades} trades\n`);
  console.info(markdownTable(steps, { step: ({ step }) => step, ms: ({ ms }) => ms.toFixed(0) }));
}

async function measure(client: Client): Promise<void> {
  const accounts = [1, 2, 3];
  for (const _ of accounts) await addBrokerAccount(client);
  const files = Math.ceil(size / FILE);
  for (let file = 0; file < files; file += 1) {
    const number = accounts[file % accounts.length] ?? 1;
    const id = await timed(`stage file ${file + 1}`, () => stageFile(client, number, { trades: rowsOf(file, files) }));
    if (file === files - 1) await timed("preview", () => client.get(`/api/broker/imports/${id}/preview`));
    await committed(`commit file ${file + 1}`, () => commitFile(client, id));
  }
  // Every second row is older than what is there: nothing can be continued.
  const behind = await timed("stage a file of older trades", () =>
    stageFile(client, 1, { trades: rowsOf(0, files).map((row) => ({ ...row, ticket: `o${row.ticket}` })) }),
  );
  if (size + FILE <= 1_000_000) {
    await committed("commit it", () => commitFile(client, behind));
    await committed("take it back", () => reverseFile(client, behind));
  }
  const fills = await addBrokerAccount(client);
  const id = await timed("stage 100,000 fills", () => stageFile(client, fills, { fills: fillsOf() }));
  if (size + FILE <= 1_000_000) {
    await timed("preview them", () => client.get(`/api/broker/imports/${id}/preview`));
    await committed("commit them", () => commitFile(client, id));
    await committed("take them back", () => reverseFile(client, id));
  }
  console.info(markdownTable(steps, { step: ({ step }) => step, ms: ({ ms }) => ms.toFixed(0) }));

  const paths = {
    month: "/api/trade/history?year=2026&month=10&account=broker:1",
    "newest 50": "/api/trade/history?limit=50&account=broker:1",
    "all figures": "/api/trade/analytics?account=broker:1",
    accounts: "/api/broker/accounts",
    user: "/api/user/profile",
  };
  const reads: { read: string; spent: number[] }[] = [];
  for (const [read, path] of Object.entries(paths)) {
    const spent: number[] = [];
    for (let i = -20; i < calls; i += 1) {
      const startedAt = performance.now();
      const reply = await client.get(path);
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`);
      if (i >= 0) spent.push(performance.now() - startedAt);
    }
    reads.push({ read, spent: spent.toSorted((a, b) => a - b) });
  }
  const at = (share: number) => (row: { spent: number[] }) =>
    (row.spent[Math.floor(row.spent.length * share)] ?? Number.NaN).toFixed(2);
  console.info(markdownTable(reads, { read: ({ read }) => read, "p50 ms": at(0.5), "p99 ms": at(0.99) }));
}

async function committed(step: string, act: () => Promise<{ status: number; body: unknown }>): Promise<void> {
  const reply = await timed(step, act);
  if (reply.status !== 200) console.error(`${step}: ${reply.status} ${JSON.stringify(reply.body)}`);
}

/** The rows of one of several files, each of which begins where the one before it ended: three years in all. */
function rowsOf(file: number, files: number) {
  const spanMs = (3 * 365 * 86_400_000) / files;
  return Array.from({ length: FILE }, (_, i) => {
    const closedAtMs = Math.floor(END_MS - (files - file) * spanMs + (i / FILE) * spanMs);
    const cents = ((i * 7919 + file * 104_729) % 20_001) - 9_900;
    return tradeRow({
      ticket: `${file}-${i}`,
      ...{ line: i + 1, closedAtMs, openedAtMs: closedAtMs - 600_000, profit: (cents / 100).toFixed(2), fees: "-0.07" },
      ...{
        symbol: ["EURUSD", "XAUUSD", "US500", "BTCUSD", "GBPUSD"][i % 5] ?? "",
        stopPrice: i % 3 === 0 ? "1.05" : null,
      },
    });
  });
}

function fillsOf(): FillRow[] {
  return Array.from({ length: FILE }, (_, i) => ({
    ...{ line: i + 1, id: String(i + 1), symbol: ["BTCUSDT", "ETHUSDT"][i % 2] ?? "", multiplier: "1", fee: "-0.0123" },
    side: (i * 7919) % 5 < 2 ? ("Buy" as const) : ("Sell" as const),
    quantity: ((i % 9) + 1).toString(),
    price: (100 + (i % 977) / 10).toString(),
    atMs: END_MS - (FILE - i) * 60_000,
  }));
}
