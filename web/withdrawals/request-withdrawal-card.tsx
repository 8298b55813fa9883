import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import type { User } from "../state/api.ts";
import { balance } from "../state/balance.ts";
import { ROUTE } from "../state/routes.ts";
import { useQuery } from "../state/use-query.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatMoney } from "../ui/format.ts";
import { formatText } from "../ui/format-text.ts";
import { Icon, TriangleAlert, Wallet } from "../ui/icon.tsx";
import { Row, Stack, Text } from "../ui/layout.tsx";
import { ConfirmWithdrawalDialog } from "./confirm-withdrawal-dialog.tsx";
import { DestinationName } from "./destination-name.tsx";
import { activeDestinations } from "./payment-destination.ts";
import { WITHDRAWALS } from "./withdrawal-calls.ts";
import { WithdrawalForm } from "./withdrawal-form.tsx";
import type { WithdrawalAsk } from "./withdrawal-form-rules.ts";
import {
  confirmWithdrawal,
  discardWithdrawal,
  keepTyped,
  leaveWithdrawal,
  proposeWithdrawal,
  requestFlow,
  sendWithdrawalAgain,
  writeWithdrawal,
} from "./withdrawal-request.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

/** The request form and its confirmation, or the reason why no request can be made. */
export function RequestWithdrawalCard({ person }: { person: User }) {
  useSignals();
  // Incremented with every successful request, so that the next form is empty.
  const [requests, setRequests] = useState(0);
  const flow = requestFlow.value;
  const limits = useQuery(WITHDRAWALS).value?.limits ?? null;
  const destinations = activeDestinations(person.paymentMethods);
  const availableUsd = balance.value ?? person.balance;

  useEffect(() => leaveWithdrawal, []);

  async function sent(outcome: Promise<boolean>) {
    if (await outcome) setRequests((count) => count + 1);
  }

  if (flow.step === "unanswered" || (flow.step === "sending" && flow.isAgain)) {
    return (
      <UnansweredRequest
        ask={flow.attempt.body}
        message={flow.step === "unanswered" ? flow.message : WITHDRAWAL_TEXT.failed}
        isSending={flow.step === "sending"}
        onSendAgain={() => void sent(sendWithdrawalAgain())}
        onDiscard={discardWithdrawal}
      />
    );
  }
  if (destinations.length === 0) return <NoMethods />;
  const ask = flow.step === "confirming" ? flow.ask : flow.step === "sending" ? flow.attempt.body : null;
  return (
    <Card isBareOnPhone aria-labelledby="request-withdrawal">
      <Text as="h2" id="request-withdrawal" size="lead" margin="0 0 16px" showOn="wide">
        {WITHDRAWAL_TEXT.requestHeading}
      </Text>
      <WithdrawalForm
        key={requests}
        destinations={destinations}
        methods={person.paymentMethods}
        availableUsd={availableUsd}
        limits={limits}
        timeZone={person.timeZone}
        problem={flow.step === "writing" ? flow.problem : null}
        before={flow.step === "writing" ? flow.typed : undefined}
        onLeave={keepTyped}
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
    </Card>
  );
}

function NoMethods() {
  return (
    <Card>
      <EmptyState
        title={WITHDRAWAL_TEXT.noMethods}
        text={WITHDRAWAL_TEXT.noMethodsDetail}
        action={
          <ButtonLink href={ROUTE.profile} variant="accent" icon={Wallet}>
            {WITHDRAWAL_TEXT.toProfile}
          </ButtonLink>
        }
      />
    </Card>
  );
}

type UnansweredRequestProps = {
  ask: WithdrawalAsk;
  message: string;
  isSending: boolean;
  onSendAgain: () => void;
  onDiscard: () => void;
};

/** Replaces the form while the outcome of a request is unknown: a new request could be a second withdrawal. */
function UnansweredRequest({ ask, message, isSending, onSendAgain, onDiscard }: UnansweredRequestProps) {
  const { amount, paymentDetails } = ask;
  return (
    <Card>
      <Stack role="alert" gap={12} tone="muted">
        <Row as="h2" gap={8} size="lead" tone="text">
          <Text as="span" tone="warn">
            <Icon of={TriangleAlert} size={20} />
          </Text>
          {message}
        </Row>
        <Text tone="text">
          {WITHDRAWAL_TEXT.lostHeading(formatMoney(amount, "always"))} {WITHDRAWAL_TEXT.to}{" "}
          <DestinationName paymentDetails={paymentDetails} />
          {formatText.fullStop}
        </Text>
        <p>{WITHDRAWAL_TEXT.lostDetail}</p>
        <p>{WITHDRAWAL_TEXT.discardNote}</p>
        <Row wrap gap={8} margin="4px 0 0">
          <Button variant="accent" size="touch" isLoading={isSending} onClick={onSendAgain}>
            {WITHDRAWAL_TEXT.sendAgain}
          </Button>
          <Button variant="plain" size="touch" disabled={isSending} onClick={onDiscard}>
            {WITHDRAWAL_TEXT.discard}
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}
