import type { User } from "../state/api.ts";
import type { MoneyUnit } from "../ui/format.ts";
import { Money, MoneyUnitContext } from "../ui/money.tsx";
import type { AccountName } from "./trade-account.ts";

/** An account of the choice, with its result in its own currency; one with another broker has the number of its trades. */
export type Choice = { name: AccountName; label: string; result: number; unit: MoneyUnit; trades?: number };

/** The result of an account of the choice. */
export function ChoiceResult({ of: { result, unit } }: { of: Choice }) {
  return (
    <MoneyUnitContext value={unit}>
      <Money usd={result} as="result" />
    </MoneyUnitContext>
  );
}

export type AccountSwitchProps = {
  person: User;
  account: AccountName;
  hrefOf: (account: AccountName) => string;
};
