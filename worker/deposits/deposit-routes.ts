import { Hono } from "hono";
import * as z from "zod";
import { saidIn } from "../contract/translated.ts";
import { historyQuery } from "../platform/history-page.ts";
import { readIdempotencyKey } from "../platform/idempotency.ts";
import { issueText, json, jsonRequest, query } from "../platform/input.ts";
import { jsonRead } from "../platform/request/security-headers.ts";
import type { AppEnv } from "../platform/scope.ts";
import { cancelDeposit } from "./cancel-deposit.ts";
import { DEPOSIT_TEXT } from "./deposit-answers.ts";
import { depositHistory } from "./deposit-history.ts";
import { depositReceipt } from "./deposit-receipt.ts";
import { generateKhqr } from "./generate-khqr.ts";
import { verifyPayment } from "./verify-payment.ts";

const amountBody = z.strictObject({ amount: z.number({ error: issueText(DEPOSIT_TEXT.amountMissing) }) });
const md5Body = z.strictObject({
  md5Hash: z.string().regex(/^[0-9a-f]{32}$/, "md5Hash must be 32 lower-case hex digits"),
});
const listQuery = z.strictObject({
  ...historyQuery,
  status: z.enum(["pending", "paid", "failed", "expired", "cancelled"]).optional(),
});

/** The routes of a trader's deposits. */
export const depositRoutes = new Hono<AppEnv>()
  .post("/generate-khqr", jsonRequest, json(amountBody), async (c) => {
    const scope = c.get("scope");
    const deposit = await generateKhqr(scope, c.req.valid("json").amount, await readIdempotencyKey(c));
    return c.json({ success: true as const, deposit, message: saidIn(scope.language, DEPOSIT_TEXT.created) }, 201);
  })
  .post("/verify-payment", jsonRequest, json(md5Body), async (c) => {
    const result = await verifyPayment(c.get("scope"), c.req.valid("json").md5Hash);
    return c.json({ success: true as const, ...result });
  })
  .post("/cancel", jsonRequest, json(md5Body), async (c) => {
    const result = await cancelDeposit(c.get("scope"), c.req.valid("json").md5Hash, await readIdempotencyKey(c));
    return c.json({ success: true as const, ...result });
  })
  .get("/history", query(listQuery), async (c) => {
    const history = await depositHistory(c.get("scope"), c.req.valid("query"));
    return jsonRead({ success: true as const, ...history });
  })
  .get("/receipt/:billNumber", async (c) => {
    const receipt = await depositReceipt(c.get("scope"), c.req.param("billNumber"));
    return c.json({ success: true as const, receipt });
  });
