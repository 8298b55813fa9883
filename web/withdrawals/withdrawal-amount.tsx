import { styled } from "goober";
import { Money } from "../ui/money.tsx";
import type { Standing } from "./withdrawal-status.ts";

const Unmoved = styled("span")`
  color: var(--muted);
`;

/** What a withdrawal takes: with its sign where the money has left the balance, muted without one where it is back. */
export function WithdrawalAmount({ withdrawal: { amount, status } }: { withdrawal: Standing & { amount: number } }) {
  if (status !== "rejected") return <Money usd={-amount} as="moved" />;
  return (
    <Unmoved>
      <Money usd={amount} />
    </Unmoved>
  );
}
