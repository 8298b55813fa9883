import * as z from "zod";
import { BOOK_TEXT } from "../../books/book-answers.ts";
import type { ActInput } from "../../books/book-plan.ts";
import { AppError } from "../../contract/errors.ts";
import { type Cents, centsFromDollars } from "../../contract/money.ts";
import { requiredBankReference, requiredNote } from "../commands/decision-note.ts";

const reason = z.string();
const amount = z.number();
/** Riel for a dollar; left out in dollars. */
const rate = z.number().optional();
/** The sealed month that it puts right, `2026-10`. */
const foundFor = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
  .optional();

/** An act on the books as an admin asks for it. Amounts are in units of the accounts' currency. */
export const actBody = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("payout_returned"), withdrawalId: z.string(), bankReference: z.string(), reason }),
  z.strictObject({ kind: z.literal("deposit_reversed"), depositId: z.string(), bankReference: z.string(), reason }),
  z.strictObject({ kind: z.literal("receivable_collected"), userId: z.string(), amount, reason }),
  z.strictObject({
    kind: z.literal("fee"),
    bankAccount: z.string(),
    amount,
    rate,
    bankReference: z.string(),
    reason,
    foundFor,
  }),
  z.strictObject({
    kind: z.literal("correction"),
    userId: z.string(),
    direction: z.enum(["credit", "debit"]),
    amount,
    evidence: z.string(),
    reason,
    foundFor,
  }),
  z.strictObject({ kind: z.literal("adjustment"), from: z.string(), to: z.string(), amount, rate, reason, foundFor }),
]);
export type ActBody = z.infer<typeof actBody>;

/** Cleans the texts of an act and reads its sums. @throws AppError `invalid_input` */
export function readAct(body: ActBody): ActInput {
  const cleaned = requiredNote(body.reason, "reason");
  switch (body.kind) {
    case "payout_returned":
    case "deposit_reversed":
      return { ...body, reason: cleaned, bankReference: requiredBankReference(body.bankReference) };
    case "receivable_collected":
      return { kind: body.kind, userId: body.userId, amountCents: sumOf(body.amount, "amount"), reason: cleaned };
    case "fee":
      return {
        kind: body.kind,
        bankAccount: body.bankAccount,
        ...sums(body),
        bankReference: requiredBankReference(body.bankReference),
        reason: cleaned,
      };
    case "correction":
      return {
        kind: body.kind,
        userId: body.userId,
        direction: body.direction,
        amountCents: sumOf(body.amount, "amount"),
        evidence: requiredNote(body.evidence, "evidence"),
        reason: cleaned,
      };
    case "adjustment":
      return { kind: body.kind, from: body.from, to: body.to, ...sums(body), reason: cleaned };
  }
}

function sums({ amount: units, rate: riel }: { amount: number; rate?: number | undefined }) {
  return {
    amountCents: sumOf(units, "amount"),
    rateHundredths: riel === undefined ? null : sumOf(riel, "rate"),
  };
}

function sumOf(units: number, field: "amount" | "rate"): Cents {
  const hundredths = centsFromDollars(units);
  if (hundredths === null) throw new AppError("invalid_input", BOOK_TEXT.decimals, { field });
  return hundredths;
}
