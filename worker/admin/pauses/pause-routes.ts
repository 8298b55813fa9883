import { Hono } from "hono";
import * as z from "zod";
import { requireIdempotencyKey } from "../../platform/idempotency.ts";
import { json, jsonRequest } from "../../platform/input.ts";
import type { AppEnv } from "../../platform/scope.ts";
import { approvalsSeen } from "../commands/decision-body.ts";
import { pauseWithdrawalsAsAdmin } from "./pause-withdrawals.ts";
import { resumeWithdrawalsAsAdmin } from "./resume-withdrawals.ts";

const pauseBody = z.strictObject({ reason: z.string() });
const resumeBody = z.strictObject({ approvals: approvalsSeen });

/** The admin routes of pauses of withdrawals; the overview shows the one that lasts. */
export const pauseRoutes = new Hono<AppEnv>()
  .post("/", jsonRequest, json(pauseBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await pauseWithdrawalsAsAdmin(c.get("scope"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/resume", jsonRequest, json(resumeBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await resumeWithdrawalsAsAdmin(
      c.get("scope"),
      c.req.param("id"),
      c.req.valid("json"),
      idempotencyKey,
    );
    return c.json({ success: true as const, ...result });
  });
