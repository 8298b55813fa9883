import { Hono } from "hono";
import { type BaselineSettings, SESSION_BALANCE, sessionHash } from "./session-balance.ts";

type Reply = { results: [{ response: { result: { rows: { value: string }[][] } } }] };

/** An authenticated read as one would write it by hand: one request to the database's pipeline, no library. */
export default new Hono<{ Bindings: BaselineSettings }>().get("/balance", async (c) => {
  const tokenHash = await sessionHash(c.req.raw.headers);
  const args = [
    { type: "text", value: tokenHash },
    { type: "integer", value: String(Date.now()) },
  ];
  const reply = await fetch(`${c.env.DATABASE_URL}/v2/pipeline`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${c.env.DATABASE_AUTH_TOKEN}` },
    body: JSON.stringify({
      baton: null,
      requests: [{ type: "execute", stmt: { sql: SESSION_BALANCE, args, want_rows: true } }, { type: "close" }],
    }),
  });
  // The database answers a pipeline in this form.
  const { results } = (await reply.json()) as Reply;
  const row = results[0].response.result.rows[0];
  return row ? c.json({ success: true, balance: Number(row[1]?.value) / 100 }) : c.json({ success: false }, 401);
});
