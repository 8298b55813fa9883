import { useSignals } from "@preact/signals-react/runtime";
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { dateOfDay, dayAt, dayOfIsoDate, firstDayOfWeek } from "../../worker/contract/trade-calendar.ts";
import type { User } from "../state/api.ts";
import { user } from "../state/session.ts";
import { useFreshFigures } from "../state/use-fresh-figures.ts";
import { useQuery } from "../state/use-query.ts";
import { Card } from "../ui/card.tsx";
import { Grid } from "../ui/layout.tsx";
import { media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { useMinute } from "../ui/use-now.ts";
import { FilterBar, FilterNote } from "./filter-bar.tsx";
import { MonthCard } from "./month-card.tsx";
import { type Month, type MonthFigures, monthFigures, monthOfDays, NO_MONTH } from "./month-figures.ts";
import { OriginSection } from "./origin-section.tsx";
import { NOTHING_CHOSEN, performancePath, readAddress, type TradeView } from "./performance-address.ts";
import { ProgressionCard } from "./progression-card.tsx";
import { SummaryCards } from "./summary-cards.tsx";
import { exportPath, fetchAnalytics, fetchMonthHistory } from "./trade-calls.ts";
import {
  apiFilter,
  isUnfiltered,
  type PageFilter,
  type TradeFilter,
  tradesOfPage,
  WHOLE_PAGE,
} from "./trade-filter.ts";
import type { Analytics } from "./trade-types.ts";
import { TradesCard } from "./trades-card.tsx";
import { PageContext, type Reveal } from "./trades-link.tsx";
import { useTradeRows } from "./use-trade-rows.ts";

/** The height of the month with six weeks, which the skeleton of the page has too. */
const MONTH_PX = 574;

/** The performance page: figures of the trader's closed trades, and the trades behind every figure. */
export function PerformancePage() {
  useSignals();
  return user.value && <Performance person={user.value} />;
}

function Performance({ person }: { person: User }) {
  useFreshFigures({ now: true });
  const { timeZone } = person;
  const nowMs = useMinute();
  const today = dayAt(nowMs, timeZone);
  const { requestedFilter, requestedView, filter, view, setFilter } = useAddress();
  const isFiltered = !isUnfiltered(filter);
  const page = useMemo(() => tradesOfPage(filter, today), [filter, today]);
  // New or removed trades change the user's figures; then every query of the page is fetched again.
  const revision = `${person.analytics.totalTrades} ${person.analytics.grossProfit} ${person.analytics.grossLoss}`;
  // Kept for the next visit; the filtered ones, of which there are many, are not.
  const answer = useAnalytics({ page, timeZone, revision, isKept: !isFiltered });
  const { value: analytics, lastValue } = answer;
  const symbols = useSymbols(isFiltered, analytics);

  const rows = useTradeRows({ view: requestedView, page, analytics, timeZone, revision });
  const { heading, reveal } = useReveal(requestedView);
  const context = useMemo(() => ({ filter, reveal }), [filter, reveal]);

  const summary = lastValue?.summary;
  const bestDay = analytics?.summary.bestDay ?? null;
  const cards = useMemo(
    () => (isFiltered && summary ? summary : { ...person.analytics, bestDay }),
    [isFiltered, summary, person, bestDay],
  );
  // What is below the first screen renders once that is shown, unless the address leads into it; on phones the month too.
  const isWhole = useDeferredValue(true, !isNothing(requestedView));
  const isPhone = useMedia(media.phone);
  return (
    <PageContext value={context}>
      {isFiltered && <FilterNote filter={filter} onClear={() => setFilter(WHOLE_PAGE)} />}
      <Grid columns={1} gap={16} phone={{ gap: 12 }}>
        <SummaryCards
          person={person}
          figures={cards}
          isFiltered={isFiltered && summary !== undefined}
          isStale={isFiltered && analytics === null}
          today={today}
        />
        <Grid columns="368px minmax(0, 1fr)" gap="inherit" medium={{ columns: 1 }}>
          <ProgressionCard person={person} nowMs={nowMs} />
          {isWhole || !isPhone ? (
            <MonthSection
              timeZone={timeZone}
              revision={revision}
              isFiltered={isFiltered}
              analytics={analytics}
              today={today}
              view={view}
            />
          ) : (
            <Card aria-busy="true" minHeight={MONTH_PX} />
          )}
        </Grid>
        {isWhole && <TradesCard view={requestedView} rows={rows} timeZone={timeZone} headingRef={heading} />}
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
                filter={requestedFilter}
                onFilter={setFilter}
                symbols={symbols}
                today={today}
                firstDay={dayOfIsoDate(lastValue?.equity[0]?.day ?? "1970-01-01")}
                exportHref={summary?.totalTrades ? exportPath(apiFilter(page, timeZone)) : null}
              />
            }
          />
        )}
      </Grid>
    </PageContext>
  );
}

