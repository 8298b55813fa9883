import { Hono } from "hono";
import { z } from "zod";
import { CURRENCY, WITHDRAWAL } from "../contract/limits.ts";
import { historyQuery } from "../platform/history-page.ts";
import { readIdempotencyKey } from "../platform/idempotency.ts";
import { json, jsonRequest, query } from "../platform/input.ts";
import type { AppEnv } from "../platform/scope.ts";
import { cancelWithdrawal } from "./cancel-withdrawal.ts";
import { requestWithdrawal } from "./request-withdrawal.ts";
import { withdrawalHistory } from "./withdrawal-history.ts";
import { ALL_FIELDS_REQUIRED } from "./withdrawal-rules.ts";

/** An empty field counts as missing; both get the specification's message. */
const required = ({ input }: { input?: unknown }) =>
  input === undefined || input === "" || input === null ? ALL_FIELDS_REQUIRED : undefined;

const requestBody = z.strictObject({
  amount: z.number({ error: required }),
  currency: z.literal(CURRENCY, { error: `currency must be ${CURRENCY}` }),
  requestMessage: z.string({ error: required }),
  paymentMethod: z.enum(WITHDRAWAL.methods, {
    error: (issue) => required(issue) ?? `paymentMethod must be ${WITHDRAWAL.methods.join(" or ")}`,
  }),
  paymentDetails: z
    .union([z.strictObject({ image: z.string() }), z.strictObject({ bankName: z.string(), accountId: z.string() })], {
      error: "paymentDetails must be {image} or {bankName, accountId}",
    })
    .optional(),
});
const idBody = z.strictObject({ id: z.uuid("id must be a withdrawal's ID") });

/** The routes of a trader's withdrawals. */
export const withdrawalRoutes = new Hono<AppEnv>()
  .post("/request", jsonRequest, json(requestBody), async (c) => {
    const requested = await requestWithdrawal(c.get("scope"), c.req.valid("json"), await readIdempotencyKey(c));
    const message = "Withdrawal request submitted successfully! Admin will review your request.";
    return c.json({ success: true as const, ...requested, message }, 201);
  })
  .post("/cancel", jsonRequest, json(idBody), async (c) => {
    const withdrawal = await cancelWithdrawal(c.get("scope"), c.req.valid("json").id, await readIdempotencyKey(c));
    return c.json({ success: true as const, withdrawal });
  })
  .get("/history", query(z.strictObject(historyQuery)), async (c) => {
    const history = await withdrawalHistory(c.get("scope"), c.req.valid("query"));
    return c.json({ success: true as const, ...history });
  });
