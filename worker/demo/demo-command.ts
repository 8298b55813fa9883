import * as z from "zod";
import { PLAN } from "../contract/demo/demo-bounds.ts";
import { oneLine } from "../contract/demo/demo-plan.ts";
import { TRADED_SYMBOL_LIST } from "../contract/symbols.ts";
import { LATEST_MS } from "../contract/time.ts";
import { demoCommandBody } from "./demo-command-body.ts";

/**
 * A command of the engine as a page sends it: whole steps, units and cents, and epoch ms. Bounds are the engine's to check,
 * which refuses in its own words.
 */

const TYPES = "must be reset, place, amend_order, cancel_order, cancel_all, amend_position, close or close_all";

/** Far above the engine's bound, so that a text that is longer than a reason may be is refused in words. */
const REASON_READ_MAX = 2_000;

const whole = z.number("must be a number").int("must be a whole number");
const count = whole.nonnegative("must not be below 0");
const price = whole.nullable();
const exits = { stop: price, target: price, trail: price };
const expiresAt = whole.positive("must be after 1970").lt(LATEST_MS, "must be before 2100").nullable();
const setup = (max: number) =>
  z.string("must be a text").min(1).max(max, `must have at most ${max} characters`).nullable();
/** A reason that was pasted with line breaks is one line. */
const plan = z
  .strictObject({
    setupId: setup(PLAN.setupIdMax),
    setupName: setup(2 * PLAN.setupNameMax),
    reason: z.string("must be a text").max(REASON_READ_MAX, "is too long").transform(oneLine),
  })
  .nullish();
const terms = { units: whole, price, limitPrice: price, ...exits, expiresAt, plan };

const demoCommand = z.discriminatedUnion(
  "type",
  [
    z.strictObject({
      type: z.literal("reset"),
      run: count,
      startCents: whole,
      costs: z.enum(["none", "typical"], "must be none or typical"),
      leverage: whole.nullable(),
    }),
    z.strictObject({
      type: z.literal("place"),
      run: count,
      order: z.strictObject({
        symbol: z.enum(TRADED_SYMBOL_LIST, `must be one of ${TRADED_SYMBOL_LIST.join(", ")}`),
        side: z.enum(["buy", "sell"], "must be buy or sell"),
        type: z.enum(["market", "limit", "stop", "stop_limit"], "must be market, limit, stop or stop_limit"),
        ...terms,
      }),
    }),
    z.strictObject({ type: z.literal("amend_order"), orderId: count, version: count, ...terms }),
    z.strictObject({ type: z.literal("cancel_order"), orderId: count, version: count }),
    z.strictObject({ type: z.literal("cancel_all"), run: count }),
    z.strictObject({ type: z.literal("amend_position"), positionId: count, version: count, ...exits }),
    z.strictObject({ type: z.literal("close"), positionId: count, version: count, units: whole.nullable() }),
    z.strictObject({ type: z.literal("close_all"), run: count }),
  ],
  TYPES,
);

/** The body of a request: the command, or one in decimals as pages before sent it. */
export const demoCommandRequest = z.discriminatedUnion(
  "type",
  [z.strictObject({ type: z.undefined().optional(), command: demoCommand }), demoCommandBody],
  `type ${TYPES}`,
);
