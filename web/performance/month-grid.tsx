import { styled } from "goober";
import { type ComponentProps, type CSSProperties, type ReactNode, useContext } from "react";
import { dateOfDay, weekOf } from "../../worker/contract/trade-calendar.ts";
import { DOLLARS, directionOf, formatCount, NO_VALUE } from "../ui/format.ts";
import { ChevronRight, Icon } from "../ui/icon.tsx";
import { Box, Grid } from "../ui/layout.tsx";
import { Money, MoneyUnitContext } from "../ui/money.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { type } from "../ui/theme.ts";
import { isIn, type Month, type Result } from "./month-figures.ts";
import { performanceText } from "./performance-text.ts";

const text = performanceText.calendar;
const WEEK_COLUMN = 7;
const GAP_PX = 6;
/** The height of a cell outside of a narrow calendar: at least its three lines, and else its width up to a limit. */
const CELL_PX = { min: 70, max: 92 } as const;
const SATURDAY = ":nth-child(7)";
const WEEK = ":nth-child(8)";

/** Narrow is a matter of the room that the calendar has, not of the window. */
const NARROW = "@container month (max-width: 549px)";
/** A cell has room for its date or week, and none beside it: eight of 74 px with their gaps have. */
const TIGHT = "@container month (max-width: 633px)";

/** The room of the grid; its first row names the columns. Of a text with `data-room` the calendar's width shows one. */
const Calendar = styled("div")`
  container: month / inline-size;
  & > div > :first-child > div {
    ${type.caption}
    padding: 2px 8px;
    color: var(--muted);
  }
  & [data-room="narrow"] {
    display: none;
  }
  ${NARROW} {
    & > div {
      gap: 3px;
    }
    & > div > :first-child > div {
      padding: 2px 4px;
    }
    & [data-room="wide"] {
      display: none;
    }
    & [data-room="narrow"] {
      display: inline;
    }
  }
`;

/**
 * A day or a week: its date or number at the top, then its sum and the number of its trades. Rules of links, of today
 * and of icons name attributes: the landing page, whose calendar has none of them, then has no such rules.
 */
const Cell = styled("div")`
  --gap: ${GAP_PX}px;
  --pad: 18px;
  --corner: 8px;
  /* Square, and wider in a wide calendar; with an aspect ratio, or as containers, the cells are laid out several times. */
  --cell: min(${CELL_PX.max}px, (100cqi - 7 * var(--gap)) / 8);
  --room: calc(var(--cell) - var(--pad));
  height: max(${CELL_PX.min}px, var(--cell));
  border-radius: var(--corner);
  &${SATURDAY} {
    border-radius: var(--corner) 0 0 var(--corner);
  }
  &${WEEK} {
    --room: calc(var(--cell) - var(--pad) + var(--gap));
    margin-left: calc(-1 * var(--gap));
    border-radius: 0 var(--corner) var(--corner) 0;
    background: var(--raised);
  }
  position: relative;
  & > * {
    ${type.caption}
    display: flex;
    flex-direction: column;
    height: 100%;
    padding: 7px 8px;
    border: 1px solid transparent;
    border-radius: inherit;
    white-space: nowrap;
  }
  & > :not(span) {
    border-color: var(--line);
    transition: border-color var(--motion);
  }
  & > [data-place]:hover {
    border-color: var(--control);
  }
  &${WEEK} > :not(span) {
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
  & [data-top] {
    display: flex;
    align-items: center;
    justify-content: space-between;
  }
  & [data-room] ~ svg {
    margin-right: -4px;
  }
  & [data-today] {
    font-size: inherit;
  }
  & > [aria-current="date"] > [data-top] {
    color: var(--accent);
  }
  & b {
    margin-top: auto;
    font-size: 16px;
    line-height: 20px;
    letter-spacing: -0.01em;
  }
  & [data-trades="none"] {
    margin-top: auto;
    color: var(--muted);
  }
  ${TIGHT} {
    & [data-room] ~ svg,
    & [data-today] {
      display: none;
    }
    & [data-top] > [data-room] {
      overflow: hidden;
      text-overflow: ellipsis;
    }
  }
  ${NARROW} {
    --gap: 3px;
    --pad: 8px;
    --corner: 6px;
    height: 60px;
    & > * {
      padding: 3px;
      line-height: 16px;
    }
    & b {
      margin-top: 2px;
      font-size: 13px;
      line-height: 16px;
      letter-spacing: -0.03em;
    }
  }
`;

type MonthGridProps = {
  month: Month;
  weeks: readonly number[];
  /** A day of the month: one element with {@link dayLook} around a {@link DayFace}. `place` is its row and column. */
  day: (day: number, place: string) => ReactNode;
  /** A week: one element around a {@link WeekFace}. */
  week: (sunday: number, place: string) => ReactNode;
  isChosenDay?: (day: number) => boolean;
  isChosenWeek?: (sunday: number) => boolean;
} & ComponentProps<"div">;

