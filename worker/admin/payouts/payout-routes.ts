import { Hono } from "hono";
import * as z from "zod";
import { csvFileHeaders } from "../../platform/csv.ts";
import { requireIdempotencyKey } from "../../platform/idempotency.ts";
import { json, jsonRequest, jsonRequestWithFile, moment, query } from "../../platform/input.ts";
import { amountQuery } from "../../platform/paging.ts";
import type { AppEnv } from "../../platform/scope.ts";
import { bytesIn } from "../bank-statements/file-bytes.ts";
import { completeByStatement } from "./complete-by-statement.ts";
import { findBatch, listBatches } from "./find-batch.ts";
import { importResult } from "./import-result.ts";
import { listToPay } from "./list-to-pay.ts";
import { makeBatch } from "./make-batch.ts";
import { matchRow } from "./match-row.ts";
import { TO_PAY_MAX } from "./payout-admin-store.ts";
import { takeBackItem } from "./take-back-item.ts";
import { takeFile } from "./take-file.ts";
import { takeOverBatch } from "./take-over-batch.ts";

const toPayQuery = z.strictObject({
  bank: z.string().max(120).optional(),
  minAmount: amountQuery.minAmount,
  maxAmount: amountQuery.maxAmount,
  approvedFrom: moment("approvedFrom").optional(),
  approvedTo: moment("approvedTo").optional(),
});
const listQuery = z.strictObject({
  before: z
    .string()
    .regex(/^\d{1,15}_[0-9A-Za-z-]{1,64}$/, "before must be one that a list gave")
    .transform((text) => ({ atMs: Number(text.split("_")[0]), id: text.slice(text.indexOf("_") + 1) }))
    .optional(),
});
const batchBody = z.strictObject({
  items: z.array(z.strictObject({ _id: z.string().max(64), version: z.number().int() })).max(TO_PAY_MAX),
  bankAccount: z.string().max(32),
  profile: z.string().max(32),
  /** How many the admin chose and what they come to, in dollars, as the screen showed it. */
  count: z.number().int(),
  total: z.number(),
});
const noBody = z.strictObject({});
const resultBody = z.strictObject({
  fileName: z.string(),
  /** The file's bytes in base64. */
  file: z.string(),
});
/** The colleague, and how many open payments are theirs, as the screen showed it. */
const takeOverBody = z.strictObject({ payerId: z.string().max(64), count: z.number().int() });
const matchBody = z.strictObject({ resultLine: z.string().max(64) });
const takeBackBody = z.strictObject({ version: z.number().int() });

/** The admin routes of payout batches: approved withdrawals that one operator pays by one file of the bank. */
export const payoutRoutes = new Hono<AppEnv>()
  .get("/to-pay", query(toPayQuery), async (c) => {
    const { minAmount: minCents, maxAmount: maxCents, ...filter } = c.req.valid("query");
    const result = await listToPay(c.get("scope"), { ...filter, minCents, maxCents });
    return c.json({ success: true as const, ...result });
  })
  .get("/batches", query(listQuery), async (c) => {
    const result = await listBatches(c.get("scope"), c.req.valid("query"));
    return c.json({ success: true as const, ...result });
  })
  .post("/batches", jsonRequest, json(batchBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await makeBatch(c.get("scope"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .get("/batches/:id", async (c) => {
    const result = await findBatch(c.get("scope"), c.req.param("id"));
    return c.json({ success: true as const, ...result });
  })
  .post("/batches/:id/file", jsonRequest, json(noBody), async (c) => {
    const { name, bytes } = await takeFile(c.get("scope"), c.req.param("id"));
    return c.body(new Uint8Array(bytes), 200, csvFileHeaders(name));
  })
  .post("/batches/:id/result", jsonRequestWithFile, json(resultBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const { file, fileName } = c.req.valid("json");
    const input = { fileName, bytes: bytesIn(file) };
    const result = await importResult(c.get("scope"), c.req.param("id"), input, idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/batches/:id/statement", jsonRequest, json(noBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await completeByStatement(c.get("scope"), c.req.param("id"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/batches/:id/take-over", jsonRequest, json(takeOverBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await takeOverBatch(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/batches/:id/items/:withdrawalId/match", jsonRequest, json(matchBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const { id, withdrawalId } = c.req.param();
    const input = { withdrawalId, ...c.req.valid("json") };
    const result = await matchRow(c.get("scope"), id, input, idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/batches/:id/items/:withdrawalId/take-back", jsonRequest, json(takeBackBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const { id, withdrawalId } = c.req.param();
    const input = { withdrawalId, ...c.req.valid("json") };
    const result = await takeBackItem(c.get("scope"), id, input, idempotencyKey);
    return c.json({ success: true as const, ...result });
  });
