import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWorker } from "../../dev/built-worker.ts";
import { localSettings } from "../../dev/local-settings.ts";
import { PRODUCT_OBJECTS, workerdCommand } from "../../dev/workerd-command.ts";
import { PING, PONG, type ServerMessage } from "../../worker/contract/market-messages.ts";
import { HelperProcess } from "../fan-out/helper-process.ts";
import type { SourceLog, SourceOrder } from "../fan-out/price-source.ts";
import { ServerProcess } from "../fan-out/server-process.ts";
import { OFFERED_SYMBOLS } from "../fan-out/tick-grid.ts";
import { preciseNow } from "../fan-out/wire.ts";
import { markdownTable } from "../markdown-table.ts";
import { StoredRows } from "./stored-rows.ts";

/**
 * Measures what the tape adds to a price's way from the source to a client: two Workers, of which one does not store its
 * tape, get the same ticks at the same time. Also how many rows the tape takes. It checks no limits.
 */

const { values } = parseArgs({
  options: {
    rates: { type: "string", default: "4,40,200" },
    seconds: { type: "string", default: "70" },
    port: { type: "string", default: "19520" },
  },
});
const seconds = Number(values.seconds);
const sourcePort = Number(values.port);
/** After the ticks began: sources, first prices and code that is not compiled yet. */
const WARM_UP_MS = 5_000;
/** A hub closes the socket of a client that sends no pings. */
const PING_EVERY_MS = 25_000;
const DAY_S = 86_400;

/** A Worker with one client. */
type Runner = {
  server: ServerProcess;
  dir: string;
  client: WebSocket;
  pings: ReturnType<typeof setInterval>;
  ageOf: Map<string, number>;
};
type Result = {
  rate: number;
  withTape: number[];
  withoutTape: number[];
  added: number[];
  rows: StoredRows;
};

async function startRunner(index: number, { dir, file }: { dir: string; file: string }): Promise<Runner> {
  const port = sourcePort + index;
  const settings = localSettings(port, {
    PRICE_SOURCES: "finnhub",
    PRICE_SOURCE_URL: `http://127.0.0.1:${sourcePort}`,
  });
  const command = workerdCommand({
    port,
    dir,
    file,
    settings,
    objects: PRODUCT_OBJECTS,
    bucket: { dir: join(dir, "bucket") },
  });
  const server = new ServerProcess({ command, port, logFile: join(dir, "workerd.log") });
  await server.start();
  const client = new WebSocket(`ws://127.0.0.1:${port}/api/market/socket?symbols=${OFFERED_SYMBOLS.join()}`);
  const ageOf = new Map<string, number>();
  client.addEventListener("message", ({ data }) => recordAges(String(data), ageOf));
  await new Promise((resolve, reject) => {
    client.addEventListener("open", resolve, { once: true });
    client.addEventListener("error", reject, { once: true });
  });
  return { server, dir, client, pings: setInterval(() => client.send(PING), PING_EVERY_MS), ageOf };
}

/** Records how old the ticks of a frame are when it arrives, those that it is the first to bring. */
function recordAges(frame: string, ageOf: Map<string, number>): void {
  const nowMs = preciseNow();
  if (frame === PONG) return;
  // The hub's own tests cover the format of its messages.
  const message = JSON.parse(frame) as ServerMessage;
  if (message.type === "error") return;
  const prices = message.type === "price_update" ? { [message.symbol]: message } : message.prices;
  for (const [symbol, quote] of Object.entries(prices)) {
    const tick = quote && `${symbol} ${quote.at}`;
    if (tick && !ageOf.has(tick)) ageOf.set(tick, nowMs - quote.at);
  }
}

async function measure(rate: number, files: { withTape: string; withoutTape: string }): Promise<Result> {
  const dir = mkdtempSync(join(tmpdir(), "tape-latency-"));
  const source = await HelperProcess.start<SourceOrder, SourceLog>(
    join(import.meta.dir, "../fan-out/price-source.ts"),
    ["--port", String(sourcePort), "--ticks", String(rate)],
  );
  const runners: Runner[] = [];
  try {
    const withTape = await startRunner(1, { dir: join(dir, "with"), file: files.withTape });
    runners.push(withTape);
    const withoutTape = await startRunner(2, { dir: join(dir, "without"), file: files.withoutTape });
    runners.push(withoutTape);
    await source.send("start");
    await Bun.sleep(WARM_UP_MS);
    for (const { ageOf } of runners) ageOf.clear();
    const rows = new StoredRows(withTape.dir);
    const untilMs = Date.now() + seconds * 1_000;
    while (Date.now() < untilMs) {
      // Rows are overwritten when their minute is in the bucket.
      rows.read();
      await Bun.sleep(Math.min(2_000, untilMs - Date.now()));
    }
    rows.read();
    await source.send("stop");
    const both = [...withTape.ageOf].flatMap(([tick, age]) => {
      const without = withoutTape.ageOf.get(tick);
      return without === undefined ? [] : [{ age, without }];
    });
    const sorted = (ages: readonly number[]) => ages.toSorted((a, b) => a - b);
    return {
      rate,
      withTape: sorted(both.map(({ age }) => age)),
      withoutTape: sorted(both.map(({ without }) => without)),
      added: sorted(both.map(({ age, without }) => age - without)),
      rows,
    };
  } finally {
    for (const { client, pings } of runners) {
      clearInterval(pings);
      client.close();
    }
    await Promise.all([source.stop(), ...runners.map(({ server }) => server.kill())]);
    rmSync(dir, { recursive: true, force: true });
  }
}

function share(sorted: readonly number[], of: number): string {
  return `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0).toFixed(1)} ms`;
}

const shares = (sorted: readonly number[]) => [0.5, 0.99, 1].map((of) => share(sorted, of)).join(" / ");

const builds = mkdtempSync(join(tmpdir(), "tape-builds-"));
try {
  const files = {
    withTape: buildWorker(join(builds, "with")),
    withoutTape: buildWorker(join(builds, "without"), join(import.meta.dir, "worker-without-tape.ts")),
  };
  const results: Result[] = [];
  for (const rate of values.rates.split(",").map(Number)) results.push(await measure(rate, files));
  console.info(`${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}, ${seconds} s each\n`);
  console.info("Age of a tick at the client, and what the tape adds to it: p50 / p99 / max\n");
  console.info(
    markdownTable(results, {
      "ticks a second": ({ rate }) => String(rate),
      ticks: ({ added }) => String(added.length),
      "with the tape": ({ withTape }) => shares(withTape),
      "without it": ({ withoutTape }) => shares(withoutTape),
      added: ({ added }) => shares(added),
      "quotes a row": ({ rows }) => (rows.records / rows.rows).toFixed(2),
      "rows a second": ({ rows }) => (rows.rows / seconds).toFixed(1),
      "rows a day": ({ rows }) => Math.round((rows.rows / seconds) * DAY_S).toLocaleString("en-US"),
      "bytes a quote in rows": ({ rows }) => (rows.bytes / rows.records).toFixed(1),
    }),
  );
} finally {
  rmSync(builds, { recursive: true, force: true });
}
