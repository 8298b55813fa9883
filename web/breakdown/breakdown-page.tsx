import { useSignals } from "@preact/signals-react/runtime";
import { Suspense, useDeferredValue, useMemo } from "react";
import { useLocation, useSearchParams } from "wouter";
import { dayAt, dayOfIsoDate } from "../../worker/contract/trade-calendar.ts";
import { FilterBar, FilterNote } from "../performance/filter-bar.tsx";
import { filterQuery, type PerformanceAddress, pathOf, readFilter } from "../performance/performance-address.ts";
import { fetchAnalytics } from "../performance/trade-calls.ts";
import { apiFilter, isUnfiltered, type PageFilter, tradesOfPage, WHOLE_PAGE } from "../performance/trade-filter.ts";
import type { User } from "../state/api.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { loadFailure } from "../state/load-failure.ts";
import { ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { useFreshFigures } from "../state/use-fresh-figures.ts";
import { useQuery } from "../state/use-query.ts";
import { revisionOf } from "../trade-accounts/account-revision.ts";
import { unitOf } from "../trade-accounts/account-unit.ts";
import { PerformanceSwitch } from "../trade-accounts/performance-switch.tsx";
import { PerformanceTabs } from "../trade-accounts/performance-tabs.tsx";
import { type AccountName, accountIn, brokerOf, openingAccount, runOf } from "../trade-accounts/trade-account.ts";
import { useIsGone } from "../trade-accounts/use-is-gone.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { DOLLARS } from "../ui/format.ts";
import { Stack } from "../ui/layout.tsx";
import { BusyGrid } from "../ui/list/busy-grid.ts";
import { MoneyUnitContext } from "../ui/money.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { StaleLine } from "../ui/stale-line.tsx";
import { useMinute } from "../ui/use-now.ts";
import { BinsCard } from "./bins-card.tsx";
import { breakdownFile, fetchBreakdown } from "./breakdown-calls.ts";
import { breakdownText as text } from "./breakdown-text.ts";
import { CurveCard } from "./curve-card.tsx";
import { GroupsCard } from "./groups-card.tsx";
import { YearCard } from "./year-card.tsx";

const FollowRuns = lazyPage(async () => (await import("../performance/follow-runs.tsx")).FollowRuns, { isQuiet: true });

/** The first parts of the keys of what a closed position is read with. */
const FOLLOWING = ["breakdown", "analytics"] as const;

/** Figures of groups of an account's trades with their intervals, its falls, its years by day, and the distribution of R. */
export function BreakdownPage() {
  useSignals();
  return user.value && <OfPerson person={user.value} />;
}

function OfPerson({ person }: { person: User }) {
  useFreshFigures({ now: true });
  const [query] = useSearchParams();
  const named = accountIn(query);
  const requested = named ?? openingAccount(person);
  const account = useDeferredValue(requested);
  return (
    <Stack gap={16} phone={{ gap: 12 }}>
      <PerformanceTabs current="breakdown" account={named} />
      <PerformanceSwitch
        person={person}
        account={requested}
        hrefOf={(name) => pathOf(ROUTE.performanceBreakdown, name, filterQuery(readFilter(query)))}
      />
      {runOf(account) !== null && (
        <Suspense>
          <FollowRuns shown={null} queries={FOLLOWING} />
        </Suspense>
      )}
      <OfAccount key={account} person={person} account={account} named={named} />
    </Stack>
  );
}

type OfAccountProps = {
  person: User;
  account: AccountName;
  /** As the address has it. */
  named: AccountName | null;
};

function OfAccount({ person, account, named }: OfAccountProps) {
  const { timeZone } = person;
  const { filter, setFilter } = useFilter(named);
  const today = dayAt(useMinute(), timeZone);
  const isFiltered = !isUnfiltered(filter);
  const page = useMemo(() => tradesOfPage(filter, today, account), [filter, today, account]);
  const revision = revisionOf(person, account);
  const same = { revision, isLarge: true, isKept: !isFiltered };
  const groups = useQuery({
    ...same,
    key: ["breakdown", timeZone, page],
    fetch: (signal) => fetchBreakdown(apiFilter(page, timeZone), signal),
    failure: "breakdown not loaded",
  });
  // The same query as that of the overview, so that the days and falls are its own.
  const figures = useQuery({
    ...same,
    key: ["analytics", timeZone, page],
    fetch: (signal) => fetchAnalytics(apiFilter(page, timeZone), signal),
    failure: "analytics not loaded",
  });
  const [breakdown, analytics] = [groups.lastValue, figures.lastValue];
  const error = groups.error ?? figures.error;
  const isStale = groups.value === null || figures.value === null;
  const failure = loadFailure(error, text.failed);
  const at = useMemo(() => ({ account: named, filter }), [named, filter]);
  const currency = person.brokerAccounts.find(({ number }) => number === brokerOf(account));
  const refetch = () => void Promise.all([groups.refetch(), figures.refetch()]);
  if (useIsGone(error)) {
    return (
      <Card role="alert">
        <EmptyState
          {...text.unknownAccount}
          action={
            <ButtonLink variant="accent" href={ROUTE.performanceBreakdown}>
              {text.toOwn}
            </ButtonLink>
          }
        />
      </Card>
    );
  }
  const hasTrades = (breakdown?.all.trades ?? 0) > 0;
  return (
    <MoneyUnitContext value={currency ? unitOf(currency) : DOLLARS}>
      {(isFiltered || hasTrades) && (
        <FilterBar
          filter={filter}
          onFilter={setFilter}
          symbols={breakdown?.by.symbol.map(({ key }) => key).sort() ?? []}
          today={today}
          firstDay={dayOfIsoDate(analytics?.equity[0]?.day ?? "1970-01-01")}
          downloads={hasTrades ? [{ label: text.download, href: breakdownFile(apiFilter(page, timeZone)) }] : []}
        />
      )}
      {isFiltered && <FilterNote filter={filter} onClear={() => setFilter(WHOLE_PAGE)} />}
      {failure && isStale && (
        <Card>
          <ErrorState {...failure} onRetry={refetch} isRetrying={groups.isLoading || figures.isLoading} />
        </Card>
      )}
      {failure && !isStale && <StaleLine atMs={groups.atMs}>{text.stale}</StaleLine>}
      {!failure && (breakdown === null || analytics === null) && <LoadingFigures />}
      {breakdown !== null && analytics !== null && !(failure && isStale) && (
        <BusyGrid aria-busy={isStale} columns={1} gap="inherit">
          {hasTrades ? (
            <Stack gap={16} minWidth={0} phone={{ gap: 12 }}>
              <GroupsCard breakdown={breakdown} at={at} />
              <BinsCard breakdown={breakdown} at={at} />
              <CurveCard analytics={analytics} payments={breakdown.payments} today={today} at={at} />
              <YearCard points={analytics.equity} today={today} at={at} />
            </Stack>
          ) : (
            <Card>
              <EmptyState picture="candles" {...(isFiltered ? text.emptyFilter : text.empty)} />
            </Card>
          )}
        </BusyGrid>
      )}
    </MoneyUnitContext>
  );
}

/** The filter of the page's address, and what changes it there. */
function useFilter(account: PerformanceAddress["account"]) {
  const [query] = useSearchParams();
  const [, navigate] = useLocation();
  const search = query.toString();
  const filter = useMemo(() => readFilter(new URLSearchParams(search)), [search]);
  const setFilter = (next: PageFilter) => {
    const by = query.get("by");
    const parameters = { ...filterQuery(next), ...(by !== null && { by }) };
    navigate(pathOf(ROUTE.performanceBreakdown, account, parameters), { replace: true });
  };
  return { filter, setFilter };
}

function LoadingFigures() {
  return (
    <Loading label={text.loading}>
      <Stack gap={16} phone={{ gap: 12 }}>
        <Card minHeight={420} />
        <Card minHeight={280} />
        <Card minHeight={440} />
      </Stack>
    </Loading>
  );
}
