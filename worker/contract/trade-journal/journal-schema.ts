import * as z from "zod";
import { BROKER } from "../broker/broker-limits.ts";
import { CANDLE_INTERVAL_LIST } from "../candles.ts";
import { DISGUISING, isDisplayable } from "../displayable.ts";
import { FEED_SYMBOL_LIST } from "../symbols.ts";
import { chartSchema, drawingSchema } from "../terminal/terminal-schema.ts";
import { LATEST_MS } from "../time.ts";
import { hasWeek, readIsoDate } from "../trade-calendar.ts";
import { JOURNAL } from "./journal-limits.ts";

/**
 * The journal of a trader, as it is sent and stored. No schema here changes a value, so that both sides compare the same
 * texts. Pages take only the types.
 */

/** What a label is for: the setup of a trade, a tag, or a mistake. */
export const LABEL_TYPES = ["setup", "tag", "mistake"] as const;
/** How well the trader kept to the plan, which is not how it came out. */
export const GRADES = ["A", "B", "C", "D"] as const;
/** What an entry is about. */
export const SUBJECTS = ["trade", "day", "week"] as const;

const isTrimmed = (text: string) => text.trim() === text;
/** Whether a note is shown as it is written: on each of its lines. */
const areLinesDisplayable = (text: string) => text.split("\n").every(isDisplayable);

const id = z.uuid("must be an ID of 32 hexadecimal digits with hyphens");

/** The change's place among those of the same label or entry. */
const version = z
  .number("must be a number")
  .int("must be a whole number")
  .min(1, "must be at least 1")
  .max(JOURNAL.versionMax, `must be at most ${JOURNAL.versionMax}`);

const time = z
  .number("must be a time in epoch milliseconds")
  .int("must be whole milliseconds")
  .min(0, "must be after 1970")
  .max(LATEST_MS, "must be before 2100");

export const labelSchema = z.strictObject({
  type: z.enum(LABEL_TYPES, `must be ${LABEL_TYPES.join(", ")}`),
  name: z
    .string("must be a text")
    .min(1, "must not be empty")
    .max(JOURNAL.nameMax, `must have at most ${JOURNAL.nameMax} characters`)
    .refine(isTrimmed, "must not begin or end with a space")
    .refine(isDisplayable, "has characters that cannot be shown"),
  isArchived: z.boolean("must be true or false"),
});

/** The chart of a trade as data: what was drawn on it and which indicators it had, so that it opens live again. */
export const keptChartSchema = z
  .strictObject({
    symbol: z.enum(FEED_SYMBOL_LIST, `must be one of ${FEED_SYMBOL_LIST.join(", ")}`),
    timeframe: z.enum(CANDLE_INTERVAL_LIST, `must be one of ${CANDLE_INTERVAL_LIST.join(", ")}`),
    from: time,
    to: time,
    drawings: z.array(drawingSchema).max(JOURNAL.drawingsMax, `must have at most ${JOURNAL.drawingsMax} drawings`),
    indicators: chartSchema.shape.indicators,
  })
  .refine(({ from, to }) => from < to, { path: ["to"], error: "must be after from" })
  .refine((chart) => JSON.stringify(chart).length <= JOURNAL.chartCharactersMax, "is too large");

export const entrySchema = z.strictObject({
  /** The setup that was chosen afterwards; a plan that was locked before has its own. */
  setup: id.nullable(),
  grade: z.enum(GRADES, `must be ${GRADES.join(", ")}`).nullable(),
  /** Tags and mistakes. */
  labels: z
    .array(id)
    .max(JOURNAL.labelsOfEntryMax, `must be at most ${JOURNAL.labelsOfEntryMax}`)
    .refine((ids) => new Set(ids).size === ids.length, "must name each label once"),
  note: z
    .string("must be a text")
    .max(JOURNAL.noteMax, `must have at most ${JOURNAL.noteMax} characters`)
    .refine(areLinesDisplayable, "has characters that cannot be shown"),
  chart: keptChartSchema.nullable(),
  /** When it was done, epoch ms. */
  reviewedAt: time.nullable(),
});

const account = z
  .string("must be an account")
  .regex(/^(?:cash|(?:run|broker):[1-9]\d{0,8})$/, "must be cash, or run: or broker: with a number");
const isDate = (text: string) => readIsoDate(text) !== null;
const isWeek = (text: string) => {
  const [, year, week] = /^(\d{4})-W(\d\d)$/.exec(text) ?? [];
  return year !== undefined && Number(week) >= 1 && hasWeek(Number(year), Number(week));
};
const tradeKey = z
  .string("must be a text")
  .min(1, "must not be empty")
  .max(BROKER.ticketMax, `must have at most ${BROKER.ticketMax} characters`)
  .refine((text) => !DISGUISING.test(text), "has characters that are not allowed");

const ofEntry = { kind: z.literal("entry"), account, version, body: entrySchema };

export const journalChangeSchema = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("label"), id, version, body: labelSchema }),
    z.discriminatedUnion(
      "subject",
      [
        z.strictObject({ ...ofEntry, subject: z.literal("trade"), key: tradeKey }),
        z.strictObject({
          ...ofEntry,
          subject: z.literal("day"),
          key: z.string("must be a date").refine(isDate, "must be a date such as 2026-11-28"),
        }),
        z.strictObject({
          ...ofEntry,
          subject: z.literal("week"),
          key: z.string("must be a week").refine(isWeek, "must be a week such as 2026-W48"),
        }),
      ],
      `must be ${SUBJECTS.join(", ")}`,
    ),
  ],
  "must be a label or an entry",
);

/** The body of a request with changes. */
export const journalChangesBody = z.strictObject({
  changes: z
    .array(journalChangeSchema)
    .min(1, "must have a change")
    .max(JOURNAL.changesMax, `must have at most ${JOURNAL.changesMax} changes`),
});

export type LabelType = (typeof LABEL_TYPES)[number];
export type Grade = (typeof GRADES)[number];
export type Subject = (typeof SUBJECTS)[number];
export type LabelBody = z.infer<typeof labelSchema>;
export type EntryBody = z.infer<typeof entrySchema>;
export type KeptChart = z.infer<typeof keptChartSchema>;
export type JournalChange = z.infer<typeof journalChangeSchema>;
export type LabelChange = Extract<JournalChange, { kind: "label" }>;
export type EntryChange = Extract<JournalChange, { kind: "entry" }>;
