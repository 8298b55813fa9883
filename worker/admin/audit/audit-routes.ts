import { Hono } from "hono";
import { z } from "zod";
import { AUDIT_ACTIONS } from "../../contract/audit-actions.ts";
import { query } from "../../http/input.ts";
import type { AppEnv } from "../../http/scope.ts";
import { pageQuery } from "../desk/desk-page.ts";
import { checkAudit } from "./check-audit.ts";
import { exportAudit, listAudit } from "./list-audit.ts";

const moment = (name: string) =>
  z.iso.datetime({ offset: true, error: `${name} must be an ISO 8601 time` }).transform((text) => Date.parse(text));

const filterFields = {
  who: z.string().min(1).optional(),
  about: z.string().min(1).optional(),
  action: z.enum(AUDIT_ACTIONS, "action must be one that the log knows, such as user.logged_in").optional(),
  from: moment("from").optional(),
  to: moment("to").optional(),
};
const listQuery = z.strictObject({ ...filterFields, ...pageQuery });
const exportQuery = z.strictObject(filterFields);
const checkQuery = z.strictObject({ after: z.coerce.number().int().min(0).default(0) });

export const auditRoutes = new Hono<AppEnv>()
  .get("/", query(listQuery), async (c) => {
    const list = await listAudit(c.get("scope"), c.req.valid("query"));
    return c.json({ success: true as const, ...list });
  })
  .get("/export", query(exportQuery), async (c) => {
    const file = await exportAudit(c.get("scope"), c.req.valid("query"));
    c.header("Content-Type", "text/csv; charset=utf-8");
    c.header("Content-Disposition", 'attachment; filename="tonle-audit.csv"');
    return c.body(file);
  })
  .get("/check", query(checkQuery), async (c) => {
    const check = await checkAudit(c.get("scope"), c.req.valid("query").after);
    return c.json({ success: true as const, check });
  });
