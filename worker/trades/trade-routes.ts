import { Hono } from "hono";
import * as z from "zod";
import { BROKER } from "../contract/broker/broker-limits.ts";
import { DISGUISING } from "../contract/displayable.ts";
import { AppError } from "../contract/errors.ts";
import { isTimeZone } from "../contract/operation/time-zone.ts";
import { dateOfDay, hasWeek, readIsoDate } from "../contract/trade-calendar.ts";
import { NO_KEY, NO_MISTAKE, NUMBER_RANGES, R_RANGES, SIZES } from "../contract/trade-groups.ts";
import type { Translated } from "../contract/translated.ts";
import { csvHeaders } from "../platform/csv.ts";
import { moment, query } from "../platform/input.ts";
import { jsonRead } from "../platform/request/security-headers.ts";
import type { AppEnv } from "../platform/scope.ts";
import { exportDemoReport, reportHeaders } from "./export-demo-report.ts";
import { exportTrades } from "./export-trades.ts";
import { studiedTrades } from "./studied-trades.ts";
import { accountParameter, type TradeAccount } from "./trade-account.ts";
import { tradeAnalytics } from "./trade-analytics.ts";
import { TRADE_TEXT } from "./trade-answers.ts";
import { allHistory, dayHistory, monthHistory, weekHistory } from "./trade-history.ts";
import { TRADE_RESULTS, type TradeFilter } from "./trade-store.ts";

const PAGE = { standard: 50, max: 200 } as const;

const whole = (name: string, min: number, max: number) => {
  const error = `${name} must be a whole number from ${min} to ${max}`;
  return z.coerce.number(error).int(error).min(min, error).max(max, error);
};

const filterFields = {
  symbol: z
    .string()
    .min(1, "symbol must not be empty")
    .max(BROKER.symbolMax, "symbol is too long")
    .refine((symbol) => !DISGUISING.test(symbol), "symbol has characters that are not allowed")
    .optional(),
  direction: z.enum(["Buy", "Sell"], "direction must be Buy or Sell").optional(),
  result: z.enum(TRADE_RESULTS, "result must be win, loss or even").optional(),
  from: moment("from").optional(),
  to: moment("to").optional(),
  first: whole("first", 1, Number.MAX_SAFE_INTEGER).optional(),
  last: whole("last", 1, Number.MAX_SAFE_INTEGER).optional(),
  stop: z.literal("known", "stop must be known").optional(),
  held: z
    .string()
    .regex(/^(?:none|[0-6])$/, "held must be none or a whole number from 0 to 6")
    .optional(),
  size: z.enum(SIZES, "size must be half, smaller, usual, larger or double").optional(),
  number: whole("number", 0, NUMBER_RANGES.length - 1).optional(),
  r: whole("r", 0, R_RANGES.length - 1).optional(),
  setup: z.union([z.literal(NO_KEY), z.uuid()], "setup must be none or the ID of a setup").optional(),
  tag: z
    .union([z.enum([NO_KEY, NO_MISTAKE]), z.uuid()], "tag must be none, no-mistake or the ID of a tag or mistake")
    .optional(),
  zone: z.string().max(64).refine(isTimeZone, "zone must be an IANA time zone").optional(),
};

const historyQuery = z.strictObject({
  year: whole("year", 1970, 2200).optional(),
  month: whole("month", 1, 12).optional(),
  week: whole("week", 1, 53).optional(),
  date: z.iso.date("date must be YYYY-MM-DD").optional(),
  account: accountParameter,
  cursor: z.string().max(40).optional(),
  limit: whole("limit", 1, PAGE.max).optional(),
  ...filterFields,
});
/** The account and the filter of a request about trades. */
export const filterQuery = z.strictObject({ account: accountParameter, ...filterFields });
const exportQuery = z.strictObject({
  account: accountParameter,
  format: z.enum(["csv", "mt5_html"], "format must be csv or mt5_html").default("csv"),
  ...filterFields,
});

