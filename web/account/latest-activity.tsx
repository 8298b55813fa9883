import { DEPOSITS } from "../deposits/deposit-calls.ts";
import { depositMovement } from "../deposits/deposit-movement.tsx";
import { DEPOSIT_TEXT } from "../deposits/deposit-text.ts";
import { loadFailure } from "../state/load-failure.ts";
import { ROUTE } from "../state/routes.ts";
import { useQuery } from "../state/use-query.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Panel } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Plus } from "../ui/icon.tsx";
import { LoadedList } from "../ui/loaded-list.tsx";
import { LoadingMovementRows, type Movement, MovementRows } from "../ui/movement-rows.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { WITHDRAWALS } from "../withdrawals/withdrawal-calls.ts";
import { withdrawalMovement } from "../withdrawals/withdrawal-movement.tsx";
import { WITHDRAWAL_TEXT } from "../withdrawals/withdrawal-text.ts";
import { ACCOUNT_TEXT } from "./account-text.ts";

const ROWS = 6;

/** The latest deposits and withdrawals in one list. */
export function LatestActivity({ timeZone }: { timeZone: string }) {
  const withdrawals = useQuery(WITHDRAWALS);
  const deposits = useQuery(DEPOSITS);
  const movements = deposits.value &&
    withdrawals.value && [...deposits.value.map(depositMovement), ...withdrawals.value.rows.map(withdrawalMovement)];
  return (
    <Panel
      title={ACCOUNT_TEXT.activity}
      grow="99 1 480px"
      action={
        <TextLink href={ROUTE.accountHistory} tone="accent">
          {ACCOUNT_TEXT.allHistory}
        </TextLink>
      }
    >
      <LoadedList
        items={movements}
        isLoading={deposits.isLoading || withdrawals.isLoading}
        atMs={Math.min(deposits.atMs, withdrawals.atMs)}
        error={
          loadFailure(deposits.error, DEPOSIT_TEXT.historyFailure) ??
          loadFailure(withdrawals.error, WITHDRAWAL_TEXT.historyFailure)
        }
        onReload={() => void Promise.all([deposits.refetch(), withdrawals.refetch()])}
        placeholder={<LoadingMovementRows label={ACCOUNT_TEXT.activityLoading} count={ROWS} />}
        empty={
          <EmptyState
            title={ACCOUNT_TEXT.activityEmpty}
            text={ACCOUNT_TEXT.activityEmptyDetail}
            action={
              <ButtonLink href={ROUTE.accountDeposit} icon={Plus}>
                {DEPOSIT_TEXT.depositFunds}
              </ButtonLink>
            }
          />
        }
      >
        {(all) => <MovementRows label={ACCOUNT_TEXT.activity} movements={latestOf(all)} timeZone={timeZone} />}
      </LoadedList>
    </Panel>
  );
}

function latestOf(movements: readonly Movement[]): Movement[] {
  return [...movements].sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, ROWS);
}
