import { useSignals } from "@preact/signals-react/runtime";
import { Suspense, useCallback, useContext, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { BALANCE_REFRESH } from "../../worker/contract/limits.ts";
import { dateOfDay, dayAt, dayOfIsoDate, firstDayOfWeek } from "../../worker/contract/trade-calendar.ts";
import type { User } from "../state/api.ts";
import { runSums } from "../state/demo-balance.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { type Query, useQuery } from "../state/use-query.ts";
import { revisionOf } from "../trade-accounts/account-revision.ts";
import { unitOf } from "../trade-accounts/account-unit.ts";
import { type AccountName, brokerOf, CASH, runOf } from "../trade-accounts/trade-account.ts";
import { useIsGone } from "../trade-accounts/use-is-gone.ts";
import { Card } from "../ui/card.tsx";
import { DOLLARS, formatTime } from "../ui/format.ts";
import { Grid } from "../ui/layout.tsx";
import { MoneyUnitContext } from "../ui/money.tsx";
import { media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { useMinute } from "../ui/use-now.ts";
import { FilterBar, FilterNote } from "./filter-bar.tsx";
import { MonthCard, type MonthCardProps } from "./month-card.tsx";
import { type Month, monthFigures, monthOfDays, NO_MONTH } from "./month-figures.ts";
import { OriginSection } from "./origin-section.tsx";
import { NOTHING_CHOSEN, type PerformanceAddress, type TradeView } from "./performance-address.ts";
import { CardsSkeleton, FiguresSkeleton, HeadPlace } from "./performance-skeleton.tsx";
import { performanceText } from "./performance-text.ts";
import { ProgressionCard } from "./progression-card.tsx";
import { SummaryCards } from "./summary-cards.tsx";
import { exportPath, fetchAnalytics, fetchMonthHistory } from "./trade-calls.ts";
import {
  type ApiFilter,
  apiFilter,
  isUnfiltered,
  type PageFilter,
  type TradeFilter,
  tradesOfPage,
  WHOLE_PAGE,
} from "./trade-filter.ts";
import type { Analytics, RunDetail } from "./trade-types.ts";
import { TradesCard } from "./trades-card.tsx";
import { PageContext, type Reveal } from "./trades-link.tsx";
import { useTradeRows } from "./use-trade-rows.ts";

// The account of money needs none of these.
const RunHead = lazyPage(async () => (await import("./run-parts.tsx")).RunHead);
const FirstSteps = lazyPage(async () => (await import("./run-parts.tsx")).FirstSteps);
const RunProgression = lazyPage(async () => (await import("./run-parts.tsx")).RunProgression);
const DoneBanner = lazyPage(async () => (await import("./broker-parts.tsx")).DoneBanner);
const BrokerHead = lazyPage(async () => (await import("./broker-parts.tsx")).BrokerHead);
const BrokerFiles = lazyPage(async () => (await import("./broker-parts.tsx")).BrokerFiles);
const FollowRuns = lazyPage(async () => (await import("./run-parts.tsx")).FollowRuns, { isQuiet: true });

/** The height of the month with six weeks, which the skeleton of the page has too. */
const MONTH_PX = 574;

/** The first parts of the keys of the queries below. */
const QUERIES = ["analytics", "month", "span"];

type AccountFiguresProps = {
  person: User;
  account: AccountName;
  requested: PerformanceAddress;
  filter: PageFilter;
  view: TradeView;
  setFilter: (filter: PageFilter) => void;
};

/** The figures of an account: cards, progression, calendar, list of trades, and what they come from. */
export function AccountFigures(props: AccountFiguresProps) {
  const { person, account, requested, filter, view, setFilter } = props;
  const { timeZone } = person;
  const number = runOf(account);
  const broker = brokerOf(account);
  const nowMs = useMinute();
  const today = dayAt(nowMs, timeZone);
  const isFiltered = !isUnfiltered(filter);
  const page = useMemo(() => tradesOfPage(filter, today, account), [filter, today, account]);
  const revision = revisionOf(person, account);
  // Kept for the next visit; the filtered ones, of which there are many, are not.
  const answer = useAnalytics({ page, timeZone, revision, isKept: !isFiltered });
  const { value: analytics, lastValue } = answer;
  const symbols = useSymbols(isFiltered, analytics);

  const { rows, reload } = useTradeRows({ view: requested.view, page, analytics, timeZone, revision });
  const { heading, reveal } = useReveal(requested.view);
  const context = useMemo(
    () => ({
      account: requested.account,
      mark: broker !== null ? ("imported" as const) : number !== null ? ("demo" as const) : null,
      filter,
      reveal,
    }),
    [requested.account, number, broker, filter, reveal],
  );

  const readRun = lastValue?.run ?? null;
  const run = useFollowedSums(readRun);
  // Figures of other filters stay while these load, and not after that has failed.
  const summary = analytics === null && answer.error !== null ? undefined : lastValue?.summary;
  const isOfSome = isFiltered || account !== CASH;
  const bestDay = analytics?.summary.bestDay ?? null;
  const cards = useMemo(
    () => (isOfSome ? (summary ?? null) : { ...person.analytics, bestDay }),
    [isOfSome, summary, person, bestDay],
  );
  const downloads = useMemo(() => downloadsOf(apiFilter(page, timeZone), number), [page, timeZone, number]);
  // What is below the first screen renders once that is shown, unless the address leads into it; on phones the month too.
  const isWhole = useDeferredValue(true, !isNothing(requested.view));
  const isPhone = useMedia(media.phone);
  const detail = lastValue?.broker ?? null;
  const isGone = useIsGone(broker !== null && answer.error);
  const isAwaited = account !== CASH && run === null && detail === null && answer.error === null;
  const hasTrades = run === null ? isFiltered || (lastValue?.summary.totalTrades ?? 0) > 0 : run.closed > 0;
  const hasFigures = account === CASH || ((run ?? detail) !== null && hasTrades && !isGone);
  const currency = detail ?? person.brokerAccounts.find((one) => one.number === broker);
  const files = (
    <Suspense fallback={<Card aria-busy="true" minHeight={354} />}>
      <BrokerFiles number={broker ?? 0} revision={revision} timeZone={timeZone} />
    </Suspense>
  );
  const month = (
    <MonthSection
      account={account}
      timeZone={timeZone}
      revision={revision}
      filtered={isFiltered ? answer : null}
      // Trades of a file may all be of earlier months.
      lastDay={broker === null ? null : (lastValue?.equity.at(-1)?.day ?? null)}
      today={today}
      nowMs={nowMs}
      view={view}
    />
  );
  return (
    <PageContext value={context}>
      <MoneyUnitContext value={currency ? unitOf(currency) : DOLLARS}>
        {isFiltered && hasFigures && <FilterNote filter={filter} onClear={() => setFilter(WHOLE_PAGE)} />}
        {number !== null && (
          <Suspense fallback={<HeadPlace />}>
            <RunHead
              number={number}
              run={run}
              isFiltered={isFiltered}
              error={analytics === null ? answer.error : null}
              isLoading={answer.isLoading}
              onRetry={answer.refetch}
              timeZone={timeZone}
              nowMs={nowMs}
            />
          </Suspense>
        )}
        {broker !== null && (
          <Suspense fallback={<HeadPlace />}>
            {!isGone && <DoneBanner number={broker} />}
            <BrokerHead
              number={broker}
              revision={revision}
              detail={detail}
              isEmpty={!hasFigures}
              isGone={isGone}
              timeZone={timeZone}
            />
          </Suspense>
        )}
        {isAwaited && <FiguresSkeleton />}
        {hasFigures && (
          <Grid columns={1} gap={16} phone={{ gap: 12 }}>
            {cards !== null && (
              <SummaryCards
                person={person}
                figures={cards}
                run={run}
                isFiltered={isFiltered}
                isStale={isFiltered && analytics === null}
                today={today}
              />
            )}
            {/* The section below says why they could not be loaded. */}
            {cards === null && answer.error === null && <CardsSkeleton />}
            {run?.closed === 1 && !isFiltered && (
              <Suspense>
                <FirstSteps isCurrent={run.archivedAt === null} />
              </Suspense>
            )}
            <Grid
              columns={broker === null ? "368px minmax(0, 1fr)" : "minmax(0, 1fr) 368px"}
              gap="inherit"
              medium={{ columns: 1 }}
            >
              {broker === null &&
                (run === null ? (
                  <ProgressionCard person={person} nowMs={nowMs} />
                ) : (
                  <Suspense fallback={<Card aria-busy="true" minHeight={354} />}>
                    <RunProgression run={run} account={account} revision={revision} timeZone={timeZone} nowMs={nowMs} />
                  </Suspense>
                ))}
              {isWhole || !isPhone ? month : <Card aria-busy="true" minHeight={MONTH_PX} />}
              {broker !== null && files}
            </Grid>
            {isWhole && (
              <TradesCard
                {...{ account, rows, timeZone }}
                view={requested.view}
                onRetry={reload}
                headingRef={heading}
              />
            )}
            {isWhole && (
              <OriginSection
                analytics={lastValue}
                isStale={analytics === null}
                error={analytics === null ? answer.error : null}
                onRetry={answer.refetch}
                isFiltered={isFiltered}
                today={today}
                timeZone={timeZone}
                filterBar={
                  <FilterBar
                    filter={requested.filter}
                    onFilter={setFilter}
                    symbols={symbols}
                    today={today}
                    firstDay={dayOfIsoDate(lastValue?.equity[0]?.day ?? "1970-01-01")}
                    downloads={summary?.totalTrades ? downloads : []}
                  />
                }
              />
            )}
          </Grid>
        )}
        {detail !== null && !hasFigures && !isGone && files}
        {isWhole && (
          <Suspense>
            <FollowRuns shown={readRun} queries={QUERIES} />
          </Suspense>
        )}
      </MoneyUnitContext>
    </PageContext>
  );
}

/** The run with the sums of the followed account, which the header shows too. */
function useFollowedSums(read: RunDetail | null): RunDetail | null {
  useSignals();
  const { balance, result } = runSums(read?.number ?? 0, read ?? { balance: 0, result: 0 });
  return useMemo(() => read && { ...read, balance, result }, [read, balance, result]);
}

/** The files of an account's trades; a report is of demo runs alone. */
function downloadsOf(filter: ApiFilter, run: number | null) {
  const { downloadCsv, downloadReport } = performanceText.list;
  const csv = { label: downloadCsv, href: exportPath(filter) };
  return run === null ? [csv] : [csv, { label: downloadReport, href: exportPath(filter, "mt5_html") }];
}

function useAnalytics(given: { page: TradeFilter; timeZone: string; revision: string; isKept: boolean }) {
  const { page, timeZone, revision, isKept } = given;
  return useQuery({
    key: ["analytics", timeZone, page],
    revision,
    fetch: (signal) => fetchAnalytics(apiFilter(page, timeZone), signal),
    failure: "analytics not loaded",
    isLarge: true,
    isKept,
  });
}

/** All symbols that the trader has traded, known once the unfiltered analytics have arrived. */
function useSymbols(isFiltered: boolean, analytics: Analytics | null): readonly string[] {
  const [symbols, setSymbols] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!isFiltered && analytics) setSymbols(analytics.bySymbol.map(({ symbol }) => symbol).sort());
  }, [isFiltered, analytics]);
  return symbols;
}

