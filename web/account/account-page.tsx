import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { loadDepositHistory } from "../deposits/deposit-history.ts";
import type { User } from "../state/api.ts";
import { balance } from "../state/balance.ts";
import { NEW_DEPOSIT, ROUTE } from "../state/routes.ts";
import { check as refreshUser, user } from "../state/session.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Figure } from "../ui/figure.ts";
import { capUsd } from "../ui/format.ts";
import { ArrowUpRight, Icon, Lock, Plus } from "../ui/icon.tsx";
import { Money } from "../ui/money.tsx";
import { TabLinks } from "../ui/tabs.tsx";
import { media, type } from "../ui/theme.ts";
import { useWithdrawalWatch } from "../withdrawals/use-withdrawal-watch.ts";
import { withdrawalHistory } from "../withdrawals/withdrawal-history.ts";
import { isUnderWay } from "../withdrawals/withdrawal-status.ts";
import { AccountDeposit } from "./account-deposit.tsx";
import { AccountHistory } from "./account-history.tsx";
import { AccountOverview } from "./account-overview.tsx";
import { ACCOUNT_TEXT } from "./account-text.ts";
import { AccountWithdraw } from "./account-withdraw.tsx";

/** A size container: the figure scales its font to the container's width, so every amount fits. */
const Hero = styled("div")`
  container-type: inline-size;
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: 8px 24px;
  margin-bottom: 16px;
  & p {
    ${type.body}
    margin-bottom: 4px;
    color: var(--muted);
  }
  & > div:first-child {
    min-width: 0;
  }
  ${media.phone} {
    margin-bottom: 8px;
    & > a {
      display: none;
    }
  }
`;

const Balance = styled("div")`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 16px;
`;

const Held = styled("span")`
  ${type.body}
  display: inline-flex;
  align-items: center;
  gap: 6px;
  padding: 4px 0;
  color: var(--muted);
  & b {
    color: var(--text);
    font-weight: 500;
  }
`;

/** On phones neither the header nor the balance has a Deposit button. */
const PhoneActions = styled("div")`
  display: none;
  ${media.phone} {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 8px;
    width: 100%;
    margin-top: 4px;
  }
`;

const Section = styled("div")`
  margin-top: 24px;
  ${media.phone} {
    margin-top: 16px;
  }
`;

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
  const personId = person?._id;
  const current = TABS.find(({ href }) => path.toLowerCase().startsWith(href))?.href ?? ROUTE.accountOverview;
  const underWay = withdrawalHistory.value.items?.filter(isUnderWay).length ?? 0;
  useWithdrawalWatch();
  useTotalsOf(balance.value);

  useEffect(() => {
    if (personId !== undefined) void loadDepositHistory();
  }, [personId]);

  // During sign-out the signal is empty for a moment while this page is still mounted.
  if (!person) return null;
  const tabs = TABS.map((tab) => ({
    ...tab,
    isCurrent: tab.href === current,
    ...(tab.href === ROUTE.accountWithdraw && underWay > 0 ? { count: underWay } : {}),
  }));
  return (
    <>
      <Hero>
        <div>
          <p>{ACCOUNT_TEXT.availableBalance}</p>
          <Balance>
            <Figure className="num" data-size="hero">
              <Money usd={capUsd(balance.value ?? person.balance)} />
            </Figure>
            {person.heldBalance > 0 && (
              <Held>
                <Icon of={Lock} />
                <span>
                  <b>
                    <Money usd={capUsd(person.heldBalance)} />
                  </b>{" "}
                  {ACCOUNT_TEXT.onHoldFor(underWay)}
                </span>
              </Held>
            )}
          </Balance>
        </div>
        {current !== ROUTE.accountWithdraw && (
          <ButtonLink href={ROUTE.accountWithdraw} size="form" icon={ArrowUpRight}>
            {ACCOUNT_TEXT.withdraw}
          </ButtonLink>
        )}
        {(current === ROUTE.accountOverview || current === ROUTE.accountHistory) && (
          <PhoneActions>
            <ButtonLink href={NEW_DEPOSIT} size="touch" variant="accent" icon={Plus}>
              {ACCOUNT_TEXT.deposit}
            </ButtonLink>
            <ButtonLink href={ROUTE.accountWithdraw} size="touch" icon={ArrowUpRight}>
              {ACCOUNT_TEXT.withdraw}
            </ButtonLink>
          </PhoneActions>
        )}
      </Hero>
      <TabLinks label={ACCOUNT_TEXT.tabs} items={tabs} />
      <Section>{sectionFor(current, person)}</Section>
    </>
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
      return <AccountHistory user={person} />;
  }
}
