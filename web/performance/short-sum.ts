/**
 * A result in the few characters that a cell of the calendar or the end of a bar has: whole dollars, from so many digits on
 * in thousands or millions, below one dollar its cents. The exact sum stands in the tooltip and the label.
 * @param room `wide` for four digits, `narrow` for three without the dollar sign
 */
export function shortSum(usd: number, room: "wide" | "narrow"): string {
  const amount = Math.abs(usd);
  const sign = amount < 0.005 ? "" : usd < 0 ? "−" : "+";
  const unit = room === "wide" ? "$" : "";
  return `${sign}${unit}${digits(amount, room === "wide" ? 10_000 : 1_000)}`;
}

const UNITS = [
  { size: 1e9, letter: "B" },
  { size: 1e6, letter: "M" },
  { size: 1e3, letter: "k" },
] as const;

function digits(amount: number, wholeBelow: number): string {
  if (amount < 0.005) return "0";
  if (amount < 1) return amount.toFixed(2);
  if (Math.round(amount) < wholeBelow) return Math.round(amount).toLocaleString("en-US");
  const unit = UNITS.find(({ size }) => amount >= size * 0.9995) ?? UNITS[2];
  const value = amount / unit.size;
  return `${value < 99.95 ? value.toFixed(1).replace(".0", "") : Math.round(value)}${unit.letter}`;
}
