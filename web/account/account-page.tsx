import { useSignals } from "@preact/signals-react/runtime";
import { Suspense, useEffect } from "react";
import { useLocation } from "wouter";
import { DEPOSITS } from "../deposits/deposit-calls.ts";
import type { User } from "../state/api.ts";
import { balance } from "../state/balance.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { NEW_DEPOSIT, ROUTE } from "../state/routes.ts";
import { check as refreshUser, user } from "../state/session.ts";
import { loadWhenIdle } from "../state/timing/when-idle.ts";
import { useQuery } from "../state/use-query.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Figure } from "../ui/figure.ts";
import { capUsd } from "../ui/format.ts";
import { ArrowUpRight, Icon, Lock, Plus } from "../ui/icon.tsx";
import { Box, Grid, Row, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { TabLinks } from "../ui/tabs.tsx";
import { useWithdrawalWatch } from "../withdrawals/use-withdrawal-watch.ts";
import { WITHDRAWALS } from "../withdrawals/withdrawal-calls.ts";
import { isUnderWay } from "../withdrawals/withdrawal-status.ts";
import { ACCOUNT_TEXT } from "./account-text.ts";

const AccountOverview = lazyPage(async () => (await import("./account-overview.tsx")).AccountOverview);
const AccountDeposit = lazyPage(async () => {
  const { AccountDeposit, DepositDialog } = await import("./account-deposit.tsx");
  loadWhenIdle(DepositDialog.preload);
  return AccountDeposit;
});
const AccountWithdraw = lazyPage(async () => (await import("./account-withdraw.tsx")).AccountWithdraw);
const AccountHistory = lazyPage(async () => (await import("./account-history.tsx")).AccountHistory);

const TABS = [
  { href: ROUTE.accountOverview, label: ACCOUNT_TEXT.overview, Content: AccountOverview },
  { href: ROUTE.accountDeposit, label: ACCOUNT_TEXT.deposit, Content: AccountDeposit },
  { href: ROUTE.accountWithdraw, label: ACCOUNT_TEXT.withdraw, Content: AccountWithdraw },
  { href: ROUTE.accountHistory, label: ACCOUNT_TEXT.history, Content: AccountHistory },
] as const;

type Tab = (typeof TABS)[number];

/** Loads the code of the tab at an address. */
export async function preloadTabAt(path: string): Promise<void> {
  await tabAt(path).Content.preload();
}

function tabAt(path: string): Tab {
  return TABS.find(({ href }) => path.toLowerCase().startsWith(href)) ?? TABS[0];
}

/** The account section: the balance and the tabs stay in place while the content below follows the address. */
export function AccountPage() {
  useSignals();
  const [path] = useLocation();
  const person = user.value;
  const current = tabAt(path);
  const underWay = useQuery(WITHDRAWALS).value?.rows.filter(isUnderWay).length ?? 0;
  useWithdrawalWatch();
  useTotalsOf(balance.value);
  // Read here, so that it stays while the tabs change.
  useQuery(DEPOSITS);
  useEffect(() => loadWhenIdle(() => void AccountDeposit.preload()), []);

  // During sign-out the signal is empty for a moment while this page is still mounted.
  if (!person) return null;
  const tabs = TABS.map(({ href, label }) => ({
    href,
    label,
    isCurrent: href === current.href,
    ...(href === ROUTE.accountWithdraw && underWay > 0 ? { count: underWay } : {}),
  }));
  return (
    <>
      <Hero person={person} current={current.href} underWay={underWay} />
      <TabLinks label={ACCOUNT_TEXT.tabs} items={tabs} />
      <Box margin="24px 0 0" phone={{ margin: "16px 0 0" }}>
        <Suspense key={current.href} fallback={<LoadingTab />}>
          <current.Content user={person} />
        </Suspense>
      </Box>
    </>
  );
}

type HeroProps = {
  person: User;
  current: Tab["href"];
  underWay: number;
};

function Hero({ person, current, underWay }: HeroProps) {
  useSignals();
  // The tab has the view's one accent button.
  const hasAction = current === ROUTE.accountDeposit || current === ROUTE.accountWithdraw;
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
      {/* On phones the header has no Deposit button. On all tabs, so that these stay in their place. */}
      <Grid columns={2} gap={8} width="100%" margin="4px 0 0" showOn="phone">
        <ButtonLink href={NEW_DEPOSIT} size="touch" variant={hasAction ? "neutral" : "accent"} icon={Plus}>
          {ACCOUNT_TEXT.deposit}
        </ButtonLink>
        <ButtonLink href={ROUTE.accountWithdraw} size="touch" icon={ArrowUpRight}>
          {ACCOUNT_TEXT.withdraw}
        </ButtonLink>
      </Grid>
    </Row>
  );
}

/** Reloads the user when the balance changes for any reason: their totals have then changed too. @param cashUsd dollars */
function useTotalsOf(cashUsd: number | null): void {
  useEffect(() => {
    if (cashUsd !== null && cashUsd !== user.peek()?.balance) void refreshUser();
  }, [cashUsd]);
}

/** In place of a tab whose code is being loaded. */
function LoadingTab() {
  return (
    <Loading label={ACCOUNT_TEXT.tabLoading}>
      <Skeleton width="100%" height={480} />
    </Loading>
  );
}
