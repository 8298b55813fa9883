import { styled } from "goober";
import { DepositHistoryCard } from "../deposits/deposit-history-card.tsx";
import type { User } from "../state/api.ts";
import { WithdrawalHistoryCard } from "../withdrawals/withdrawal-history-card.tsx";

const Stack = styled("div")`
  display: grid;
  gap: 16px;
`;

/** The history tab: all deposits and all withdrawals. */
export function AccountHistory({ user }: { user: User }) {
  return (
    <Stack>
      <DepositHistoryCard timeZone={user.timeZone} />
      <WithdrawalHistoryCard timeZone={user.timeZone} />
    </Stack>
  );
}
