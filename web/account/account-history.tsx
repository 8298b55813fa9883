import { DepositHistory } from "../deposits/deposit-list.tsx";
import type { User } from "../state/api.ts";
import { Stack } from "../ui/layout.tsx";
import { WithdrawalHistoryCard } from "../withdrawals/withdrawal-history-card.tsx";

export function AccountHistory({ user }: { user: User }) {
  return (
    <Stack gap={16}>
      <DepositHistory timeZone={user.timeZone} />
      <WithdrawalHistoryCard timeZone={user.timeZone} />
    </Stack>
  );
}
