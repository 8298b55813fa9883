import { type Bindings, settingsSchema } from "../worker/env.ts";
import type { Scope } from "../worker/http/scope.ts";
import { sha256Hex } from "../worker/http/secrets.ts";
import type { Stack } from "./stack.ts";
import type { Client } from "./test-client.ts";
import { databaseOf } from "./test-money.ts";

/**
 * The scope of a signed-in caller's request, for a test that calls a verb itself to let something happen between what it
 * reads and what it writes. The verb must touch no binding.
 *
 * @param meanwhile happens once, before the first write
 */
export async function scopeOf(
  stack: Stack,
  client: Client,
  access: Pick<Scope["access"], "path" | "who" | "stepUp">,
  meanwhile: () => Promise<unknown>,
): Promise<Scope> {
  const db = databaseOf(stack);
  let happened: Promise<unknown> | undefined;
  const write: typeof db.write = async (statements) => {
    happened ??= meanwhile();
    await happened;
    return db.write(statements);
  };
  return {
    ...{ requestId: "", address: "", userAgent: "", db: { ...db, write }, now: Date.now },
    settings: settingsSchema.parse(stack.settings),
    bindings: {} as Bindings,
    credentials: { cookieHash: await sha256Hex(client.cookies.get("session") ?? ""), bearerHash: null },
    access: { ...access, method: "POST", tripsMax: 2 },
    ...{ defer: () => {}, note: () => {} },
  };
}
