import { styled } from "goober";
import { useLocation, useSearch } from "wouter";
import { DepositDialog } from "../deposits/deposit-dialog.tsx";
import { LIMITS } from "../deposits/deposit-limits.ts";
import { DepositList } from "../deposits/deposit-list.tsx";
import { DEPOSIT_TEXT } from "../deposits/deposit-text.ts";
import { isPayable } from "../deposits/is-payable.ts";
import { OpenDeposits } from "../deposits/open-deposits.tsx";
import type { User } from "../state/api.ts";
import { NEW_DEPOSIT, ROUTE } from "../state/routes.ts";
import { Button } from "../ui/button.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon, Plus, QrCode } from "../ui/icon.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { media, type } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { ACCOUNT_TEXT } from "./account-text.ts";

const RECENT_ROWS = 5;

const Stack = styled("div")`
  display: grid;
  gap: 16px;
`;

const PayIn = styled("div")`
  display: flex;
  align-items: center;
  gap: 16px;
  & > svg {
    color: var(--muted);
  }
  & > div {
    flex: 1;
    min-width: 0;
  }
  & h2 {
    ${type.lead}
  }
  & p {
    ${type.body}
    color: var(--muted);
  }
  ${media.phone} {
    flex-direction: column;
    align-items: stretch;
    & > svg {
      display: none;
    }
  }
`;

/** The deposit tab: opens the deposit modal, lists open codes and the most recent deposits. */
export function AccountDeposit({ user }: { user: User }) {
  const [, navigate] = useLocation();
  const isOpen = new URLSearchParams(useSearch()).has("new");
  // On wider screens the Deposit button in the header is already the accent button of the page.
  const isPhone = useMedia(media.phone);
  return (
    <Stack>
      <Card>
        <PayIn>
          <Icon of={QrCode} size={20} />
          <div>
            <h2>{ACCOUNT_TEXT.payIn}</h2>
            <p>{ACCOUNT_TEXT.payInDetail}</p>
            <p>{ACCOUNT_TEXT.limits(LIMITS.least, LIMITS.most)}</p>
          </div>
          <Button
            variant={isPhone ? "accent" : "neutral"}
            size="form"
            icon={Plus}
            aria-haspopup="dialog"
            onClick={() => navigate(NEW_DEPOSIT)}
          >
            {DEPOSIT_TEXT.depositFunds}
          </Button>
        </PayIn>
      </Card>
      <OpenDeposits />
      <Card data-flush="true" aria-labelledby="recent-deposits">
        <CardHead
          id="recent-deposits"
          title={ACCOUNT_TEXT.recent}
          action={
            <TextLink href={ROUTE.accountHistory} tone="accent">
              {ACCOUNT_TEXT.allHistory}
            </TextLink>
          }
        />
        <DepositList
          label={DEPOSIT_TEXT.newestFirst}
          choose={(all) => all.filter((deposit) => !isPayable(deposit)).slice(0, RECENT_ROWS)}
          timeZone={user.timeZone}
          loadingRows={RECENT_ROWS}
          empty={<EmptyState title={ACCOUNT_TEXT.recentEmpty} text={ACCOUNT_TEXT.recentEmptyDetail} />}
        />
      </Card>
      {isOpen && <DepositDialog onClose={() => navigate(ROUTE.accountDeposit, { replace: true })} />}
    </Stack>
  );
}
