import { join } from "node:path";
import { createClient } from "@libsql/client/web";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import type { DatabaseAddress } from "../database-dump.ts";
import { settingsFilesIn } from "../setup/settings-file.ts";
import { REPOSITORY } from "../setup/setup-context.ts";

/** People who acted so recently use the database now: the copy of a restore has no newer ones than its own moment. */
const RECENT_MS = 15 * MINUTE_MS;

/** The databases that settings name: those of the stages on this machine, and of the environment. */
export function configuredDatabases(folder = join(REPOSITORY, ".setup")): string[] {
  const stages = settingsFilesIn(folder).map(({ file }) => file.get("DATABASE_URL"));
  return [process.env.DATABASE_URL, ...stages].filter((url) => url !== undefined);
}

/** The name of a database's address, which a person types to say that it is meant: its host. */
export function databaseName(url: string): string {
  return new URL(url).host;
}

/**
 * Why a database may be the one that people use now.
 * @param configured addresses of databases that settings name
 * @returns null for one that nothing says so of
 */
export async function liveReason(
  target: DatabaseAddress,
  { configured, nowMs }: { configured: readonly string[]; nowMs: number },
): Promise<string | null> {
  const name = databaseName(target.url);
  if (configured.some((url) => URL.canParse(url) && databaseName(url) === name)) return "settings name it";
  const client = createClient({ url: target.url, ...(target.authToken ? { authToken: target.authToken } : {}) });
  try {
    const tables = await client.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'sessions'");
    if (tables.rows.length === 0) return null;
    const { rows } = await client.execute({
      sql: "SELECT count(*) AS n FROM sessions WHERE last_action_at_ms > ?",
      args: [nowMs - RECENT_MS],
    });
    const count = Number(rows[0]?.n);
    return count === 0 ? null : `${count} people used it in the last ${RECENT_MS / MINUTE_MS} minutes`;
  } finally {
    client.close();
  }
}

/** A change that is asked about before it is made. */
type Change = {
  /** The value of `--live`; undefined without one. */
  typed: string | undefined;
  /** Why the name is asked for. */
  reason: string;
  /** The effect on the database, as a sentence. */
  what: string;
  /** Asks a person; null where nobody can be asked. */
  ask?: ((question: string) => string | null) | null;
};

const askPerson = process.stdin.isTTY ? (question: string) => prompt(question) : null;

/** @throws Error with the name to type, unless `--live` has it or a person types it when a terminal asks */
export function assertTyped(target: DatabaseAddress, { typed, reason, what, ask = askPerson }: Change): void {
  const name = databaseName(target.url);
  if (typed === name) return;
  const said = `${name}: ${reason}. ${what}`;
  if (typed === undefined && ask?.(`${said} Type ${name} to go on: `)?.trim() === name) return;
  throw new Error(`${said} Nothing was changed. If this database is meant, add --live ${name}`);
}

/**
 * Refuses to restore into a database that people may be using, unless its name was typed.
 * @param typed the value of `--live`
 * @throws Error with the reason and the name to type
 */
export async function assertMeant(target: DatabaseAddress, typed: string | undefined, nowMs: number): Promise<void> {
  if (typed === databaseName(target.url)) return;
  const reason = await liveReason(target, { configured: configuredDatabases(), nowMs });
  if (reason === null) return;
  const what =
    "A restore belongs into a copy (docs/restore.md). Into this one it signs everybody out and stops money until two admins approve.";
  assertTyped(target, { typed, reason: `it may be the live database, as ${reason}`, what });
}
