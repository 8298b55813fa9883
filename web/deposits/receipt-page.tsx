import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useParams } from "wouter";
import { DEFAULT_TIME_ZONE } from "../../worker/contract/limits.ts";
import { ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { ChevronLeft, Printer } from "../ui/icon.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { media } from "../ui/theme.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { ReceiptPaper } from "./receipt-paper.tsx";
import { type ReceiptState, useReceipt } from "./use-receipt.ts";

const TEXT = DEPOSIT_TEXT.receipt;

const Page = styled("div")`
  width: 100%;
  max-width: 600px;
  margin: 0 auto;
  ${media.print} {
    max-width: none;
  }
`;

const Tools = styled("div")`
  display: flex;
  justify-content: space-between;
  gap: 8px;
  margin-bottom: 16px;
  & > :first-child {
    margin-left: -12px;
  }
  ${media.print} {
    display: none;
  }
`;

const Blank = styled("div")`
  display: grid;
  gap: 24px;
`;

/** The receipt of one's own paid deposit, to view and to print. */
export function ReceiptPage() {
  useSignals();
  const { billNumber = "" } = useParams();
  const { state, isLoading, load } = useReceipt(billNumber);
  const timeZone = user.value?.timeZone ?? DEFAULT_TIME_ZONE;
  return (
    <Page>
      <Tools>
        <ButtonLink href={ROUTE.accountHistory} variant="plain" icon={ChevronLeft}>
          {TEXT.back}
        </ButtonLink>
        {state.kind === "loaded" && (
          <Button icon={Printer} onClick={() => window.print()}>
            {TEXT.print}
          </Button>
        )}
      </Tools>
      {state.kind === "loaded" ? (
        <ReceiptPaper receipt={state.receipt} timeZone={timeZone} />
      ) : (
        <Card>{placeholderFor(state, { isLoading, load })}</Card>
      )}
    </Page>
  );
}

function placeholderFor(
  state: Exclude<ReceiptState, { kind: "loaded" }>,
  { isLoading, load }: { isLoading: boolean; load: () => void },
) {
  switch (state.kind) {
    case "loading":
      return (
        <Loading label={TEXT.loading}>
          <Blank>
            <Skeleton width={160} height={48} />
            <Skeleton width="100%" height={240} />
          </Blank>
        </Loading>
      );
    case "missing":
      return <EmptyState title={TEXT.missing} text={TEXT.missingDetail} />;
    case "failed": {
      const { title, text, requestId } = state;
      return <ErrorState title={title} text={text} requestId={requestId} isRetrying={isLoading} onRetry={load} />;
    }
  }
}
