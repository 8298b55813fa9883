import { Hono } from "hono";
import * as z from "zod";
import { csvFileHeaders } from "../../platform/csv.ts";
import { requireIdempotencyKey } from "../../platform/idempotency.ts";
import { json, jsonRequest } from "../../platform/input.ts";
import type { AppEnv } from "../../platform/scope.ts";
import { approvalsSeen } from "../commands/decision-body.ts";
import { exportBody } from "../lists/export-list.ts";
import { exportMonth } from "./export-month.ts";
import { findMonth, listMonths } from "./find-month.ts";
import { prepareMonth } from "./prepare-month.ts";
import { cancelMonth, sealMonth } from "./seal-month.ts";

/** The digest of the report that the operator saw. */
const digest = z.string().length(64);
const prepareBody = z.strictObject({ digest });
const sealBody = z.strictObject({ digest, approvals: approvalsSeen });
const cancelBody = z.strictObject({});

/** The admin routes of months: their reports, and their closes by two operators. */
export const monthRoutes = new Hono<AppEnv>()
  .get("/", async (c) => {
    const list = await listMonths(c.get("scope"));
    return c.json({ success: true as const, ...list });
  })
  .get("/:month", async (c) => {
    const result = await findMonth(c.get("scope"), c.req.param("month"));
    return c.json({ success: true as const, ...result });
  })
  .post("/:month/prepare", jsonRequest, json(prepareBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await prepareMonth(c.get("scope"), c.req.param("month"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:month/seal", jsonRequest, json(sealBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await sealMonth(c.get("scope"), c.req.param("month"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:month/cancel", jsonRequest, json(cancelBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await cancelMonth(c.get("scope"), c.req.param("month"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:month/export", jsonRequest, json(exportBody), async (c) => {
    const month = c.req.param("month");
    const file = await exportMonth(c.get("scope"), month, c.req.valid("json").reason);
    return c.body(file, 200, csvFileHeaders(`month-${month}`));
  });
