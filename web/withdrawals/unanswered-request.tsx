import { styled } from "goober";
import { Button } from "../ui/button.tsx";
import { formatMoney } from "../ui/format.ts";
import { Icon, TriangleAlert } from "../ui/icon.tsx";
import { type } from "../ui/theme.ts";
import { DestinationName } from "./destination-name.tsx";
import type { Attempt } from "./kept-attempt.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

const Frame = styled("div")`
  ${type.body}
  display: grid;
  gap: 12px;
  color: var(--muted);
  & > h2 {
    ${type.lead}
    display: flex;
    align-items: center;
    gap: 8px;
    color: var(--text);
    font-weight: 600;
  }
  & > h2 > svg {
    flex: none;
    color: var(--warn);
  }
  & > p:first-of-type {
    color: var(--text);
  }
`;

const Actions = styled("div")`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-top: 4px;
`;

type UnansweredRequestProps = {
  attempt: Attempt;
  message: string;
  isSending: boolean;
  onSendAgain: () => void;
  onDiscard: () => void;
};

/** Replaces the form while the outcome of a request is unknown: a new request could be a second withdrawal. */
export function UnansweredRequest({ attempt, message, isSending, onSendAgain, onDiscard }: UnansweredRequestProps) {
  const { amount, paymentDetails } = attempt.ask;
  return (
    <Frame role="alert">
      <h2>
        <Icon of={TriangleAlert} size={20} />
        {message}
      </h2>
      <p>
        {WITHDRAWAL_TEXT.lostHeading(formatMoney(amount, "always"))} {WITHDRAWAL_TEXT.to}{" "}
        <DestinationName paymentDetails={paymentDetails} />.
      </p>
      <p>{WITHDRAWAL_TEXT.lostDetail}</p>
      <p>{WITHDRAWAL_TEXT.discardNote}</p>
      <Actions>
        <Button variant="accent" size="touch" isLoading={isSending} onClick={onSendAgain}>
          {WITHDRAWAL_TEXT.sendAgain}
        </Button>
        <Button variant="plain" size="touch" disabled={isSending} onClick={onDiscard}>
          {WITHDRAWAL_TEXT.discard}
        </Button>
      </Actions>
    </Frame>
  );
}
