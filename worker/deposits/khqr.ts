import { createHash } from "node:crypto";
import { crc16 } from "../contract/khqr-fields.ts";
import type { Cents } from "../contract/money.ts";

/**
 * Encodes dynamic KHQR codes: EMVCo's merchant-presented tag-length-value form with Bakong's templates.
 * Source: EMVCo QR Code Specification for Payment Systems, Merchant-Presented Mode 1.1; NBC, KHQR Content Guideline
 * 1.4; field limits in characters.
 */

/** The content of a code. */
export type Khqr = {
  /** Our account at Bakong, `name@bank`, at most 32 characters. */
  accountId: string;
  /** At most 25 characters. */
  merchantName: string;
  /** At most 15 characters. */
  merchantCity: string;
  /** In US cents, above zero. */
  amountCents: Cents;
  /** Makes the code, and so its MD5, unique; at most 25 characters. */
  billNumber: string;
  createdAtMs: number;
  expiresAtMs: number;
};

const USD = "840";
const DYNAMIC = "12";
const MERCHANT_CATEGORY_UNKNOWN = "5999";

/**
 * Returns the text of a code, ending in its checksum. @throws Error when a field is empty or longer than 99 characters
 */
export function encodeKhqr(code: Khqr): string {
  const body =
    field("00", "01") +
    field("01", DYNAMIC) +
    field("29", field("00", code.accountId)) +
    field("52", MERCHANT_CATEGORY_UNKNOWN) +
    field("53", USD) +
    field("54", dollars(code.amountCents)) +
    field("58", "KH") +
    field("59", code.merchantName) +
    field("60", code.merchantCity) +
    field("62", field("01", code.billNumber)) +
    field("99", field("00", String(code.createdAtMs)) + field("01", String(code.expiresAtMs))) +
    "6304";
  return body + crc16(body);
}

/** The payment network's identifier of a code: the MD5 of the whole text, in lower-case hex. */
export function khqrMd5(qrString: string): string {
  return createHash("md5").update(qrString).digest("hex");
}

/** Lengths count characters, not bytes. */
function field(tag: string, value: string): string {
  const length = [...value].length;
  if (length === 0 || length > 99) throw new Error(`KHQR field ${tag} has ${length} characters`);
  return tag + String(length).padStart(2, "0") + value;
}

/** Formats cents as dollars (`10`, `25.50`) from integers, so that no float is printed. */
function dollars(amountCents: Cents): string {
  const whole = Math.floor(amountCents / 100);
  const rest = amountCents % 100;
  return rest === 0 ? String(whole) : `${whole}.${String(rest).padStart(2, "0")}`;
}
