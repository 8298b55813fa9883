import { NEWEST_SPREADS } from "../../worker/contract/modelled-spreads.ts";
import { decimalText } from "../../worker/contract/read-number.ts";
import { FEED_SYMBOL_LIST, FEED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { symbolName } from "../state/symbol-text.ts";

/** Values that the text pages show in every language. */

/** A link to the address of the support. */
export const supportAddress = { href: "mailto:support@tonle.example", text: "support@tonle.example" };

/** `$10,000` */
export function usd(cents: number): string {
  return `$${(cents / 100).toLocaleString("en-US")}`;
}

/** The spreads of each symbol, for sources that tell only the price of trades: its name and three amounts. */
export function modelledSpreads(): string[][] {
  return FEED_SYMBOL_LIST.map((symbol) => {
    const { regular, extended, closed } = NEWEST_SPREADS.spreads[symbol];
    return [
      symbolName(symbol),
      ...[regular, extended, closed].map((steps) => `$${decimalText(steps, FEED_SYMBOLS[symbol].decimals)}`),
    ];
  });
}
