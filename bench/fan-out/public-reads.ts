import { readdirSync, readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { newestAt, setPace } from "../../dev/test/test-market.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { CANDLE_INTERVAL_LIST, CANDLE_INTERVALS, CANDLES_PER_ANSWER } from "../../worker/contract/candles.ts";
import { PONG, type ServerMessage } from "../../worker/contract/market-messages.ts";
import { FEED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import { DAY_MS } from "../../worker/contract/time.ts";
import { markdownTable } from "../markdown-table.ts";
import { cpuMs, machineCpuMs } from "./process-usage.ts";

/**
 * Measures what public reads of candles and seals cost the prices on the market's socket: frames a second and their ages beside
 * 0, 30 and 100 reads a second, on workerd with the whole product. The rates in turn, several times on one stack, so that what else the machine
 * does meets all of them. It checks no limits.
 */

const { values } = parseArgs({
  options: {
    reads: { type: "string", default: "0,30,100" },
    clients: { type: "string", default: "20" },
    seconds: { type: "string", default: "20" },
    rounds: { type: "string", default: "3" },
  },
});
const seconds = Number(values.seconds);
/** Per symbol. */
const QUOTES_PER_SECOND = 8;
const WARM_UP_MS = 3_000;
/** One read in so many is of an older window, and one of the seals of a day. */
const OLDER_EVERY = 4;
const SEALS_EVERY = 10;
const OLDER = { windowsMax: 12, days: 200 };

const stack = await apiStack();
const sockets: WebSocket[] = [];
let agesMs: number[] | null = null;

const charts = FEED_SYMBOL_LIST.flatMap((symbol) =>
  CANDLE_INTERVAL_LIST.map((interval) => ({
    interval,
    address: `/api/market/candles?symbol=${symbol}&interval=${interval}`,
  })),
);
const beganMs = Date.now();
/** More windows than an isolate keeps, so that the feed is asked for them again and again. */
const older = charts.flatMap(({ interval, address }) => {
  const windowMs = CANDLES_PER_ANSWER.standard * CANDLE_INTERVALS[interval];
  const count = Math.min(OLDER.windowsMax, Math.floor((OLDER.days * DAY_MS) / windowMs));
  return Array.from({ length: count }, (_, i) => `${address}&before=${beganMs - (i + 1) * windowMs}`);
});

/** The address of the next read. */
function addressOf(read: number): string {
  if (read % SEALS_EVERY === 0) return `/api/market/tape/seals?day=${new Date().toISOString().slice(0, 10)}`;
  const pick = <Item>(list: readonly Item[]) => list[Math.floor(Math.random() * list.length)];
  return (read % OLDER_EVERY === 0 ? pick(older) : pick(charts)?.address) ?? "";
}

/** Reads every window until the feed has it: the local price source computes candles while it sends no ticks. */
async function fetchHistory(): Promise<void> {
  for (const address of [...charts.map((chart) => chart.address), ...older]) {
    for (;;) {
      const reply = await fetch(stack.origin + address);
      await reply.arrayBuffer();
      if (reply.status === 200) break;
      await Bun.sleep(100);
    }
  }
}

type Reads = { sent: number; refused: number; failed: number; tookMs: number[] };

/** Sends reads at a fixed rate until it is stopped, without waiting for the answers to earlier ones. */
function startReading(perSecond: number): () => Promise<Reads> {
  const reads: Reads = { sent: 0, refused: 0, failed: 0, tookMs: [] };
  const open = new Set<Promise<void>>();
  const startedMs = performance.now();
  const one = async () => {
    const sentMs = performance.now();
    const reply = await fetch(stack.origin + addressOf(reads.sent++)).catch(() => null);
    await reply?.arrayBuffer();
    if (reply?.status === 200) reads.tookMs.push(performance.now() - sentMs);
    else if (reply?.status === 503) reads.refused += 1;
    else reads.failed += 1;
  };
  const timer = setInterval(() => {
    const due = ((performance.now() - startedMs) / 1_000) * perSecond;
    while (reads.sent < due) {
      const running: Promise<void> = one().finally(() => open.delete(running));
      open.add(running);
    }
  }, 5);
  return async () => {
    clearInterval(timer);
    await Promise.all(open);
    return reads;
  };
}

type Result = {
  perSecond: number;
  agesMs: number[];
  sent: number;
  refused: number;
  failed: number;
  tookMs: number[];
  /** CPU time of workerd, of database and price source, of this process (clients and readers) and of the whole machine, ms. */
  cpu: { worker: number; stack: number; own: number; machine: number };
};

/** The processes that this one has started: the Worker, and the rest of the stack with database and price source. */
const started = descendants(process.pid);
const isWorker = (pid: number) => statOf(pid).includes("(workerd)");

function descendants(pid: number): number[] {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => statOf(other).split(") ")[1]?.split(" ")[1] === String(pid));
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** Empty for a process that has ended meanwhile. */
function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return "";
  }
}

