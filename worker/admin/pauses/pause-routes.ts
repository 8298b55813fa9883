import { Hono } from "hono";
import * as z from "zod";
import { requireIdempotencyKey } from "../../platform/idempotency.ts";
import { json, jsonRequest } from "../../platform/input.ts";
import type { AppEnv } from "../../platform/scope.ts";
import { approvalsSeen } from "../commands/decision-body.ts";
import { pauseAsAdmin } from "./pause-operation.ts";
import { resumeAsAdmin } from "./resume-operation.ts";

const pauseBody = z.strictObject({
  /** A page of the version before does not say it. */
  what: z.enum(["withdrawals", "deposits"]).default("withdrawals"),
  reason: z.string(),
});
const resumeBody = z.strictObject({ approvals: approvalsSeen });

/** The admin routes of pauses; the overview shows those that last. */
export const pauseRoutes = new Hono<AppEnv>()
  .post("/", jsonRequest, json(pauseBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await pauseAsAdmin(c.get("scope"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/resume", jsonRequest, json(resumeBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await resumeAsAdmin(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  });