type MonthSectionProps = Omit<Parameters<typeof useMonth>[0], "month"> & {
  today: number;
  view: TradeView;
  /** The last day with trades, with whose month it opens; null opens with the present one. */
  lastDay: string | null;
};

/** The calendar; it opens with the month of the address, and keeps its own one from then on. */
function MonthSection({ today, view, lastDay, ...given }: MonthSectionProps) {
  const [chosen, setMonth] = useState(() => {
    const day = firstShown(view);
    return day === null ? null : monthOf(day);
  });
  const opening = lastDay === null ? today : dayOfIsoDate(lastDay);
  const month = useMemo(() => chosen ?? monthOf(opening), [chosen, opening]);
  const { figures, isKnown, onRetry, oldSinceMs } = useMonth({ month, ...given });
  return (
    <MonthCard
      month={month}
      onMonth={setMonth}
      figures={figures}
      isKnown={isKnown}
      onRetry={onRetry}
      asOf={oldSinceMs === null ? null : formatTime(oldSinceMs, given.timeZone)}
      today={today}
      // The calendar has no representation of all trades, so it shows no selection.
      view={view.mode === "all" ? NOTHING_CHOSEN : view}
    />
  );
}

/**
 * The figures of a calendar month: from the API, or with filters computed from the days of the filtered trades. While a
 * month loads and after that has failed they are zeros that are not known. Source of the zeros: specification section 7,
 * "A month history that is not ok"
 */
