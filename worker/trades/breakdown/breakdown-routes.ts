import { Hono } from "hono";
import { csvHeaders } from "../../platform/csv.ts";
import { query } from "../../platform/input.ts";
import { jsonRead } from "../../platform/request/security-headers.ts";
import type { AppEnv } from "../../platform/scope.ts";
import { filterOf, filterQuery, nameOf } from "../trade-routes.ts";
import { exportBreakdown } from "./export-breakdown.ts";
import { tradeBreakdown } from "./trade-breakdown.ts";

/** The routes of figures of groups of a trader's trades. */
export const breakdownRoutes = new Hono<AppEnv>()
  .get("/", query(filterQuery), async (c) => {
    const scope = c.get("scope");
    const { account, ...filter } = c.req.valid("query");
    const data = await tradeBreakdown(scope, account, filterOf(filter, scope.now()));
    return jsonRead({ success: true as const, data });
  })
  .get("/export", query(filterQuery), async (c) => {
    const scope = c.get("scope");
    const { account, ...filter } = c.req.valid("query");
    const file = await exportBreakdown(scope, account, filterOf(filter, scope.now()));
    return c.body(file, 200, csvHeaders(nameOf(account, "breakdown"), scope.now(), "UTC"));
  });
