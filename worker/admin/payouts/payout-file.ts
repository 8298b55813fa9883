import { AppError } from "../../contract/errors.ts";
import { dayAt, isoDate } from "../../contract/trade-calendar.ts";
import { withdrawalNumber } from "../../contract/withdrawal-number.ts";
import { exactCsvLine } from "../../platform/csv.ts";
import { PAYOUT_TEXT } from "./payout-answers.ts";
import type { PayoutProfile } from "./payout-profile.ts";

/** A payment as the bank's file says it. */
export type FilePayment = {
  /** That of the withdrawal. */
  number: number;
  reference: string;
  amountCents: number;
  bankName: string | null;
  accountId: string | null;
  holderName: string | null;
};

const BYTE_ORDER_MARK = "\uFEFF";
/** A bank that people named: no sheet runs it, and `exactCsvLine` takes it whatever separates the cells. */
const BANK_NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'()’/\u200B-]*$/u;
/** What people write between the digits of an account's number; the second is a space that does not break. */
const BETWEEN_DIGITS = /[ \u00A0./-]/g;

/**
 * The bank's file of a batch. The same payments, profile and day give the same bytes.
 * @throws AppError `invalid_input` naming the withdrawal whose bank, account or holder the profile cannot say
 */
export function payoutFile(
  profile: PayoutProfile,
  payments: readonly FilePayment[],
  { madeAtMs, timeZone }: { madeAtMs: number; timeZone: string },
): Uint8Array {
  const day = isoDate(dayAt(madeAtMs, timeZone));
  const date = profile.date === "iso" ? day : day.split("-").toReversed().join("/");
  const { separator, columns } = profile;
  const lines = payments.map((payment) => {
    const said = cellsOf(profile, payment);
    const cells = { ...said, currency: "USD", date, number: withdrawalNumber(payment.number) };
    return exactCsvLine(
      columns.map(({ value }) => cells[value]),
      separator,
    );
  });
  const heads = exactCsvLine(
    columns.map(({ head }) => head),
    separator,
  );
  return new TextEncoder().encode((profile.byteOrderMark ? BYTE_ORDER_MARK : "") + heads + lines.join(""));
}

/** What a profile says of a payment. @throws AppError `invalid_input` naming the withdrawal */
function cellsOf(profile: PayoutProfile, payment: FilePayment) {
  const { number, reference, amountCents, bankName, accountId, holderName } = payment;
  const named = withdrawalNumber(number);
  const refuse = (said: ReturnType<typeof PAYOUT_TEXT.noAccount>): never => {
    throw new AppError("invalid_input", said, { field: "items" });
  };
  const bank = (bankName ?? "").normalize("NFC").trim();
  if (!isPaidTo(profile, bank)) refuse(PAYOUT_TEXT.otherBank(named, bank, profile.name));
  const account = (accountId ?? "").replaceAll(BETWEEN_DIGITS, "");
  const { digitsMin, digitsMax } = profile.account;
  if (!/^[0-9]+$/.test(account) || account.length < digitsMin || account.length > digitsMax) {
    refuse(PAYOUT_TEXT.noAccount(named, profile.name));
  }
  const holder = (holderName ?? "").normalize("NFC").trim();
  const { scripts, max } = profile.holder;
  if (!isNameIn(scripts, holder) || holder.length > max) refuse(PAYOUT_TEXT.noHolder(named, profile.name));
  if (!BANK_NAME.test(bank)) refuse(PAYOUT_TEXT.otherBank(named, bank, profile.name));
  const cents = String(amountCents).padStart(3, "0");
  const amount = `${cents.slice(0, -2)}${profile.decimalMark}${cents.slice(-2)}`;
  return { reference, account, holder, bank, amount };
}

/** Whether the profile's file pays to a bank. */
export function isPaidTo({ banks }: Pick<PayoutProfile, "banks">, bankName: string): boolean {
  const key = bankKey(bankName);
  return banks === null || banks.some((bank) => bankKey(bank) === key);
}

/** A bank as it is compared: people write its name as they like. */
export function bankKey(name: string): string {
  return name.normalize("NFC").trim().toLowerCase();
}

/** A name of letters of these scripts, and what stands between them. It begins with a letter, so no sheet runs it. */
function isNameIn(scripts: PayoutProfile["holder"]["scripts"], name: string): boolean {
  const letter = scripts.map((script) => `\\p{Script=${script}}`).join("");
  return new RegExp(`^[${letter}][${letter}\\p{M} .'’\\u200B-]*$`, "u").test(name);
}
