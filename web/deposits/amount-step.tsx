import { styled } from "goober";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { WARNING_SHOWN_MS } from "../../worker/contract/limits.ts";
import { Button } from "../ui/button.tsx";
import { cleanAmount } from "../ui/clean-amount.ts";
import { FactList } from "../ui/fact-list.tsx";
import { Field } from "../ui/field.tsx";
import { FieldError } from "../ui/field-frame.tsx";
import { capUsd, formatMoney } from "../ui/format.ts";
import { ChevronLeft } from "../ui/icon.tsx";
import { Money } from "../ui/money.tsx";
import { media } from "../ui/theme.ts";
import { readAmount } from "./amount-input.ts";
import type { Making } from "./deposit-flow.ts";
import { LIMITS } from "./deposit-limits.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

const QUICK_USD = [10, 50, 100, 500];

const Form = styled("form")`
  display: flex;
  flex-direction: column;
  gap: 16px;
  min-height: 100%;
`;

const Quick = styled("fieldset")`
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  gap: 8px;
  & [aria-pressed="true"] {
    border-color: var(--accent);
    box-shadow: inset 0 0 0 1px var(--accent);
  }
`;

const Actions = styled("div")`
  display: flex;
  justify-content: space-between;
  gap: 8px;
  margin-top: 8px;
  & > :first-child {
    margin-left: -12px;
  }
  ${media.phone} {
    margin-top: auto;
    & > :last-child {
      flex: 1;
    }
  }
`;

type AmountStepProps = {
  making: Making;
  /** In dollars, to show the balance after the deposit; null while unknown. */
  balanceUsd: number | null;
  onBack: () => void;
  onSubmit: (amountUsd: number) => void;
};

/**
 * Step 2: the amount. A warning about the amount disappears after three seconds or when it no longer applies; the
 * server's refusal stays until the next attempt.
 */
export function AmountStep({ making, balanceUsd, onBack, onSubmit }: AmountStepProps) {
  const [text, setText] = useState("");
  const [warning, warn] = useWarning();
  const input = useRef<HTMLInputElement>(null);
  const amount = readAmount(text);
  const amountUsd = "amountCents" in amount ? amount.amountCents / 100 : null;

  useEffect(() => input.current?.focus(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if ("warning" in amount) {
      warn(amount.warning);
      input.current?.focus();
    } else if (!making.isRunning) {
      onSubmit(amount.amountCents / 100);
    }
  }

  return (
    <Form onSubmit={submit} noValidate>
      <Field
        ref={input}
        label={DEPOSIT_TEXT.amount}
        size="large"
        prefix="$"
        suffix={DEPOSIT_TEXT.currency}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        value={text}
        onChange={(event) => setText(cleanAmount(event.target.value))}
        error={"warning" in amount && amount.warning === warning ? warning : null}
        hint={DEPOSIT_TEXT.amountHint(LIMITS.least, LIMITS.most)}
      />
      <Quick aria-label={DEPOSIT_TEXT.quickAmounts}>
        {QUICK_USD.map((usd) => (
          <Button key={usd} aria-pressed={amountUsd === usd} onClick={() => setText(String(usd))}>
            ${usd}
          </Button>
        ))}
      </Quick>
      <FactList
        facts={[
          { name: DEPOSIT_TEXT.availableBalance, value: <Money usd={capUsd(balanceUsd)} /> },
          {
            name: DEPOSIT_TEXT.balanceAfter,
            value: <Money usd={balanceUsd === null || amountUsd === null ? null : capUsd(balanceUsd + amountUsd)} />,
          },
        ]}
      />
      {making.error && <FieldError id="code-refused">{making.error}</FieldError>}
      <Actions>
        <Button variant="plain" size="touch" icon={ChevronLeft} disabled={making.isRunning} onClick={onBack}>
          {DEPOSIT_TEXT.back}
        </Button>
        <Button variant="accent" size="touch" type="submit" isLoading={making.isRunning}>
          {amountUsd === null ? DEPOSIT_TEXT.showCode : DEPOSIT_TEXT.showCodeFor(formatMoney(amountUsd, "always"))}
        </Button>
      </Actions>
    </Form>
  );
}

/** A warning that disappears after a timeout; setting the same text again restarts the timeout. */
function useWarning(): [text: string | null, warn: (text: string) => void] {
  const [warning, setWarning] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (!warning) return;
    const timer = setTimeout(() => setWarning(null), WARNING_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [warning]);
  return [warning?.text ?? null, (text) => setWarning({ text })];
}
