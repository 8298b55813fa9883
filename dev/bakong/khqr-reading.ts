import { createHash } from "node:crypto";
import { CURRENCY, KHQR } from "ts-khqr";
import { z } from "zod";

/** The fields of a payment code that a banking app reads. Times are epoch ms, amounts in units of the currency. */
export type KhqrReading = {
  /** Lower-case hex MD5 of the whole code; the network looks payments up by it. */
  md5: string;
  merchantName: string;
  merchantCity: string | null;
  accountId: string;
  currency: "USD" | "KHR";
  /** Null when the payer chooses the amount. */
  amount: number | null;
  /** A static code can be paid many times, so its payment cannot be looked up by its MD5. */
  isStatic: boolean;
  billNumber: string | null;
  purpose: string | null;
  createdAtMs: number | null;
  expiresAtMs: number | null;
  isExpired: boolean;
};

const INVALID = 8;
const EXPIRED = 46;

/** Checksums below 0x0010: the library drops a leading zero when it computes them, and so refuses these valid codes. */
const MISJUDGED_CHECKSUM = /6304000[0-9A-F]$/;

const fields = z.object({
  merchantName: z.string(),
  merchantCity: z.string().nullish(),
  bakongAccountID: z.string(),
  transactionCurrency: z.enum([CURRENCY.USD, CURRENCY.KHR]),
  transactionAmount: z.coerce.number().positive().nullish(),
  pointofInitiationMethod: z.string().nullish(),
  billNumber: z.string().nullish(),
  purposeOfTransaction: z.string().nullish(),
  creationTimestamp: z.coerce.number().nullish(),
  expirationTimestamp: z.coerce.number().nullish(),
});

/**
 * Reads a code with a different library than the product's own generator, so that a bug in one does not hide in the
 * other. An expired code can be read.
 *
 * @throws Error with a text for the payer when no banking app could pay this code
 */
export function readKhqr(qr: string): KhqrReading {
  const { status } = KHQR.verifyDetail(qr);
  const isMisjudged = status.errorCode === INVALID && MISJUDGED_CHECKSUM.test(qr) && hasRightChecksum(qr);
  if (status.code !== 0 && status.errorCode !== EXPIRED && !isMisjudged) {
    throw new Error(`This is not a valid KHQR code: ${status.message}`);
  }
  const read = fields.safeParse(KHQR.parse(qr).data);
  if (!read.success) throw new Error(`This KHQR code lacks ${String(read.error.issues[0]?.path[0])}`);
  const { data } = read;
  const expiresAtMs = data.expirationTimestamp ?? null;
  return {
    md5: createHash("md5").update(qr).digest("hex"),
    merchantName: data.merchantName,
    merchantCity: data.merchantCity ?? null,
    accountId: data.bakongAccountID,
    currency: data.transactionCurrency === CURRENCY.USD ? "USD" : "KHR",
    amount: data.transactionAmount ?? null,
    isStatic: data.transactionAmount === null || data.transactionAmount === undefined,
    billNumber: data.billNumber ?? null,
    purpose: data.purposeOfTransaction ?? null,
    createdAtMs: data.creationTimestamp ?? null,
    expiresAtMs,
    isExpired: expiresAtMs !== null && expiresAtMs < Date.now(),
  };
}

/**
 * CRC-16, polynomial 0x1021, initial value 0xFFFF, over all but the last four characters. Source: EMVCo MPM 1.1, 4.7.3
 */
function hasRightChecksum(qr: string): boolean {
  let remainder = 0xffff;
  for (const byte of new TextEncoder().encode(qr.slice(0, -4))) {
    for (let bit = 7; bit >= 0; bit--) {
      const carry = (remainder >>> 15) ^ ((byte >>> bit) & 1);
      remainder = ((remainder << 1) & 0xffff) ^ (carry ? 0x1021 : 0);
    }
  }
  return remainder === Number.parseInt(qr.slice(-4), 16);
}
