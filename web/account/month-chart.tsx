import { styled } from "goober";
import { type KeyboardEvent, Suspense, useState } from "react";
import { lazyPage } from "../state/lazy-page.ts";
import { moneyTicks } from "../ui/charts/money-axis.ts";
import { Plot } from "../ui/charts/plot.tsx";
import { FactLine } from "../ui/fact-line.tsx";
import { capUsd, formatMoney, formatMonth } from "../ui/format.ts";
import { Box } from "../ui/layout.tsx";
import { focusByKey } from "../ui/list-keys.ts";
import { Money } from "../ui/money.tsx";
import { Swatch } from "../ui/swatch.tsx";
import { ACCOUNT_TEXT } from "./account-text.ts";
import { axisTicks, type MonthMoney } from "./money-by-month.ts";

const MonthBars = lazyPage(async () => (await import("./month-bars.tsx")).MonthBars);

const Columns = styled("div")`
  position: absolute;
  inset: 0;
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
  inset: 0;
  pointer-events: none;
  & * {
    pointer-events: none !important;
  }
`;

/** Money in and out with two bars per month. The legend shows the selected month, initially the last one with movements. */
export function MonthChart({ months }: { months: readonly MonthMoney[] }) {
  const [chosenKey, choose] = useState<string | null>(null);
  const found = months.findIndex(({ key }) => key === chosenKey);
  const chosen = found < 0 ? lastWithMoney(months) : found;
  const month = months[chosen];
  if (!month) return null;

  const heights = axisTicks(Math.max(...months.flatMap(({ inUsd, outUsd }) => [inUsd, outUsd]), 1));
  const labels = moneyTicks(heights);
  const top = heights.at(-1) ?? 1;

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const next = months[focusByKey(event, { here: chosen, along: "row" }) ?? -1];
    if (next) choose(next.key);
  }

  return (
    <>
      <Legend month={month} />
      <Plot
        levels={heights.map((usd, index) => ({ at: (usd / top) * 100, label: labels[index] ?? "", isBase: usd === 0 }))}
        names={months.map(({ key }, index) => ({ key, label: shortName(key), isStrong: index === chosen }))}
        spread="columns"
        grow={false}
        height={264}
        phone={{ height: 200 }}
      >
        <Columns role="group" aria-label={ACCOUNT_TEXT.byMonthKeys} onKeyDown={onKeyDown}>
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
    </>
  );
}

/** The sums of a month. Screen readers get them with its column. */
function Legend({ month: { key, inUsd, outUsd } }: { month: MonthMoney }) {
  const name = shortName(key);
  return (
    <Box aria-hidden="true" margin="0 0 20px">
      <FactLine
        facts={[
          { name: ACCOUNT_TEXT.inOf(name), value: <Money usd={capUsd(inUsd)} />, mark: <Swatch tone="accent" /> },
          { name: ACCOUNT_TEXT.outOf(name), value: <Money usd={capUsd(outUsd)} />, mark: <Swatch tone="control" /> },
          { name: ACCOUNT_TEXT.net, value: <Money usd={capUsd(inUsd - outUsd)} as="moved" /> },
        ]}
      />
    </Box>
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
