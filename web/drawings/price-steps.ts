/** The smallest step of a symbol's price, in dollars, by the decimals of its prices. */
export function priceStep(decimals: number): number {
  return 10 ** -decimals;
}

/** The price to the symbol's decimals, and never below its smallest step. */
export function roundPrice(price: number, decimals: number): number {
  const rounded = Number(price.toFixed(decimals));
  return Math.max(rounded, priceStep(decimals));
}
