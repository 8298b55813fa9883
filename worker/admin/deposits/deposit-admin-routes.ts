import { Hono } from "hono";
import * as z from "zod";
import { asciiOf } from "../../contract/ascii.ts";
import { csvHeaders } from "../../platform/csv.ts";
import { requireIdempotencyKey } from "../../platform/idempotency.ts";
import { issueText, json, jsonRequest, moment, query } from "../../platform/input.ts";
import { amountQuery, type FilterSchemas, pageQuery, periodQuery } from "../../platform/paging.ts";
import type { AppEnv } from "../../platform/scope.ts";
import { COMMAND_TEXT } from "../commands/command-answers.ts";
import { approvalsSeen } from "../commands/decision-body.ts";
import { exportBody } from "../lists/export-list.ts";
import type { DepositFilter } from "./deposit-admin-store.ts";
import { exportDeposits, listDeposits } from "./list-deposits.ts";
import { markDepositPaid } from "./mark-deposit-paid.ts";

const depositStatus = z.enum(["pending", "paid", "failed", "expired", "cancelled"]);
const filterFields = {
  ...periodQuery,
  ...amountQuery,
  status: depositStatus.optional(),
  search: z.string().min(1).optional(),
  paidFrom: moment("paidFrom").optional(),
  paidTo: moment("paidTo").optional(),
} satisfies FilterSchemas<DepositFilter>;
const listQuery = z.strictObject({ ...pageQuery, ...filterFields });
const exportQuery = z.strictObject(filterFields);
const markPaidBody = z.strictObject({
  /** The state that the admin's dialog showed. A deposit has no version: its status and its approvals are all that changes. */
  status: depositStatus.optional(),
  approvals: approvalsSeen,
  bankReference: z.string(),
  settlementHash: z
    .string()
    // The payment network's hashes are lower-cased too; otherwise the same payment would look like a second one.
    .transform((hash) => asciiOf(hash).trim().toLowerCase())
    .pipe(z.string().regex(/^[\x21-\x7e]{8,128}$/, issueText(COMMAND_TEXT.settlementHash))),
  note: z.string(),
});

export const adminDepositRoutes = new Hono<AppEnv>()
  .get("/", query(listQuery), async (c) => {
    const list = await listDeposits(c.get("scope"), c.req.valid("query"));
    return c.json({ success: true as const, ...list });
  })
  .post("/export", jsonRequest, query(exportQuery), json(exportBody), async (c) => {
    const scope = c.get("scope");
    const file = await exportDeposits(scope, c.req.valid("query"), c.req.valid("json").reason);
    return c.body(file, 200, csvHeaders("deposits", scope.now(), scope.settings.OPERATION_TIME_ZONE));
  })
  .post("/:id/mark-paid", jsonRequest, json(markPaidBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await markDepositPaid(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  });
