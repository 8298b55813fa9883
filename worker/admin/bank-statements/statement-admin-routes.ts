import { Hono } from "hono";
import * as z from "zod";
import { BANK_STATEMENT_TEXT } from "../../bank-statements/statement-answers.ts";
import { AppError } from "../../contract/errors.ts";
import { readIsoDate } from "../../contract/trade-calendar.ts";
import { requireIdempotencyKey } from "../../platform/idempotency.ts";
import {
  issueText,
  json,
  jsonRequest,
  jsonRequestWithFile,
  jsonRequestWithImages,
  moment,
  query,
} from "../../platform/input.ts";
import type { AppEnv } from "../../platform/scope.ts";
import { completeBody } from "../withdrawals/withdrawal-admin-routes.ts";
import { completeByLine } from "./complete-by-line.ts";
import { bytesIn } from "./file-bytes.ts";
import { findCandidates } from "./find-candidates.ts";
import { importStatement } from "./import-statement.ts";
import { linkLine, takeBackLink } from "./link-line.ts";
import { listDays } from "./list-days.ts";
import { listStatements } from "./list-statements.ts";
import { makeException } from "./make-exception.ts";
import { matchStatements } from "./match-statements.ts";
import { DAY_ROWS_MAX, showDay } from "./show-day.ts";

const DAYS_MAX = 62;
const isoDay = z.string().refine((text) => readIsoDate(text) !== null, issueText(BANK_STATEMENT_TEXT.days));
const listQuery = z.strictObject({ account: z.string().max(32).optional(), before: moment("before").optional() });
const dayQuery = z.strictObject({
  currency: z.enum(["USD", "KHR"]).default("USD"),
  is: z.enum(["all", "open"]).default("all"),
  /** How many of the day's lines. */
  rows: z.coerce.number().int().min(1).max(DAY_ROWS_MAX).default(300),
});
const daysQuery = z.strictObject({ from: isoDay, to: isoDay, currency: z.enum(["USD", "KHR"]).default("USD") });
const importBody = z.strictObject({
  account: z.string().max(32),
  profile: z.string().max(32),
  fileName: z.string(),
  /** The number of an account whose first statement this is. */
  accountNumber: z.string().max(64).optional(),
  /** The file's bytes in base64. */
  file: z.string(),
  /** The days for which it was exported; without them, those of its first and its last line. */
  days: z.strictObject({ from: isoDay, to: isoDay }).optional(),
});
const matchBody = z.strictObject({ from: isoDay, to: isoDay });
const linkBody = z.union([
  z.strictObject({ transferIds: z.array(z.string().max(64)).min(1).max(500), reason: z.string() }),
  z.strictObject({ refundOf: z.uuid() }),
]);
const reasonBody = z.strictObject({ reason: z.string() });
/** Without a deposit nobody knows whose payment it is. */
const exceptionBody = z.strictObject({ depositId: z.uuid().optional() });
const completeByLineBody = completeBody.omit({ paymentId: true }).extend({ withdrawalId: z.uuid() });

/** The admin routes of bank statements: what the bank says beside the ledger. */
export const statementAdminRoutes = new Hono<AppEnv>()
  .get("/", query(listQuery), async (c) => {
    const list = await listStatements(c.get("scope"), c.req.valid("query"));
    return c.json({ success: true as const, ...list });
  })
  .post("/", jsonRequestWithFile, json(importBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const { file, days, ...input } = c.req.valid("json");
    const stated = days ? { from: dayIn(days.from), to: dayIn(days.to) } : null;
    const statement = { ...input, bytes: bytesIn(file), days: stated };
    const result = await importStatement(c.get("scope"), statement, idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .get("/days", query(daysQuery), async (c) => {
    const { currency, ...days } = c.req.valid("query");
    const result = await listDays(c.get("scope"), { ...spanOf(days), currency });
    return c.json({ success: true as const, ...result });
  })
  .get("/days/:day", query(dayQuery), async (c) => {
    const day = dayIn(c.req.param("day"));
    const result = await showDay(c.get("scope"), { day, ...c.req.valid("query") });
    return c.json({ success: true as const, ...result });
  })
  .post("/match", jsonRequest, json(matchBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await matchStatements(c.get("scope"), spanOf(c.req.valid("json")), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .get("/lines/:id/candidates", async (c) => {
    const result = await findCandidates(c.get("scope"), c.req.param("id"));
    return c.json({ success: true as const, ...result });
  })
  .post("/lines/:id/link", jsonRequest, json(linkBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await linkLine(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/lines/:id/take-back", jsonRequest, json(reasonBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await takeBackLink(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/lines/:id/exception", jsonRequest, json(exceptionBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await makeException(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/lines/:id/complete", jsonRequestWithImages, json(completeByLineBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await completeByLine(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  });

/** @throws AppError `invalid_input` */
function dayIn(text: string): number {
  const day = readIsoDate(text);
  if (day === null) throw new AppError("invalid_input", BANK_STATEMENT_TEXT.days, { field: "day" });
  return day;
}

/** @throws AppError `invalid_input` for more than two months, and for days in the wrong order */
function spanOf(days: { from: string; to: string }): { from: number; to: number } {
  const [from, to] = [dayIn(days.from), dayIn(days.to)];
  if (to < from || to - from > DAYS_MAX) throw new AppError("invalid_input", BANK_STATEMENT_TEXT.days, { field: "to" });
  return { from, to };
}
