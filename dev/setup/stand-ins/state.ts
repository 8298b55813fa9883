import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The state of the stand-ins of wrangler and turso, kept between their calls in the folder named by STAND_IN_STATE. */
export type StandInState = {
  /** The accounts that are signed in to; null when nobody is. `buckets` and `workers` are those of the first one. */
  cloudflare: { id: string; name: string }[] | null;
  turso: string | null;
  buckets: Record<string, Array<{ name: string; prefix: string; expireDays: number }>>;
  workers: Record<string, { versions: number; secrets: Record<string, string> }>;
  /** The resources of other accounts of Cloudflare, by the accounts' ids. */
  elsewhere: Record<string, Pick<StandInState, "buckets" | "workers">>;
  groups: string[];
  databases: string[];
  /** The address and the token that every database gets. */
  database: { url: string; token: string };
  /** Commands that fail, by their first words, with how many times. */
  faults: Record<string, number>;
};

/** Accounts with nothing in them. */
export function emptyAccounts(database: StandInState["database"]): StandInState {
  return {
    cloudflare: [{ id: "0123456789abcdef0123456789abcdef", name: "Operator" }],
    turso: "operator",
    buckets: {},
    workers: {},
    elsewhere: {},
    groups: [],
    databases: [],
    database,
    faults: {},
  };
}

/** A command that ends with this exit code and message. */
export class CommandFault extends Error {}

const folder = () => process.env.STAND_IN_STATE ?? "";
const stateFile = (dir: string) => join(dir, "state.json");
const callsFile = (dir: string) => join(dir, "calls.log");

export function readState(dir: string): StandInState {
  // Written by `writeState`.
  return JSON.parse(readFileSync(stateFile(dir), "utf8")) as StandInState;
}

export function writeState(dir: string, state: StandInState): void {
  mkdirSync(dir, { recursive: true });
  writeFileSync(stateFile(dir), JSON.stringify(state, null, 2));
}

/** The commands that were run, oldest first, such as `wrangler r2 bucket list`. */
export function readCalls(dir: string): string[] {
  if (!existsSync(callsFile(dir))) return [];
  return readFileSync(callsFile(dir), "utf8").trim().split("\n");
}

/** Runs one command of a tool: logs it, fails if the state says so, and stores the state that the command changed. */
export async function runStandIn(
  tool: string,
  args: readonly string[],
  answer: (state: StandInState) => Promise<string> | string,
): Promise<void> {
  const dir = folder();
  appendFileSync(callsFile(dir), `${[tool, ...args].join(" ")}\n`);
  const state = readState(dir);
  try {
    const command = `${tool} ${args.join(" ")}`;
    const fault = Object.keys(state.faults).find((start) => command.includes(start));
    if (fault !== undefined && (state.faults[fault] ?? 0) > 0) {
      state.faults[fault] = (state.faults[fault] ?? 0) - 1;
      throw new CommandFault("A request to the API failed: internal error [code: 10013]");
    }
    const out = await answer(state);
    if (out) console.info(out);
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error;
    console.error(`✘ [ERROR] ${error.message}`);
    process.exitCode = 1;
  } finally {
    writeState(dir, state);
  }
}
