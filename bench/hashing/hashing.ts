import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startBareWorkerd } from "../../dev/bare-workerd.ts";
import { passwordsModuleBeside } from "../../dev/built-worker.ts";
import { startLibsqlProcess } from "../../dev/libsql/libsql-process.ts";
import { settingsByWorker } from "../../dev/local-settings.ts";
import { startPasswordsProcess } from "../../dev/passwords-process.ts";
import type { Stack } from "../../dev/stack.ts";
import { runningStacks } from "../../dev/test/running-stacks.ts";
import { Client } from "../../dev/test/test-client.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { startFreshApi } from "../../dev/test/test-stack.ts";
import { PASSWORD } from "../../worker/contract/limits.ts";
import type { LoadAnswer, LoadOrder } from "../api/load.ts";
import { HelperProcess } from "../fan-out/helper-process.ts";
import { markdownTable } from "../markdown-table.ts";

/**
 * Measures reads of the balance beside log-ins: with the hashers in the thread that serves the reads, and in a process of their own. It checks no limits.
 */

const { values } = parseArgs({
  options: {
    rates: { type: "string", default: "0,1,2,4" },
    reads: { type: "string", default: "200" },
    seconds: { type: "string", default: "15" },
    rounds: { type: "string", default: "3" },
  },
});
const rates = values.rates.split(",").map(Number);
const seconds = Number(values.seconds);
const readsPerSecond = Number(values.reads);

/** More than wait at once while a hash holds the thread. */
const CONNECTIONS = 200;
/** So many that none of them reaches a limit of its own. */
const TRADERS = 40;
const WARM_UP_S = 2;

type Placement = "one thread" | "own process";

/** Where the hashers run. */
const START_PASSWORDS: Record<Placement, typeof startPasswordsProcess> = {
  "one thread": async ({ file, settings }) => ({
    binding: { file: passwordsModuleBeside(file), settings: settingsByWorker(settings).passwords },
    kill: async () => {},
  }),
  "own process": startPasswordsProcess,
};

type Placed = { placement: Placement; stack: Stack; reader: Trader; traders: Trader[] };

/** The reads and log-ins of one window. Times in ms. */
type Window = {
  placement: Placement;
  logIns: number;
  p50: number;
  p99: number;
  max: number;
  /** Reads without a balance: the Worker had no time to wait for its database. */
  failed: number;
  done: number;
  refused: number;
  logInMs: number;
};

const load = await HelperProcess.start<LoadOrder, LoadAnswer>(join(import.meta.dir, "../api/load.ts"));
try {
  const placed: Placed[] = [];
  for (const placement of ["one thread", "own process"] as const) placed.push(await start(placement));
  const windows: Window[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const logIns of rates) {
      for (const one of placed) {
        const window = await measure(one, logIns);
        windows.push(window);
        const { placement, p50, p99 } = window;
        const figures = `${logIns} log-ins a second, ${placement}: p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(0)} ms`;
        console.info(`round ${round + 1}, load ${loadavg()[0]?.toFixed(1)}: ${figures}`);
      }
    }
  }
  printTable(windows);
} finally {
  await load.stop();
  for (const stack of runningStacks) await stack.stop();
}

async function start(placement: Placement): Promise<Placed> {
  const stack = await startFreshApi(
    { PASSWORD_COST: String(PASSWORD.cost) },
    {
      startDatabase: startLibsqlProcess,
      startWorker: (options) => startBareWorkerd({ ...options, startPasswords: START_PASSWORDS[placement] }),
    },
  );
  const reader = await newTrader(stack);
  const traders: Trader[] = [];
  for (let i = 0; i < TRADERS; i++) traders.push(await newTrader(stack));
  const one = { placement, stack, reader, traders };
  await sendReads(one, WARM_UP_S);
  return one;
}

async function measure(one: Placed, logIns: number): Promise<Window> {
  const sent: Promise<{ status: number; ms: number }>[] = [];
  const timer = logIns === 0 ? undefined : setInterval(() => sent.push(logIn(one, sent.length)), 1_000 / logIns);
  const { agesMs, errors } = await sendReads(one, seconds);
  clearInterval(timer);
  const answers = await Promise.all(sent);
  const at = (share: number) => agesMs[Math.min(agesMs.length - 1, Math.floor(agesMs.length * share))] ?? Number.NaN;
  const done = answers.filter(({ status }) => status === 200);
  return {
    placement: one.placement,
    logIns,
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
    failed: errors,
    done: done.length,
    refused: answers.length - done.length,
    logInMs: median(done.map(({ ms }) => ms)),
  };
}

function sendReads({ stack, reader }: Placed, windowS: number): Promise<LoadAnswer> {
  const cookie = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return load.send({
    port: Number(new URL(stack.origin).port),
    path: "/api/user/balance",
    headers: { Cookie: cookie },
    connections: CONNECTIONS,
    seconds: windowS,
    perSecond: readsPerSecond,
  });
}

async function logIn({ stack, traders }: Placed, index: number): Promise<{ status: number; ms: number }> {
  const trader = traders[index % traders.length];
  if (!trader) throw new Error("there are no traders");
  const startedAt = performance.now();
  const { email, password } = trader;
  const { status } = await new Client(stack.origin).post("/api/auth/login", { email, password });
  return { status, ms: performance.now() - startedAt };
}

/** Prints each placement and rate: the median of its rounds, and for p99 each round. */
function printTable(windows: readonly Window[]): void {
  const rows = rates.flatMap((logIns) =>
    (["one thread", "own process"] as const).map((placement) => {
      const rounds = windows.filter((window) => window.placement === placement && window.logIns === logIns);
      return { placement, logIns, rounds };
    }),
  );
  const of = (figure: keyof Omit<Window, "placement">) => (row: (typeof rows)[number]) =>
    median(row.rounds.map((round) => round[figure])).toFixed(figure === "p50" ? 1 : 0);
  const atRest = (placement: Placement) =>
    median(rows.find((row) => row.placement === placement && row.logIns === 0)?.rounds.map(({ p99 }) => p99) ?? []);
  console.info(
    `\n${markdownTable(rows, {
      "log-ins a second": ({ logIns }) => String(logIns),
      hashers: ({ placement }) => placement,
      "p50 ms": of("p50"),
      "p99 ms": of("p99"),
      "p99 above rest": ({ placement, rounds }) =>
        (median(rounds.map(({ p99 }) => p99)) - atRest(placement)).toFixed(0),
      "p99 of each round": ({ rounds }) => rounds.map(({ p99 }) => p99.toFixed(0)).join(", "),
      "slowest ms": of("max"),
      "failed reads": of("failed"),
      "log-ins done": of("done"),
      refused: of("refused"),
      "a log-in ms": (row) => (row.logIns === 0 ? "" : of("logInMs")(row)),
    })}`,
  );
}

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
