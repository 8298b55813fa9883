import { Hono } from "hono";
import type { AppEnv } from "../../platform/scope.ts";
import { countQueues } from "./count-queues.ts";
import { readOverview } from "./read-overview.ts";

/** The admin routes of the overview and the queue counts. */
export const overviewRoutes = new Hono<AppEnv>()
  .get("/overview", async (c) => {
    const overview = await readOverview(c.get("scope"));
    return c.json({ success: true as const, overview });
  })
  .get("/queues", async (c) => {
    const counted = await countQueues(c.get("scope"));
    return c.json({ success: true as const, ...counted });
  });
