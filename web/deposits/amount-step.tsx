import { type FormEvent, useEffect, useRef, useState } from "react";
import { WARNING_SHOWN_MS } from "../../worker/contract/limits.ts";
import { faultOf, MONEY } from "../../worker/contract/read-number.ts";
import { Button } from "../ui/button.tsx";
import { FieldError } from "../ui/fields/field-frame.tsx";
import { focusToRetype } from "../ui/fields/refused-field.ts";
import { capUsd, formatMoney } from "../ui/format.ts";
import { ChevronLeft } from "../ui/icon.tsx";
import { Box, Row, Stack } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { AmountFields } from "./amount-fields.tsx";
import { readAmount } from "./amount-input.ts";
import type { Making } from "./deposit-flow.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

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
      focusToRetype(input.current);
    } else if (!making.isRunning) {
      onSubmit(amount.amountCents / 100);
    }
  }

  return (
    <Stack as="form" gap={16} onSubmit={submit} noValidate>
      <AmountFields
        input={input}
        text={text}
        onText={setText}
        amountUsd={amountUsd}
        error={"warning" in amount && amount.warning === warning ? warning : null}
        available={<Money usd={capUsd(balanceUsd)} />}
        after={<Money usd={balanceUsd === null || amountUsd === null ? null : capUsd(balanceUsd + amountUsd)} />}
      />
      {making.error && <FieldError id="code-refused">{making.error}</FieldError>}
      <Row justify="space-between" gap={8} margin="8px 0 0" phone={{ margin: "auto 0 0" }}>
        <Box margin="0 0 0 -12px">
          <Button variant="plain" size="touch" icon={ChevronLeft} disabled={making.isRunning} onClick={onBack}>
            {DEPOSIT_TEXT.back}
          </Button>
        </Box>
        <Stack phone={{ grow: true }}>
          <Button
            variant="accent"
            size="touch"
            type="submit"
            disabled={faultOf(text, MONEY) !== null}
            isLoading={making.isRunning}
          >
            {amountUsd === null ? DEPOSIT_TEXT.showCode : DEPOSIT_TEXT.showCodeFor(formatMoney(amountUsd, "always"))}
          </Button>
        </Stack>
      </Row>
    </Stack>
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
