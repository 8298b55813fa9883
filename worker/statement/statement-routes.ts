import { Hono } from "hono";
import * as z from "zod";
import { AppError } from "../contract/errors.ts";
import { readIsoDate } from "../contract/trade-calendar.ts";
import { csvFileHeaders } from "../platform/csv.ts";
import { query } from "../platform/input.ts";
import { jsonRead } from "../platform/request/security-headers.ts";
import type { AppEnv } from "../platform/scope.ts";
import { exportStatement } from "./export-statement.ts";
import { moneyStatement, type StatementPeriod } from "./money-statement.ts";
import { STATEMENT_TEXT } from "./statement-answers.ts";

const periodQuery = z.strictObject({
  from: z.iso.date("from must be YYYY-MM-DD"),
  to: z.iso.date("to must be YYYY-MM-DD"),
});

/** The routes of a trader's money statements. */
export const statementRoutes = new Hono<AppEnv>()
  .get("/", query(periodQuery), async (c) => {
    const statement = await moneyStatement(c.get("scope"), periodOf(c.req.valid("query")));
    return jsonRead({ success: true as const, statement });
  })
  .get("/export", query(periodQuery), async (c) => {
    const scope = c.get("scope");
    const period = c.req.valid("query");
    const statement = await moneyStatement(scope, periodOf(period));
    const file = await exportStatement(statement, scope.language);
    return c.body(file, 200, csvFileHeaders(`statement-${period.from}-to-${period.to}`));
  });

/** @throws AppError `invalid_input` for a date that does not exist, and for an end before the beginning */
function periodOf({ from, to }: z.output<typeof periodQuery>): StatementPeriod {
  const [fromDay, toDay] = [dayOf("from", from), dayOf("to", to)];
  if (toDay < fromDay) throw new AppError("invalid_input", STATEMENT_TEXT.endsBefore, { field: "to" });
  return { fromDay, toDay };
}

function dayOf(field: string, text: string): number {
  const day = readIsoDate(text);
  if (day === null) throw new AppError("invalid_input", STATEMENT_TEXT.noSuchDate, { field });
  return day;
}
