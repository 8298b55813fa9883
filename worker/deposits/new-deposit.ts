import type { Cents } from "../contract/money.ts";
import type { Scope } from "../platform/scope.ts";
import { randomCharacters } from "../platform/secrets.ts";
import { encodeKhqr, khqrMd5 } from "./khqr.ts";

/** Bill numbers are read out on the telephone: the alphabet has no characters that look or sound alike. */
const BILL_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A deposit with its code and bill number, as it is inserted. */
export function newDeposit(
  settings: Scope["settings"],
  {
    id,
    amountCents,
    createdAtMs,
    expiresAtMs,
  }: { id: string; amountCents: Cents; createdAtMs: number; expiresAtMs: number },
) {
  const billNumber = `D${randomCharacters(10, BILL_ALPHABET)}`;
  const qrString = encodeKhqr({
    accountId: settings.BAKONG_ACCOUNT_ID,
    merchantName: settings.BAKONG_MERCHANT_NAME,
    merchantCity: settings.BAKONG_MERCHANT_CITY,
    amountCents,
    billNumber,
    createdAtMs,
    expiresAtMs,
  });
  return {
    id,
    status: "pending" as const,
    amountCents,
    billNumber,
    qrString,
    md5Hash: khqrMd5(qrString),
    createdAtMs,
    updatedAtMs: createdAtMs,
    expiresAtMs,
    paidAtMs: null,
    paidCents: null,
    reversedAtMs: null,
  };
}
