import { TRANSFER_ADMIN_TEXT } from "./transfer-admin-text.ts";

/**
 * The purpose of a transfer, from a reference such as `withdrawal:<id>:complete`. An unknown reference is returned as
 * it is.
 */
export function purposeOf(reference: string): string {
  const [subject = "", , step = ""] = reference.split(":");
  return TRANSFER_ADMIN_TEXT.purpose[[subject, step].filter(Boolean).join(" ")] ?? reference;
}
