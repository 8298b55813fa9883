import * as z from "zod";
import { isDemoTicket } from "../../contract/demo/demo-mark.ts";
import { IMPORT } from "../../contract/limits.ts";
import { centsFromDollars } from "../../contract/money.ts";
import { DEMO_RESULTS_TEXT } from "../../platform/api-text.ts";
import { issueText } from "../../platform/input.ts";

/**
 * A closed trade of a file, as the browser sends it: money in dollars, times in ISO 8601. The browser has validated
 * each row; it is validated again here, because any program can send requests.
 */

const price = (name: string) =>
  z
    .number(`${name} must be a number`)
    .positive(`${name} must be above zero`)
    .max(IMPORT.priceMax, `${name} is not a valid price`);

const moment = (name: string) =>
  z.iso
    .datetime(`${name} must be an ISO 8601 time in UTC`)
    .transform((text) => Date.parse(text))
    .refine((atMs) => atMs >= IMPORT.tradedFromMs, `${name} is before the year 2000`);

const lotMicros = z
  .number("lotSize must be a number")
  .positive("lotSize must be above zero")
  .max(IMPORT.lotsMax, "lotSize is not a valid trade size")
  .refine((lots) => Math.round(lots * 1_000_000) / 1_000_000 === lots, "lotSize has more than six decimals")
  .transform((lots) => Math.round(lots * 1_000_000));

const profitCents = z
  .number("profitLoss must be a number")
  .min(-IMPORT.profitUsdMax, "profitLoss is not a valid trade result")
  .max(IMPORT.profitUsdMax, "profitLoss is not a valid trade result")
  .transform((dollars, context) => {
    const cents = centsFromDollars(dollars);
    if (cents !== null) return cents;
    context.addIssue({ code: "custom", message: "profitLoss must have at most two decimals" });
    return z.NEVER;
  });

/** The schema of a row. */
export const importRow = z
  .strictObject({
    ticket: z
      .string()
      .regex(IMPORT.ticketPattern, "ticket has characters that are not allowed")
      .refine((ticket) => !isDemoTicket(ticket), issueText(DEMO_RESULTS_TEXT)),
    symbol: z.string().regex(IMPORT.symbolPattern, "symbol has characters that are not allowed"),
    direction: z.enum(["Buy", "Sell"], "direction must be Buy or Sell"),
    lotSize: lotMicros,
    entryPrice: price("entryPrice"),
    // Of an option that expired without value.
    exitPrice: z.literal(0).or(price("exitPrice")),
    stopPrice: price("stopPrice").nullable(),
    openTime: moment("openTime"),
    closeTime: moment("closeTime"),
    profitLoss: profitCents,
  })
  .refine(({ openTime, closeTime }) => openTime <= closeTime, { path: ["closeTime"], error: "closes before it opens" });

/** A validated row: lots in millionths, times in epoch ms, money in cents. */
export type ImportRow = z.output<typeof importRow>;
