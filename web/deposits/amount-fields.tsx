import type { ReactNode, Ref } from "react";
import { MONEY } from "../../worker/contract/read-number.ts";
import { Button } from "../ui/button.tsx";
import { Facts } from "../ui/facts.tsx";
import { NumberField } from "../ui/fields/number-field.tsx";
import { Grid } from "../ui/layout.tsx";
import { LIMITS } from "./deposit-limits.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

const QUICK_USD = [10, 50, 100, 500];

type AmountFieldsProps = {
  /** The typed text, and its amount; null while it is none. */
  text: string;
  amountUsd: number | null;
  onText: (text: string) => void;
  error?: string | null;
  input?: Ref<HTMLInputElement>;
  available: ReactNode;
  after: ReactNode;
};

/** The amount of a deposit: a field, the usual amounts, and the balance before and after. */
export function AmountFields({ text, amountUsd, onText, error, input, available, after }: AmountFieldsProps) {
  return (
    <>
      <NumberField
        reads={MONEY}
        ref={input}
        label={DEPOSIT_TEXT.amount}
        size="large"
        prefix="$"
        suffix={DEPOSIT_TEXT.currency}
        placeholder="0.00"
        value={text}
        onChange={(event) => onText(event.target.value)}
        error={error}
        hint={DEPOSIT_TEXT.amountHint(LIMITS.least, LIMITS.most)}
      />
      <Grid as="fieldset" columns={4} gap={8} aria-label={DEPOSIT_TEXT.quickAmounts}>
        {QUICK_USD.map((usd) => (
          <Button key={usd} aria-pressed={amountUsd === usd} onClick={() => onText(String(usd))}>
            ${usd}
          </Button>
        ))}
      </Grid>
      <Facts
        facts={[
          { name: DEPOSIT_TEXT.availableBalance, value: available },
          { name: DEPOSIT_TEXT.balanceAfter, value: after },
        ]}
      />
    </>
  );
}
