import type { ReactNode } from "react";
import { ROUTE } from "../state/routes.ts";
import { Button } from "../ui/button.tsx";
import { formatText } from "../ui/format-text.ts";
import { Stack, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { billFact } from "./bill-fact.tsx";
import type { Review } from "./deposit-calls.ts";
import type { PayableDeposit } from "./deposit-flow.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { OutcomeNews } from "./outcome-layout.ts";
import { OutcomeMark } from "./outcome-mark.tsx";
import { OutcomeStep } from "./outcome-step.tsx";
import { paidSum, reviewNews } from "./review-text.ts";

const MARK = { open: "warn", matched: "up", refunded: "muted", dismissed: "muted" } as const;

type ReviewStepProps = {
  deposit: PayableDeposit;
  review: Review;
  /** The buttons, where they are beside the message and not in the footer of the sheet. */
  actions: ReactNode;
};

/** The end of a mismatched payment: the requested amount, the paid amount, and the state of the review. */
export function ReviewStep({ deposit, review, actions }: ReviewStepProps) {
  const { title, detail } = reviewNews(review);
  return (
    <OutcomeStep
      label={DEPOSIT_TEXT.payment}
      news={
        <OutcomeNews>
          <OutcomeMark tone={MARK[review.status]} />
          <h3>{title}</h3>
          <p>{detail}</p>
        </OutcomeNews>
      }
      facts={[
        { name: DEPOSIT_TEXT.review.asked, value: <Money usd={deposit.amount} /> },
        { name: DEPOSIT_TEXT.review.paid, value: <span className="num">{paidSum(review)}</span> },
        billFact(deposit.billNumber),
      ]}
      actions={actions}
    />
  );
}

export function ReviewActions({ onDone }: { onDone: () => void }) {
  return (
    <Stack gap={16}>
      <Button variant="accent" size="large" isWide onClick={onDone}>
        {DEPOSIT_TEXT.done}
      </Button>
      <Text size="dense" tone="muted" textAlign="center">
        {DEPOSIT_TEXT.review.follow} <TextLink href={ROUTE.accountHistory}>{DEPOSIT_TEXT.review.history}</TextLink>
        {formatText.fullStop}
      </Text>
    </Stack>
  );
}
