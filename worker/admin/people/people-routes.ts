import { Hono } from "hono";
import * as z from "zod";
import { ADMIN_ROLES } from "../../contract/admin-roles.ts";
import { requireIdempotencyKey } from "../../platform/idempotency.ts";
import { json, jsonRequest } from "../../platform/input.ts";
import { jsonRead } from "../../platform/request/security-headers.ts";
import type { AppEnv } from "../../platform/scope.ts";
import { cancelRoles } from "./cancel-roles.ts";
import { changeRoles } from "./change-roles.ts";
import { listPeople } from "./list-people.ts";

const approvalsSeen = z.strictObject({ have: z.number().int().min(0), need: z.number().int().min(1) }).optional();
const rolesBody = z.strictObject({
  version: z.number().int(),
  approvals: approvalsSeen,
  roles: z.array(z.enum(ADMIN_ROLES)).max(ADMIN_ROLES.length),
  reason: z.string(),
});
const cancelBody = z.strictObject({ version: z.number().int() });

/** The people of the operation and their roles. */
export const peopleRoutes = new Hono<AppEnv>()
  .get("/", async (c) => jsonRead({ success: true as const, ...(await listPeople(c.get("scope"))) }))
  .post("/:id/roles", jsonRequest, json(rolesBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await changeRoles(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/cancel", jsonRequest, json(cancelBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await cancelRoles(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  });
