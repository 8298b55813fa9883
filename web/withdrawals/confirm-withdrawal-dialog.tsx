import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { Facts } from "../ui/facts.tsx";
import { Figure } from "../ui/figure.ts";
import { capUsd, formatMoney } from "../ui/format.ts";
import { Stack, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { NumberedSteps } from "../ui/numbered-steps.tsx";
import { DestinationName } from "./destination-name.tsx";
import type { WithdrawalAsk } from "./withdrawal-form-rules.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

type ConfirmWithdrawalDialogProps = {
  ask: WithdrawalAsk;
  /** The available balance after the request, in dollars. */
  availableAfterUsd: number;
  isSending: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation before money is put on hold: the amount, the destination and the next steps. */
export function ConfirmWithdrawalDialog(props: ConfirmWithdrawalDialogProps) {
  const { ask, availableAfterUsd, isSending, onConfirm, onClose } = props;
  const sum = formatMoney(ask.amount, "always");
  // Another request or an admin may have moved money since.
  const isEnough = availableAfterUsd >= 0 || isSending;
  return (
    <DialogForm
      isComplete={isEnough}
      problem={isEnough ? null : WITHDRAWAL_TEXT.notEnough(formatMoney(availableAfterUsd + ask.amount, "always"))}
      title={WITHDRAWAL_TEXT.confirmTitle}
      cancel={WITHDRAWAL_TEXT.back}
      submit={WITHDRAWAL_TEXT.confirm(sum)}
      focus="submit"
      isBusy={isSending}
      onSubmit={() => onConfirm()}
      onClose={onClose}
    >
      <div>
        <Text tone="muted">{WITHDRAWAL_TEXT.confirmLead}</Text>
        <Figure className="num" data-size="hero">
          <Money usd={ask.amount} shown="always" />
        </Figure>
      </div>
      <Facts
        facts={[
          {
            name: WITHDRAWAL_TEXT.confirmTo,
            value: (
              <span>
                <DestinationName paymentDetails={ask.paymentDetails} />
              </span>
            ),
          },
          { name: WITHDRAWAL_TEXT.availableAfter, value: <Money usd={capUsd(availableAfterUsd)} /> },
        ]}
      />
      <Stack gap={8} pad="16px 0 0" line="top">
        <Text as="h3" size="dense" weight={500}>
          {WITHDRAWAL_TEXT.whatHappens}
        </Text>
        <NumberedSteps steps={WITHDRAWAL_TEXT.steps(sum)} />
      </Stack>
    </DialogForm>
  );
}
