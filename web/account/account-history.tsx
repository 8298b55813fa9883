import { DepositHistory } from "../deposits/deposit-list.tsx";
import type { User } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Download } from "../ui/icon.tsx";
import { Row, Stack } from "../ui/layout.tsx";
import { WithdrawalHistoryCard } from "../withdrawals/withdrawal-history-card.tsx";
import { ACCOUNT_TEXT } from "./account-text.ts";

export function AccountHistory({ user }: { user: User }) {
  return (
    <Stack gap={16}>
      <Row justify="end" phone={{ each: 1 }}>
        <ButtonLink href={ROUTE.accountStatement} icon={Download}>
          {ACCOUNT_TEXT.statement}
        </ButtonLink>
      </Row>
      <DepositHistory timeZone={user.timeZone} />
      <WithdrawalHistoryCard timeZone={user.timeZone} />
    </Stack>
  );
}
