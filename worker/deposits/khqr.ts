import { createHash } from "node:crypto";
import type { Cents } from "../contract/money.ts";

/**
 * Encodes and reads dynamic KHQR codes: EMVCo's merchant-presented tag-length-value form with Bakong's templates.
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

/** The account that a code pays to, read from the code's text; null when it names none. */
export function accountIdOf(qrString: string): string | null {
  const fields = readFields(qrString);
  const account = fields.get("29") ?? fields.get("30");
  return (account && readFields(account).get("00")) ?? null;
}

/** The fields of a text by tag, up to the first incomplete one. */
function readFields(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  const characters = [...text];
  for (let at = 0; at + 4 <= characters.length; ) {
    const length = Number(characters.slice(at + 2, at + 4).join(""));
    if (!Number.isInteger(length) || at + 4 + length > characters.length) break;
    fields.set(characters.slice(at, at + 2).join(""), characters.slice(at + 4, at + 4 + length).join(""));
    at += 4 + length;
  }
  return fields;
}

/** The payment network's identifier of a code: the MD5 of the whole text, in lower-case hex. */
export function khqrMd5(qrString: string): string {
  return createHash("md5").update(qrString).digest("hex");
}

/** CRC-16/CCITT-FALSE (polynomial 0x1021, start 0xFFFF), four upper-case hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  }
  return (crc & 0xffff).toString(16).toUpperCase().padStart(4, "0");
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
