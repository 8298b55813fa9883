import { styled } from "goober";
import { memo, Suspense } from "react";
import { isoDate, readIsoDate } from "../../worker/contract/trade-calendar.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { Field } from "../ui/fields/field.tsx";
import { Select } from "../ui/fields/select.tsx";
import { Download as DownloadIcon, X } from "../ui/icon.tsx";
import { Row } from "../ui/layout.tsx";
import { NoticeLine } from "../ui/notice-line.ts";
import { Segments } from "../ui/segments.tsx";
import { media } from "../ui/theme.ts";
import { performanceText } from "./performance-text.ts";
import { type PageFilter, PERIOD_DAYS, type Period } from "./trade-filter.ts";

// The journal's labels come after the figures.
const LabelFilters = lazyPage(async () => (await import("./label-filters.tsx")).LabelFilters, { isQuiet: true });
const LabelNames = lazyPage(async () => (await import("./label-filters.tsx")).LabelNames, { isQuiet: true });

const { filter: text, directions } = performanceText;

/** On phones the first download stands beside the first control, and the others have a line each. */
const Bar = styled("div")`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  & > :first-child {
    width: 148px;
  }
  ${media.phone} {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    & > * {
      grid-column: 1 / -1;
    }
    & > :first-child {
      grid-column: 1;
      width: auto;
    }
    & > [data-first] {
      grid-area: 1 / 2;
    }
  }
`;

type FilterBarProps = {
  filter: PageFilter;
  onFilter: (filter: PageFilter) => void;
  symbols: readonly string[];
  /** The initial start of a period of dates. */
  firstDay: number;
  today: number;
  /** The files of the filtered trades; none where there are no trades. */
  downloads: readonly Download[];
};

type Download = { label: string; href: string };

export const FilterBar = memo(function FilterBar({
  filter,
  onFilter,
  symbols,
  firstDay,
  today,
  downloads,
}: FilterBarProps) {
  const { symbol, direction, period } = filter;
  const choices = symbol === null || symbols.includes(symbol) ? symbols : [...symbols, symbol];
  const periods: readonly { value: string; label: string; period: Period }[] = [
    ...PERIOD_DAYS.map((days) => ({
      value: String(days),
      label: text.days(days),
      period: { kind: "days", days } as const,
    })),
    { value: "all", label: text.all, period: { kind: "all" } },
    { value: "dates", label: text.dates, period: { kind: "dates", fromDay: Math.min(firstDay, today), toDay: today } },
  ];
  return (
    <Bar role="group" aria-label={text.group}>
      <Select
        size="compact"
        label={text.symbol}
        value={symbol ?? ""}
        options={[{ value: "", label: text.allSymbols }, ...choices.map((name) => ({ value: name, label: name }))]}
        onChange={(name) => onFilter({ ...filter, symbol: name || null })}
      />
      <Segments
        label={text.direction}
        value={direction ?? "both"}
        options={[
          { value: "both", label: text.both },
          { value: "Buy", label: directions.Buy },
          { value: "Sell", label: directions.Sell },
        ]}
        onChange={(chosen) => onFilter({ ...filter, direction: chosen === "both" ? null : chosen })}
      />
      <Segments
        label={text.period}
        value={period.kind === "days" ? String(period.days) : period.kind}
        options={periods}
        onChange={(chosen) => {
          const next = periods.find(({ value }) => value === chosen);
          if (next) onFilter({ ...filter, period: next.period });
        }}
      />
      <Suspense>
        <LabelFilters filter={filter} onFilter={onFilter} />
      </Suspense>
      {period.kind === "dates" && (
        <PeriodDates period={period} onPeriod={(dates) => onFilter({ ...filter, period: dates })} />
      )}
      {downloads.map(({ label, href }, index) => (
        <ButtonAnchor key={href} href={href} icon={DownloadIcon} download data-first={index === 0 || undefined}>
          {label}
        </ButtonAnchor>
      ))}
    </Bar>
  );
});

type Dates = Extract<Period, { kind: "dates" }>;

/** Two dates; moving one past the other moves both, so that the period is always valid. */
function PeriodDates({ period, onPeriod }: { period: Dates; onPeriod: (period: Dates) => void }) {
  const { fromDay, toDay } = period;
  const dates = [
    { label: text.from, day: fromDay, move: (day: number) => ({ fromDay: day, toDay: Math.max(day, toDay) }) },
    { label: text.to, day: toDay, move: (day: number) => ({ fromDay: Math.min(day, fromDay), toDay: day }) },
  ];
  return (
    <Row gap={8} phone={{ each: 1 }}>
      {dates.map(({ label, day, move }) => (
        <Field
          key={label}
          size="compact"
          type="date"
          label={label}
          required
          value={isoDate(day)}
          onChange={({ target }) => {
            const next = readIsoDate(target.value);
            if (next !== null) onPeriod({ ...period, ...move(next) });
          }}
        />
      ))}
    </Row>
  );
}

export function FilterNote({ filter, onClear }: { filter: PageFilter; onClear: () => void }) {
  const words = filterText(filter);
  const hasLabel = filter.setup !== null || filter.tag !== null;
  return (
    <NoticeLine as="div" role="status" data-tone="accent">
      <p>
        <span>
          {text.active}{" "}
          <b>
            {words}
            {hasLabel && (
              <Suspense fallback="…">
                {words && ", "}
                <LabelNames setup={filter.setup} tag={filter.tag} />
              </Suspense>
            )}
          </b>
        </span>
      </p>
      <Button size="dense" variant="plain" icon={X} onClick={onClear}>
        {text.clear}
      </Button>
    </NoticeLine>
  );
}

/** `XAUUSDm, Buy, Last 30 days` */
function filterText({ symbol, direction, period }: PageFilter): string {
  return [symbol, direction && directions[direction], periodText(period)].filter((part) => part !== null).join(", ");
}

function periodText(period: Period): string | null {
  switch (period.kind) {
    case "all":
      return null;
    case "days":
      return text.lastDays(period.days);
    case "dates":
      return `${performanceText.longDate(period.fromDay)} – ${performanceText.longDate(period.toDay)}`;
  }
}
