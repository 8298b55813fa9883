import { styled } from "goober";
import type { User } from "../api.ts";
import { DepositHistoryCard } from "../deposits/deposit-history-card.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ACCOUNT_TEXT } from "./account-text.ts";

const Stack = styled("div")`
  display: grid;
  gap: 16px;
`;

/** Every deposit and every withdrawal. */
export function AccountHistory({ user }: { user: User }) {
  return (
    <Stack>
      <DepositHistoryCard timeZone={user.timeZone} />
      <Card data-flush="true" aria-labelledby="withdrawal-history">
        <CardHead id="withdrawal-history" title={ACCOUNT_TEXT.withdrawalHistory} />
        <EmptyState title={ACCOUNT_TEXT.noWithdrawals} text={ACCOUNT_TEXT.withdrawalsEmptyDetail} />
      </Card>
    </Stack>
  );
}
