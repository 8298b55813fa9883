import { Hono } from "hono";
import { readIdempotencyKey } from "../platform/idempotency.ts";
import { json, jsonRequest, query } from "../platform/input.ts";
import { jsonRead } from "../platform/request/security-headers.ts";
import type { AppContext, AppEnv } from "../platform/scope.ts";
import { actBody, alertBody, amendBody, pageQuery } from "./alert-inputs.ts";
import type { AlertAct } from "./alert-rules.ts";
import { actOnAlert, amendAlert, createAlert } from "./change-alerts.ts";
import { listAlerts, listFirings } from "./list-alerts.ts";
import { readReceipt } from "./read-receipt.ts";

/** The routes of a trader's price alerts. */
export const alertRoutes = new Hono<AppEnv>()
  .get("/", async (c) => jsonRead({ success: true as const, ...(await listAlerts(c.get("scope"))) }))
  .post("/", jsonRequest, json(alertBody), async (c) => {
    const idempotencyKey = await readIdempotencyKey(c);
    const alert = await createAlert(c.get("scope"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, alert }, 201);
  })
  .put("/:id", jsonRequest, json(amendBody), async (c) => {
    const idempotencyKey = await readIdempotencyKey(c);
    const alert = await amendAlert(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, alert });
  })
  .post("/:id/pause", jsonRequest, json(actBody), async (c) => {
    return c.json({ success: true as const, alert: await act(c, "pause", c.req.param("id"), c.req.valid("json")) });
  })
  .post("/:id/resume", jsonRequest, json(actBody), async (c) => {
    return c.json({ success: true as const, alert: await act(c, "resume", c.req.param("id"), c.req.valid("json")) });
  })
  .post("/:id/arm", jsonRequest, json(actBody), async (c) => {
    return c.json({ success: true as const, alert: await act(c, "arm", c.req.param("id"), c.req.valid("json")) });
  })
  .delete("/:id", jsonRequest, json(actBody), async (c) => {
    await act(c, "remove", c.req.param("id"), c.req.valid("json"));
    return c.json({ success: true as const });
  })
  .get("/firings", query(pageQuery), async (c) => {
    const page = await listFirings(c.get("scope"), c.req.valid("query").cursor ?? null);
    return jsonRead({ success: true as const, ...page });
  })
  .get("/firings/:id", async (c) => {
    const receipt = await readReceipt(c.get("scope"), c.req.param("id"));
    return jsonRead({ success: true as const, receipt });
  });

async function act(c: AppContext, name: AlertAct, id: string, { version }: { version: number }) {
  return actOnAlert(c.get("scope"), id, name, version, await readIdempotencyKey(c));
}
