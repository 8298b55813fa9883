import { useSignals } from "@preact/signals-react/runtime";
import { type KeyboardEvent, memo, useContext, useRef } from "react";
import { weekOf } from "../../worker/contract/trade-calendar.ts";
import { formatSignedMoney } from "../ui/format.ts";
import { placeByKey } from "../ui/list-keys.ts";
import { MoneyUnitContext } from "../ui/money.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { calendarWeeks, isIn, type Month, type MonthFigures, type Result } from "./month-figures.ts";
import { DayFace, dayLook, daysOfWeek, MonthGrid, WeekFace } from "./month-grid.tsx";
import type { TradeView } from "./performance-address.ts";
import { performanceText } from "./performance-text.ts";
import { ViewLink } from "./trades-link.tsx";

const text = performanceText.calendar;

/** A month that is loading, or could not be loaded: its cells say so instead of "no trades". */
export type Unknown = "loading" | "failed";

type MonthCalendarProps = {
  month: Month;
  figures: MonthFigures;
  /** Why the figures are not known; null where they are. */
  unknown: Unknown | null;
  today: number;
  /** The view of the list: its day or week is highlighted. */
  view: TradeView;
  /** Changes the month from the keyboard, by the given number of months. */
  onMonth: (months: number) => void;
};

/**
 * The days in their weeks, Sunday first, with the weeks as a column: each opens its trades. Arrow keys move between
 * cells, page keys between months.
 */
export function MonthCalendar({ month, figures, unknown, today, view, onMonth }: MonthCalendarProps) {
  const grid = useRef<HTMLDivElement>(null);
  const weeks = calendarWeeks(month);
  const largest = Math.max(0, ...[...figures.days.values()].map(({ pnl }) => Math.abs(pnl)));
  const chosenDay = view.mode === "day" ? view.day : null;
  const isChosenWeek = (sunday: number) =>
    view.mode === "week" && view.week === weekOf(sunday).week && view.year === weekOf(sunday).year;
  const first = weeks.flatMap(daysOfWeek).find((day) => isIn(day, month));
  const tabStop = [chosenDay, today].find((day) => day !== null && isIn(day, month)) ?? first;

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "PageUp" || event.key === "PageDown") {
      event.preventDefault();
      onMonth(event.key === "PageUp" ? -1 : 1);
      return;
    }
    const target = grid.current && cellTowards(grid.current, event);
    if (!target) return;
    event.preventDefault();
    target.focus();
  }

  return (
    <MonthGrid
      ref={grid}
      month={month}
      weeks={weeks}
      onKeyDown={onKeyDown}
      isChosenDay={(day) => day === chosenDay}
      isChosenWeek={isChosenWeek}
      day={(day, place) => (
        <DayLink
          day={day}
          largest={largest}
          result={figures.days.get(day)}
          unknown={unknown}
          isToday={day === today}
          place={place}
          isTabStop={day === tabStop}
        />
      )}
      week={(sunday, place) => (
        <WeekLink sunday={sunday} result={figures.weeks.get(sunday)} unknown={unknown} place={place} />
      )}
    />
  );
}

/** The cell that a key moves to, skipping cells without a link. */
function cellTowards(grid: HTMLElement, event: KeyboardEvent): HTMLElement | null {
  const links = [...grid.querySelectorAll<HTMLElement>("a[data-place]")];
  const here = links.findIndex((link) => link.matches(":focus"));
  const rows = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (rows === undefined) return links[placeByKey(event, { here, count: links.length, along: "row" }) ?? -1] ?? null;
  const [row = 0, column = 0] = links[here]?.dataset.place?.split(" ").map(Number) ?? [];
  return links.find(({ dataset }) => dataset.place === `${row + rows} ${column}`) ?? null;
}

type DayLinkProps = {
  day: number;
  result: Result | undefined;
  unknown: Unknown | null;
  largest: number;
  isToday: boolean;
  place: string;
  isTabStop: boolean;
};

const DayLink = memo(function DayLink(props: DayLinkProps) {
  const { day, result, unknown, largest, isToday, place, isTabStop } = props;
  useSignals();
  const unit = useContext(MoneyUnitContext);
  const { pnl = 0, trades = 0 } = result ?? {};
  const label =
    unknown === null
      ? text.dayLabel(day, formatSignedMoney(pnl, undefined, unit), trades)
      : text.unknownDay(day, text.unknown[unknown]);
  return (
    <ViewLink
      view={{ mode: "day", day }}
      focus="stays"
      title={label}
      aria-current={isToday ? "date" : undefined}
      tabIndex={isTabStop ? 0 : -1}
      data-place={place}
      {...dayLook(pnl, largest, unit)}
    >
      <VisuallyHidden>{label}</VisuallyHidden>
      <DayFace day={day} result={result} isToday={isToday} />
    </ViewLink>
  );
});

type WeekLinkProps = { sunday: number; result: Result | undefined; unknown: Unknown | null; place: string };

const WeekLink = memo(function WeekLink({ sunday, result, unknown, place }: WeekLinkProps) {
  useSignals();
  const unit = useContext(MoneyUnitContext);
  const { year, week } = weekOf(sunday);
  const { pnl = 0, trades = 0 } = result ?? {};
  const label =
    unknown === null
      ? text.weekLabel(week, formatSignedMoney(pnl, undefined, unit), trades)
      : text.unknownWeek(week, text.unknown[unknown]);
  return (
    <ViewLink view={{ mode: "week", year, week }} focus="stays" title={label} tabIndex={-1} data-place={place}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <WeekFace sunday={sunday} result={result} unknown={unknown} />
    </ViewLink>
  );
});
