import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBareWorkerd } from "../bare-workerd.ts";
import { type Stack, type StackOptions, type StackParts, startStack } from "../stack.ts";
import { startStackProcess } from "../stack-process.ts";
import { LOW_COST } from "./low-cost.ts";
import { migratedDatabase } from "./migrated-database.ts";
import { claimPorts } from "./port-block.ts";
import { runningStacks } from "./running-stacks.ts";
import { testBuild } from "./test-build.ts";

let shared: Promise<Stack> | undefined;
let sharedApi: Promise<Stack> | undefined;

/**
 * The whole product for tests that need it, started once in a run and stopped with it: the Worker in workerd, libSQL,
 * R2, Durable Objects and the stand-ins, on free ports, with an empty database of its own.
 */
export function testStack(): Promise<Stack> {
  shared ??= startOwned((options) => startStackProcess({ ...options, settings: LOW_COST }, collectLine));
  return shared;
}

/**
 * The same without pages, for tests that only call the API: the Worker runs on the runtime alone, with the bucket that the
 * simulator of the platform has, and not with the simulator's assets and rate limits.
 */
export function apiStack(): Promise<Stack> {
  sharedApi ??= startOwned((options) =>
    startStackProcess({ ...options, settings: LOW_COST, withoutPages: true }, collectLine),
  );
  return sharedApi;
}

/**
 * A stack of a test's own, for what would disturb the others; its `stop` also removes its data. It does not outlive a test
 * that times out: Bun then ends every child process, its Worker too.
 */
export function startFresh(settings: Record<string, string> = {}, parts?: Partial<StackParts>): Promise<Stack> {
  return startOwned((options) =>
    startStack({
      ...options,
      settings: { ...LOW_COST, ...settings },
      onLine: collectLine,
      ...(parts ? { parts } : {}),
    }),
  );
}

/** The same without pages, as {@link apiStack}. */
export function startFreshApi(settings: Record<string, string> = {}, parts?: Partial<StackParts>): Promise<Stack> {
  return startFresh(settings, { startWorker: startBareWorkerd, ...parts });
}

/** Starts a stack on ports and data of its own, which are let go with it. */
async function startOwned(
  start: (options: Omit<StackOptions, "prepare" | "onLine" | "parts">) => Promise<Stack>,
): Promise<Stack> {
  const dataDir = mkdtempSync(join(tmpdir(), "tonle-test-"));
  const ports = await claimPorts();
  const letGo = () => {
    rmSync(dataDir, { recursive: true, force: true });
    ports.release();
  };
  try {
    const [{ web, worker }, database] = await Promise.all([testBuild(), migratedDatabase()]);
    const stack = await start({ dataDir, assets: web, worker, database, isForgetful: true, port: ports.first });
    const owned: Stack = {
      ...stack,
      stop: async () => {
        runningStacks.delete(owned);
        await stack.stop();
        letGo();
      },
    };
    runningStacks.add(owned);
    return owned;
  } catch (error) {
    letGo();
    throw error;
  }
}

/** What the Workers of this run have logged, for tests that look for a line or for what must not be in one. */
export const workerLog: string[] = [];

function collectLine(line: string): void {
  // Wrangler prints addresses of its own accord; the Worker's lines are JSON.
  if (line.startsWith("{")) workerLog.push(line);
}

/** How many round trips to the database a request made, by the Worker's log: to a stranger its answer does not say so. */
export async function tripsInLog({ headers }: { headers: Headers }): Promise<number> {
  const ofRequest = `"requestId":"${headers.get("X-Request-Id")}"`;
  for (const deadline = Date.now() + 100_000; Date.now() < deadline; await Bun.sleep(10)) {
    const line = workerLog.findLast((one) => one.includes('"event":"request"') && one.includes(ofRequest));
    if (line) return JSON.parse(line).dbTrips;
  }
  throw new Error(`no line about the request with ${ofRequest}`);
}
