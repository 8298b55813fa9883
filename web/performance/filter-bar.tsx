import { styled } from "goober";
import { isoDate, readIsoDate } from "../../worker/contract/trade-calendar.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { Download } from "../ui/icon.tsx";
import { Segments } from "../ui/segments.tsx";
import { Select } from "../ui/select.tsx";
import { media, type } from "../ui/theme.ts";
import { performanceText } from "./performance-text.ts";
import { type PageFilter, PERIOD_DAYS, type Period } from "./trade-filter.ts";

const text = performanceText.filter;

/** Labels are visually hidden, because each control shows its selected value. */
const Bar = styled("div")`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  & label {
    position: absolute;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  & > :first-child {
    gap: 0;
    width: 148px;
  }
  & > :first-child > div:last-child {
    ${type.dense}
    height: 36px;
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
    & > a {
      grid-area: 1 / 2;
    }
    & > :first-child > div:last-child {
      height: 44px;
    }
  }
`;

const Dates = styled("div")`
  display: flex;
  gap: 8px;
  & input {
    ${type.dense}
    height: 36px;
    padding: 0 10px;
    border: 1px solid var(--control);
    border-radius: var(--radius-control);
    background: var(--raised);
    color-scheme: inherit;
  }
  ${media.phone} {
    & input {
      ${type.lead}
      min-width: 0;
      width: 100%;
      height: 44px;
    }
  }
`;

type FilterBarProps = {
  filter: PageFilter;
  onFilter: (filter: PageFilter) => void;
  /** All symbols that the trader has traded. */
  symbols: readonly string[];
  /** The initial start of a period of dates. */
  firstDay: number;
  today: number;
  /** The URL of the filtered trades as a CSV file; null where there are none. */
  exportHref: string | null;
};

/** The filters of the page, and the download of the filtered trades. */
export function FilterBar({ filter, onFilter, symbols, firstDay, today, exportHref }: FilterBarProps) {
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
          { value: "Buy", label: "Buy" },
          { value: "Sell", label: "Sell" },
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
      {period.kind === "dates" && (
        <PeriodDates period={period} onPeriod={(dates) => onFilter({ ...filter, period: dates })} />
      )}
      {exportHref && (
        <ButtonAnchor href={exportHref} icon={Download} size="normal" download>
          {performanceText.list.downloadCsv}
        </ButtonAnchor>
      )}
    </Bar>
  );
}

type Dates = Extract<Period, { kind: "dates" }>;

/** Two dates; moving one past the other moves both, so that the period is always valid. */
function PeriodDates({ period, onPeriod }: { period: Dates; onPeriod: (period: Dates) => void }) {
  const { fromDay, toDay } = period;
  return (
    <Dates>
      <input
        type="date"
        aria-label={text.from}
        required
        value={isoDate(fromDay)}
        onChange={(event) => {
          const day = readIsoDate(event.target.value);
          if (day !== null) onPeriod({ ...period, fromDay: day, toDay: Math.max(day, toDay) });
        }}
      />
      <input
        type="date"
        aria-label={text.to}
        required
        value={isoDate(toDay)}
        onChange={(event) => {
          const day = readIsoDate(event.target.value);
          if (day !== null) onPeriod({ ...period, fromDay: Math.min(day, fromDay), toDay: day });
        }}
      />
    </Dates>
  );
}
