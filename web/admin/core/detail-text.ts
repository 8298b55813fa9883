import { formatMoney } from "../../ui/format.ts";

/**
 * Formats the detail of an audit entry: `amountCents: 5000` as `amount $50.00`, `paymentMethod` as `payment method`.
 */
export function formatDetail(detail: Record<string, string | number | boolean>): string[] {
  return Object.entries(detail).map(([name, value]) => {
    const sum = /^(\w+)Cents$/.exec(name);
    if (sum && typeof value === "number") return `${sum[1]} ${formatMoney(value / 100)}`;
    return `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${value}`;
  });
}
