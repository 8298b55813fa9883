import type { Deposit } from "./deposit-calls.ts";

/** The total credited for a deposit, in dollars: its own payment and credits by reviews. */
export function broughtUsd({ credits }: Pick<Deposit, "credits">): number {
  return credits.reduce((sum, { amount }) => sum + amount, 0);
}
