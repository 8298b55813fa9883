import { Hono } from "hono";
import * as z from "zod";
import { AUDIT_ACTIONS } from "../../contract/audit-actions.ts";
import { csvHeaders } from "../../platform/csv.ts";
import { json, jsonRequest, query } from "../../platform/input.ts";
import { type FilterSchemas, pageQuery, periodQuery } from "../../platform/paging.ts";
import type { AppEnv } from "../../platform/scope.ts";
import { exportBody } from "../lists/export-list.ts";
import type { AuditFilter } from "./audit-store.ts";
import { checkAudit } from "./check-audit.ts";
import { exportAudit, listAudit } from "./list-audit.ts";

const filterFields = {
  who: z.string().min(1).optional(),
  about: z.string().min(1).optional(),
  action: z.enum(AUDIT_ACTIONS, "action must be one that the log knows, such as user.logged_in").optional(),
  ...periodQuery,
} satisfies FilterSchemas<AuditFilter>;
const listQuery = z.strictObject({ ...pageQuery, ...filterFields });
const exportQuery = z.strictObject({ ...filterFields, sort: pageQuery.sort });
const checkQuery = z.strictObject({ after: z.coerce.number().int().min(0).default(0) });

/** The routes of the audit log. */
export const auditRoutes = new Hono<AppEnv>()
  .get("/", query(listQuery), async (c) => {
    const list = await listAudit(c.get("scope"), c.req.valid("query"));
    return c.json({ success: true as const, ...list });
  })
  .post("/export", jsonRequest, query(exportQuery), json(exportBody), async (c) => {
    const scope = c.get("scope");
    const file = await exportAudit(scope, c.req.valid("query"), c.req.valid("json").reason);
    return c.body(file, 200, csvHeaders("audit", scope.now(), scope.settings.OPERATION_TIME_ZONE));
  })
  .get("/check", query(checkQuery), async (c) => {
    const check = await checkAudit(c.get("scope"), c.req.valid("query").after);
    return c.json({ success: true as const, check });
  });
