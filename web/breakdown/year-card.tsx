import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type KeyboardEvent, useContext, useMemo, useRef, useState } from "react";
import { Link } from "wouter";
import { dateOfDay, dayOfIsoDate } from "../../worker/contract/trade-calendar.ts";
import { dayLook } from "../performance/month-grid.tsx";
import { type PerformanceAddress, performancePath } from "../performance/performance-address.ts";
import { performanceText } from "../performance/performance-text.ts";
import type { EquityPoint } from "../performance/trade-types.ts";
import { Card } from "../ui/card.tsx";
import { formatSignedMoney } from "../ui/format.ts";
import { ChevronLeft, ChevronRight } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";
import { Money, MoneyUnitContext } from "../ui/money.tsx";
import { media, type } from "../ui/theme.ts";
import { breakdownText } from "./breakdown-text.ts";
import { daysOfYear, dayTowards, monthsOf, type YearDay, type YearMonth } from "./year-days.ts";

const text = breakdownText.year;

const Months = styled("div")`
  display: grid;
  grid-template-columns: repeat(6, minmax(0, 1fr));
  gap: 16px;
  ${media.medium} {
    grid-template-columns: repeat(4, minmax(0, 1fr));
  }
  ${media.narrow} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  ${media.phone} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 12px;
  }
  & h3 {
    ${type.caption}
    margin-bottom: 6px;
    color: var(--muted);
    font-weight: 500;
  }
`;

/** A profit is marked at the top of its day and a loss at the foot, so that the colour is not the only sign. */
const Days = styled("div")`
  display: grid;
  grid-template-columns: repeat(7, minmax(0, 1fr));
  gap: 2px;
  & > * {
    ${type.caption}
    display: grid;
    place-items: center;
    min-height: 24px;
    border-radius: 4px;
    color: var(--muted);
    font-size: 11px;
  }
  & > a {
    color: var(--text);
    border-block: 2px solid transparent;
  }
  & > a[data-side="up"] {
    background: color-mix(in oklab, var(--up) var(--tint), var(--surface));
    border-top-color: var(--up);
  }
  & > a[data-side="down"] {
    background: color-mix(in oklab, var(--down) var(--tint), var(--surface));
    border-bottom-color: var(--down);
  }
  & > a[data-side="flat"] {
    background: var(--raised);
  }
  & > a:hover {
    outline: 1px solid var(--control);
  }
  & > [aria-current="date"] {
    box-shadow: inset 0 0 0 1px var(--accent);
  }
`;

type YearCardProps = {
  points: readonly EquityPoint[];
  today: number;
  at: Pick<PerformanceAddress, "account" | "filter">;
};

/** A year by day: how each day ended, and by how much beside the others. Each day with trades opens them. */
export function YearCard({ points, today, at }: YearCardProps) {
  useSignals();
  const years = useMemo(() => points.map(({ day }) => dateOfDay(dayOfIsoDate(day)).year), [points]);
  const [first, last] = [years[0] ?? dateOfDay(today).year, years.at(-1) ?? dateOfDay(today).year];
  const [chosen, setYear] = useState<number | null>(null);
  const year = Math.min(Math.max(chosen ?? last, first), last);
  const days = useMemo(() => daysOfYear(points, year), [points, year]);
  return (
    <Card aria-labelledby="year">
      <Row as="header" wrap justify="space-between" gap="8px 16px" margin="0 0 16px">
        <div>
          <Text as="h2" id="year">
            {text.title}
          </Text>
          <YearNote days={days} />
        </div>
        <Row gap={8}>
          <IconButton
            variant="neutral"
            icon={ChevronLeft}
            label={text.previous}
            disabled={year <= first}
            onClick={() => setYear(year - 1)}
          />
          <Text as="b" className="num" aria-live="polite" minWidth={44} textAlign="center">
            {year}
          </Text>
          <IconButton
            variant="neutral"
            icon={ChevronRight}
            label={text.next}
            disabled={year >= last}
            onClick={() => setYear(year + 1)}
          />
        </Row>
      </Row>
      <YearGrid key={year} year={year} days={days} today={today} at={at} />
    </Card>
  );
}

