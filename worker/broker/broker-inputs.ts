import * as z from "zod";
import { BROKER } from "../contract/broker/broker-limits.ts";
import { compare, type Decimal, decimalIn, ZERO } from "../contract/broker/decimal.ts";
import { isDemoTicket } from "../contract/demo/demo-mark.ts";
import { DISGUISING } from "../contract/displayable.ts";
import { DEMO_RESULTS_TEXT } from "../platform/api-text.ts";
import { issueText } from "../platform/input.ts";
import { BROKER_TEXT } from "./broker-answers.ts";

/**
 * The bodies of requests about broker accounts. The browser has read the file, and any program can send requests: each row is checked here as
 * if no browser had seen it. Texts of a file are kept as they are, markup too, unless a reader could not see them.
 */

const shown = (name: string, max: number) =>
  z
    .string(`${name} must be a text`)
    .min(1, `${name} must not be empty`)
    .max(max, `${name} must have at most ${max} characters`)
    .refine((text) => !DISGUISING.test(text) && text.trim() === text, `${name} has characters that cannot be shown`);

const wholeNumber = (name: string, min: number, max: number) => {
  const error = `${name} must be a whole number from ${min} to ${max}`;
  return z.number(error).int(error).min(min, error).max(max, error);
};

/** @returns the number in its one form */
function decimalOf(name: string, rule: { digitsMax: number; min: "above_zero" | "zero" | "any" }) {
  return z.string(`${name} must be a number as text`).transform((text, context): Decimal => {
    const addIssue = (message: string) => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    // What is longer is no number of a broker, and would cost time to read.
    const number = text.length <= 100 ? decimalIn(text) : null;
    if (number === null) return addIssue(`${name} must be a number with a point for its decimals`);
    const [whole = "", fraction = ""] = number.replace("-", "").split(".");
    if (whole.length > rule.digitsMax || fraction.length > BROKER.digitsMax)
      return addIssue(`${name} has too many digits`);
    const sign = compare(number, ZERO);
    if (rule.min === "above_zero" && sign <= 0) return addIssue(`${name} must be above zero`);
    if (rule.min === "zero" && sign < 0) return addIssue(`${name} must not be below zero`);
    return number;
  });
}

const quantity = (name: string) => decimalOf(name, { digitsMax: BROKER.digitsMax, min: "above_zero" });
/** Some prices are zero, as of an option that expired without value; a spread's or a future's may be below it. */
const price = (name: string) => decimalOf(name, { digitsMax: BROKER.digitsMax, min: "any" });
const money = (name: string) => decimalOf(name, { digitsMax: BROKER.moneyDigitsMax, min: "any" });

/** The verb refuses what is in the future. */
const moment = (name: string) => wholeNumber(name, BROKER.tradedFromMs, 8_640_000_000_000_000);

const ticket = (name: string) =>
  shown(name, BROKER.ticketMax).refine((text) => !isDemoTicket(text), issueText(DEMO_RESULTS_TEXT));
const symbol = shown("symbol", BROKER.symbolMax);
const line = wholeNumber("line", 1, 100_000_000);
const side = (name: string) => z.enum(["Buy", "Sell"], `${name} must be Buy or Sell`);

const tradeRow = z
  .strictObject({
    line,
    ticket: ticket("ticket"),
    symbol,
    direction: side("direction"),
    quantity: quantity("quantity"),
    entryPrice: price("entryPrice"),
    exitPrice: price("exitPrice"),
    stopPrice: price("stopPrice").nullable(),
    openedAtMs: moment("openedAtMs").nullable(),
    closedAtMs: moment("closedAtMs"),
    profit: money("profit"),
    fees: money("fees"),
    swap: money("swap"),
  })
  .refine(({ openedAtMs, closedAtMs }) => openedAtMs === null || openedAtMs <= closedAtMs, {
    path: ["closedAtMs"],
    error: "closes before it opens",
  });

const fillRow = z.strictObject({
  line,
  id: ticket("id"),
  symbol,
  side: side("side"),
  quantity: quantity("quantity"),
  price: price("price"),
  atMs: moment("atMs"),
  fee: money("fee"),
  multiplier: decimalOf("multiplier", { digitsMax: BROKER.moneyDigitsMax, min: "above_zero" }),
  position: z.union([z.literal(""), ticket("position")]).default(""),
  isClosing: z.boolean("isClosing must be true or false").default(false),
});

const openPosition = z.strictObject({
  symbol,
  direction: side("direction"),
  quantity: quantity("quantity"),
  entryPrice: price("entryPrice"),
  openedAt: z.iso.datetime("openedAt must be an ISO 8601 time in UTC").nullable(),
});

