import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useEffect, useState } from "react";
import type { User } from "../state/api.ts";
import { balance } from "../state/balance.ts";
import { ROUTE } from "../state/routes.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Wallet } from "../ui/icon.tsx";
import { media, type } from "../ui/theme.ts";
import { ConfirmWithdrawalDialog } from "./confirm-withdrawal-dialog.tsx";
import { activeDestinations } from "./payment-destination.ts";
import { UnansweredRequest } from "./unanswered-request.tsx";
import { WithdrawalForm } from "./withdrawal-form.tsx";
import { withdrawalLimits } from "./withdrawal-history.ts";
import {
  confirmWithdrawal,
  discardWithdrawal,
  proposeWithdrawal,
  requestFlow,
  sendWithdrawalAgain,
  writeWithdrawal,
} from "./withdrawal-request.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

const Frame = styled(Card)`
  & > h2 {
    ${type.lead}
    margin-bottom: 16px;
    font-weight: 600;
  }
  ${media.phone} {
    /* On phones the form fills the page without a card. */
    &[data-form="true"] {
      padding: 0;
      background: none;
      border: 0;
      border-radius: 0;
    }
    &[data-form="true"] > h2 {
      display: none;
    }
  }
`;

/** The request form and its confirmation, or the reason why no request can be made. */
export function RequestWithdrawalCard({ person }: { person: User }) {
  useSignals();
  // Incremented with every successful request, so that the next form is empty.
  const [requests, setRequests] = useState(0);
  const flow = requestFlow.value;
  const destinations = activeDestinations(person.paymentMethods);
  const availableUsd = balance.value ?? person.balance;

  // Leaving the page discards an open confirmation.
  useEffect(
    () => () => {
      if (requestFlow.peek().step === "confirming") writeWithdrawal();
    },
    [],
  );

  async function sent(outcome: Promise<boolean>) {
    if (await outcome) setRequests((count) => count + 1);
  }

  if (flow.step === "unanswered" || (flow.step === "sending" && flow.isAgain)) {
    return (
      <Frame data-form="false">
        <UnansweredRequest
          attempt={flow.attempt}
          message={flow.step === "unanswered" ? flow.message : WITHDRAWAL_TEXT.failed}
          isSending={flow.step === "sending"}
          onSendAgain={() => void sent(sendWithdrawalAgain())}
          onDiscard={discardWithdrawal}
        />
      </Frame>
    );
  }
  if (destinations.length === 0) {
    return (
      <Frame data-form="false">
        <EmptyState
          title={WITHDRAWAL_TEXT.noMethods}
          text={WITHDRAWAL_TEXT.noMethodsDetail}
          action={
            <ButtonLink href={ROUTE.profile} variant="accent" icon={Wallet}>
              {WITHDRAWAL_TEXT.toProfile}
            </ButtonLink>
          }
        />
      </Frame>
    );
  }
  const ask = flow.step === "confirming" ? flow.ask : flow.step === "sending" ? flow.attempt.ask : null;
  return (
    <Frame data-form="true" aria-labelledby="request-withdrawal">
      <h2 id="request-withdrawal">{WITHDRAWAL_TEXT.requestHeading}</h2>
      <WithdrawalForm
        key={requests}
        destinations={destinations}
        availableUsd={availableUsd}
        limits={withdrawalLimits.value}
        timeZone={person.timeZone}
        problem={flow.step === "writing" ? flow.problem : null}
        onChange={writeWithdrawal}
        onSubmit={proposeWithdrawal}
      />
      {ask && (
        <ConfirmWithdrawalDialog
          ask={ask}
          availableAfterUsd={availableUsd - ask.amount}
          isSending={flow.step === "sending"}
          onConfirm={() => void sent(confirmWithdrawal())}
          onClose={writeWithdrawal}
        />
      )}
    </Frame>
  );
}
