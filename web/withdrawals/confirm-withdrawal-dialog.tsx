import { styled } from "goober";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { Figure } from "../ui/figure.ts";
import { capUsd, formatMoney } from "../ui/format.ts";
import { Money } from "../ui/money.tsx";
import { type } from "../ui/theme.ts";
import { DestinationName } from "./destination-name.tsx";
import { NumberedSteps } from "./numbered-steps.ts";
import type { WithdrawalAsk } from "./withdrawal-form-rules.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

const Lead = styled("p")`
  ${type.body}
  color: var(--muted);
`;

const Next = styled("div")`
  margin-top: 16px;
  padding-top: 16px;
  border-top: 1px solid var(--line);
  & > h3 {
    ${type.dense}
    margin-bottom: 8px;
    font-weight: 500;
  }
`;

const Facts = styled("div")`
  margin-top: 12px;
`;

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
  return (
    <Dialog
      title={WITHDRAWAL_TEXT.confirmTitle}
      keepsOnScrim
      // Cannot be closed while the request is being sent: its outcome decides what is shown next.
      onClose={isSending ? () => {} : onClose}
      actions={
        <>
          <Button size="form" disabled={isSending} onClick={onClose}>
            {WITHDRAWAL_TEXT.back}
          </Button>
          <Button variant="accent" size="form" data-autofocus="" isLoading={isSending} onClick={onConfirm}>
            {WITHDRAWAL_TEXT.confirm(sum)}
          </Button>
        </>
      }
    >
      <Lead>{WITHDRAWAL_TEXT.confirmLead}</Lead>
      <Figure className="num" data-size="hero">
        <Money usd={ask.amount} shown="always" />
      </Figure>
      <Facts>
        <FactList
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
      </Facts>
      <Next>
        <h3>{WITHDRAWAL_TEXT.whatHappens}</h3>
        <NumberedSteps>
          {WITHDRAWAL_TEXT.steps(sum).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </NumberedSteps>
      </Next>
    </Dialog>
  );
}
