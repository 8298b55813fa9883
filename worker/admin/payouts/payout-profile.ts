import * as z from "zod";
import { SEPARATORS } from "../../contract/files/csv-rows.ts";
import { ENCODINGS } from "../../contract/files/decode-bytes.ts";
import profiles from "./payout-profiles.json";

const column = z.string().min(1);
const decimalMark = z.enum([".", ","]);

/**
 * How a bank takes a file of payments, and how it answers: data alone, so that another bank is a record of `payout-profiles.json`.
 */
const profileSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{2,32}$/),
  /** The bank and its kind of file, as admins see it. */
  name: z.string(),
  /** The file is UTF-8, with its mark or without. */
  byteOrderMark: z.boolean(),
  separator: z.enum(SEPARATORS),
  decimalMark,
  date: z.enum(["day_first", "iso"]),
  /** The only banks that it pays to, as traders name them; null where it pays to any. */
  banks: z.array(column).min(1).nullable(),
  /** The scripts that a holder's name may be in, and its most characters. */
  holder: z.strictObject({
    scripts: z.array(z.enum(["Latin", "Khmer"])).min(1),
    max: z.number().int().positive(),
  }),
  /** How many digits the number of an account has. */
  account: z.strictObject({ digitsMin: z.number().int().positive(), digitsMax: z.number().int().positive() }),
  columns: z
    .array(
      z.strictObject({
        head: column,
        value: z.enum(["reference", "account", "holder", "bank", "amount", "currency", "date", "number"]),
      }),
    )
    .refine((columns) =>
      (["reference", "account", "holder", "amount"] as const).every((value) =>
        columns.some((one) => one.value === value),
      ),
    ),
  /** Its answer; null of a bank that gives none: then the statement says what was paid. */
  result: z
    .strictObject({
      encoding: z.enum(ENCODINGS),
      separator: z.enum(SEPARATORS),
      decimalMark,
      /** Rows above the table: a label in the first cell and its value in the next one. */
      head: z.strictObject({ batch: column.optional(), total: column.optional() }),
      columns: z.strictObject({
        reference: column,
        amount: column,
        status: column,
        bankId: column,
        reason: column.optional(),
      }),
      /** The bank's words, compared without regard to case; any other is refused. */
      statuses: z.strictObject({ completed: z.array(column).min(1), bounced: z.array(column).min(1) }),
    })
    .nullable(),
});
export type PayoutProfile = z.infer<typeof profileSchema>;
export type ResultProfile = NonNullable<PayoutProfile["result"]>;

/** Examples of three banks. A bank changes its file: then a record of another id is added, as batches of before keep theirs. */
export const PAYOUT_PROFILES: readonly PayoutProfile[] = z.array(profileSchema).parse(profiles);

/** The profile with this id; null without one. */
export function payoutProfileOf(id: string): PayoutProfile | null {
  return PAYOUT_PROFILES.find((profile) => profile.id === id) ?? null;
}