/** The days of a month in their weeks, Sunday first, with the weeks as a column. */
export function MonthGrid({ month, weeks, day, week, isChosenDay, isChosenWeek, ...grid }: MonthGridProps) {
  return (
    <Calendar>
      <Grid {...grid} gap={GAP_PX} role="grid" aria-label={performanceText.longMonth(month)}>
        <Grid columns={8} gap="inherit" role="row">
          {[...performanceText.weekdayShort, text.weekHead].map((name) => (
            <Box key={name} role="columnheader">
              {name}
            </Box>
          ))}
        </Grid>
        {weeks.map((sunday, row) => (
          <Grid key={sunday} columns={8} gap="inherit" role="row">
            {daysOfWeek(sunday).map((one, column) => (
              <Cell key={one} role="gridcell" aria-selected={isChosenDay?.(one)}>
                {isIn(one, month) ? (
                  day(one, `${row} ${column}`)
                ) : (
                  <span>
                    <span data-top="">{dateOfDay(one).date}</span>
                  </span>
                )}
              </Cell>
            ))}
            <Cell role="gridcell" aria-selected={isChosenWeek?.(sunday)}>
              {week(sunday, `${row} ${WEEK_COLUMN}`)}
            </Cell>
          </Grid>
        ))}
      </Grid>
    </Calendar>
  );
}

/** The days of a week. @param sunday its first one */
export function daysOfWeek(sunday: number): number[] {
  return Array.from({ length: 7 }, (_, index) => sunday + index);
}

/** The attributes that colour a day by its result. @param largest the largest absolute result of the month */
export function dayLook(pnl: number, largest: number, unit = DOLLARS) {
  return {
    "data-side": directionOf(pnl, unit),
    // The CSSProperties type has no custom properties.
    style: { "--tint": `${Math.round(dayTint(pnl, largest))}%` } as CSSProperties,
  };
}

/**
 * The colour strength of a calendar day, as the percentage of its signal colour over the surface: 8 plus up to 20, by
 * the square root of its share of the largest result, so that small days stay visible beside a large one. Source: look,
 * "Calendar"
 * @param largest the largest absolute result of the month, above zero
 */
export function dayTint(pnl: number, largest: number): number {
  return largest === 0 ? 0 : 8 + 20 * Math.sqrt(Math.abs(pnl) / largest);
}

type DayFaceProps = {
  day: number;
  result: Result | undefined;
  isToday?: boolean;
  /** Only the texts of a narrow calendar. */
  isShort?: boolean;
};

/** The content of a day's cell: its date, and the result of its trades. */
export function DayFace({ day, result, isToday = false, isShort = false }: DayFaceProps) {
  return (
    <>
      <span data-top="" aria-hidden="true">
        {dateOfDay(day).date}
        {isToday && <small data-today="">{text.today}</small>}
      </span>
      {result && result.trades > 0 && <ShortResult {...result} isShort={isShort} />}
    </>
  );
}

type WeekFaceProps = {
  sunday: number;
  result: Result | undefined;
  /** Why the result is not known; null where it is. */
  unknown?: "loading" | "failed" | null;
  isShort?: boolean;
};

/** The content of a week's cell: its number, and the result of its trades. */
export function WeekFace({ sunday, result, unknown = null, isShort = false }: WeekFaceProps) {
  const unit = useContext(MoneyUnitContext);
  const { week } = weekOf(sunday);
  const { pnl = 0, trades = 0 } = result ?? {};
  return (
    <>
      <span data-top="" aria-hidden="true" data-tone={trades > 0 ? directionOf(pnl, unit) : undefined}>
        <ByRoom isShort={isShort} wide={text.week(week)} narrow={text.weekShort(week)} />
        {!isShort && <Icon of={ChevronRight} size={14} />}
      </span>
      {trades > 0 && <ShortResult pnl={pnl} trades={trades} isShort={isShort} />}
      {unknown === "loading" && (
        <span data-trades="none" aria-hidden="true">
          <Skeleton width={48} height={12} />
        </span>
      )}
      {unknown === "failed" && (
        <span data-trades="none" aria-hidden="true">
          {NO_VALUE}
        </span>
      )}
      {unknown === null && trades === 0 && (
        <span data-trades="none" aria-hidden="true">
          <ByRoom isShort={isShort} wide={text.noTrades} narrow="—" />
        </span>
      )}
    </>
  );
}

function ShortResult({ pnl, trades, isShort }: Result & { isShort: boolean }) {
  const unit = useContext(MoneyUnitContext);
  return (
    <>
      <b className="num" aria-hidden="true" data-tone={directionOf(pnl, unit)}>
        <ByRoom isShort={isShort} wide={<Money usd={pnl} as="wide" />} narrow={<Money usd={pnl} as="narrow" />} />
      </b>
      <span className="num" data-trades="" aria-hidden="true">
        <ByRoom isShort={isShort} wide={performanceText.trades(trades)} narrow={formatCount(trades)} />
      </span>
    </>
  );
}

/** The variants of a text, of which the calendar's width shows one; `isShort` leaves only the narrow one. */
function ByRoom({ isShort, wide, narrow }: { isShort: boolean; wide: ReactNode; narrow: ReactNode }) {
  if (isShort) return narrow;
  return (
    <>
      <span data-room="wide">{wide}</span>
      <span data-room="narrow">{narrow}</span>
    </>
  );
}
