import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, Suspense, useContext, useMemo } from "react";
import { Link, useLocation } from "wouter";
import type { Breakdown } from "../../worker/contract/trade-groups.ts";
import { type CurveDay, curveDays, drawdownFigures } from "../performance/drawdown-figures.ts";
import { type PerformanceAddress, performancePath, type TradeView } from "../performance/performance-address.ts";
import { performanceText } from "../performance/performance-text.ts";
import type { Analytics } from "../performance/trade-types.ts";
import { runView } from "../performance/trades-link.tsx";
import { lazyPage } from "../state/lazy-page.ts";
import { Card, CardTitle } from "../ui/card.tsx";
import { type Fact, FactLine } from "../ui/fact-line.tsx";
import { capUsd, formatPercent, type MoneyUnit, NO_VALUE } from "../ui/format.ts";
import { areSumsHidden } from "../ui/hidden-sums.ts";
import { Money, MoneyUnitContext } from "../ui/money.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { breakdownText } from "./breakdown-text.ts";
import { fallsInPercent } from "./falls-in-percent.ts";

const EquityChart = lazyPage(async () => (await import("../performance/equity-chart.tsx")).EquityChart);

const text = breakdownText.curve;
/** Curve, gap, drawdown and axis, as the plot has them. */
const CHART_PX = 240 + 28 + 72 + 28;

type CurveCardProps = {
  analytics: Analytics;
  payments: Breakdown["payments"];
  today: number;
  at: Pick<PerformanceAddress, "account" | "filter">;
};

/** The curve of closed results with its falls: how deep in money and in percent, and how long under water. */
export function CurveCard({ analytics, payments, today, at }: CurveCardProps) {
  useSignals();
  const unit = useContext(MoneyUnitContext);
  const [, navigate] = useLocation();
  const { period } = at.filter;
  const lastDay = period.kind === "dates" ? Math.min(period.toDay, today) : today;
  const days = useMemo(() => {
    const all = curveDays(analytics.equity, lastDay);
    const percents = fallsInPercent(all, payments);
    return all.map((day, index) => ({ ...day, percent: percents[index] ?? null }));
  }, [analytics, lastDay, payments]);
  const figures = useMemo(() => drawdownFigures(days, unit.exact), [days, unit]);
  return (
    <Card aria-labelledby="curve">
      <CardTitle as="h2" id="curve" title={text.title}>
        <FactLine className="num" isListOnPhone facts={factsOf({ analytics, days, figures, at, unit })} />
      </CardTitle>
      <Suspense fallback={<Skeleton width="100%" height={CHART_PX} />}>
        <EquityChart
          // A canvas must be drawn again when its labels are hidden or shown.
          key={String(areSumsHidden.value)}
          days={days}
          restIndex={figures.deepest}
          today={today}
          onOpen={(day) => navigate(performancePath({ ...at, view: { mode: "day", day } }))}
        />
      </Suspense>
    </Card>
  );
}

type Given = {
  analytics: Analytics;
  days: readonly (CurveDay & { percent: number | null })[];
  figures: ReturnType<typeof drawdownFigures>;
  at: CurveCardProps["at"];
  unit: MoneyUnit;
};

function factsOf({ analytics, days, figures, at, unit }: Given): Fact[] {
  const { maxDrawdown, runs } = analytics.summary;
  const { belowPeak, peakAt, longestDays, longestAt } = figures;
  const opening = (view: TradeView | null, children: ReactNode) =>
    view === null ? children : <Link href={performancePath({ ...at, view })}>{children}</Link>;
  const between = (first: number, last: number): TradeView => ({
    mode: "all",
    only: { by: "days", fromDay: days[first]?.day ?? 0, toDay: days[last]?.day ?? 0 },
  });
  const dateAt = (index: number) => performanceText.date(days[index]?.day ?? 0);
  const result = (amount: number) => <Money usd={capUsd(amount, unit)} as="result" />;
  const percentNow = days.at(-1)?.percent ?? null;
  const isBelow = belowPeak > 0;
  return [
    { name: text.deepest, value: opening(runView("maxDrawdown", runs), result(-maxDrawdown.usd)) },
    {
      name: text.deepestPercent,
      value: maxDrawdown.percent === null ? NO_VALUE : formatPercent(maxDrawdown.percent),
    },
    {
      name: text.longest,
      value:
        longestDays === 0
          ? NO_VALUE
          : opening(
              between(longestAt.first, longestAt.last),
              text.between(text.days(longestDays), dateAt(longestAt.first), dateAt(longestAt.last)),
            ),
    },
    {
      name: text.since,
      value: isBelow
        ? opening(
            between(peakAt + 1, days.length - 1),
            text.sinceDay(text.days(days.length - 1 - peakAt), dateAt(peakAt + 1)),
          )
        : text.atPeak,
    },
    {
      name: text.now,
      value: (
        <>
          {result(-belowPeak)}
          {isBelow && percentNow !== null && ` (${formatPercent(percentNow)})`}
        </>
      ),
    },
  ];
}
