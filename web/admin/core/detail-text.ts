import { formatCount, formatSignedMoney } from "../../ui/format.ts";

export type DetailValue = string | number | boolean;

/** Words of details whose name alone does not say what they mean. */
export const DETAIL_WORDS: Readonly<Record<string, (value: DetailValue) => string>> = {
  by: (value) => `with ${value === "google" ? "Google" : value}`,
  on: (value) => (value === true ? "turned on" : "turned off"),
  isNewDevice: (value) => (value === true ? "device not seen before" : "known device"),
  holdsWithdrawals: (value) => (value === true ? "withdrawals wait for a day" : "withdrawals are not held"),
  bankTransfer: (value) => `bank account ${value}`,
  khqr: (value) => `KHQR code ${value}`,
  fields: (value) => `${value} changed`,
  rowCount: (value) => `${formatCount(Number(value))} rows`,
  trades: (value) => `${formatCount(Number(value))} ${value === 1 ? "trade" : "trades"}`,
  duplicates: (value) => `${formatCount(Number(value))} known already`,
  profit: (value) => `result ${formatSignedMoney(Number(value))}`,
  purpose: (value) => `for: ${value}`,
  reason: (value) => `reason: ${value}`,
  notes: (value) => `note: ${value}`,
  note: (value) => `note: ${value}`,
};

/** Any other detail: `bank name ABA` for `bankName: "ABA"`. */
export function namedDetail(name: string, value: DetailValue): string {
  return `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${value}`;
}

/** A reason or a status, as the API names it. */
const CODE = /^[a-z]+(_[a-z]+)+$/;

/** The words of a code: `wrong amount` for `wrong_amount`. Any other text is returned as it is. */
export function codeWords(code: string): string {
  return CODE.test(code) ? code.replaceAll("_", " ") : code;
}
