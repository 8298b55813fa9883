import * as z from "zod";
import type { DemoCommand } from "../contract/demo/demo-types.ts";
import { AppError } from "../contract/errors.ts";
import { centsFromDollars } from "../contract/money.ts";
import { TRADED_SYMBOL_LIST } from "../contract/symbols.ts";
import { LATEST_MS } from "../contract/time.ts";
import type { Translated } from "../contract/translated.ts";
import { DEMO_TEXT } from "../platform/api-text.ts";
import { issueText } from "../platform/input.ts";

/**
 * A command in decimals, as pages of the versions before send it: dollars, amounts and ISO times, of symbols that are all
 * priced in cents. Prices and amounts are JSON numbers and not text: one with at most 15 digits stands for exactly one
 * decimal number, and everything within the engine's bounds has no more. Bounds are the engine's to check; here a value
 * must only be one that the engine can name.
 */

const PRICE_DECIMALS = 2;
const AMOUNT_DECIMALS = 8;
/** Far above the engine's bounds, which refuse it then in their own words; below it every value is exact. */
const SCALED_MAX = 10 ** 15;

/** The whole number that a decimal number is of its smallest step; null when it is finer than a step. */
function scaled(value: number, decimals: number): number | null {
  const whole = Math.round(value * 10 ** decimals);
  if (Math.abs(whole) > SCALED_MAX) return whole > 0 ? SCALED_MAX : -SCALED_MAX;
  // Dividing gives the double nearest to the decimal number, which is the given one unless that was finer.
  return whole / 10 ** decimals === value ? whole : null;
}

function decimal(decimals: number, texts: { invalid: Translated; outOfRange: Translated }) {
  const [invalid, outOfRange] = [issueText(texts.invalid), issueText(texts.outOfRange)];
  return z.number(invalid).transform((value, context) => {
    const whole = scaled(value, decimals);
    if (whole !== null && whole > 0) return whole;
    context.addIssue({ code: "custom", message: whole === null ? outOfRange : invalid });
    return z.NEVER;
  });
}

/** Steps of the price, from dollars. */
const price = decimal(PRICE_DECIMALS, {
  invalid: DEMO_TEXT.invalidPrice,
  outOfRange: DEMO_TEXT.priceRange(PRICE_DECIMALS),
});
/** Units of 0.00000001, from an amount of the symbol. */
const amount = decimal(AMOUNT_DECIMALS, { invalid: DEMO_TEXT.invalidAmount, outOfRange: DEMO_TEXT.amountRange });
const expiry = z.iso
  .datetime({ offset: true, error: "expiresAt must be an ISO 8601 time" })
  .transform(Date.parse)
  .refine((atMs) => atMs < LATEST_MS, "expiresAt must be before 2100");
const count = (name: string) =>
  z.number(`${name} must be a number`).int(`${name} must be a whole number`).nonnegative();
const startBalance = z.number("startBalance must be a number").transform((dollars, context) => {
  const cents = centsFromDollars(dollars);
  if (cents !== null) return cents;
  context.addIssue({ code: "custom", message: issueText(DEMO_TEXT.startBalanceRange) });
  return z.NEVER;
});

/** The fields that may be left out, as `null`, of an order that is placed. */
const absent = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);
const run = count("run");
const version = count("version");

/** A command as the API takes it. An amendment states everything anew, so it may leave nothing out. */
export const demoCommandBody = z.discriminatedUnion(
  "type",
  [
    z.strictObject({
      type: z.literal("reset"),
      run,
      startBalance,
      costs: z.enum(["none", "typical"], "costs must be none or typical"),
      leverage: z.number("leverage must be a number").int("leverage must be a whole number").nullable(),
    }),
    z.strictObject({
      type: z.literal("place"),
      run,
      symbol: z.enum(TRADED_SYMBOL_LIST, `symbol must be one of ${TRADED_SYMBOL_LIST.join(", ")}`),
      side: z.enum(["buy", "sell"], "side must be buy or sell"),
      orderType: z.enum(
        ["market", "limit", "stop", "stop_limit"],
        "orderType must be market, limit, stop or stop_limit",
      ),
      amount,
      price: absent(price),
      limitPrice: absent(price),
      stop: absent(price),
      target: absent(price),
      trail: absent(price),
      expiresAt: absent(expiry),
    }),
    z.strictObject({
      type: z.literal("amend_order"),
      orderId: count("orderId"),
      version,
      amount,
      price: price.nullable(),
      limitPrice: price.nullable(),
      stop: price.nullable(),
      target: price.nullable(),
      trail: price.nullable(),
      expiresAt: expiry.nullable(),
    }),
    z.strictObject({ type: z.literal("cancel_order"), orderId: count("orderId"), version }),
    z.strictObject({ type: z.literal("cancel_all"), run }),
    z.strictObject({
      type: z.literal("amend_position"),
      positionId: count("positionId"),
      version,
      stop: price.nullable(),
      target: price.nullable(),
      trail: price.nullable(),
    }),
    z.strictObject({ type: z.literal("close"), positionId: count("positionId"), version, amount: amount.nullable() }),
    z.strictObject({ type: z.literal("close_all"), run }),
  ],
  "type must be reset, place, amend_order, cancel_order, cancel_all, amend_position, close or close_all",
);

/** A command as the API takes it, with the engine's whole numbers. */
export type DemoCommandBody = z.output<typeof demoCommandBody>;

/**
 * The engine's command.
 * @throws AppError `invalid_input` for an order without a price that its type needs, or with one that it has not
 */
export function demoCommandOf(body: DemoCommandBody): DemoCommand {
  switch (body.type) {
    case "reset": {
      const { startBalance: startCents, ...others } = body;
      return { ...others, startCents };
    }
    case "place": {
      const { orderType, amount: units, type, run: seenRun, ...terms } = body;
      assertPrices(orderType, terms);
      return { type, run: seenRun, order: { ...terms, type: orderType, units } };
    }
    case "amend_order": {
      const { amount: units, ...others } = body;
      return { ...others, units };
    }
    case "close": {
      const { amount: units, ...others } = body;
      return { ...others, units };
    }
    default:
      return body;
  }
}

function assertPrices(
  orderType: "market" | "limit" | "stop" | "stop_limit",
  given: { price: number | null; limitPrice: number | null },
): void {
  const needed = { price: orderType !== "market", limitPrice: orderType === "stop_limit" };
  for (const field of ["price", "limitPrice"] as const) {
    if (needed[field] === (given[field] !== null)) continue;
    const message = needed[field] ? DEMO_TEXT.invalidPrice : DEMO_TEXT.noSuchPrice(field, orderType);
    throw new AppError("invalid_input", message, { field });
  }
}