/** What the colours show, in words. */
function YearNote({ days }: { days: readonly YearDay[] }) {
  const best = days.reduce<YearDay | null>((top, day) => (top === null || day.pnl > top.pnl ? day : top), null);
  const worst = days.reduce<YearDay | null>((low, day) => (low === null || day.pnl < low.pnl ? day : low), null);
  const won = days.filter(({ pnl }) => pnl > 0).length;
  const lost = days.filter(({ pnl }) => pnl < 0).length;
  const end = (name: string, { day, pnl }: YearDay) => (
    <Text as="span" className="num" breaks="never">
      {name} {performanceText.shortDate(day)} <Money usd={pnl} as="result" />
    </Text>
  );
  return (
    <Row as="p" wrap gap="2px 12px" size="caption" tone="muted">
      <span>{days.length === 0 ? text.none : text.summary(days.length, won, lost)}</span>
      {best && best.pnl > 0 && end(text.best, best)}
      {worst && worst.pnl < 0 && end(text.worst, worst)}
    </Row>
  );
}

type YearGridProps = Omit<YearCardProps, "points"> & { year: number; days: readonly YearDay[] };

function YearGrid({ year, days, today, at }: YearGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const byDay = useMemo(() => new Map(days.map((one) => [one.day, one])), [days]);
  const largest = Math.max(0, ...days.map(({ pnl }) => Math.abs(pnl)));
  const stop = focused ?? days.at(-1)?.day ?? null;

  function onKeyDown(event: KeyboardEvent) {
    const order = days.map(({ day }) => day);
    const target = stop === null ? null : dayTowards(event.key, order, stop);
    if (target === null) return;
    event.preventDefault();
    setFocused(target);
    grid.current?.querySelector<HTMLElement>(`a[data-day="${target}"]`)?.focus();
  }

  return (
    <Months ref={grid} role="group" aria-label={text.label(year)} onKeyDown={onKeyDown}>
      {monthsOf(year).map((month) => (
        <MonthOfYear key={month.month} {...{ year, month, byDay, largest, today, stop, at }} onFocus={setFocused} />
      ))}
    </Months>
  );
}

type MonthOfYearProps = {
  year: number;
  month: YearMonth;
  byDay: ReadonlyMap<number, YearDay>;
  largest: number;
  today: number;
  /** The day that the tab key reaches. */
  stop: number | null;
  at: YearCardProps["at"];
  onFocus: (day: number) => void;
};

function MonthOfYear({
  year,
  month: { month, days, column },
  byDay,
  largest,
  today,
  stop,
  at,
  onFocus,
}: MonthOfYearProps) {
  useSignals();
  const unit = useContext(MoneyUnitContext);
  return (
    <Box as="section">
      <h3>{performanceText.month({ year, month })}</h3>
      <Days className="num">
        {days.map((day, place) => {
          const own = byDay.get(day);
          const style = place === 0 ? { gridColumnStart: column + 1 } : undefined;
          const current = day === today ? ("date" as const) : undefined;
          if (!own) {
            return (
              <span key={day} style={style} aria-current={current} aria-hidden="true">
                {place + 1}
              </span>
            );
          }
          const { style: look, ...side } = dayLook(own.pnl, largest, unit);
          const label = performanceText.calendar.dayLabel(day, formatSignedMoney(own.pnl, undefined, unit), own.trades);
          return (
            <Link
              key={day}
              href={performancePath({ ...at, view: { mode: "day", day } })}
              style={{ ...style, ...look }}
              aria-label={label}
              aria-current={current}
              title={label}
              tabIndex={day === stop ? 0 : -1}
              data-day={day}
              onFocus={() => onFocus(day)}
              {...side}
            >
              {place + 1}
            </Link>
          );
        })}
      </Days>
    </Box>
  );
}