/** An IANA name; an offset alone is none. */
const timeZone = z
  .string()
  .max(60)
  .refine((name) => {
    try {
      return !/^[+-]/.test(name) && new Intl.DateTimeFormat("en-US", { timeZone: name }) !== null;
    } catch {
      return false;
    }
  }, "timeZone must be a time zone");

const clock = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("zone"), timeZone }),
    z.strictObject({ kind: z.literal("offset"), minutes: wholeNumber("minutes", -840, 840) }),
    z.strictObject({ kind: z.literal("new_york_close") }),
  ],
  "clock must be of a zone, an offset or new_york_close",
);

/** What the step keeps of a file's columns: its own affair, within bounds. */
const mapping = z.record(z.string(), z.unknown()).refine((value) => {
  try {
    return JSON.stringify(value).length <= BROKER.mappingCharactersMax;
  } catch {
    // Nested deeper than the stack.
    return false;
  }
}, issueText(BROKER_TEXT.mappingTooLarge));

const name = z.string("name must be a text").max(1_000);

export const accountBody = z.strictObject({
  name,
  platform: shown("platform", BROKER.platformMax).nullable(),
  currency: z
    .string("currency must be a text")
    .regex(/^[A-Za-z0-9]{2,12}$/, "currency must be a code as the file writes it, such as USD or mBTC"),
  accountNumber: z.string("accountNumber must be a text").max(60).nullable(),
  clock: clock.nullable(),
  mapping: mapping.nullable(),
});

export const accountPatch = z
  .strictObject({ name: name.optional(), mapping: mapping.nullable().optional() })
  .refine((patch) => patch.name !== undefined || patch.mapping !== undefined, {
    path: ["name"],
    error: "name or mapping is required",
  });

export const importBody = z.strictObject({
  account: wholeNumber("account", 1, 1_000_000_000),
  fileName: z.string("fileName must be a text").max(1_000),
  fileHash: z.string().regex(/^[0-9a-f]{64}$/, "fileHash must be the SHA-256 of the file in hexadecimal digits"),
  format: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, "format must be the name of a format"),
  clock,
  rows: z.strictObject({
    kind: z.enum(["trades", "fills"], "kind must be trades or fills"),
    count: wholeNumber("count", 0, BROKER.rowsMax),
  }),
  leftOut: z
    .array(
      z.strictObject({
        reason: z.string().regex(/^[a-z][a-z_]{0,39}$/, "reason must be the name of a reason"),
        count: wholeNumber("count", 1, 100_000_000),
      }),
    )
    .max(BROKER.reasonsMax, `leftOut has at most ${BROKER.reasonsMax} reasons`),
  statedTotal: money("statedTotal").nullable(),
  deposits: z.strictObject({ in: money("in"), out: money("out") }).nullable(),
});

const rowsError = `rows has at most ${BROKER.rowsAtOnce} rows`;

/** Rows of both kinds have other fields, so that a refusal names the field of the kind that was sent. */
export const rowsBody = z
  .strictObject({
    from: wholeNumber("from", 1, BROKER.rowsMax),
    rows: z.array(z.unknown()).max(BROKER.rowsAtOnce, rowsError),
    open: z.array(openPosition).max(BROKER.openMax, `open has at most ${BROKER.openMax} positions`).optional(),
  })
  .transform(({ rows, ...rest }, context) => {
    const [first] = rows;
    const kind =
      typeof first === "object" && first !== null && "side" in first ? ("fills" as const) : ("trades" as const);
    if (rows.length === 0 && rest.open === undefined) {
      context.addIssue({ code: "custom", path: ["rows"], message: "rows must not be empty" });
      return z.NEVER;
    }
    const read = kind === "fills" ? z.array(fillRow).safeParse(rows) : z.array(tradeRow).safeParse(rows);
    if (!read.success) {
      for (const { path, message } of read.error.issues) {
        context.addIssue({ code: "custom", path: ["rows", ...path], message });
      }
      return z.NEVER;
    }
    // Both arrays were read by the schema of their kind.
    return { ...rest, ...({ kind, rows: read.data } as StagedRows) };
  });

/** Rows of one kind. */
export type StagedRows =
  | { kind: "trades"; rows: z.output<typeof tradeRow>[] }
  | { kind: "fills"; rows: z.output<typeof fillRow>[] };

export type AccountInput = z.output<typeof accountBody>;
export type AccountPatch = z.output<typeof accountPatch>;
export type ImportInput = z.output<typeof importBody>;
export type RowsInput = z.output<typeof rowsBody>;
export type StagedTrade = z.output<typeof tradeRow>;
export type StagedFill = z.output<typeof fillRow>;
export type StagedPosition = z.output<typeof openPosition>;

export const commitBody = z.strictObject({
  changed: z.enum(["keep", "take"], "changed must be keep or take"),
  /** That of the preview. */
  version: z.int("version must be a whole number").min(0, "version must be 0 or more").optional(),
});

export const nothingBody = z.strictObject({});
