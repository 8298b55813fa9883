import { Hono } from "hono";

/** The least that a route costs: Hono on workerd, without middleware and without a database. */
export default new Hono().get("/balance", (c) => c.json({ success: true, balance: 1 }));
