import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { memo, Suspense } from "react";
import { CHART_AXIS } from "../../worker/contract/limits.ts";
import { DEPOSITS } from "../deposits/deposit-calls.ts";
import type { User } from "../state/api.ts";
import { balance } from "../state/balance.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { ROUTE } from "../state/routes.ts";
import { useQuery } from "../state/use-query.ts";
import { Card, CardTitle } from "../ui/card.tsx";
import { roundStep } from "../ui/charts/money-axis.ts";
import { Plot } from "../ui/charts/plot.tsx";
import { capUsd, formatDate, formatDay, formatMoney } from "../ui/format.ts";
import { areSumsHidden, HIDDEN_SUM } from "../ui/hidden-sums.ts";
import { Box, Grid, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { Swatch } from "../ui/swatch.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { performanceText } from "./performance-text.ts";

const ProgressionLine = lazyPage(async () => (await import("./progression-line.tsx")).ProgressionLine);

const text = performanceText.progression;

/** A point of the line, as a button that shows its sum. */
const Dot = styled("span")`
  position: absolute;
  z-index: 1;
  & button {
    position: absolute;
    top: 0;
    left: 0;
    width: 24px;
    height: 24px;
    margin: -12px;
    border-radius: 50%;
    cursor: default;
  }
  & button::after {
    content: "";
    position: absolute;
    inset: 7.5px;
    border: 1.5px solid var(--accent);
    border-radius: 50%;
    background: var(--surface);
  }
  &[data-now="true"] button::after {
    inset: 6px;
    border: 2px solid var(--surface);
    background: var(--accent);
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

/** A point of the account's balance, in dollars. */
export type Point = { name: string; when: string | null; usd: number; href?: string };

/** Total deposits and the current balance. Source: specification section 2, "Daily Account Progression" */
export const ProgressionCard = memo(function ProgressionCard({ person, nowMs }: { person: User; nowMs: number }) {
  useSignals();
  const { timeZone, createdAt, analytics } = person;
  const deposits = useQuery(DEPOSITS).value?.flatMap(({ credits }) => credits).length ?? 0;
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
    <Card isColumn aria-labelledby="progression">
      <CardTitle id="progression" title={text.title} />
      <ProgressionPlot
        points={points}
        axis={cashAxis(capUsd(cash))}
        names={points.map(({ name }) => ({ key: name, label: name, isStrong: name === text.now }))}
      />
      <PointLines points={points} />
    </Card>
  );
});

export function PointLines({ points }: { points: readonly Point[] }) {
  return (
    <Box as="ul" margin="16px 0 0" size="dense">
      {points.map((point) => (
        <PointLine key={point.name} {...point} />
      ))}
    </Box>
  );
}

function PointLine({ name, when, usd, href }: Point) {
  return (
    <Grid as="li" columns="8px minmax(0, 1fr) auto minmax(88px, auto)" align="center" gap={12} height={36} line="top">
      <Swatch tone="accent" shape={name === text.now ? "dot" : "ring"} />
      {href ? <TextLink href={href}>{name}</TextLink> : <span>{name}</span>}
      <Text as="span" tone="muted">
        {when}
      </Text>
      <Text as="b" textAlign="right">
        <Money usd={usd} />
      </Text>
    </Grid>
  );
}

type ProgressionPlotProps = {
  points: readonly Point[];
  axis: MoneyAxis;
  names: Parameters<typeof Plot>[0]["names"];
  spread?: "points" | "edges";
  /** The points that are buttons: all, or the first and the last of many. */
  areAllShown?: boolean;
};

export function ProgressionPlot(props: ProgressionPlotProps) {
  useSignals();
  const { points, axis, names, spread = "points", areAllShown = true } = props;
  const { minUsd, maxUsd, ticks } = axis;
  const heightOf = (usd: number) => (usd - minUsd) / (maxUsd - minUsd);
  // In percent of the plot. The axis follows the balance, so the deposits can exceed it and are clamped to its edge.
  const places = points
    .map(({ name, usd }, index) => ({
      name,
      usd,
      x: (index / (points.length - 1)) * 100,
      y: 100 - Math.min(1, heightOf(usd)) * 100,
    }))
    .filter((_, index) => areAllShown || index === 0 || index === points.length - 1);
  const heights = points.map(({ usd }) => Math.min(usd, maxUsd));
  return (
    <Plot
      role="group"
      aria-label={text.title}
      levels={ticks.map(({ usd, label, isBase }) => ({ at: heightOf(usd) * 100, label, isBase }))}
      names={names}
      spread={spread}
      minHeight={220}
      margin="16px 0 0"
      phone={{ grow: false, height: 162, minHeight: 0 }}
    >
      <Suspense>
        <ProgressionLine heights={heights} minUsd={minUsd} maxUsd={maxUsd} />
      </Suspense>
      {places.map(({ name, usd, x, y }) => (
        <Dot key={name} data-now={name === text.now} style={{ left: `${x}%`, top: `${y}%` }}>
          <Tooltip content={`${text.balance}: ${formatMoney(usd)}`}>
            <button type="button" aria-label={text.point(name, formatMoney(usd))} />
          </Tooltip>
        </Dot>
      ))}
    </Plot>
  );
}

export type MoneyAxis = {
  minUsd: number;
  maxUsd: number;
  ticks: readonly { usd: number; label: string; isBase: boolean }[];
};

/** The minimum number of grid lines above zero, where labels allow it; there are never twice as many. */
const LINES = 4;
const THOUSAND = 1_000;
const MILLION = 1_000_000;

/**
 * Returns the axis of the account's progression: up to 1.2 times the balance, at least 1,000. Its grid lines are at
 * values that labels represent exactly: whole thousands, or tenths of a million from a million on. Source:
 * specification section 2
 * @param balanceUsd dollars
 */
export function progressionAxis(balanceUsd: number): { maxUsd: number; ticks: number[] } {
  const maxUsd = Math.max(CHART_AXIS.floorUsd, balanceUsd * CHART_AXIS.headroom);
  const least = maxUsd >= MILLION ? MILLION / 10 : THOUSAND;
  const rough = Math.max(least, maxUsd / LINES);
  const step = roundStep(rough, "down");
  return { maxUsd, ticks: Array.from({ length: Math.floor(maxUsd / step) + 1 }, (_, index) => index * step) };
}

function cashAxis(balanceUsd: number): MoneyAxis {
  const { maxUsd, ticks } = progressionAxis(balanceUsd);
  return { minUsd: 0, maxUsd, ticks: ticks.map((usd) => ({ usd, label: axisLabel(usd), isBase: usd === 0 })) };
}

/** `$6k`, or `$1.2M` from a million on: formats of the specification. */
export function axisLabel(usd: number): string {
  if (areSumsHidden.value) return HIDDEN_SUM;
  return usd >= MILLION ? `$${(usd / MILLION).toFixed(1)}M` : `$${Math.round(usd / THOUSAND)}k`;
}
