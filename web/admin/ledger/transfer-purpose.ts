import { TRANSFER_ADMIN_TEXT } from "./transfer-admin-text.ts";

/** What a transfer was for, in words, by a reference such as `withdrawal:<id>:complete`. One not known stands for itself. */
export function purposeOf(reference: string): string {
  const [what = "", , step = ""] = reference.split(":");
  return TRANSFER_ADMIN_TEXT.purpose[[what, step].filter(Boolean).join(" ")] ?? reference;
}
