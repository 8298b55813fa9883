import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useEffect } from "react";
import { useLocation } from "wouter";
import type { User } from "../api.ts";
import { loadDepositHistory } from "../deposits/deposit-history.ts";
import { ROUTE } from "../routes.ts";
import { balance } from "../state/balance.ts";
import { user } from "../state/session.ts";
import { Figure } from "../ui/figure.ts";
import { Money } from "../ui/money.tsx";
import { TabLinks } from "../ui/tabs.tsx";
import { media, type } from "../ui/theme.ts";
import { AccountDeposit } from "./account-deposit.tsx";
import { AccountHistory } from "./account-history.tsx";
import { AccountOverview } from "./account-overview.tsx";
import { ACCOUNT_TEXT } from "./account-text.ts";
import { AccountWithdraw } from "./account-withdraw.tsx";

const Hero = styled("div")`
  margin-bottom: 16px;
  & > p {
    ${type.body}
    margin-bottom: 4px;
    color: var(--muted);
  }
  ${media.phone} {
    margin-bottom: 8px;
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

/** The account section: the balance and the tabs stay in place while what is below them changes with the address. */
export function AccountPage() {
  useSignals();
  const [path] = useLocation();
  const person = user.value;
  const personId = person?._id;
  const current = TABS.find(({ href }) => path.toLowerCase().startsWith(href))?.href ?? ROUTE.accountOverview;

  useEffect(() => {
    if (personId !== undefined) void loadDepositHistory();
  }, [personId]);

  // While somebody signs out there is a moment without anybody.
  if (!person) return null;
  return (
    <>
      <Hero>
        <p>{ACCOUNT_TEXT.availableBalance}</p>
        <Figure className="num" data-size="hero">
          <Money usd={balance.value} />
        </Figure>
      </Hero>
      <TabLinks label={ACCOUNT_TEXT.tabs} items={TABS.map((tab) => ({ ...tab, isCurrent: tab.href === current }))} />
      <Section>{sectionFor(current, person)}</Section>
    </>
  );
}

function sectionFor(tab: Tab, person: User) {
  switch (tab) {
    case ROUTE.accountOverview:
      return <AccountOverview user={person} />;
    case ROUTE.accountDeposit:
      return <AccountDeposit user={person} />;
    case ROUTE.accountWithdraw:
      return <AccountWithdraw />;
    case ROUTE.accountHistory:
      return <AccountHistory user={person} />;
  }
}
