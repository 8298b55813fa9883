import { ROUTE } from "../state/routes.ts";
import { useQuery } from "../state/use-query.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Panel } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Plus, RefreshCw } from "../ui/icon.tsx";
import { DEPOSITS } from "./deposit-calls.ts";
import { DepositList } from "./deposit-list.tsx";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

/** All deposits, newest first, one page at a time. */
export function DepositHistoryCard({ timeZone }: { timeZone: string }) {
  const { value: deposits, isLoading, refetch } = useQuery(DEPOSITS);
  return (
    <Panel
      title={DEPOSIT_TEXT.historyHeading}
      action={
        <Button
          size="dense"
          icon={RefreshCw}
          isLoading={isLoading && deposits !== null}
          aria-label={DEPOSIT_TEXT.refreshLabel}
          onClick={refetch}
        >
          {DEPOSIT_TEXT.refresh}
        </Button>
      }
    >
      <DepositList
        timeZone={timeZone}
        loadingRows={5}
        empty={
          <EmptyState
            title={DEPOSIT_TEXT.historyEmpty}
            text={DEPOSIT_TEXT.historyEmptyDetail}
            action={
              <ButtonLink href={ROUTE.accountDeposit} icon={Plus}>
                {DEPOSIT_TEXT.depositFunds}
              </ButtonLink>
            }
          />
        }
      />
    </Panel>
  );
}