const cpuOf = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + cpuMs(pid), 0);
const cpuNow = () => ({
  worker: cpuOf(started.filter(isWorker)),
  stack: cpuOf(started.filter((pid) => !isWorker(pid))),
  own: cpuMs(process.pid),
  machine: machineCpuMs(),
});

async function measure(result: Result): Promise<void> {
  const stopReading = startReading(result.perSecond);
  await Bun.sleep(WARM_UP_MS);
  agesMs = result.agesMs;
  const before = cpuNow();
  await Bun.sleep(seconds * 1_000);
  agesMs = null;
  const after = cpuNow();
  for (const who of ["worker", "stack", "own", "machine"] as const) result.cpu[who] += after[who] - before[who];
  const { sent, refused, failed, tookMs } = await stopReading();
  result.sent += sent;
  result.refused += refused;
  result.failed += failed;
  result.tookMs.push(...tookMs);
}

const results = values.reads.split(",").map((text): Result => {
  const cpu = { worker: 0, stack: 0, own: 0, machine: 0 };
  return { perSecond: Number(text), agesMs: [], sent: 0, refused: 0, failed: 0, tookMs: [], cpu };
});
try {
  await setPace(stack, QUOTES_PER_SECOND);
  await fetchHistory();
  const url = `${stack.origin.replace("http", "ws")}/api/market/socket?symbols=${FEED_SYMBOL_LIST.join()}`;
  for (let client = 0; client < Number(values.clients); client++) {
    const socket = new WebSocket(url);
    socket.addEventListener("message", ({ data }) => {
      if (!agesMs || data === PONG) return;
      // What the product's hub sends.
      const message = JSON.parse(String(data)) as ServerMessage;
      agesMs.push(Date.now() - newestAt(message));
    });
    sockets.push(socket);
  }
  await waitUntil("all clients are connected", () => sockets.every(({ readyState }) => readyState === WebSocket.OPEN));
  for (let round = 0; round < Number(values.rounds); round++) for (const result of results) await measure(result);
} finally {
  for (const socket of sockets) socket.close();
  await stack.stop();
}

const at = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
for (const { agesMs: ages, tookMs } of results) for (const each of [ages, tookMs]) each.sort((a, b) => a - b);
const [{ model } = { model: "?" }] = cpus();
console.info(
  `\n${cpus().length} x ${model}, ${values.clients} clients, ${values.rounds} times ${seconds} s each, load ${loadavg()[0]?.toFixed(1)}\n`,
);
/** Of one core. */
const shareOf = (ms: number) => `${Math.round(ms / (seconds * Number(values.rounds) * 10))} %`;
const framesOf = ({ agesMs: ages }: Result) => ages.length / (seconds * Number(values.rounds) * Number(values.clients));
console.info(
  markdownTable(results, {
    "reads a second": ({ perSecond }) => String(perSecond),
    "frames a second, each client": (result) => framesOf(result).toFixed(1),
    "age, p50": ({ agesMs: ages }) => `${at(ages, 0.5)} ms`,
    "age, p99": ({ agesMs: ages }) => `${at(ages, 0.99)} ms`,
    "age, max": ({ agesMs: ages }) => `${at(ages, 1)} ms`,
    "a read takes, p50 / p99": ({ tookMs }) =>
      tookMs.length === 0 ? "-" : `${at(tookMs, 0.5)} / ${at(tookMs, 0.99)} ms`,
    "refused as busy": ({ sent, refused }) => (sent === 0 ? "-" : `${((refused / sent) * 100).toFixed(1)} %`),
    failed: ({ failed }) => String(failed),
    "processor: workerd / database, price source / clients / others": ({ cpu: { worker, stack, own, machine } }) =>
      [worker, stack, own, machine - worker - stack - own].map(shareOf).join(" / "),
  }),
);
process.exit(0);
