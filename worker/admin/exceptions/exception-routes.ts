import { Hono } from "hono";
import { z } from "zod";
import { readOnceKey } from "../../http/idempotency.ts";
import { json, jsonRequest, query } from "../../http/input.ts";
import type { AppEnv } from "../../http/scope.ts";
import { pageQuery } from "../desk/desk-page.ts";
import { closeException } from "./close-exception.ts";
import { findException } from "./find-exception.ts";
import { listExceptions } from "./list-exceptions.ts";
import { matchException } from "./match-exception.ts";

const listQuery = z.strictObject({
  id: z.uuid().optional(),
  status: z.enum(["open", "matched", "refunded", "dismissed"]).optional(),
  ...pageQuery,
});
const closeBody = z.strictObject({ version: z.number().int(), note: z.string() });
const matchBody = z.strictObject({ version: z.number().int(), amount: z.number(), note: z.string() });

export const exceptionRoutes = new Hono<AppEnv>()
  .get("/", query(listQuery), async (c) => {
    const list = await listExceptions(c.get("scope"), c.req.valid("query"));
    return c.json({ success: true as const, ...list });
  })
  .get("/:id", async (c) => {
    const found = await findException(c.get("scope"), c.req.param("id"));
    return c.json({ success: true as const, ...found });
  })
  .post("/:id/match", jsonRequest, json(matchBody), async (c) => {
    const once = await readOnceKey(c);
    const result = await matchException(c.get("scope"), c.req.param("id"), c.req.valid("json"), once);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/refund-note", jsonRequest, json(closeBody), async (c) => {
    const input = { how: "refunded" as const, ...c.req.valid("json") };
    const result = await closeException(c.get("scope"), c.req.param("id"), input, await readOnceKey(c));
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/dismiss", jsonRequest, json(closeBody), async (c) => {
    const input = { how: "dismissed" as const, ...c.req.valid("json") };
    const result = await closeException(c.get("scope"), c.req.param("id"), input, await readOnceKey(c));
    return c.json({ success: true as const, ...result });
  });
