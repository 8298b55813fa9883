import { Hono } from "hono";
import { dollarsFromCents } from "../contract/money.ts";
import type { AppEnv } from "../http/scope.ts";
import { batchAs } from "../http/session.ts";
import { selectAvailable } from "../ledger/ledger-store.ts";
import { selectUser, userView } from "./user-view.ts";

export const profileRoutes = new Hono<AppEnv>()
  .get("/profile", async (c) => {
    const scope = c.get("scope");
    const { caller, rows } = await batchAs(scope, "read", (me) => [selectUser(scope.db.query, me)]);
    const [row] = rows[0];
    if (!row) throw new Error("a session without its user");
    return c.json({ success: true as const, user: userView(row, caller.kind, scope.now()) });
  })
  .get("/balance", async (c) => {
    const scope = c.get("scope");
    const { rows } = await batchAs(scope, "read", (me) => [selectAvailable(scope.db.query, me)]);
    return c.json({ success: true as const, balance: dollarsFromCents(rows[0][0]?.balanceCents ?? 0) });
  });
