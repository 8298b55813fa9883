import { Hono } from "hono";
import * as z from "zod";
import { EARLIER_FILE_FORMATS, KNOWN_FILE_FORMATS } from "../../contract/file-formats.ts";
import { IMPORT } from "../../contract/limits.ts";
import { LIMIT_TEXT } from "../../platform/api-text.ts";
import { csvHeaders } from "../../platform/csv.ts";
import { requireIdempotencyKey } from "../../platform/idempotency.ts";
import { issueText, json, jsonRequest, jsonRequestWithRows, query } from "../../platform/input.ts";
import { type FilterSchemas, pageQuery, periodQuery } from "../../platform/paging.ts";
import type { AppEnv } from "../../platform/scope.ts";
import { exportBody } from "../lists/export-list.ts";
import { userQuery } from "../lists/person-search.ts";
import { commitImport } from "./commit-import.ts";
import { importRow } from "./import-row.ts";
import type { ImportFilter } from "./import-store.ts";
import { exportImports, listImports } from "./list-imports.ts";
import { openImport } from "./open-import.ts";
import { reverseImport } from "./reverse-import.ts";
import { showImport } from "./show-import.ts";
import { stageImportRows } from "./stage-rows.ts";

const ROWS_SHOWN_MAX = 500;

const rowNumber = z.number("must be a row's number").int().min(1).max(IMPORT.rowsMax, issueText(LIMIT_TEXT.importRows));
const filterFields = {
  ...periodQuery,
  ...userQuery,
  status: z
    .enum(["staged", "waiting", "committed", "reversed"], "status must be staged, waiting, committed or reversed")
    .optional(),
} satisfies FilterSchemas<ImportFilter>;
const listQuery = z.strictObject({ ...pageQuery, ...filterFields });
const exportQuery = z.strictObject({ ...filterFields, sort: pageQuery.sort });
const openBody = z.strictObject({
  userId: z.string(),
  fileName: z.string(),
  format: z.enum([...KNOWN_FILE_FORMATS, ...EARLIER_FILE_FORMATS], "format must be that of a known file"),
  /** As the file says it; the browser has refused every other. */
  currency: z.literal(IMPORT.currency, "currency must be USD, as the file says it"),
  timeZone: z.string().min(1),
  rowCount: rowNumber,
});
const rowsBody = z.strictObject({
  from: rowNumber,
  rows: z.array(importRow).min(1, "rows must not be empty").max(IMPORT.chunkRowsMax, issueText(LIMIT_TEXT.importChunk)),
});
const showQuery = z.strictObject({
  cursor: z.coerce.number("cursor must be one that an answer gave").int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(ROWS_SHOWN_MAX).default(200),
  fate: z.enum(["new", "duplicate"], "fate must be new or duplicate").optional(),
});
/** The file as the admin's dialog showed it: how many trades it adds, and their result in dollars. */
const commitBody = z.strictObject({
  seen: z.strictObject({ trades: z.number().int(), profitLoss: z.number() }).optional(),
});
const reverseBody = z.strictObject({ reason: z.string() });

/** The admin routes of imports. */
export const importRoutes = new Hono<AppEnv>()
  .get("/", query(listQuery), async (c) => {
    const list = await listImports(c.get("scope"), c.req.valid("query"));
    return c.json({ success: true as const, ...list });
  })
  .post("/export", jsonRequest, query(exportQuery), json(exportBody), async (c) => {
    const scope = c.get("scope");
    const file = await exportImports(scope, c.req.valid("query"), c.req.valid("json").reason);
    return c.body(file, 200, csvHeaders("imports", scope.now(), scope.settings.OPERATION_TIME_ZONE));
  })
  .post("/", jsonRequest, json(openBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await openImport(c.get("scope"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result }, 201);
  })
  .get("/:id", query(showQuery), async (c) => {
    const result = await showImport(c.get("scope"), c.req.param("id"), c.req.valid("query"));
    return c.json({ success: true as const, ...result });
  })
  .put("/:id/rows", jsonRequestWithRows, json(rowsBody), async (c) => {
    await stageImportRows(c.get("scope"), c.req.param("id"), c.req.valid("json"));
    return c.json({ success: true as const });
  })
  .post("/:id/commit", jsonRequest, json(commitBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await commitImport(c.get("scope"), c.req.param("id"), c.req.valid("json"), idempotencyKey);
    return c.json({ success: true as const, ...result });
  })
  .post("/:id/reverse", jsonRequest, json(reverseBody), async (c) => {
    const idempotencyKey = await requireIdempotencyKey(c);
    const result = await reverseImport(c.get("scope"), c.req.param("id"), c.req.valid("json").reason, idempotencyKey);
    return c.json({ success: true as const, ...result });
  });
