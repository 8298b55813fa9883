import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type KeyboardEvent, memo, useRef } from "react";
import { dateOfDay, weekOf } from "../../worker/contract/trade-calendar.ts";
import { directionOf, formatCount } from "../ui/format.ts";
import { ChevronRight, Icon } from "../ui/icon.tsx";
import { Money } from "../ui/money.tsx";
import { media, type } from "../ui/theme.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { dayTint } from "./day-tint.ts";
import { calendarWeeks, isIn, type Month, type MonthFigures, type Result } from "./month-figures.ts";
import type { TradeView } from "./performance-address.ts";
import { performanceText } from "./performance-text.ts";
import { ViewLink } from "./trades-link.tsx";

const text = performanceText.calendar;
const GAP_PX = { desktop: 6, phone: 3 } as const;
const WEEK_COLUMN = 7;

const Grid = styled("div")`
  display: grid;
  gap: ${GAP_PX.desktop}px;
  ${media.phone} {
    gap: ${GAP_PX.phone}px;
  }
`;

const Row = styled("div")`
  display: grid;
  grid-template-columns: repeat(8, minmax(0, 1fr));
  gap: inherit;
`;

const Head = styled("div")`
  ${type.caption}
  padding: 2px 8px;
  color: var(--muted);
  ${media.phone} {
    padding: 2px 4px;
  }
`;

const Cell = styled("div")`
  aspect-ratio: 1;
  max-height: 92px;
  min-width: 0;
  border-radius: 8px;
  &[data-column="6"] {
    border-radius: 8px 0 0 8px;
  }
  &[data-column="7"] {
    aspect-ratio: auto;
    margin-left: -${GAP_PX.desktop}px;
    border-radius: 0 8px 8px 0;
    background: var(--raised);
  }
  position: relative;
  & > * {
    container-type: inline-size;
    display: flex;
    flex-direction: column;
    height: 100%;
    padding: 7px 8px;
    border: 1px solid transparent;
    border-radius: inherit;
  }
  & > a {
    border-color: var(--line);
    transition: border-color var(--motion);
  }
  & > a:hover {
    border-color: var(--control);
  }
  &[data-column="7"] > a {
    border-left-color: transparent;
  }
  & > span {
    color: var(--muted);
  }
  & > [data-side="up"] {
    background: color-mix(in oklab, var(--up) var(--tint), var(--surface));
    border-color: color-mix(in oklab, var(--up) calc(var(--tint) + 8%), var(--surface));
  }
  & > [data-side="down"] {
    background: color-mix(in oklab, var(--down) var(--tint), var(--surface));
    border-color: color-mix(in oklab, var(--down) calc(var(--tint) + 8%), var(--surface));
  }
  & [data-tone="up"] {
    color: color-mix(in oklab, var(--up) 70%, var(--text));
  }
  & [data-tone="down"] {
    color: color-mix(in oklab, var(--down) 62%, var(--text));
  }
  & > [aria-current="date"] {
    border-color: transparent;
    box-shadow: inset 0 0 0 2px var(--accent);
  }
  &[aria-selected="true"] > a {
    border-color: transparent;
    box-shadow: inset 0 0 0 2px var(--text);
  }
  ${media.phone} {
    aspect-ratio: auto;
    height: 60px;
    border-radius: 6px;
    &[data-column="6"] {
      border-radius: 6px 0 0 6px;
    }
    &[data-column="7"] {
      margin-left: -${GAP_PX.phone}px;
      border-radius: 0 6px 6px 0;
    }
    & > * {
      padding: 3px;
    }
  }
`;

const Top = styled("span")`
  ${type.caption}
  display: flex;
  align-items: center;
  justify-content: space-between;
  white-space: nowrap;
  & > svg {
    margin-right: -4px;
  }
  [aria-current="date"] > & {
    color: var(--accent);
  }
  ${media.phone} {
    & > svg,
    & > small {
      display: none;
    }
  }
  & > small {
    font-size: inherit;
  }
`;

const Sum = styled("b")`
  margin-top: auto;
  font-size: 16px;
  line-height: 20px;
  letter-spacing: -0.01em;
  white-space: nowrap;
  ${media.phone} {
    margin-top: 2px;
    font-size: 13px;
    line-height: 16px;
    letter-spacing: -0.03em;
  }
`;

const Trades = styled("span")`
  ${type.caption}
  white-space: nowrap;
`;

const Muted = styled(Trades)`
  margin-top: auto;
  color: var(--muted);
`;

/** Variants of a text; one is shown, by the width of the screen. */
const Wide = styled("span")`
  ${media.phone} {
    display: none;
  }
`;
const Narrow = styled("span")`
  display: none;
  ${media.phone} {
    display: inline;
  }
`;

/**
 * Narrow cells show the first letter of the word under a column head that says Week. Screen readers always get the
 * word.
 */
const WORD_WIDTH = "@media (max-width: 519px)";
const WholeWord = styled("span")`
  ${WORD_WIDTH} {
    display: none;
  }
`;
const FirstLetter = styled("span")`
  display: none;
  ${WORD_WIDTH} {
    display: inline;
  }
`;

type MonthCalendarProps = {
  month: Month;
  figures: MonthFigures;
  today: number;
  view: TradeView;
  /** Changes the month from the keyboard, by the given number of months. */
  onMonth: (months: number) => void;
};

