import * as z from "zod";
import { ALERTS, type AlertTerms } from "../contract/alerts/price-alerts.ts";
import { FEED_SYMBOL_LIST } from "../contract/symbols.ts";
import { MINUTE_MS } from "../contract/time.ts";

/** The bodies of requests about price alerts. Prices are whole steps of the symbol, times epoch ms. */

const wholeNumber = (name: string, { min, max }: { min: number; max: number }) => {
  const error = `${name} must be a whole number from ${min} to ${max}`;
  return z.number(error).int(error).min(min, error).max(max, error);
};
const price = wholeNumber("price", ALERTS.price);
const direction = <const T extends readonly string[]>(names: T) =>
  z.enum(names, `direction must be ${names.slice(0, -1).join(", ")} or ${names.at(-1)}`);
const point = z.strictObject({ atMs: wholeNumber("atMs", ALERTS.lineTimeMs), price });
const window = { min: ALERTS.windowMinMs, max: ALERTS.windowMaxMs };

const condition = z.discriminatedUnion(
  "type",
  [
    z.strictObject({ type: z.literal("level"), direction: direction(["rises", "falls"]), price }),
    z
      .strictObject({ type: z.literal("line"), direction: direction(["rises", "falls"]), a: point, b: point })
      .refine(({ a, b }) => a.atMs < b.atMs, { path: ["b", "atMs"], error: "atMs of b must be after that of a" }),
    z.strictObject({
      type: z.literal("move"),
      direction: direction(["up", "down", "either"]),
      basisPoints: wholeNumber("basisPoints", { min: 1, max: ALERTS.basisPointsMax }),
      windowMs: wholeNumber("windowMs", window).multipleOf(MINUTE_MS, "windowMs must be whole minutes"),
    }),
  ],
  "type must be level, line or move",
);

const repeat = z.discriminatedUnion(
  "type",
  [
    z.strictObject({ type: z.literal("once") }),
    z.strictObject({ type: z.literal("again"), retreat: wholeNumber("retreat", { min: 0, max: ALERTS.price.max }) }),
  ],
  "type must be once or again",
);

const terms = {
  symbol: z.enum(FEED_SYMBOL_LIST, `symbol must be one of ${FEED_SYMBOL_LIST.join(", ")}`),
  condition,
  repeat,
  expiresAt: z.int("expiresAt must be a time in epoch milliseconds, or null").nullable(),
  note: z.string("note must be a text").max(1_000),
  isAlsoInQuietHours: z.boolean("isAlsoInQuietHours must be true or false"),
  drawing: z.uuid("drawing must be the ID of a drawing, or null").nullable(),
};

function checkRetreat(
  { condition: of, repeat }: Pick<AlertTerms, "condition" | "repeat">,
  context: z.core.$RefinementCtx,
): void {
  if (repeat.type === "once") return;
  const addIssue = (message: string) => context.addIssue({ code: "custom", path: ["repeat", "retreat"], message });
  if (of.type === "move") {
    if (repeat.retreat !== 0) addIssue("retreat of a move must be 0");
    return;
  }
  const lowest = of.type === "level" ? of.price : Math.min(of.a.price, of.b.price);
  const least = Math.max(1, Math.floor((lowest * ALERTS.retreatMinBasisPoints) / 10_000));
  if (repeat.retreat < least) addIssue(`retreat must be at least ${least}`);
}

const version = wholeNumber("version", { min: 1, max: Number.MAX_SAFE_INTEGER });

export const alertBody = z.strictObject(terms).superRefine(checkRetreat);
export const amendBody = z.strictObject({ version, ...terms }).superRefine(checkRetreat);
/** @property version the one that the caller has seen */
export const actBody = z.strictObject({ version });

export type AlertInput = z.output<typeof alertBody>;

export const pageQuery = z.strictObject({
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "cursor must be one that an answer gave")
    .transform(Number)
    .optional(),
});
