import { formatCount, formatMoney } from "../../ui/format.ts";

type Value = string | number | boolean;

/** Words of details whose name alone does not say what they mean. */
const WORDS: Readonly<Record<string, (value: Value) => string>> = {
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
  profit: (value) => `result ${formatMoney(Number(value))}`,
  reason: (value) => `reason: ${value}`,
  notes: (value) => `note: ${value}`,
  note: (value) => `note: ${value}`,
};

/** A reason or a status, as the API names it. */
const CODE = /^[a-z]+(_[a-z]+)+$/;

/** Formats the detail of an audit entry: `amountCents: 5000` as `amount $50.00`, `bankName: "ABA"` as `bank name ABA`. */
export function formatDetail(detail: Readonly<Record<string, Value>>): string[] {
  return Object.entries(detail).map(([name, value]) => {
    const readable = typeof value === "string" && CODE.test(value) ? value.replaceAll("_", " ") : value;
    const words = WORDS[name];
    if (words) return words(readable);
    const sum = /^(\w+)Cents$/.exec(name);
    if (sum && typeof value === "number") return `${sum[1]} ${formatMoney(value / 100)}`;
    return `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${readable}`;
  });
}