function useMonth(given: {
  account: AccountName;
  month: Month;
  timeZone: string;
  revision: string;
  /** The figures of the filtered trades; null without a filter. */
  filtered: Query<Analytics> | null;
  nowMs: number;
}): MonthAnswer {
  const { account, month, timeZone, revision, filtered, nowMs } = given;
  const { exact } = useContext(MoneyUnitContext);
  const answer = useQuery({
    key: ["month", timeZone, account, month],
    revision,
    fetch: async (signal) => monthFigures(await fetchMonthHistory(account, month, signal), month),
    failure: "month not loaded",
    isLarge: true,
    isKept: true,
  });
  const analytics = filtered?.value ?? null;
  const counted = useMemo(() => analytics && monthOfDays(analytics.equity, month, exact), [analytics, month, exact]);
  const value = filtered === null ? answer.value : counted;
  const { error, refetch, atMs } = filtered ?? answer;
  return {
    figures: value ?? NO_MONTH,
    isKnown: value !== null,
    onRetry: value === null && error !== null ? refetch : null,
    oldSinceMs: value !== null && error !== null && nowMs - atMs > BALANCE_REFRESH.performanceMs ? atMs : null,
  };
}

type MonthAnswer = Pick<MonthCardProps, "figures" | "isKnown" | "onRetry"> & {
  /** When the figures arrived, epoch ms, where they are older than a refresh because that fails; otherwise null. */
  oldSinceMs: number | null;
};

