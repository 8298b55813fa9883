import { useSignals } from "@preact/signals-react/runtime";
import { addUsd } from "../../worker/contract/money.ts";
import { dayAt, dayOfIsoDate } from "../../worker/contract/trade-calendar.ts";
import { useQuery } from "../state/use-query.ts";
import type { AccountName } from "../trade-accounts/trade-account.ts";
import { Card, CardTitle } from "../ui/card.tsx";
import { moneyTicks } from "../ui/charts/money-axis.ts";
import { valueAxis } from "../ui/charts/value-axis.ts";
import { capUsd, formatDate, formatDay } from "../ui/format.ts";
import { performanceText } from "./performance-text.ts";
import { type MoneyAxis, type Point, PointLines, ProgressionPlot } from "./progression-card.tsx";
import { fetchAnalytics } from "./trade-calls.ts";
import { apiFilter, tradesOfPage, WHOLE_PAGE } from "./trade-filter.ts";
import type { RunDetail } from "./trade-types.ts";
import { AccountMark } from "./trades-link.tsx";

const text = performanceText.progression;

/** More points than these would be too close to press. */
const POINTS_MAX = 12;

type RunProgressionProps = {
  run: RunDetail;
  account: AccountName;
  revision: string;
  timeZone: string;
  nowMs: number;
};

/** The balance of a demo run from its start to now or to its end, day by day, whatever the page's filter. */
export function RunProgression({ run, account, revision, timeZone, nowMs }: RunProgressionProps) {
  useSignals();
  const page = tradesOfPage(WHOLE_PAGE, 0, account);
  // The page's own query where nothing is filtered.
  const { value } = useQuery({
    key: ["analytics", timeZone, page],
    revision,
    fetch: (signal) => fetchAnalytics(apiFilter(page, timeZone), signal),
    failure: "progression not loaded",
    isLarge: true,
    isKept: true,
  });
  const { startBalance, startedAt, archivedAt, balance } = run;
  const start: Point = { name: text.start, when: formatDate(startedAt, timeZone), usd: capUsd(startBalance) };
  const now: Point =
    archivedAt === null
      ? { name: text.now, when: formatDay(nowMs, timeZone), usd: capUsd(balance) }
      : { name: text.end, when: formatDate(archivedAt, timeZone), usd: capUsd(balance) };
  const lastDay = dayAt(archivedAt === null ? nowMs : Date.parse(archivedAt), timeZone);
  const days = (value?.equity ?? [])
    // The last point is that day's.
    .filter(({ day }) => dayOfIsoDate(day) !== lastDay)
    .map(
      ({ day, total }): Point => ({
        name: performanceText.shortDate(dayOfIsoDate(day)),
        when: null,
        usd: capUsd(addUsd([startBalance, total])),
      }),
    );
  const points = [start, ...days, now];
  const middle = points[Math.floor(points.length / 2)];
  return (
    <Card isColumn aria-labelledby="progression">
      <CardTitle id="progression" title={text.title}>
        <AccountMark />
      </CardTitle>
      <ProgressionPlot
        points={points}
        axis={axisOf(points, start.usd)}
        names={[
          { key: "start", label: formatDay(startedAt, timeZone) },
          ...(days.length > 1 && middle ? [{ key: "middle", label: middle.name }] : []),
          { key: "now", label: now.name, isStrong: true },
        ]}
        spread="edges"
        areAllShown={points.length <= POINTS_MAX}
      />
      <PointLines points={[start, now]} />
    </Card>
  );
}

/** Around all balances; the run's start is its solid line. */
function axisOf(points: readonly Point[], startUsd: number): MoneyAxis {
  const { low, high, levels } = valueAxis(points.map(({ usd }) => usd));
  const labels = moneyTicks(levels);
  const ticks = levels.map((usd, index) => ({ usd, label: labels[index] ?? "", isBase: usd === startUsd }));
  return { minUsd: low, maxUsd: high, ticks };
}