/**
 * The days in their weeks, Sunday first, with the weeks as a column: each opens its trades. Arrow keys move between
 * cells, page keys between months.
 */
export function MonthCalendar({ month, figures, today, view, onMonth }: MonthCalendarProps) {
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
    const target = grid.current && cellTowards(grid.current, event.key);
    if (!target) return;
    event.preventDefault();
    target.focus();
  }

  return (
    <Grid ref={grid} role="grid" aria-label={performanceText.longMonth(month)} onKeyDown={onKeyDown}>
      <Row role="row">
        {[...performanceText.weekdayShort, text.weekHead].map((name) => (
          <Head key={name} role="columnheader">
            {name}
          </Head>
        ))}
      </Row>
      {weeks.map((sunday, row) => (
        <Row key={sunday} role="row">
          {daysOfWeek(sunday).map((day, column) => (
            <Cell key={day} role="gridcell" data-column={column} aria-selected={day === chosenDay}>
              {isIn(day, month) ? (
                <DayLink
                  day={day}
                  largest={largest}
                  result={figures.days.get(day)}
                  isToday={day === today}
                  place={`${row} ${column}`}
                  isTabStop={day === tabStop}
                />
              ) : (
                <span>
                  <Top>{dateOfDay(day).date}</Top>
                </span>
              )}
            </Cell>
          ))}
          <Cell role="gridcell" data-column={WEEK_COLUMN} aria-selected={isChosenWeek(sunday)}>
            <WeekLink sunday={sunday} result={figures.weeks.get(sunday)} place={`${row} ${WEEK_COLUMN}`} />
          </Cell>
        </Row>
      ))}
    </Grid>
  );
}

function daysOfWeek(sunday: number): number[] {
  return Array.from({ length: 7 }, (_, index) => sunday + index);
}

/** The cell that an arrow key moves to, skipping cells without a link. */
function cellTowards(grid: HTMLElement, key: string): HTMLElement | null {
  const links = [...grid.querySelectorAll<HTMLElement>("a[data-place]")];
  const here = links.findIndex((link) => link.matches(":focus"));
  const [row = 0, column = 0] = links[here]?.dataset.place?.split(" ").map(Number) ?? [];
  const at = (rows: number) => links.find(({ dataset }) => dataset.place === `${row + rows} ${column}`);
  switch (key) {
    case "ArrowLeft":
      return links[here - 1] ?? null;
    case "ArrowRight":
      return links[here + 1] ?? null;
    case "ArrowUp":
      return at(-1) ?? null;
    case "ArrowDown":
      return at(1) ?? null;
    case "Home":
      return links[0] ?? null;
    case "End":
      return links.at(-1) ?? null;
    default:
      return null;
  }
}

type DayLinkProps = {
  day: number;
  result: Result | undefined;
  largest: number;
  isToday: boolean;
  place: string;
  isTabStop: boolean;
};

const DayLink = memo(function DayLink({ day, result, largest, isToday, place, isTabStop }: DayLinkProps) {
  useSignals();
  const { pnl = 0, trades = 0 } = result ?? {};
  const label = text.dayLabel(day, pnl, trades);
  return (
    <ViewLink
      view={{ mode: "day", day }}
      focus="stays"
      title={label}
      aria-current={isToday ? "date" : undefined}
      tabIndex={isTabStop ? 0 : -1}
      data-place={place}
      data-side={directionOf(pnl)}
      // The CSSProperties type has no custom properties.
      style={{ "--tint": `${dayTint(pnl, largest)}%` } as React.CSSProperties}
    >
      <VisuallyHidden>{label}</VisuallyHidden>
      <Top aria-hidden="true">
        {dateOfDay(day).date}
        {isToday && <small>{text.today}</small>}
      </Top>
      {trades > 0 && <ShortResult pnl={pnl} trades={trades} />}
    </ViewLink>
  );
});

type WeekLinkProps = { sunday: number; result: Result | undefined; place: string };

const WeekLink = memo(function WeekLink({ sunday, result, place }: WeekLinkProps) {
  useSignals();
  const { year, week } = weekOf(sunday);
  const { pnl = 0, trades = 0 } = result ?? {};
  const label = text.weekLabel(week, pnl, trades);
  return (
    <ViewLink view={{ mode: "week", year, week }} focus="stays" title={label} tabIndex={-1} data-place={place}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <Top aria-hidden="true" data-tone={trades > 0 ? directionOf(pnl) : undefined}>
        <WholeWord>{text.week(week)}</WholeWord>
        <FirstLetter>{text.weekShort(week)}</FirstLetter>
        <Icon of={ChevronRight} size={14} />
      </Top>
      {trades > 0 ? (
        <ShortResult pnl={pnl} trades={trades} />
      ) : (
        <Muted aria-hidden="true">
          <Wide>{text.noTrades}</Wide>
          <Narrow>—</Narrow>
        </Muted>
      )}
    </ViewLink>
  );
});

function ShortResult({ pnl, trades }: Result) {
  return (
    <>
      <Sum className="num" aria-hidden="true" data-tone={directionOf(pnl)}>
        <Wide>
          <Money usd={pnl} as="wide" />
        </Wide>
        <Narrow>
          <Money usd={pnl} as="narrow" />
        </Narrow>
      </Sum>
      <Trades className="num" aria-hidden="true">
        <Wide>{performanceText.trades(trades)}</Wide>
        <Narrow>{formatCount(trades)}</Narrow>
      </Trades>
    </>
  );
}
