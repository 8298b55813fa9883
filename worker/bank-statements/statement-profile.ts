import * as z from "zod";
import { STATEMENT_BYTES_MAX } from "../contract/bank-statements.ts";
import { SEPARATORS } from "../contract/files/csv-rows.ts";
import { ENCODINGS } from "../contract/files/decode-bytes.ts";
import profiles from "./statement-profiles.json";

/** The currencies of bank accounts. */
export type StatementCurrency = "USD" | "KHR";

const column = z.string().min(1);
const clock = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("zone"), timeZone: z.string() }),
  z.strictObject({ kind: z.literal("offset"), minutes: z.number().int() }),
  z.strictObject({ kind: z.literal("new_york_close") }),
]);

/**
 * How a bank writes its statement of an account: data alone, so that another bank is a record of `statement-profiles.json`. Columns
 * are named as the bank's own head names them, compared without regard to case.
 */
const profileSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{2,32}$/),
  /** The bank or network, as admins see it. */
  name: z.string(),
  /** UTF-8 with or without its mark; a file of ASCII alone is right for each of them. */
  encoding: z.enum(ENCODINGS),
  separator: z.enum(SEPARATORS),
  /** Rows above the table: a label in the first cell and its value in the next one. */
  head: z.strictObject({
    account: column.optional(),
    currency: column.optional(),
    opening: column.optional(),
    closing: column.optional(),
  }),
  /** One column with a sign, or one of what went out and one of what came in. */
  amount: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("signed"), column }),
    z.strictObject({ kind: z.literal("debit_credit"), debit: column, credit: column }),
  ]),
  currency: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("column"), column }),
    z.strictObject({ kind: z.literal("fixed"), currency: z.enum(["USD", "KHR"]) }),
  ]),
  /** The day of the booking; with `time`, or with a time of day in it, the moment too. */
  date: column,
  time: column.optional(),
  dateOrder: z.enum(["day_first", "month_first"]),
  clock,
  decimalMark: z.enum([".", ","]),
  /** What comes after this time of day is booked on the bank's next day, in minutes; null where its day ends at midnight. */
  cutOffMinutes: z.number().int().min(0).max(1_439).nullable(),
  /** Of a statement whose newest line is the first, which turns around how its balance runs. */
  isNewestFirst: z.boolean(),
  columns: z.strictObject({
    /** The bank's own id of the line. */
    bankId: column.optional(),
    reference: column.optional(),
    /** The network's hash of a settled payment by code. */
    networkHash: column.optional(),
    payer: column.optional(),
    payerAccount: column.optional(),
    remark: column.optional(),
    /** The balance behind the line. */
    balance: column.optional(),
    /** The number of the account, where each line repeats it. */
    account: column.optional(),
  }),
});
export type StatementProfile = z.infer<typeof profileSchema>;

/** What is read of a file before anything is parsed, and of each cell. */
export const STATEMENT_LIMITS = {
  bytes: STATEMENT_BYTES_MAX,
  lines: 40_000,
  /** From its first day to its last: what a file covers cannot be taken back, and a mistyped year would cover every day without a statement. */
  days: 366,
  columns: 40,
  /** Characters of one cell. */
  cell: 500,
  /** Characters of a bank's id, of a reference and of a hash. */
  id: 120,
} as const;

/** Examples of three banks and of the account of payment codes. A bank changes its file: then its record changes here. */
export const STATEMENT_PROFILES: readonly StatementProfile[] = z.array(profileSchema).parse(profiles);

/** The profile with this id; null without one. */
export function profileOf(id: string): StatementProfile | null {
  return STATEMENT_PROFILES.find((profile) => profile.id === id) ?? null;
}
