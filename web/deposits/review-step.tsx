import { styled } from "goober";
import { type ReactNode, useEffect, useRef } from "react";
import { ROUTE } from "../state/routes.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { Money } from "../ui/money.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { type } from "../ui/theme.ts";
import type { Review } from "./deposit-calls.ts";
import type { PayableDeposit } from "./deposit-flow.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { Outcome, OutcomeFacts, OutcomeNews } from "./outcome-layout.ts";
import { OutcomeMark } from "./outcome-mark.tsx";
import { paidSum, reviewNews } from "./review-text.ts";

const MARK = { open: "warn", matched: "up", refunded: "muted", dismissed: "muted" } as const;

const Actions = styled("div")`
  display: grid;
  gap: 16px;
  & > p {
    ${type.dense}
    color: var(--muted);
    text-align: center;
  }
`;

type ReviewStepProps = {
  deposit: PayableDeposit;
  review: Review;
  /** The buttons, where they are beside the message and not in the footer of the sheet. */
  actions: ReactNode;
};

/** The end of a mismatched payment: the requested amount, the paid amount, and the state of the review. */
export function ReviewStep({ deposit, review, actions }: ReviewStepProps) {
  const layout = useRef<HTMLDivElement>(null);
  useEffect(() => layout.current?.focus({ preventScroll: true }), []);
  const { title, detail } = reviewNews(review);
  return (
    <Outcome ref={layout} tabIndex={-1} role="group" aria-label={DEPOSIT_TEXT.payment}>
      <OutcomeNews>
        <OutcomeMark tone={MARK[review.status]} />
        <h3>{title}</h3>
        <p>{detail}</p>
      </OutcomeNews>
      <OutcomeFacts>
        <FactList
          facts={[
            { name: DEPOSIT_TEXT.review.asked, value: <Money usd={deposit.amount} /> },
            { name: DEPOSIT_TEXT.review.paid, value: <span className="num">{paidSum(review)}</span> },
            {
              name: DEPOSIT_TEXT.billNumber,
              value: (
                <>
                  {deposit.billNumber}
                  <CopyButton text={deposit.billNumber} what={DEPOSIT_TEXT.copiedBillNumber} />
                </>
              ),
            },
          ]}
        />
        {actions}
      </OutcomeFacts>
    </Outcome>
  );
}

/** The buttons below a payment under review. */
export function ReviewActions({ onDone }: { onDone: () => void }) {
  return (
    <Actions>
      <Button variant="accent" size="large" isWide onClick={onDone}>
        {DEPOSIT_TEXT.done}
      </Button>
      <p>
        {DEPOSIT_TEXT.review.follow} <TextLink href={ROUTE.accountHistory}>{DEPOSIT_TEXT.review.history}</TextLink>.
      </p>
    </Actions>
  );
}
