import type { Database } from "../../db/client.ts";
import { ACCESS } from "../../worker/access.ts";
import { type Bindings, settingsSchema } from "../../worker/platform/env.ts";
import type { Scope } from "../../worker/platform/scope.ts";
import { sha256Hex } from "../../worker/platform/secrets.ts";
import type { Stack } from "../stack.ts";
import type { Client } from "./test-client.ts";
import { databaseOf } from "./test-money.ts";

/**
 * The only bindings that commands called this way use: the alarm that retries delayed mails, which is left to the cron,
 * and the demo account, which has no sockets and nothing to delete.
 */
// The cast: a test that needs more of the platform runs the whole Worker.
const BINDINGS = {
  MAIL_RETRY: { getByName: () => ({ retryAt: async () => {} }) },
  DEMO_ACCOUNT: {
    getByName: () => ({ expectClosing: async () => {}, erase: async () => {} }),
  },
} as unknown as Bindings;

/**
 * A request's scope, for a test that calls a command directly with its own clock or database. The command must use no
 * other binding than {@link BINDINGS}.
 *
 * @param given.path      the path of the command's route, as in the access table
 * @param given.tokenHash the token hash of the caller's session
 * @param given.defer     receives the work that continues after the response; without it that work is ignored
 */
export function scopeFor(given: {
  db: Database;
  settings: Record<string, string>;
  path: string;
  tokenHash: string;
  now?: () => number;
  defer?: (work: Promise<unknown>) => void;
}): Scope {
  const { db, settings, path, tokenHash, now = Date.now, defer = () => {} } = given;
  const access = ACCESS.find((row) => row.path === path && row.method !== "GET");
  if (!access) throw new Error(`nothing is sent to ${path}`);
  return {
    requestId: "",
    address: "",
    userAgent: "",
    language: "en",
    languageCookie: null,
    country: null,
    db,
    access,
    now,
    defer,
    note: () => {},
    settings: settingsSchema.parse(settings),
    bindings: BINDINGS,
    credentials: { cookieHash: tokenHash, bearerHash: null, actingUserId: null },
  };
}

/**
 * The scope of a signed-in caller's request with a race: something happens between its reads and its writes.
 *
 * @param meanwhile runs once, before the first write
 */
export async function scopeOf(
  stack: Stack,
  client: Client,
  path: string,
  meanwhile: () => Promise<unknown>,
): Promise<Scope> {
  const db = databaseOf(stack);
  let raced: Promise<unknown> | undefined;
  const write: typeof db.write = async (statements) => {
    raced ??= meanwhile();
    await raced;
    return db.write(statements);
  };
  const tokenHash = await sha256Hex(client.cookies.get("session") ?? "");
  return scopeFor({ db: { ...db, write }, settings: stack.settings, path, tokenHash });
}
