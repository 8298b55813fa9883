import { styled } from "goober";
import { Money } from "../ui/money.tsx";
import type { Deposit } from "./deposit-calls.ts";
import { broughtUsd } from "./deposit-sums.ts";

const Unmoved = styled("span")`
  color: var(--muted);
`;

/**
 * The amount of a deposit: signed once it is credited, unsigned while pending, muted when it ended without a credit.
 */
export function DepositAmount({ deposit }: { deposit: Pick<Deposit, "amount" | "status" | "credits"> }) {
  const { amount, status } = deposit;
  const creditedUsd = broughtUsd(deposit);
  if (creditedUsd > 0) return <Money usd={creditedUsd} as="moved" />;
  if (status === "pending") return <Money usd={amount} />;
  return (
    <Unmoved>
      <Money usd={amount} />
    </Unmoved>
  );
}
