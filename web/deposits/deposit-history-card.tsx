import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useState } from "react";
import { ROUTE } from "../state/routes.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Plus, RefreshCw } from "../ui/icon.tsx";
import { depositHistory, loadDepositHistory } from "./deposit-history.ts";
import { DepositList } from "./deposit-list.tsx";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

const PAGE_ROWS = 20;

const More = styled("div")`
  display: grid;
  justify-items: center;
  padding: 12px;
  border-top: 1px solid var(--line);
`;

/** All deposits, newest first, one page at a time. */
export function DepositHistoryCard({ timeZone }: { timeZone: string }) {
  useSignals();
  const [shown, setShown] = useState(PAGE_ROWS);
  const { items: deposits, isLoading } = depositHistory.value;
  const hidden = Math.max(0, (deposits?.length ?? 0) - shown);
  return (
    <Card data-flush="true" aria-labelledby="deposit-history">
      <CardHead
        id="deposit-history"
        title={DEPOSIT_TEXT.historyHeading}
        action={
          <Button
            size="dense"
            icon={RefreshCw}
            isLoading={isLoading && deposits !== null}
            aria-label={DEPOSIT_TEXT.refreshLabel}
            onClick={loadDepositHistory}
          >
            {DEPOSIT_TEXT.refresh}
          </Button>
        }
      />
      <DepositList
        label={DEPOSIT_TEXT.newestFirst}
        choose={(all) => all.slice(0, shown)}
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
      {hidden > 0 && (
        <More>
          <Button variant="plain" onClick={() => setShown(shown + PAGE_ROWS)}>
            {DEPOSIT_TEXT.showMore(Math.min(hidden, PAGE_ROWS))}
          </Button>
        </More>
      )}
    </Card>
  );
}
