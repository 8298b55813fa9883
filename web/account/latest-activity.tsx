import { useSignals } from "@preact/signals-react/runtime";
import { depositHistory, loadDepositHistory } from "../deposits/deposit-history.ts";
import { depositMovement } from "../deposits/deposit-movement.tsx";
import { DEPOSIT_TEXT } from "../deposits/deposit-text.ts";
import { ROUTE } from "../state/routes.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Plus } from "../ui/icon.tsx";
import { LoadingMovementRows, MovementRows } from "../ui/movement-rows.tsx";
import { StaleLine } from "../ui/stale-line.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { loadWithdrawalHistory, withdrawalHistory } from "../withdrawals/withdrawal-history.ts";
import { withdrawalMovement } from "../withdrawals/withdrawal-movement.tsx";
import { ACCOUNT_TEXT } from "./account-text.ts";

const ROWS = 6;

/** The latest deposits and withdrawals in one list. */
export function LatestActivity({ timeZone }: { timeZone: string }) {
  return (
    <Card data-flush="true" aria-labelledby="latest-activity">
      <CardHead
        id="latest-activity"
        title={ACCOUNT_TEXT.activity}
        action={
          <TextLink href={ROUTE.accountHistory} tone="accent">
            {ACCOUNT_TEXT.allHistory}
          </TextLink>
        }
      />
      <Rows timeZone={timeZone} />
    </Card>
  );
}

function Rows({ timeZone }: { timeZone: string }) {
  useSignals();
  const deposits = depositHistory.value;
  const withdrawals = withdrawalHistory.value;
  const error = deposits.error ?? withdrawals.error;
  if (deposits.items === null || withdrawals.items === null) {
    if (!error) return <LoadingMovementRows label={ACCOUNT_TEXT.activityLoading} count={ROWS} />;
    return (
      <ErrorState {...error} isRetrying={deposits.isLoading || withdrawals.isLoading} onRetry={() => void loadBoth()} />
    );
  }
  const movements = [...deposits.items.map(depositMovement), ...withdrawals.items.map(withdrawalMovement)];
  if (movements.length === 0) return <NoActivity />;
  const latest = movements.sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, ROWS);
  return (
    <>
      {error && <StaleLine>{error.title}</StaleLine>}
      <MovementRows label={ACCOUNT_TEXT.activity} movements={latest} timeZone={timeZone} />
    </>
  );
}

async function loadBoth(): Promise<void> {
  await Promise.all([loadDepositHistory(), loadWithdrawalHistory()]);
}

function NoActivity() {
  return (
    <EmptyState
      title={ACCOUNT_TEXT.activityEmpty}
      text={ACCOUNT_TEXT.activityEmptyDetail}
      action={
        <ButtonLink href={ROUTE.accountDeposit} icon={Plus}>
          {DEPOSIT_TEXT.depositFunds}
        </ButtonLink>
      }
    />
  );
}
