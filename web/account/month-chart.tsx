import { styled } from "goober";
import { type KeyboardEvent, Suspense, useRef, useState } from "react";
import { lazyPage } from "../state/lazy-page.ts";
import { capUsd, formatMoney, formatMonth } from "../ui/format.ts";
import { Money } from "../ui/money.tsx";
import { moneyTicks } from "../ui/money-axis.ts";
import { media, type } from "../ui/theme.ts";
import { ACCOUNT_TEXT } from "./account-text.ts";
import { axisTicks, type MonthMoney } from "./money-by-month.ts";

const MonthBars = lazyPage(async () => (await import("./month-bars.tsx")).MonthBars);

const PLOT_HEIGHT_PX = 264;

const Legend = styled("div")`
  ${type.dense}
  display: flex;
  flex-wrap: wrap;
  gap: 4px 24px;
  min-height: 20px;
  margin-bottom: 20px;
  color: var(--muted);
  & > span {
    display: inline-flex;
    align-items: center;
    gap: 8px;
  }
  & > span:last-child {
    margin-left: auto;
  }
  & b {
    color: var(--text);
  }
  & i {
    width: 10px;
    height: 10px;
    border-radius: 3px;
    background: var(--accent);
  }
  & i[data-way="out"] {
    background: var(--control);
  }
`;

const Plot = styled("div")`
  position: relative;
  height: ${PLOT_HEIGHT_PX}px;
  ${media.phone} {
    height: 200px;
  }
`;

const Line = styled("div")`
  ${type.caption}
  position: absolute;
  left: 0;
  right: 0;
  height: 0;
  color: var(--muted);
  & > span {
    position: absolute;
    right: calc(100% - 44px);
    top: -8px;
  }
  &::after {
    content: "";
    position: absolute;
    left: 56px;
    right: 0;
    border-top: 1px dotted var(--line);
  }
  &:first-child::after {
    border-top-style: solid;
  }
`;

const Columns = styled("div")`
  position: absolute;
  inset: 0 0 0 56px;
  display: flex;
`;

const Column = styled("button")`
  flex: 1;
  min-width: 0;
  border-radius: 6px 6px 0 0;
  cursor: default;
  &[aria-pressed="true"] {
    background: var(--raised);
  }
`;

/** Drawn above the columns; pointer events pass through to them. */
const Bars = styled("div")`
  position: absolute;
  inset: 0 0 0 56px;
  pointer-events: none;
  & * {
    pointer-events: none !important;
  }
`;

const Months = styled("div")`
  ${type.caption}
  display: flex;
  padding: 8px 0 0 56px;
  color: var(--muted);
  & > span {
    flex: 1;
    text-align: center;
  }
  & > [data-chosen="true"] {
    color: var(--text);
    font-weight: 600;
  }
`;

/**
 * Money in and out with two bars per month. The legend shows the selected month, initially the last one with movements.
 */
export function MonthChart({ months }: { months: readonly MonthMoney[] }) {
  const [chosenKey, choose] = useState<string | null>(null);
  const columns = useRef<HTMLDivElement>(null);
  const found = months.findIndex(({ key }) => key === chosenKey);
  const chosen = found < 0 ? lastWithMoney(months) : found;
  const month = months[chosen];
  if (!month) return null;

  const heights = axisTicks(Math.max(...months.flatMap(({ inUsd, outUsd }) => [inUsd, outUsd]), 1));
  const labels = moneyTicks(heights);
  const top = heights.at(-1) ?? 1;
  const height = (usd: number) => `${(usd / top) * 100}%`;

  function onKeyDown(event: KeyboardEvent) {
    const target = { ArrowLeft: chosen - 1, ArrowRight: chosen + 1, Home: 0, End: months.length - 1 }[event.key];
    const next = target === undefined ? undefined : months[target];
    if (target === undefined || !next) return;
    event.preventDefault();
    choose(next.key);
    columns.current?.querySelectorAll("button")[target]?.focus();
  }

  return (
    <>
      <Legend aria-hidden="true">
        <span>
          <i /> {ACCOUNT_TEXT.inOf(shortName(month.key))}{" "}
          <b>
            <Money usd={capUsd(month.inUsd)} />
          </b>
        </span>
        <span>
          <i data-way="out" /> {ACCOUNT_TEXT.outOf(shortName(month.key))}
          <b>
            <Money usd={capUsd(month.outUsd)} />
          </b>
        </span>
        <span>
          {ACCOUNT_TEXT.net}{" "}
          <b>
            <Money usd={capUsd(month.inUsd - month.outUsd)} as="moved" />
          </b>
        </span>
      </Legend>
      <Plot>
        {heights.map((usd, index) => (
          <Line key={usd} aria-hidden="true" style={{ bottom: height(usd) }}>
            <span className="num">{labels[index]}</span>
          </Line>
        ))}
        <Columns ref={columns} role="group" aria-label={ACCOUNT_TEXT.byMonthKeys} onKeyDown={onKeyDown}>
          {months.map(({ key, inUsd, outUsd }, index) => (
            <Column
              key={key}
              type="button"
              tabIndex={index === chosen ? 0 : -1}
              aria-pressed={index === chosen}
              aria-label={ACCOUNT_TEXT.monthLabel(longName(key), formatMoney(inUsd), formatMoney(outUsd))}
              onPointerEnter={() => choose(key)}
              onClick={() => choose(key)}
            />
          ))}
        </Columns>
        <Bars aria-hidden="true" data-months="">
          <Suspense>
            <MonthBars months={months} topUsd={top} />
          </Suspense>
        </Bars>
      </Plot>
      <Months aria-hidden="true">
        {months.map(({ key }, index) => (
          <span key={key} data-chosen={index === chosen}>
            {shortName(key)}
          </span>
        ))}
      </Months>
    </>
  );
}

function lastWithMoney(months: readonly MonthMoney[]): number {
  const last = months.findLastIndex(({ inUsd, outUsd }) => inUsd + outUsd > 0);
  return last < 0 ? months.length - 1 : last;
}

/** `Nov 2026` */
function longName(key: string): string {
  return formatMonth(`${key}-01T00:00:00Z`, "UTC");
}

/** `Nov` */
function shortName(key: string): string {
  return longName(key).slice(0, -5);
}
