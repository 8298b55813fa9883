import type { Deposit } from "./deposit-calls.ts";

/** What a deposit brought into the balance in all, in dollars: by its own payment, and by what reviews credited. */
export function broughtUsd({ credits }: Pick<Deposit, "credits">): number {
  return credits.reduce((sum, { amount }) => sum + amount, 0);
}
