import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useParams } from "wouter";
import { DEFAULT_TIME_ZONE } from "../../worker/contract/limits.ts";
import { ApiError, requestIdOf } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { type Query, useQuery } from "../state/use-query.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { ChevronLeft, Printer } from "../ui/icon.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { media } from "../ui/theme.ts";
import { fetchReceipt, type Receipt, receiptError } from "./deposit-calls.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { ReceiptPaper } from "./receipt-paper.tsx";

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
  const receipt = useQuery({ key: billNumber, fetch: () => fetchReceipt(billNumber) });
  const loaded = receipt.key === billNumber ? receipt.value : null;
  const timeZone = user.value?.timeZone ?? DEFAULT_TIME_ZONE;
  return (
    <Page>
      <Tools>
        <ButtonLink href={ROUTE.accountHistory} variant="plain" icon={ChevronLeft}>
          {TEXT.back}
        </ButtonLink>
        {loaded && (
          <Button icon={Printer} onClick={() => window.print()}>
            {TEXT.print}
          </Button>
        )}
      </Tools>
      {loaded ? <ReceiptPaper receipt={loaded} timeZone={timeZone} /> : <Card>{placeholderFor(receipt)}</Card>}
    </Page>
  );
}

/** @param receipt a query without a response for this address */
function placeholderFor({ error, isFetching, refetch }: Query<Receipt>) {
  if (error === null) {
    return (
      <Loading label={TEXT.loading}>
        <Blank>
          <Skeleton width={160} height={48} />
          <Skeleton width="100%" height={240} />
        </Blank>
      </Loading>
    );
  }
  if (error instanceof ApiError && error.code === "not_found") {
    return <EmptyState title={TEXT.missing} text={TEXT.missingDetail} />;
  }
  return (
    <ErrorState {...receiptError(error)} requestId={requestIdOf(error)} isRetrying={isFetching} onRetry={refetch} />
  );
}
