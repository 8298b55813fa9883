import { styled } from "goober";
import { Money } from "../ui/money.tsx";
import type { Deposit } from "./deposit-calls.ts";

const Unmoved = styled("span")`
  color: var(--muted);
`;

/** What a deposit brought: with its sign once it is paid, without one while it is not, muted where it never will be. */
export function DepositAmount({ deposit: { amount, status } }: { deposit: Pick<Deposit, "amount" | "status"> }) {
  if (status === "paid") return <Money usd={amount} as="moved" />;
  if (status === "pending") return <Money usd={amount} />;
  return (
    <Unmoved>
      <Money usd={amount} />
    </Unmoved>
  );
}
