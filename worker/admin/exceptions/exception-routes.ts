import { Hono } from "hono";
import * as z from "zod";
import { csvHeaders } from "../../platform/csv.ts";
import { requireIdempotencyKey } from "../../platform/idempotency.ts";
import { json, jsonRequest, moment, query } from "../../platform/input.ts";
import { type FilterSchemas, pageQuery, periodQuery } from "../../platform/paging.ts";
import type { AppEnv } from "../../platform/scope.ts";
import { itemSeen } from "../commands/decision-body.ts";
import { exportBody } from "../lists/export-list.ts";
import { userQuery } from "../lists/person-search.ts";
import { dismissException } from "./dismiss-exception.ts";
import type { ExceptionFilter } from "./exception-store.ts";
import { findException } from "./find-exception.ts";
import { exportExceptions, listExceptions } from "./list-exceptions.ts";
import { matchException } from "./match-exception.ts";
import { planExceptionDecision } from "./plan-exception-decision.ts";
import { refundException } from "./refund-exception.ts";

const filterFields = {
  ...periodQuery,
  ...userQuery,
  status: z.enum(["open", "matched", "refunded", "dismissed"]).optional(),
  stage: z.enum(["waiting", "client"], "stage must be waiting").optional(),
  reason: z
    .enum(["wrong_currency", "wrong_amount", "paid_before_created", "settlement_used", "paid_twice", "unknown_payer"])
    .optional(),
  decidedFrom: moment("decidedFrom").optional(),
  decidedTo: moment("decidedTo").optional(),
} satisfies FilterSchemas<Omit<ExceptionFilter, "id">>;
const listQuery = z.strictObject({ ...pageQuery, ...filterFields, id: z.uuid().optional() });
const exportQuery = z.strictObject({ ...filterFields, sort: pageQuery.sort });
const dismissBody = z.strictObject({ ...itemSeen, note: z.string() });
/** The company's bank account that sent it back, where it is another than the one that codes pay into. */
const bankAccount = z.string().optional();
const refundBody = z.strictObject({
  ...itemSeen,
  amount: z.number(),
  bankReference: z.string(),
  bankAccount,
  note: z.string(),
});
/** To whom it is credited, where nobody knew the payer. */
const userId = z.uuid().optional();
const planBody = z.discriminatedUnion("decision", [
  z.strictObject({ decision: z.literal("match"), amount: z.number(), userId }),
  z.strictObject({ decision: z.literal("refund"), amount: z.number(), bankAccount }),
  z.strictObject({ decision: z.literal("dismiss") }),
]);
const matchBody = z.strictObject({ ...itemSeen, amount: z.number(), userId, note: z.string() });

/** The admin routes of mismatched payments. */
export const exceptionRoutes = new Hono<AppEnv>()
  .get("/", query(listQuery), async (c) => {
    const list = await listExceptions(c.get("scope"), c.req.valid("query"));
    return c.json({ success: true as const, ...list });
  })
  .post("/export", jsonRequest, query(exportQuery), json(exportBody), async (c) => {
    const scope = c.get("scope");
    const file = await exportExceptions(scope, c.req.valid("query"), c.req.valid("json").reason);
    return c.body(file, 200, csvHeaders("exceptions", scope.now(), scope.settings.OPERATION_TIME_ZONE));
  })
  .get("/:id", async (c) => {
    const found = await findException(c.get("scope"), c.req.param("id"));
    return c.json({ success: true as const, ...found });
  })
  .post("/:id/plan", jsonRequest, json(planBody), async (c) => {
    const result = await planExceptionDecision(c.get("scope"), c.req.param("id"), c.req.valid("json"));
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/match", jsonRequest, json(matchBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await matchException(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/refund-note", jsonRequest, json(refundBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await refundException(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/dismiss", jsonRequest, json(dismissBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await dismissException(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  });
