import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { Suspense, useDeferredValue } from "react";
import { useSearchParams } from "wouter";
import type { User } from "../state/api.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { useFreshFigures } from "../state/use-fresh-figures.ts";
import { unitOf } from "../trade-accounts/account-unit.ts";
import { PerformanceSwitch } from "../trade-accounts/performance-switch.tsx";
import { PerformanceTabs } from "../trade-accounts/performance-tabs.tsx";
import { accountIn, brokerAccount, openingAccount, runOf, withAccount } from "../trade-accounts/trade-account.ts";
import { DOLLARS } from "../ui/format.ts";
import { Stack } from "../ui/layout.tsx";
import { MoneyUnitContext } from "../ui/money.tsx";
import { media } from "../ui/theme.ts";
import { OfWeek } from "./of-week.tsx";

/** Not on paper. */
const OnScreen = styled("div")`
  ${media.print} {
    display: none;
  }
`;

const FollowRuns = lazyPage(async () => (await import("../performance/follow-runs.tsx")).FollowRuns, { isQuiet: true });

/** The first parts of the keys of what a closed position is read with. */
const FOLLOWING = ["week-trades"] as const;

/** The journal of an account: the trades of a week, reviewed one after the other. */
export function JournalPage() {
  useSignals();
  return user.value && <Journal person={user.value} />;
}

function Journal({ person }: { person: User }) {
  useFreshFigures({ now: true });
  const [query] = useSearchParams();
  const named = accountIn(query);
  const requested = named ?? openingAccount(person);
  const account = useDeferredValue(requested);
  const broker = person.brokerAccounts.find(({ number }) => brokerAccount(number) === account);
  const isOpen = query.has("trade") || query.has("note");
  return (
    <MoneyUnitContext value={broker ? unitOf(broker) : DOLLARS}>
      <Stack gap={16} phone={{ gap: 12 }}>
        {/* On a phone an open trade is a page of its own. */}
        <Stack as={OnScreen} gap={16} phone={{ gap: 12, isHidden: isOpen }}>
          <PerformanceTabs current="journal" account={named} />
          <PerformanceSwitch
            person={person}
            account={requested}
            hrefOf={(name) => withAccount(ROUTE.performanceJournal, name)}
          />
        </Stack>
        {runOf(account) !== null && (
          <Suspense>
            <FollowRuns shown={null} queries={FOLLOWING} />
          </Suspense>
        )}
        <OfWeek key={account} person={person} account={account} broker={broker?.name ?? null} />
      </Stack>
    </MoneyUnitContext>
  );
}
