/**
 * The text of a KHQR code: tag, length and value, the last of them a checksum.
 * Source: EMVCo QR Code Specification for Payment Systems, Merchant-Presented Mode 1.1; NBC, KHQR Content Guideline 1.4
 */

/** Whose account a code pays to, as the code says. @property account `name@bank`; null where the code names none */
export type KhqrOwner = { name: string; account: string | null };

/** The tags of a code that are read. */
const TAG = { individual: "29", merchant: "30", name: "59", checksum: "63" } as const;

/**
 * Reads whose account a code pays to. @returns null for a text that is no payment code, is damaged (the checksum differs), or says
 * no name
 */
export function khqrOwner(text: string): KhqrOwner | null {
  const fields = readFields(text);
  const body = text.slice(0, -4);
  if (
    !text.startsWith("000201") ||
    fields.get(TAG.checksum) !== text.slice(-4) ||
    crc16(body) !== text.slice(-4).toUpperCase()
  ) {
    return null;
  }
  const name = fields.get(TAG.name)?.normalize("NFC").trim() ?? "";
  return name === "" ? null : { name, account: accountIn(fields) };
}

/** The account that a code pays to, read from the code's text; null when it names none. */
export function accountIdOf(text: string): string | null {
  return accountIn(readFields(text));
}

function accountIn(fields: ReadonlyMap<string, string>): string | null {
  const account = fields.get(TAG.individual) ?? fields.get(TAG.merchant);
  return (account && readFields(account).get("00")) ?? null;
}

/** The fields of a text by tag, up to the first incomplete one. Lengths count characters, not bytes. */
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

/** CRC-16/CCITT-FALSE (polynomial 0x1021, start 0xFFFF), four upper-case hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  }
  return (crc & 0xffff).toString(16).toUpperCase().padStart(4, "0");
}
