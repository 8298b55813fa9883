import { styled } from "goober";
import { Money } from "../ui/money.tsx";
import type { Standing } from "./withdrawal-status.ts";

const Unmoved = styled("span")`
  color: var(--muted);
`;

/**
 * The amount of a withdrawal: signed, or muted without a sign after a rejection, when the money is back in the balance.
 */
export function WithdrawalAmount({ withdrawal: { amount, status } }: { withdrawal: Standing & { amount: number } }) {
  if (status !== "rejected") return <Money usd={-amount} as="moved" />;
  return (
    <Unmoved>
      <Money usd={amount} />
    </Unmoved>
  );
}
