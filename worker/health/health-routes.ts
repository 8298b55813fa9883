import { Hono } from "hono";
import * as z from "zod";
import { limitBody } from "../platform/input.ts";
import { logEvent } from "../platform/log.ts";
import { jsonRead } from "../platform/request/security-headers.ts";
import type { AppEnv } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { pingDatabase } from "./health-store.ts";
import { readHealth } from "./read-health.ts";

/** A browser's report of a content security policy violation. Only the needed fields are read. */
const cspReport = z.object({
  "csp-report": z.object({ "effective-directive": z.string().max(100), "blocked-uri": z.string().max(2_000) }),
});
const REPORT_BYTES_MAX = 8 * 1024;

/** The routes of health checks and security reports. */
export const operationRoutes = new Hono<AppEnv>()
  .get("/health", async (c) => {
    const { db } = c.get("scope");
    await db.read([pingDatabase(db.query)]);
    return jsonRead({ success: true as const, status: "up" as const });
  })
  .get("/health/deep", async (c) => {
    // Authenticating the caller also checks the database.
    await authorizedBatch(c.get("scope"), "read", () => []);
    const { services, feed } = await readHealth(c.get("scope"));
    const isUp = services?.every(({ state }) => state === "up" || state === "unknown") ?? false;
    return c.json({ success: true as const, status: isUp ? ("up" as const) : ("degraded" as const), services, feed });
  })
  .post("/csp-report", limitBody(REPORT_BYTES_MAX), async (c) => {
    const report = parse(await c.req.text());
    if (report) logEvent("csp_violation", report);
    return c.body(null, 204);
  });

function parse(text: string): { directive: string; blocked: string } | null {
  try {
    const { "csp-report": report } = cspReport.parse(JSON.parse(text));
    // The origin is enough; the rest of a URL may contain a token.
    const blocked = URL.canParse(report["blocked-uri"])
      ? new URL(report["blocked-uri"]).origin
      : report["blocked-uri"].slice(0, 20);
    return { directive: report["effective-directive"], blocked };
  } catch {
    return null;
  }
}
