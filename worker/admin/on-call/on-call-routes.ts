import { Hono } from "hono";
import * as z from "zod";
import { requireIdempotencyKey } from "../../platform/idempotency.ts";
import { json, jsonRequest, moment, query } from "../../platform/input.ts";
import { pageQuery } from "../../platform/paging.ts";
import type { AppEnv } from "../../platform/scope.ts";
import { acknowledge } from "./acknowledge-incident.ts";
import { findIncident, listIncidents } from "./list-incidents.ts";
import { readOnCall } from "./read-on-call.ts";
import { setOverride, takeBackOverride } from "./set-override.ts";
import { setRota } from "./set-rota.ts";

const listQuery = z.strictObject({
  ...pageQuery,
  status: z.enum(["open", "acknowledged", "ended"], "status must be open, acknowledged or ended").optional(),
});
const rotaBody = z.strictObject({ admins: z.array(z.string().min(1)).max(100), version: z.number().int().min(0) });
const overrideBody = z.strictObject({ admin: z.string().min(1), from: moment("from"), to: moment("to") });
const emptyBody = z.strictObject({});

/** The admin routes of incidents, and of who is on call. */
export const onCallRoutes = new Hono<AppEnv>()
  .get("/", async (c) => {
    const found = await readOnCall(c.get("scope"));
    return c.json({ success: true as const, ...found });
  })
  .post("/rota", jsonRequest, json(rotaBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const done = await setRota(c.get("scope"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...done });
  })
  .post("/overrides", jsonRequest, json(overrideBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const done = await setOverride(c.get("scope"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...done });
  })
  .post("/overrides/:id/remove", jsonRequest, json(emptyBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const done = await takeBackOverride(c.get("scope"), c.req.param("id"), idempotencyKey);
    return c.json({ success: true as const, ...done });
  })
  .get("/incidents", query(listQuery), async (c) => {
    const list = await listIncidents(c.get("scope"), c.req.valid("query"));
    return c.json({ success: true as const, ...list });
  })
  .get("/incidents/:id", async (c) => {
    const found = await findIncident(c.get("scope"), c.req.param("id"));
    return c.json({ success: true as const, ...found });
  })
  .post("/incidents/:id/acknowledge", jsonRequest, json(emptyBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const done = await acknowledge(c.get("scope"), c.req.param("id"), idempotencyKey);
    return c.json({ success: true as const, ...done });
  });
