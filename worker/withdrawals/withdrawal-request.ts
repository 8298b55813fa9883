import * as z from "zod";
import { CURRENCY, WITHDRAWAL } from "../contract/limits.ts";
import { issueText } from "../platform/input.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-answers.ts";

const ALL_FIELDS_REQUIRED = issueText(WITHDRAWAL_TEXT.allFieldsRequired);

/** An empty field of the form is a missing one, and both get the specification's words. */
const required = ({ input }: { input?: unknown }) =>
  input === undefined || input === "" || input === null ? ALL_FIELDS_REQUIRED : undefined;

/** The body of a request for a withdrawal. Further rules are in `withdrawal-rules.ts`. */
export const requestBody = z.strictObject({
  /** Dollars as typed. */
  amount: z.number({ error: required }),
  currency: z.literal(CURRENCY, { error: `currency must be ${CURRENCY}` }),
  requestMessage: z.string({ error: required }),
  paymentMethod: z.enum(WITHDRAWAL.methods, {
    error: (issue) => required(issue) ?? `paymentMethod must be ${WITHDRAWAL.methods.join(" or ")}`,
  }),
  /** The method as the client knows it. */
  paymentDetails: z
    .union([z.strictObject({ image: z.string() }), z.strictObject({ bankName: z.string(), accountId: z.string() })], {
      error: "paymentDetails must be {image} or {bankName, accountId}",
    })
    .optional(),
});

export type WithdrawalRequest = Omit<z.output<typeof requestBody>, "currency">;
