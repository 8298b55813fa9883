import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import { startBareWorkerd } from "../bare-workerd.ts";
import { type Stack, type StackOptions, type StackParts, startStack } from "../stack.ts";
import { startStackProcess } from "../stack-process.ts";
import { LONG_DATABASE_LIMITS, LONG_LIMIT_SETTINGS } from "./long-database-limits.ts";
import { LOW_COST } from "./low-cost.ts";
import { migratedDatabase } from "./migrated-database.ts";
import { claimPorts } from "./port-block.ts";
import { runningStacks } from "./running-stacks.ts";
import { testBuild } from "./test-build.ts";

/** One admin may approve a withdrawal and pay it, as most tests need. Tests of the rule against that set it back. */
const ONE_ADMIN = { SOLE_APPROVER_PAYOUT: "allowed" };
/** Options of a stack that several test files share. Tests of outages start a stack of their own. */
const SHARED = {
  settings: { ...LOW_COST, ...LONG_LIMIT_SETTINGS, ...ONE_ADMIN },
  databaseLimits: LONG_DATABASE_LIMITS,
};

/** How often pages are sent prices: drawing prices takes most of the processor's time that a journey takes. */
const PAGE_TICKS_PER_SECOND = 1;

let shared: Promise<Stack> | undefined;
let sharedApi: Promise<Stack> | undefined;

/**
 * The whole product, started once per run and stopped at its end: the Worker in workerd, libSQL, R2, Durable Objects
 * and the stand-ins, on free ports, with its own database, empty at first.
 */
export function testStack(): Promise<Stack> {
  const paced = { marketTicksPerSecond: PAGE_TICKS_PER_SECOND };
  shared ??= startOwned((options) => startStackProcess({ ...options, ...SHARED, ...paced }, collectLine));
  return shared;
}

/**
 * The same without pages, for tests that only call the API. The Worker runs on workerd alone with the simulator's
 * bucket, but without the simulator's assets and rate limits.
 */
export function apiStack(): Promise<Stack> {
  sharedApi ??= startOwned((options) => startStackProcess({ ...options, ...SHARED, withoutPages: true }, collectLine));
  return sharedApi;
}

/**
 * A separate stack for a test that would disturb others; its `stop` also removes its data. When a test times out, Bun
 * ends every child process, including this stack's Worker.
 */
export function startFresh(settings: Record<string, string> = {}, parts?: Partial<StackParts>): Promise<Stack> {
  return startOwned((options) =>
    startStack({
      ...options,
      settings: { ...LOW_COST, ...ONE_ADMIN, ...settings },
      onLine: collectLine,
      ...(parts?.startWorker ? {} : { marketTicksPerSecond: PAGE_TICKS_PER_SECOND }),
      ...(parts ? { parts } : {}),
    }),
  );
}

/** The same without pages, like {@link apiStack}. */
export function startFreshApi(settings: Record<string, string> = {}, parts?: Partial<StackParts>): Promise<Stack> {
  return startFresh(settings, { startWorker: startBareWorkerd, ...parts });
}

/**
 * Starts a stack on its own ports and data folder, and releases both when it stops. Its market begins at the same prices
 * whatever the day is: prices that tests set would be near them in one month, and far from them in another.
 */
async function startOwned(
  start: (options: Omit<StackOptions, "prepare" | "onLine" | "parts">) => Promise<Stack>,
): Promise<Stack> {
  const dataDir = mkdtempSync(join(tmpdir(), "tonle-test-"));
  const ports = await claimPorts();
  const cleanUp = () => {
    rmSync(dataDir, { recursive: true, force: true });
    ports.release();
  };
  try {
    const [{ web, worker }, database] = await Promise.all([testBuild(), migratedDatabase()]);
    const marketReferenceMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    const place = { dataDir, port: ports.first, isForgetful: true };
    const stack = await start({ ...place, assets: web, worker, database, marketReferenceMs });
    const owned: Stack = {
      ...stack,
      stop: async () => {
        runningStacks.delete(owned);
        await stack.stop();
        cleanUp();
      },
    };
    runningStacks.add(owned);
    return owned;
  } catch (error) {
    cleanUp();
    throw error;
  }
}

/** The log lines of this run's Workers, for tests that require a line or its absence. */
export const workerLog: string[] = [];

function collectLine(line: string): void {
  // The Worker's lines are JSON; Wrangler also prints text of its own.
  if (line.startsWith("{")) workerLog.push(line);
}

/** Database round trips of a request according to the Worker's log. Responses to unauthenticated callers omit them. */
export async function tripsInLog({ headers }: { headers: Headers }): Promise<number> {
  const ofRequest = `"requestId":"${headers.get("X-Request-Id")}"`;
  for (const deadline = Date.now() + 100_000; Date.now() < deadline; await Bun.sleep(10)) {
    const line = workerLog.findLast((one) => one.includes('"event":"request"') && one.includes(ofRequest));
    if (line) return JSON.parse(line).dbTrips;
  }
  throw new Error(`no line about the request with ${ofRequest}`);
}
