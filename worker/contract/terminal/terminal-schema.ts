import * as z from "zod";
import { isDisplayable } from "../displayable.ts";
import { FEED_SYMBOL_LIST } from "../symbols.ts";
import { LATEST_MS } from "../time.ts";
import { TERMINAL } from "./terminal-limits.ts";

/**
 * The drawings and settings of a trader, as they are sent and stored. No schema here changes a value: a body that is valid is
 * stored as it was sent, so that both sides compare the same text. Pages take only the types.
 */

const PRICE_MAX = 1e9;

/** A point of a drawing: a time, epoch ms, and a price in dollars. */
const anchor = z.strictObject({
  time: z
    .number("must be a time in epoch milliseconds")
    .int("must be whole milliseconds")
    .min(0, "must be after 1970")
    .max(LATEST_MS, "must be before 2100"),
  price: z.number("must be a price").positive("must be above 0").max(PRICE_MAX, `must be at most ${PRICE_MAX}`),
});

/** Colours are the theme's, so that a drawing stays readable in every theme. */
const colour = z.enum(["text", "muted", "accent", "up", "down", "warn"], "must be a colour of the theme");

const style = z.strictObject({
  colour,
  /** Of the lines, px. */
  width: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)], "must be 1, 2, 3 or 4"),
  line: z.enum(["solid", "dashed", "dotted"], "must be solid, dashed or dotted"),
});

const common = { style, isLocked: z.boolean(), isHidden: z.boolean() };
const anchors = (count: number) => z.array(anchor).length(count, `must be ${count} anchors`);

function kinds<const T extends readonly string[]>(names: T, anchorCount: number) {
  return z.strictObject({ kind: z.enum(names), anchors: anchors(anchorCount), ...common });
}

export const drawingSchema = z.discriminatedUnion(
  "kind",
  [
    kinds(["horizontal", "vertical"], 1),
    kinds(["trend", "ray", "rectangle", "fibonacci", "measure", "arrow"], 2),
    // The first two are one edge; the other goes through the third.
    kinds(["channel"], 3),
    z.strictObject({
      kind: z.literal("text"),
      anchors: anchors(1),
      text: z
        .string("must be a text")
        .min(1, "must not be empty")
        .max(TERMINAL.textMax, `must have at most ${TERMINAL.textMax} characters`)
        .refine(isDisplayable, "has characters that cannot be shown"),
      ...common,
    }),
    z.strictObject({
      kind: z.enum(["long", "short"]),
      // Entry, target, stop. The first time is where the plan begins, and the second where it ends.
      anchors: anchors(3),
      /** The loss that the plan may take, in hundredths of a percent of the run's balance. */
      riskBasisPoints: z
        .number("must be a number")
        .int("must be whole")
        .min(1, "must be at least 1")
        .max(10_000, "must be at most 10000"),
      ...common,
    }),
  ],
  "must be a kind of drawing",
);

const feedSymbol = z.enum(FEED_SYMBOL_LIST, `must be one of ${FEED_SYMBOL_LIST.join(", ")}`);
const symbols = z
  .array(feedSymbol)
  .max(FEED_SYMBOL_LIST.length)
  .refine((list) => new Set(list).size === list.length, "must name each symbol once");

export const watchlistSchema = z
  .strictObject({
    /** The symbols in the list, in their order. */
    order: symbols.min(1, "must have a symbol"),
    /** Those of them that are not shown. */
    hidden: symbols,
  })
  .refine(({ order, hidden }) => hidden.every((symbol) => order.includes(symbol)), {
    path: ["hidden"],
    error: "must be symbols of the list",
  });

