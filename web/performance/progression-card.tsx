import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { memo, useMemo } from "react";
import type uPlot from "uplot";
import { Link } from "wouter";
import { FigurePlot } from "../chart/figure-plot.tsx";
import { depositHistory } from "../deposits/deposit-history.ts";
import type { User } from "../state/api.ts";
import { balance } from "../state/balance.ts";
import { ROUTE } from "../state/routes.ts";
import { Card } from "../ui/card.tsx";
import { capUsd, formatDate, formatDay, formatMoney } from "../ui/format.ts";
import { Money } from "../ui/money.tsx";
import { media, type } from "../ui/theme.ts";
import { Tooltip } from "../ui/tooltip.tsx";
import { performanceText } from "./performance-text.ts";
import { axisLabel, progressionAxis } from "./progression-axis.ts";
import { progressionPlot } from "./progression-plot.ts";

const text = performanceText.progression;
const GUTTER_PX = 40;

const Frame = styled(Card)`
  display: flex;
  flex-direction: column;
  & > h2 {
    ${type.body}
  }
`;

const Plot = styled("div")`
  position: relative;
  flex: 1;
  min-height: 220px;
  margin: 28px 8px 0 ${GUTTER_PX}px;
  ${media.phone} {
    flex: none;
    height: 162px;
    min-height: 0;
  }
`;

const Line = styled("div")`
  ${type.caption}
  position: absolute;
  left: 0;
  right: 0;
  border-top: 1px dashed var(--line);
  color: var(--muted);
  &[data-zero="true"] {
    border-top-style: solid;
  }
  & > span {
    position: absolute;
    left: -${GUTTER_PX}px;
    top: -9px;
  }
`;

const Place = styled("span")`
  position: absolute;
  z-index: 1;
`;

const Dot = styled("button")`
  position: absolute;
  top: 0;
  left: 0;
  width: 24px;
  height: 24px;
  margin: -12px;
  border-radius: 50%;
  cursor: default;
  &::after {
    content: "";
    position: absolute;
    inset: 7.5px;
    border: 1.5px solid var(--accent);
    border-radius: 50%;
    background: var(--surface);
  }
  &[data-now="true"]::after {
    inset: 6px;
    border: 2px solid var(--surface);
    background: var(--accent);
  }
`;

const Names = styled("div")`
  ${type.caption}
  display: flex;
  justify-content: space-between;
  margin: 6px 8px 16px ${GUTTER_PX}px;
  color: var(--muted);
  & > span {
    width: 0;
    display: flex;
    justify-content: center;
    white-space: nowrap;
  }
  & > :last-child {
    color: var(--text);
  }
`;

const Rows = styled("ul")`
  ${type.dense}
  & > li {
    display: grid;
    grid-template-columns: 8px minmax(0, 1fr) auto minmax(88px, auto);
    align-items: center;
    gap: 12px;
    height: 36px;
    border-top: 1px solid var(--line);
  }
  & i {
    width: 8px;
    height: 8px;
    border: 1.5px solid var(--accent);
    border-radius: 50%;
  }
  & [data-now="true"] {
    background: var(--accent);
  }
  & small {
    ${type.dense}
    color: var(--muted);
  }
  & b {
    text-align: right;
  }
  & a {
    padding-block: 4px;
  }
  & a:hover {
    text-decoration: underline;
    text-underline-offset: 4px;
  }
`;

/**
 * `Oct 21`, with the year when it is not the current one: an account may have been opened on the same date of an
 * earlier year.
 */
function dayOf(at: string, nowMs: number, timeZone: string): string {
  const [day, today] = [formatDate(at, timeZone), formatDate(nowMs, timeZone)];
  return day.slice(-4) === today.slice(-4) ? formatDay(at, timeZone) : day;
}

type Point = { name: string; when: string | null; usd: number; href?: string };

/** Total deposits and the current balance. Source: specification section 2, "Daily Account Progression" */
export const ProgressionCard = memo(function ProgressionCard({ person, nowMs }: { person: User; nowMs: number }) {
  useSignals();
  const { timeZone, createdAt, analytics } = person;
  const deposits = depositHistory.value.items?.flatMap(({ credits }) => credits).length ?? 0;
  const cash = balance.value ?? person.balance;
  const deposit: Point = {
    name: text.deposit,
    when: deposits > 0 ? text.inAll(deposits) : null,
    usd: capUsd(analytics.totalDeposits),
    href: ROUTE.accountHistory,
  };
  const points: Point[] = [
    { name: text.start, when: dayOf(createdAt, nowMs, timeZone), usd: 0 },
    ...(analytics.totalDeposits > 0 ? [deposit] : []),
    { name: text.now, when: formatDay(nowMs, timeZone), usd: capUsd(cash) },
  ];
  return (
    <Frame aria-labelledby="progression">
      <h2 id="progression">{text.title}</h2>
      <ProgressionPlot points={points} balanceUsd={capUsd(cash)} />
      <Rows>
        {points.map(({ name, when, usd, href }) => (
          <li key={name}>
            <i data-now={name === text.now} />
            {href ? <Link href={href}>{name}</Link> : <span>{name}</span>}
            <small>{when}</small>
            <b>
              <Money usd={usd} />
            </b>
          </li>
        ))}
      </Rows>
    </Frame>
  );
});

function ProgressionPlot({ points, balanceUsd }: { points: readonly Point[]; balanceUsd: number }) {
  useSignals();
  const { maxUsd, ticks } = progressionAxis(balanceUsd);
  // In percent of the plot. The axis follows the balance, so the deposits can exceed it and are clamped to its edge.
  const places = points.map(({ name, usd }, index) => ({
    name,
    usd,
    x: (index / (points.length - 1)) * 100,
    y: 100 - Math.min(1, usd / maxUsd) * 100,
  }));
  const heights = points.map(({ usd }) => Math.min(usd, maxUsd));
  const key = heights.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the heights, a new array each time
  const data = useMemo<uPlot.AlignedData>(() => [heights.map((_, index) => index), heights], [key]);
  const options = useMemo(() => progressionPlot(data[0].length, maxUsd), [data, maxUsd]);
  return (
    <>
      <Plot role="group" aria-label={text.title}>
        {ticks.map((tick) => (
          <Line key={tick} aria-hidden="true" data-zero={tick === 0} style={{ bottom: `${(tick / maxUsd) * 100}%` }}>
            <span className="num">{axisLabel(tick)}</span>
          </Line>
        ))}
        <FigurePlot options={options} data={data} />
        {places.map(({ name, usd, x, y }) => (
          <Place key={name} style={{ left: `${x}%`, top: `${y}%` }}>
            <Tooltip content={`${text.balance}: ${formatMoney(usd)}`}>
              <Dot type="button" data-now={name === text.now} aria-label={text.point(name, formatMoney(usd))} />
            </Tooltip>
          </Place>
        ))}
      </Plot>
      <Names aria-hidden="true">
        {points.map(({ name }) => (
          <span key={name}>{name}</span>
        ))}
      </Names>
    </>
  );
}
