import { styled } from "goober";
import { Money } from "../ui/money.tsx";
import type { Deposit } from "./deposit-calls.ts";
import { broughtUsd } from "./deposit-sums.ts";

const Unmoved = styled("span")`
  color: var(--muted);
`;

/** What a deposit brought: with its sign once it is there, without one while it is not, muted where it never will be. */
export function DepositAmount({ deposit }: { deposit: Pick<Deposit, "amount" | "status" | "credits"> }) {
  const { amount, status } = deposit;
  const brought = broughtUsd(deposit);
  if (brought > 0) return <Money usd={brought} as="moved" />;
  if (status === "pending") return <Money usd={amount} />;
  return (
    <Unmoved>
      <Money usd={amount} />
    </Unmoved>
  );
}