/** The routes of a trader's trades. */
export const tradeRoutes = new Hono<AppEnv>()
  .get("/history", query(historyQuery), async (c) => {
    const scope = c.get("scope");
    const { year, month, week, date, account, ...list } = c.req.valid("query");
    const form = formOf({ year, month, week, date });
    if (form.kind !== "all") assertNoListFields(list);
    // One type for all four forms; each fills its own fields.
    const none = { monthlyPnL: 0, dailyData: {}, weeklyData: {}, trades: [], nextCursor: null };
    switch (form.kind) {
      case "month":
        return jsonRead({ success: true as const, data: { ...none, ...(await monthHistory(scope, account, form)) } });
      case "day":
        return jsonRead({ success: true as const, data: { ...none, ...(await dayHistory(scope, account, form)) } });
      case "week":
        return jsonRead({ success: true as const, data: { ...none, ...(await weekHistory(scope, account, form)) } });
      case "all": {
        const { cursor, limit = PAGE.standard, ...filter } = list;
        const page = { filter: filterOf(filter, scope.now()), cursor, limit };
        return jsonRead({ success: true as const, data: { ...none, ...(await allHistory(scope, account, page)) } });
      }
    }
  })
  .get("/analytics", query(filterQuery), async (c) => {
    const { account, ...filter } = c.req.valid("query");
    const data = await tradeAnalytics(c.get("scope"), account, filterOf(filter, c.get("scope").now()));
    return jsonRead({ success: true as const, data });
  })
  .get("/studied", query(z.strictObject({ account: accountParameter })), async (c) => {
    return jsonRead({
      success: true as const,
      data: await studiedTrades(c.get("scope"), c.req.valid("query").account),
    });
  })
  .get("/export", query(exportQuery), async (c) => {
    const scope = c.get("scope");
    const { account, format, ...filter } = c.req.valid("query");
    if (format === "mt5_html") {
      const report = await exportDemoReport(scope, account, filterOf(filter, scope.now()));
      return c.body(report, 200, reportHeaders(nameOf(account), scope.now()));
    }
    const file = await exportTrades(scope, account, filterOf(filter, scope.now()));
    return c.body(file, 200, csvHeaders(nameOf(account), scope.now(), "UTC"));
  });

/** The name of an account's file. */
export function nameOf(account: TradeAccount, content = "trades"): string {
  if (account.kind === "cash") return content;
  return account.kind === "run" ? `demo-run-${account.run}-${content}` : `broker-account-${account.number}-${content}`;
}

/** The filter of a request. @param nowMs no trade is closed later */
export function filterOf(
  { from, to, zone, ...rest }: Omit<z.output<typeof filterQuery>, "account">,
  nowMs: number,
): TradeFilter {
  return { ...rest, fromMs: from, toMs: to, days: zone === undefined ? undefined : { zone, untilMs: nowMs } };
}

type RequestedSpan = {
  year?: number | undefined;
  month?: number | undefined;
  week?: number | undefined;
  date?: string | undefined;
};
type Form =
  | { kind: "month"; year: number; month: number }
  | { kind: "week"; year: number; week: number }
  | { kind: "day"; year: number; month: number; date: number }
  | { kind: "all" };

/**
 * Which of the four forms of the request this is.
 * @throws AppError `invalid_input` for an invalid combination, and for a date that does not exist
 */
function formOf({ year, month, week, date }: RequestedSpan): Form {
  if (date !== undefined) {
    if (year ?? month ?? week) throw refusal("date", TRADE_TEXT.dateAlone);
    const day = readIsoDate(date);
    if (day === null) throw refusal("date", TRADE_TEXT.noSuchDate);
    return { kind: "day", ...dateOfDay(day) };
  }
  if (month !== undefined && week !== undefined) throw refusal("week", TRADE_TEXT.monthOrWeek);
  if (year === undefined) {
    if (month ?? week) throw refusal("year", TRADE_TEXT.yearMissing);
    return { kind: "all" };
  }
  if (month !== undefined) return { kind: "month", year, month };
  if (week !== undefined) {
    if (!hasWeek(year, week)) throw refusal("week", TRADE_TEXT.noSuchWeek(year, week));
    return { kind: "week", year, week };
  }
  throw refusal("month", TRADE_TEXT.monthMissing);
}

/**
 * Refuses filters and paging in the other forms, where they would have no effect.
 * @throws AppError `invalid_input`
 */
function assertNoListFields(list: Record<string, unknown>): void {
  const [field] = Object.keys(list).filter((name) => list[name] !== undefined);
  if (field !== undefined) throw refusal(field, TRADE_TEXT.ofList(field));
}

function refusal(field: string, message: Translated): AppError {
  return new AppError("invalid_input", message, { field });
}
