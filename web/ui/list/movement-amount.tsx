import { Text } from "../layout.tsx";
import { Money } from "../money.tsx";

type MovementAmountProps = {
  /** Dollars, negative for money that leaves the account. */
  usd: number;
  /** `moved`: signed. `pending`: not yet, and without a sign. `ended`: muted, as it ended and no money moved. */
  state: "moved" | "pending" | "ended";
};

/** The amount of one transfer of money. */
export function MovementAmount({ usd, state }: MovementAmountProps) {
  if (state === "moved") return <Money usd={usd} as="moved" />;
  const amount = <Money usd={Math.abs(usd)} />;
  if (state === "pending") return amount;
  return (
    <Text as="span" tone="muted">
      {amount}
    </Text>
  );
}
