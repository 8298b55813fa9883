import { createClient } from "@libsql/client/web";
import { Hono } from "hono";
import { type BaselineSettings, SESSION_BALANCE, sessionHash } from "./session-balance.ts";

/** The same read through the database's own client library. */
export default new Hono<{ Bindings: BaselineSettings }>().get("/balance", async (c) => {
  const client = createClient({ url: c.env.DATABASE_URL, authToken: c.env.DATABASE_AUTH_TOKEN });
  const args = [await sessionHash(c.req.raw.headers), Date.now()];
  const { rows } = await client.execute({ sql: SESSION_BALANCE, args });
  return rows[0]
    ? c.json({ success: true, balance: Number(rows[0].balance_cents) / 100 })
    : c.json({ success: false }, 401);
});
