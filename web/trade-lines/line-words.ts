import { dollarsFromCents } from "../../worker/contract/money.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { unitsText } from "../demo/demo-format.ts";
import { tradedAs } from "../prices/traded-symbols.ts";
import { capUsd, formatSignedMoney, formatSignedPrice } from "../ui/format.ts";
import { lineText } from "./line-text.ts";
import type { LineOwner } from "./trade-lines.ts";

/** `limit`, `stop limit`: the type of an order; nothing for a position. */
export function orderTypeWords(owner: LineOwner): string {
  return owner.of === "order" ? lineText.orderTypes[owner.trade.type] : "";
}

/** The amount, with its symbol where it is not the one that the chart is traded as. */
export function amountWords({ symbol, units }: LineOwner["trade"], charted: FeedSymbol): string {
  return symbol === tradedAs(charted) ? unitsText(units) : `${unitsText(units)} ${symbol}`;
}

/** `+2.1R`: a result in units of what may be lost at the stop; nothing without one. */
export function riskWords(cents: number | null, risk: number | null): string {
  return cents === null || risk === null ? "" : lineText.r(formatSignedPrice(cents / risk, 1));
}

/** `+$12.30 +2.1R`: money, and the same in units of risk. */
export function worthText(cents: number, risk: number | null): string {
  return [formatSignedMoney(capUsd(dollarsFromCents(cents))), riskWords(cents, risk)].filter(Boolean).join(" ");
}
