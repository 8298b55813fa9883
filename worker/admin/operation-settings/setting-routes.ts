import { Hono } from "hono";
import * as z from "zod";
import { SETTING_KEYS } from "../../contract/operation/settings.ts";
import { requireIdempotencyKey } from "../../platform/idempotency.ts";
import { json, jsonRequest } from "../../platform/input.ts";
import type { AppEnv } from "../../platform/scope.ts";
import { approvalsSeen } from "../commands/decision-body.ts";
import { approveSetting, cancelSetting } from "./decide-setting.ts";
import { proposeSetting } from "./propose-setting.ts";
import { readSettings, readTraderSetting } from "./read-settings.ts";

const proposalBody = z.strictObject({
  key: z.enum(SETTING_KEYS),
  /** The trader whose limit it is. */
  user: z.string().min(1).max(64).optional(),
  /** Null empties a setting that may be empty. */
  value: z.union([z.number(), z.string().max(4_000), z.null()]),
  version: z.string().max(64).nullable(),
  reason: z.string(),
});
const approveBody = z.strictObject({ approvals: approvalsSeen });
const emptyBody = z.strictObject({});

/** The admin routes of the operation's settings. */
export const settingRoutes = new Hono<AppEnv>()
  .get("/", async (c) => {
    const found = await readSettings(c.get("scope"));
    return c.json({ success: true as const, ...found });
  })
  .get("/traders/:id", async (c) => {
    const found = await readTraderSetting(c.get("scope"), c.req.param("id"));
    return c.json({ success: true as const, ...found });
  })
  .post("/", jsonRequest, json(proposalBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const done = await proposeSetting(c.get("scope"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...done });
  })
  .post("/:id/approve", jsonRequest, json(approveBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const done = await approveSetting(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...done });
  })
  .post("/:id/cancel", jsonRequest, json(emptyBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const done = await cancelSetting(c.get("scope"), c.req.param("id"), idempotencyKey);
    return c.json({ success: true as const, ...done });
  });
