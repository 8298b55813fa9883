import { Hono } from "hono";
import * as z from "zod";
import { saidIn } from "../contract/translated.ts";
import { historyQuery } from "../platform/history-page.ts";
import { readIdempotencyKey } from "../platform/idempotency.ts";
import { json, jsonRequest, query } from "../platform/input.ts";
import { jsonRead } from "../platform/request/security-headers.ts";
import type { AppEnv } from "../platform/scope.ts";
import { cancelWithdrawal } from "./cancel-withdrawal.ts";
import { requestWithdrawal } from "./request-withdrawal.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-answers.ts";
import { withdrawalHistory } from "./withdrawal-history.ts";
import { requestBody } from "./withdrawal-request.ts";

const idBody = z.strictObject({ id: z.uuid("id must be a withdrawal's ID") });

/** The routes of a trader's withdrawals. */
export const withdrawalRoutes = new Hono<AppEnv>()
  .post("/request", jsonRequest, json(requestBody), async (c) => {
    const scope = c.get("scope");
    const requested = await requestWithdrawal(scope, c.req.valid("json"), await readIdempotencyKey(c));
    const message = saidIn(scope.language, WITHDRAWAL_TEXT.requested);
    return c.json({ success: true as const, ...requested, message }, 201);
  })
  .post("/cancel", jsonRequest, json(idBody), async (c) => {
    const withdrawal = await cancelWithdrawal(c.get("scope"), c.req.valid("json").id, await readIdempotencyKey(c));
    return c.json({ success: true as const, withdrawal });
  })
  .get("/history", query(z.strictObject(historyQuery)), async (c) => {
    const history = await withdrawalHistory(c.get("scope"), c.req.valid("query"));
    return jsonRead({ success: true as const, ...history });
  });