/**
 * The filter and the view of the page's address: as requested for the used control and the list, which update at once,
 * and deferred for the rest of the page.
 */
function useAddress() {
  const [query] = useSearchParams();
  const [, navigate] = useLocation();
  const search = query.toString();
  const requested = useMemo(() => readAddress(new URLSearchParams(search)), [search]);
  const shown = useDeferredValue(requested);
  const [requestedFilter, filter] = [useSame(requested.filter), useSame(shown.filter)];
  const [requestedView, view] = [useSame(requested.view), useSame(shown.view)];
  const setFilter = useCallback(
    (next: PageFilter) => {
      const { view: current } = readAddress(new URLSearchParams(location.search));
      navigate(performancePath({ filter: next, view: current }), { replace: true });
    },
    [navigate],
  );
  return { requestedFilter, requestedView, filter, view, setFilter };
}

/**
 * Returns the previous object while the value is equal, so that its dependents do not render again.
 * @param value plain data
 */
function useSame<T>(value: T): T {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the JSON text represents the whole value
  return useMemo(() => value, [JSON.stringify(value)]);
}

/** All figures of the page's trades. */
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

type MonthSectionProps = Omit<Parameters<typeof useMonth>[0], "month"> & { today: number; view: TradeView };

/** The calendar; it opens with the month of the address, and keeps its own one from then on. */
function MonthSection({ today, view, ...given }: MonthSectionProps) {
  const [month, setMonth] = useState(() => monthOf(firstShown(view) ?? today));
  const { figures, onRetry } = useMonth({ month, ...given });
  return (
    <MonthCard
      month={month}
      onMonth={setMonth}
      figures={figures}
      onRetry={onRetry}
      today={today}
      // The calendar has no representation of all trades, so it shows no selection.
      view={view.mode === "all" ? NOTHING_CHOSEN : view}
    />
  );
}

/**
 * The figures of a calendar month: from the API, or with filters computed from the days of the filtered trades.
 * @returns `onRetry` for a month that failed to load, which has zeros; otherwise null. Source of the zeros:
 *   specification section 7, "A month history that is not ok"
 */
function useMonth(given: {
  month: Month;
  timeZone: string;
  revision: string;
  isFiltered: boolean;
  analytics: Analytics | null;
}): { figures: MonthFigures | null; onRetry: (() => void) | null } {
  const { month, timeZone, revision, isFiltered, analytics } = given;
  const answer = useQuery({
    key: ["month", timeZone, month],
    revision,
    fetch: async (signal) => monthFigures(await fetchMonthHistory(month, signal), month),
    failure: "month not loaded",
    isLarge: true,
    isKept: true,
  });
  const counted = useMemo(
    () => (isFiltered && analytics ? monthOfDays(analytics.equity, month) : null),
    [isFiltered, analytics, month],
  );
  if (isFiltered) return { figures: counted, onRetry: null };
  if (answer.value === null && answer.error !== null) return { figures: NO_MONTH, onRetry: answer.refetch };
  return { figures: answer.value, onRetry: null };
}

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
