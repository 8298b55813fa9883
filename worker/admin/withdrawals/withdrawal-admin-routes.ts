import { Hono } from "hono";
import * as z from "zod";
import { WITHDRAWAL } from "../../contract/limits.ts";
import { WITHDRAWAL_LIST_NAMES } from "../../contract/withdrawal-lists.ts";
import { csvHeaders } from "../../platform/csv.ts";
import { requireIdempotencyKey } from "../../platform/idempotency.ts";
import { json, jsonRequest, jsonRequestWithImages, moment, query } from "../../platform/input.ts";
import { amountQuery, type FilterSchemas, pageQuery, periodQuery } from "../../platform/paging.ts";
import type { AppEnv } from "../../platform/scope.ts";
import { itemSeen } from "../commands/decision-body.ts";
import { exportBody } from "../lists/export-list.ts";
import { userQuery } from "../lists/person-search.ts";
import { approveAsAdmin } from "./approve-withdrawal.ts";
import { claimWithdrawal } from "./claim-withdrawal.ts";
import { completeAsAdmin } from "./complete-withdrawal.ts";
import { findWithdrawal } from "./find-withdrawal.ts";
import { handOverWithdrawal } from "./hand-over-withdrawal.ts";
import { exportWithdrawals, listWithdrawals } from "./list-withdrawals.ts";
import { rejectAsAdmin } from "./reject-withdrawal.ts";
import { releaseClaim } from "./release-claim.ts";
import { startPayment } from "./start-payment.ts";
import { stopPayment } from "./stop-payment.ts";
import { takeOverPayment } from "./take-over-payment.ts";
import { LISTED_STAGES, type WithdrawalFilter } from "./withdrawal-admin-store.ts";

const filterFields = {
  ...periodQuery,
  ...amountQuery,
  ...userQuery,
  status: z.enum(WITHDRAWAL_LIST_NAMES).optional(),
  stage: z.enum(LISTED_STAGES, `stage must be ${LISTED_STAGES.join(", ")}`).optional(),
  completedFrom: moment("completedFrom").optional(),
  completedTo: moment("completedTo").optional(),
  method: z.enum(WITHDRAWAL.methods, "method must be KHQR or Bank Transfer").optional(),
} satisfies FilterSchemas<Omit<WithdrawalFilter, "id">>;
const listQuery = z.strictObject({ ...pageQuery, ...filterFields, id: z.uuid().optional() });
const exportQuery = z.strictObject(filterFields);
const IMAGES_MAX = 5;
const sentImage = z.strictObject({ image: z.string(), message: z.string() });
/** The fields of every decision: what the admin saw, and the images for the trader. */
const decision = {
  ...itemSeen,
  images: z.array(sentImage).max(IMAGES_MAX, `Send at most ${IMAGES_MAX} images`).default([]),
};
/** The body of actions that decide nothing: a claim and its release, the start and stop of a payment. */
const versionBody = z.strictObject({ version: z.number().int() });
const handOverBody = z.strictObject({ version: z.number().int(), to: z.string().min(1).max(100) });
const takeOverBody = z.strictObject({ version: z.number().int(), payerId: z.string() });
const approveBody = z.strictObject({
  ...decision,
  notes: z.string().default(""),
  unverifiedReason: z.string().default(""),
  /** The name in the payment code, as the admin's browser read it or the admin wrote it. */
  holder: z.string().default(""),
  holderIsRead: z.boolean().default(false),
  namesReason: z.string().default(""),
});
/** What completes a withdrawal. */
export const completeBody = z.strictObject({
  ...decision,
  notes: z.string().default(""),
  paymentId: z.string(),
  proof: sentImage.optional(),
});
const rejectBody = z.strictObject({
  ...decision,
  notes: z.string(),
  reason: z.enum(["wrong_details", "identity_needed", "suspicious", "over_limit", "other"]),
});

export const adminWithdrawalRoutes = new Hono<AppEnv>()
  .get("/", query(listQuery), async (c) => {
    const list = await listWithdrawals(c.get("scope"), c.req.valid("query"));
    return c.json({ success: true as const, ...list });
  })
  .post("/export", jsonRequest, query(exportQuery), json(exportBody), async (c) => {
    const scope = c.get("scope");
    const file = await exportWithdrawals(scope, c.req.valid("query"), c.req.valid("json").reason);
    return c.body(file, 200, csvHeaders("withdrawals", scope.now(), scope.settings.OPERATION_TIME_ZONE));
  })
  .get("/:id", async (c) => {
    const found = await findWithdrawal(c.get("scope"), c.req.param("id"));
    return c.json({ success: true as const, ...found });
  })
  .post("/:id/claim", jsonRequest, json(versionBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await claimWithdrawal(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/release", jsonRequest, json(versionBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await releaseClaim(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/hand-over", jsonRequest, json(handOverBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await handOverWithdrawal(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/start-payment", jsonRequest, json(versionBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await startPayment(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/stop-payment", jsonRequest, json(versionBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await stopPayment(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/take-over-payment", jsonRequest, json(takeOverBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await takeOverPayment(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/approve", jsonRequestWithImages, json(approveBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await approveAsAdmin(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/complete", jsonRequestWithImages, json(completeBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await completeAsAdmin(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/reject", jsonRequestWithImages, json(rejectBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await rejectAsAdmin(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  });