/**
 * Scrolls to the list of trades once it shows a view opened on this page or by a link from another one. The heading is
 * centred, so that the rows are in the lower half of the window.
 */
function useReveal(view: TradeView) {
  const heading = useRef<HTMLHeadingElement>(null);
  const pendingFocus = useRef<Parameters<Reveal>[0] | null>(isNothing(view) ? null : "stays");
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever another view is shown
  useEffect(() => {
    const focus = pendingFocus.current;
    if (focus === null) return;
    pendingFocus.current = null;
    const isStill = matchMedia(media.still.replace("@media ", "")).matches;
    heading.current?.scrollIntoView({ block: "center", behavior: isStill ? "instant" : "smooth" });
    if (focus === "moves") heading.current?.focus({ preventScroll: true });
  }, [view]);
  const reveal = useCallback<Reveal>((focus) => {
    pendingFocus.current = focus;
  }, []);
  return { heading, reveal };
}

function isNothing(view: TradeView): boolean {
  return view.mode === "day" && view.day === null;
}

/** The day whose month the calendar opens with. */
function firstShown(view: TradeView): number | null {
  if (view.mode === "week") return firstDayOfWeek(view.year, view.week) + 6;
  return view.mode === "day" ? view.day : null;
}

function monthOf(day: number): Month {
  const { year, month } = dateOfDay(day);
  return { year, month };
}
