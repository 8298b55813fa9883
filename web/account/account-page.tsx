import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { DEPOSITS } from "../deposits/deposit-calls.ts";
import { DepositHistory } from "../deposits/deposit-list.tsx";
import type { User } from "../state/api.ts";
import { balance } from "../state/balance.ts";
import { NEW_DEPOSIT, ROUTE } from "../state/routes.ts";
import { check as refreshUser, user } from "../state/session.ts";
import { useQuery } from "../state/use-query.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { Figure } from "../ui/figure.ts";
import { capUsd } from "../ui/format.ts";
import { ArrowUpRight, Icon, Lock, Plus } from "../ui/icon.tsx";
import { Box, Grid, Row, Stack, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { NumberedSteps } from "../ui/numbered-steps.tsx";
import { TabLinks } from "../ui/tabs.tsx";
import { OpenWithdrawals } from "../withdrawals/open-withdrawals.tsx";
import { RequestWithdrawalCard } from "../withdrawals/request-withdrawal-card.tsx";
import { useWithdrawalWatch } from "../withdrawals/use-withdrawal-watch.ts";
import { WITHDRAWALS } from "../withdrawals/withdrawal-calls.ts";
import { MOST } from "../withdrawals/withdrawal-form-rules.ts";
import { WithdrawalHistoryCard } from "../withdrawals/withdrawal-history-card.tsx";
import { isUnderWay } from "../withdrawals/withdrawal-status.ts";
import { WITHDRAWAL_TEXT } from "../withdrawals/withdrawal-text.ts";
import { AccountDeposit } from "./account-deposit.tsx";
import { AccountOverview } from "./account-overview.tsx";
import { ACCOUNT_TEXT } from "./account-text.ts";

const TABS = [
  { href: ROUTE.accountOverview, label: ACCOUNT_TEXT.overview },
  { href: ROUTE.accountDeposit, label: ACCOUNT_TEXT.deposit },
  { href: ROUTE.accountWithdraw, label: ACCOUNT_TEXT.withdraw },
  { href: ROUTE.accountHistory, label: ACCOUNT_TEXT.history },
] as const;

type Tab = (typeof TABS)[number]["href"];

/** The account section: the balance and the tabs stay in place while the content below follows the address. */
export function AccountPage() {
  useSignals();
  const [path] = useLocation();
  const person = user.value;
  const current = TABS.find(({ href }) => path.toLowerCase().startsWith(href))?.href ?? ROUTE.accountOverview;
  const underWay = useQuery(WITHDRAWALS).value?.rows.filter(isUnderWay).length ?? 0;
  useWithdrawalWatch();
  useTotalsOf(balance.value);
  // Read here, so that it stays while the tabs change.
  useQuery(DEPOSITS);

  // During sign-out the signal is empty for a moment while this page is still mounted.
  if (!person) return null;
  const tabs = TABS.map((tab) => ({
    ...tab,
    isCurrent: tab.href === current,
    ...(tab.href === ROUTE.accountWithdraw && underWay > 0 ? { count: underWay } : {}),
  }));
  return (
    <>
      <Hero person={person} current={current} underWay={underWay} />
      <TabLinks label={ACCOUNT_TEXT.tabs} items={tabs} />
      <Box margin="24px 0 0" phone={{ margin: "16px 0 0" }}>
        {sectionFor(current, person)}
      </Box>
    </>
  );
}

type HeroProps = {
  person: User;
  current: Tab;
  /** The number of open withdrawals. */
  underWay: number;
};

/** The available balance, the money on hold, and the links that move money. */
function Hero({ person, current, underWay }: HeroProps) {
  useSignals();
  return (
    // A size container: the figure's font shrinks until the amount fits.
    <Row
      wrap
      isContainer
      align="end"
      justify="space-between"
      gap="8px 24px"
      margin="0 0 16px"
      phone={{ margin: "0 0 8px" }}
    >
      <Box minWidth={0}>
        <Text tone="muted" margin="0 0 4px">
          {ACCOUNT_TEXT.availableBalance}
        </Text>
        <Row wrap align="baseline" gap="0 16px">
          <Figure className="num" data-size="hero">
            <Money usd={capUsd(balance.value ?? person.balance)} />
          </Figure>
          {person.heldBalance > 0 && (
            <Row as="span" gap={6} pad="4px 0" tone="muted">
              <Icon of={Lock} />
              <span>
                <Text as="b" tone="text" weight={500}>
                  <Money usd={capUsd(person.heldBalance)} />
                </Text>{" "}
                {ACCOUNT_TEXT.onHoldFor(underWay)}
              </span>
            </Row>
          )}
        </Row>
      </Box>
      {current !== ROUTE.accountWithdraw && (
        <Box showOn="wide">
          <ButtonLink href={ROUTE.accountWithdraw} size="form" icon={ArrowUpRight}>
            {ACCOUNT_TEXT.withdraw}
          </ButtonLink>
        </Box>
      )}
      {/* On phones neither the header nor the balance has a Deposit button. */}
      {(current === ROUTE.accountOverview || current === ROUTE.accountHistory) && (
        <Grid columns={2} gap={8} width="100%" margin="4px 0 0" showOn="phone">
          <ButtonLink href={NEW_DEPOSIT} size="touch" variant="accent" icon={Plus}>
            {ACCOUNT_TEXT.deposit}
          </ButtonLink>
          <ButtonLink href={ROUTE.accountWithdraw} size="touch" icon={ArrowUpRight}>
            {ACCOUNT_TEXT.withdraw}
          </ButtonLink>
        </Grid>
      )}
    </Row>
  );
}

/**
 * Reloads the user when the balance changes for any reason: their totals have then changed too.
 * @param cashUsd dollars
 */
function useTotalsOf(cashUsd: number | null): void {
  useEffect(() => {
    if (cashUsd !== null && cashUsd !== user.peek()?.balance) void refreshUser();
  }, [cashUsd]);
}

function sectionFor(tab: Tab, person: User) {
  switch (tab) {
    case ROUTE.accountOverview:
      return <AccountOverview user={person} />;
    case ROUTE.accountDeposit:
      return <AccountDeposit user={person} />;
    case ROUTE.accountWithdraw:
      return <AccountWithdraw user={person} />;
    case ROUTE.accountHistory:
      return (
        <Stack gap={16}>
          <DepositHistory timeZone={person.timeZone} />
          <WithdrawalHistoryCard timeZone={person.timeZone} />
        </Stack>
      );
  }
}

/** The withdraw tab: the request form, the open withdrawals and how a withdrawal works. */
function AccountWithdraw({ user }: { user: User }) {
  return (
    <Grid columns="repeat(auto-fit, minmax(min(100%, 480px), 1fr))" align="start" gap={16} phone={{ gap: 24 }}>
      <RequestWithdrawalCard person={user} />
      <Stack gap={16} minWidth={0}>
        <OpenWithdrawals timeZone={user.timeZone} isExpected={user.heldBalance > 0} />
        <Card aria-labelledby="how-it-goes">
          <Text as="h2" id="how-it-goes" size="lead" margin="0 0 12px">
            {WITHDRAWAL_TEXT.howItGoes}
          </Text>
          <NumberedSteps steps={WITHDRAWAL_TEXT.stages} />
          <Text size="dense" tone="muted" margin="12px 0 0">
            {WITHDRAWAL_TEXT.howItGoesDetail(MOST)}
          </Text>
        </Card>
      </Stack>
    </Grid>
  );
}
