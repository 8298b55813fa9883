import { Hono } from "hono";
import * as z from "zod";
import { requireIdempotencyKey } from "../../platform/idempotency.ts";
import { json, jsonRequest } from "../../platform/input.ts";
import type { AppEnv } from "../../platform/scope.ts";
import { approvalsSeen } from "../commands/decision-body.ts";
import { approveRestore } from "./approve-restore.ts";

const approveBody = z.strictObject({ findingCount: z.number().int().min(0), approvals: approvalsSeen });

/** The admin route of restores; the overview shows those that wait for a review. */
export const restoreRoutes = new Hono<AppEnv>().post("/:id/approve", jsonRequest, json(approveBody), async (c) => {
  const idempotencyKey = await requireIdempotencyKey(c);
  const result = await approveRestore(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
  return c.json({ success: true as const, ...result });
});
