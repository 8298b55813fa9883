import { useLocation, useSearch } from "wouter";
import { LIMITS } from "../deposits/deposit-limits.ts";
import { DepositList } from "../deposits/deposit-list.tsx";
import { DEPOSIT_TEXT } from "../deposits/deposit-text.ts";
import { isPayable, OpenDeposits } from "../deposits/open-deposits.tsx";
import type { User } from "../state/api.ts";
import { NEW_DEPOSIT, ROUTE } from "../state/routes.ts";
import { Button } from "../ui/button.tsx";
import { Card, Panel } from "../ui/card.tsx";
import { dialogOnDemand } from "../ui/dialog/dialog-on-demand.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon, Plus, QrCode } from "../ui/icon.tsx";
import { Box, Row, Stack, Text } from "../ui/layout.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { ACCOUNT_TEXT } from "./account-text.ts";

/** Its steps and the payment code are a third of the section's code, and most visits do not open it. */
export const DepositDialog = dialogOnDemand(
  async () => (await import("../deposits/deposit-dialog.tsx")).DepositDialog,
  () => ({ title: DEPOSIT_TEXT.title, isTall: true }),
);

const RECENT_ROWS = 5;

/** The deposit tab: opens the deposit modal, lists open codes and the most recent deposits. */
export function AccountDeposit({ user }: { user: User }) {
  const [, navigate] = useLocation();
  const isOpen = new URLSearchParams(useSearch()).has("new");
  // On wider screens the Deposit button in the header is already the accent button of the page.
  const isPhone = useMedia(media.phone);
  return (
    <Stack gap={16}>
      <Card>
        <Row gap={16} phone={{ direction: "column", align: "stretch" }}>
          <Text as="span" tone="muted" showOn="wide">
            <Icon of={QrCode} size={20} />
          </Text>
          <Box grow minWidth={0}>
            <Text as="h2" size="lead">
              {ACCOUNT_TEXT.payIn}
            </Text>
            <Text tone="muted">{ACCOUNT_TEXT.payInDetail}</Text>
            <Text tone="muted">{ACCOUNT_TEXT.limits(LIMITS.least, LIMITS.most)}</Text>
          </Box>
          <Button
            variant={isPhone ? "accent" : "neutral"}
            size="form"
            icon={Plus}
            aria-haspopup="dialog"
            onPointerEnter={DepositDialog.preload}
            onFocus={DepositDialog.preload}
            onClick={() => navigate(NEW_DEPOSIT)}
          >
            {DEPOSIT_TEXT.depositFunds}
          </Button>
        </Row>
      </Card>
      <OpenDeposits />
      <Panel
        title={ACCOUNT_TEXT.recent}
        action={
          <TextLink href={ROUTE.accountHistory} tone="accent">
            {ACCOUNT_TEXT.allHistory}
          </TextLink>
        }
      >
        <DepositList
          choose={(all) => all.filter((deposit) => !isPayable(deposit)).slice(0, RECENT_ROWS)}
          timeZone={user.timeZone}
          loadingRows={RECENT_ROWS}
          empty={<EmptyState title={ACCOUNT_TEXT.recentEmpty} text={ACCOUNT_TEXT.recentEmptyDetail} />}
        />
      </Panel>
      {isOpen && <DepositDialog onClose={() => navigate(ROUTE.accountDeposit, { replace: true })} />}
    </Stack>
  );
}