const indicator = z.strictObject({
  /** Made by the page: the same kind may be there twice. */
  id: z.string().regex(/^[\w-]{1,36}$/, "must be an ID"),
  kind: z.enum(
    [
      ...(["sma", "ema", "wma", "bollingerBands", "vwap", "rsi", "macd"] as const),
      ...(["stochastic", "atr", "adx", "supertrend", "volumeAverage"] as const),
    ],
    "must be a kind of indicator",
  ),
  /** Numbers by name, such as the period. */
  settings: z
    .record(z.string().regex(/^[a-zA-Z]{1,24}$/, "must be a name"), z.number().min(-1e9).max(1e9))
    .refine((settings) => Object.keys(settings).length <= 8, "must be at most 8 settings"),
  colours: z.array(colour).max(4),
  isHidden: z.boolean(),
});

export const chartSchema = z.strictObject({
  type: z.enum(["candles", "bars", "line", "area", "heikin_ashi"], "must be a type of chart"),
  scale: z.enum(["linear", "logarithmic", "percent"], "must be linear, logarithmic or percent"),
  /** In the order in which they are drawn and listed. */
  indicators: z
    .array(indicator)
    .max(TERMINAL.indicatorsMax)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, "must have different IDs"),
});

/** A finding of which the ticket reminds its trader, with what was true when they asked for it. */
export const reminderSchema = z.strictObject({
  /** Of the findings' catalogue, which the pages have alone. */
  question: z.string("must be a text").regex(/^[a-z_]{1,40}$/, "must be a question"),
  /** The symbol or the setup that the question is about; null for the others. */
  about: z
    .strictObject({
      id: z.string("must be a text").min(1, "must not be empty").max(64, "must have at most 64 characters"),
      name: z
        .string("must be a text")
        .min(1, "must not be empty")
        .max(64, "must have at most 64 characters")
        .refine(isDisplayable, "has characters that cannot be shown"),
    })
    .nullable(),
  /** The account whose finding it is. */
  account: z
    .string("must be an account")
    .regex(/^(?:cash|(?:run|broker):[1-9]\d{0,8})$/, "must be cash, or run: or broker: with a number"),
  /** How many trades it was about, and how far they were from the others, in thousandths of R. */
  trades: z.number("must be a number").int("must be whole").min(1, "must be at least 1").max(1e6),
  milliR: z.number("must be a number").int("must be whole").min(-1e9).max(1e9),
});

/** The change's place among those of the same entry: the highest wins. */
const version = z
  .number("must be a number")
  .int("must be a whole number")
  .min(1, "must be at least 1")
  .max(TERMINAL.versionMax, `must be at most ${TERMINAL.versionMax}`);

export const terminalChangeSchema = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({
      kind: z.literal("drawing"),
      /** The feed's symbol on whose chart it is. */
      symbol: feedSymbol,
      id: z.uuid("must be an ID of 32 hexadecimal digits with hyphens"),
      version,
      /** Null when it was deleted. */
      body: drawingSchema.nullable(),
    }),
    z.strictObject({ kind: z.literal("watchlist"), version, body: watchlistSchema }),
    z.strictObject({ kind: z.literal("chart"), version, body: chartSchema }),
    // Null when it was taken back.
    z.strictObject({ kind: z.literal("reminder"), version, body: reminderSchema.nullable() }),
  ],
  "must be drawing, watchlist, chart or reminder",
);

/** The body of a request with changes. */
export const terminalChangesBody = z.strictObject({
  changes: z
    .array(terminalChangeSchema)
    .min(1, "must have a change")
    .max(TERMINAL.changesMax, `must have at most ${TERMINAL.changesMax} changes`),
});

/** A time, epoch ms, and a price in dollars. */
export type Anchor = z.infer<typeof anchor>;
export type Drawing = z.infer<typeof drawingSchema>;
export type DrawingKind = Drawing["kind"];
export type DrawingStyle = z.infer<typeof style>;
export type Watchlist = z.infer<typeof watchlistSchema>;
export type ChartSettings = z.infer<typeof chartSchema>;
export type TicketReminder = z.infer<typeof reminderSchema>;
export type TerminalChange = z.infer<typeof terminalChangeSchema>;
