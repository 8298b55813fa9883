import { formatMoney, formatSignedMoney } from "../../ui/format.ts";
import { Money } from "../../ui/money.tsx";

/** Which way money moved for a trader: it came in, or it went out. */
export type MoneyMove = "in" | "out";

type MovedMoneyProps = { usd: number | null; moves: MoneyMove | undefined };

/** A sum with the sign of its direction; without one, a sum that moved between a trader's own accounts or not at all. */
export function MovedMoney({ usd, moves }: MovedMoneyProps) {
  return usd === null || moves === undefined ? <Money usd={usd} /> : <Money usd={signed(usd, moves)} as="moved" />;
}

export function formatMovedMoney(usd: number, moves: MoneyMove | undefined): string {
  return moves === undefined ? formatMoney(usd) : formatSignedMoney(signed(usd, moves));
}

function signed(usd: number, moves: MoneyMove): number {
  return moves === "in" ? usd : -usd;
}
