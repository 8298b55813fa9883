import type { Database } from "../../db/client.ts";
import { rowsForPath } from "../../worker/access.ts";
import { type Bindings, settingsSchema } from "../../worker/platform/env.ts";
import type { Scope } from "../../worker/platform/scope.ts";
import { sha256Hex } from "../../worker/platform/secrets.ts";
import type { Stack } from "../stack.ts";
import type { Client } from "./test-client.ts";
import { databaseOf } from "./test-money.ts";

/**
 * What a verb gets of a request, for a test that calls it itself with a clock or a database of its own. The verb must
 * touch no binding.
 * @param given.path      of the verb's route, as the table of access has it
 * @param given.tokenHash of the caller's session
 * @param given.defer     takes the work that goes on after the answer; left alone when nothing is given
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
  const access = rowsForPath(path).find(({ method }) => method !== "GET");
  if (!access) throw new Error(`nothing is sent to ${path}`);
  return {
    requestId: "",
    address: "",
    userAgent: "",
    country: null,
    db,
    access,
    now,
    defer,
    note: () => {},
    settings: settingsSchema.parse(settings),
    // Nothing reads it: the verbs that are called this way touch no binding.
    bindings: {} as Bindings,
    credentials: { cookieHash: tokenHash, bearerHash: null, actingUserId: null },
  };
}

/**
 * The scope of a signed-in caller's request, in which something happens between what it reads and what it writes.
 * @param meanwhile happens once, before the first write
 */
export async function scopeOf(
  stack: Stack,
  client: Client,
  path: string,
  meanwhile: () => Promise<unknown>,
): Promise<Scope> {
  const db = databaseOf(stack);
  let happened: Promise<unknown> | undefined;
  const write: typeof db.write = async (statements) => {
    happened ??= meanwhile();
    await happened;
    return db.write(statements);
  };
  const tokenHash = await sha256Hex(client.cookies.get("session") ?? "");
  return scopeFor({ db: { ...db, write }, settings: stack.settings, path, tokenHash });
}
