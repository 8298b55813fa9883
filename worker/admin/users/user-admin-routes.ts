import { Hono } from "hono";
import * as z from "zod";
import { ADMIN_ROLES } from "../../contract/admin-roles.ts";
import { TIMELINE_KINDS } from "../../contract/timeline-kinds.ts";
import { csvHeaders } from "../../platform/csv.ts";
import { requireIdempotencyKey } from "../../platform/idempotency.ts";
import { json, jsonRequest, query } from "../../platform/input.ts";
import { type FilterSchemas, pageQuery, periodQuery } from "../../platform/paging.ts";
import { jsonRead } from "../../platform/request/security-headers.ts";
import type { AppEnv } from "../../platform/scope.ts";
import { exportBody } from "../lists/export-list.ts";
import { changeRole } from "./change-role.ts";
import { endUserSessions } from "./end-user-sessions.ts";
import { freezeUser, unfreezeUser } from "./freeze-user.ts";
import { listTimeline } from "./list-timeline.ts";
import { exportUsers, listUsers } from "./list-users.ts";
import { noteUser } from "./note-user.ts";
import { resetSecondFactorAsAdmin } from "./reset-second-factor.ts";
import { showFill } from "./show-fill.ts";
import { showUser } from "./show-user.ts";
import { USER_STATES, type UserFilter } from "./user-admin-store.ts";

const filterFields = {
  ...periodQuery,
  sort: pageQuery.sort,
  search: z.string().min(1).optional(),
  state: z.enum(USER_STATES, `state must be one of ${USER_STATES.join(", ")}`).optional(),
} satisfies FilterSchemas<UserFilter> & { sort: unknown };
const listQuery = z.strictObject({ ...pageQuery, ...filterFields });
const exportQuery = z.strictObject(filterFields);
const timelineQuery = z.strictObject({
  kind: z.enum(TIMELINE_KINDS, `kind must be one of ${TIMELINE_KINDS.join(", ")}`).optional(),
  ...pageQuery,
});
const decisionBody = z.strictObject({ version: z.number().int(), reason: z.string() });
const noteBody = z.strictObject({ note: z.string() });
const endSessionsBody = z.strictObject({ sessionId: z.string().min(1).max(64).optional() });
const approvalsSeen = z.strictObject({ have: z.number().int().min(0), need: z.number().int().min(1) }).optional();
const roleBody = z.strictObject({
  version: z.number().int(),
  approvals: approvalsSeen,
  role: z.enum(["trader", "admin"]),
  roles: z.array(z.enum(ADMIN_ROLES)).max(ADMIN_ROLES.length).optional(),
  reason: z.string(),
});
const resetBody = z.strictObject({ version: z.number().int(), approvals: approvalsSeen, reason: z.string() });

export const adminUserRoutes = new Hono<AppEnv>()
  .get("/", query(listQuery), async (c) => {
    const list = await listUsers(c.get("scope"), c.req.valid("query"));
    return c.json({ success: true as const, ...list });
  })
  .post("/export", jsonRequest, query(exportQuery), json(exportBody), async (c) => {
    const scope = c.get("scope");
    const file = await exportUsers(scope, c.req.valid("query"), c.req.valid("json").reason);
    return c.body(file, 200, csvHeaders("users", scope.now(), scope.settings.OPERATION_TIME_ZONE));
  })
  .get("/:id", async (c) => {
    const shown = await showUser(c.get("scope"), c.req.param("id"));
    return c.json({ success: true as const, ...shown });
  })
  .get("/:id/timeline", query(timelineQuery), async (c) => {
    const timeline = await listTimeline(c.get("scope"), c.req.param("id"), c.req.valid("query"));
    return c.json({ success: true as const, ...timeline });
  })
  .get("/:id/fills/:fillId", async (c) => {
    const { id, fillId } = c.req.param();
    return jsonRead({ success: true as const, ...(await showFill(c.get("scope"), id, fillId)) });
  })
  .post("/:id/freeze", jsonRequest, json(decisionBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await freezeUser(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/unfreeze", jsonRequest, json(decisionBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await unfreezeUser(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/note", jsonRequest, json(noteBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await noteUser(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/end-sessions", jsonRequest, json(endSessionsBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await endUserSessions(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/reset-second-factor", jsonRequest, json(resetBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await resetSecondFactorAsAdmin(
      c.get("scope"),
      c.req.param("id"),
      c.req.valid("json"),
      idempotencyKey,
    );
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/role", jsonRequest, json(roleBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await changeRole(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  });
