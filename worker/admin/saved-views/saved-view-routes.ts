import { Hono } from "hono";
import * as z from "zod";
import { SAVED_VIEW, SAVED_VIEW_LISTS } from "../../contract/saved-views.ts";
import { requireIdempotencyKey } from "../../platform/idempotency.ts";
import { json, jsonRequest } from "../../platform/input.ts";
import type { AppEnv } from "../../platform/scope.ts";
import { listSavedViews, removeView, saveView } from "./saved-views.ts";

const viewBody = z.strictObject({
  list: z.enum(SAVED_VIEW_LISTS),
  name: z.string(),
  query: z.string().max(SAVED_VIEW.queryMax),
});
const emptyBody = z.strictObject({});

/** The views of lists that an admin saves for themselves. */
export const savedViewRoutes = new Hono<AppEnv>()
  .get("/", async (c) => c.json({ success: true as const, ...(await listSavedViews(c.get("scope"))) }))
  .post("/", jsonRequest, json(viewBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await saveView(c.get("scope"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/remove", jsonRequest, json(emptyBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await removeView(c.get("scope"), c.req.param("id"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  });
