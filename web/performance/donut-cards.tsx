import { styled } from "goober";
import { type ReactNode, useContext, useId } from "react";
import { formatCount, formatPercent, formatRatio, NO_VALUE } from "../ui/format.ts";
import { InfoTip } from "../ui/info-tip.tsx";
import { Row, Text } from "../ui/layout.tsx";
import { MoneyUnitContext } from "../ui/money.tsx";
import { Stat } from "../ui/stat.tsx";
import { Swatch } from "../ui/swatch.tsx";
import { media, type } from "../ui/theme.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import type { TradeView } from "./performance-address.ts";
import { performanceText } from "./performance-text.ts";
import { tradeCounts } from "./trade-counts.ts";
import type { CardFigures } from "./trade-types.ts";
import { FewTrades, ResultLink, TradesLink } from "./trades-link.tsx";

const text = performanceText.cards;

/** A sum from this one on, or with its currency behind it, has no room beside its label in the narrowest cards of wide screens. */
const LONG = 10_000;

const SIZE_PX = 64;
const RADIUS = 28;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
const GAP = 3;

/** The ring with its figure, and the rows of its parts. */
const WithDonut = styled("div")`
  ${type.dense}
  display: flex;
  align-items: center;
  gap: 16px;
  min-height: 64px;
  & > [data-ring] {
    position: relative;
    flex: none;
    width: ${SIZE_PX}px;
    height: ${SIZE_PX}px;
  }
  & > [data-ring] > span {
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    font-weight: 600;
    letter-spacing: -0.01em;
  }
  & > dl {
    flex: 1;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    min-width: 0;
  }
  & > dl > div {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: 8px;
  }
  & dt {
    display: flex;
    align-items: center;
    gap: 2px;
    color: var(--muted);
  }
  & dd {
    /* Contains the visually hidden text, which would otherwise overflow the page. */
    position: relative;
    font-size: 14px;
    font-weight: 600;
    white-space: nowrap;
  }
  /* In a narrow card there is no room for the label of a long sum: sign and colour replace it. */
  @container stat (max-width: 239px) {
    &[data-long="true"] {
      gap: 8px;
    }
    &[data-long="true"] > dl {
      container-type: inline-size;
    }
    &[data-long="true"] dt {
      display: none;
    }
    &[data-long="true"] > dl > div {
      justify-content: end;
    }
  }
  /* In an even narrower card the sums are below the ring, over the whole width. */
  @container stat (max-width: 179px) {
    &[data-long="true"] {
      flex-wrap: wrap;
    }
    &[data-long="true"] > dl {
      flex-basis: 100%;
    }
  }
  ${media.phone} {
    gap: 6px;
    & dt > i {
      display: none;
    }
    & > dl {
      gap: 0;
    }
    /* In one line with its label while there is room, which a count of thousands has not. */
    & > dl > div {
      flex-wrap: wrap;
      gap: 0 2px;
    }
    & dd {
      margin-left: auto;
    }
    & dt {
      ${type.caption}
    }
    & dd {
      ${type.caption}
      font-size: 13px;
      font-weight: 600;
    }
    &[data-labels="desktop"] dt {
      display: none;
    }
    &[data-labels="desktop"] > dl {
      gap: 8px;
    }
    &[data-labels="desktop"] dd {
      text-align: right;
    }
  }
`;

/** The trades that figures open; null where there are none. */
export type FigureViews = Record<"all" | "wins" | "losses" | "even", TradeView | null>;

type DonutCardProps = { figures: CardFigures; views: FigureViews };

/** The share of winning days as figure, ring and legend, and the numbers of winning and losing trades. */
export function WinRateCard({ figures, views }: DonutCardProps) {
  const { winningTrades, totalTrades, dayWinPercentage, tradedDays, winningDays, losingDays } = figures;
  const byTrade = totalTrades === 0 ? 0 : (winningTrades * 100) / totalTrades;
  return (
    <Stat
      label={text.winRate}
      mark={
        <InfoTip
          label={text.winRateFormula}
          content={`${text.byTrade(winningTrades, totalTrades, byTrade)}\n${text.byDay(dayWinPercentage)}`}
        />
      }
      badge={
        <Text as="span" tone="muted">
          {text.ofDays}
        </Text>
      }
    >
      <WithDonut>
        <Donut
          upShare={tradedDays > 0 ? winningDays / tradedDays : 0}
          downShare={tradedDays > 0 ? losingDays / tradedDays : 0}
          figure={<TradesLink view={views.all}>{formatPercent(dayWinPercentage)}</TradesLink>}
        />
        <dl>
          <Part tone="up" name={text.won} of={text.days}>
            {formatCount(winningDays)}
          </Part>
          <Part tone="down" name={text.lost} of={text.days}>
            {formatCount(losingDays)}
          </Part>
        </dl>
      </WithDonut>
      <TradeCounts figures={figures} views={views} />
      <FewTrades figures={figures} />
    </Stat>
  );
}

/** Below the ring of days: the numbers of winning, losing and even trades, which add up to all. */
function TradeCounts({ figures, views }: DonutCardProps) {
  const id = useId();
  const { win, loss, even } = tradeCounts(figures);
  const counts = [
    { name: text.wins, count: win, view: views.wins },
    { name: text.losses, count: loss, view: views.losses },
    ...(even > 0 ? [{ name: text.even, count: even, view: views.even }] : []),
  ];
  return (
    <Row className="num" wrap gap="0 6px" margin="8px 0 0" size="caption" tone="muted">
      <span id={id}>{text.tradesLine}</span>
      <Row as="dl" aria-labelledby={id} wrap gap="0 8px" phone={{ gap: "0 6px" }}>
        {counts.map(({ name, count, view }) => (
          <Row key={name} gap={4} phone={{ gap: 2 }}>
            <dt>{name}</dt>
            <Text as="dd" tone="text" weight={600}>
              <TradesLink view={view}>{formatCount(count)}</TradesLink>
            </Text>
          </Row>
        ))}
      </Row>
    </Row>
  );
}

export function AveragesCard({ figures, views }: DonutCardProps) {
  const { after } = useContext(MoneyUnitContext);
  const { avgWin, avgLoss, winLossRatio } = figures;
  const sum = avgWin + avgLoss;
  return (
    <Stat label={text.averages}>
      <WithDonut data-labels="desktop" data-long={after !== "" || Math.max(avgWin, avgLoss) >= LONG}>
        <Donut
          upShare={sum > 0 ? avgWin / sum : 0}
          downShare={sum > 0 ? avgLoss / sum : 0}
          figure={
            <TradesLink view={views.all}>{winLossRatio === null ? NO_VALUE : formatRatio(winLossRatio)}</TradesLink>
          }
        />
        <dl>
          <Part tone="up" name={text.win}>
            <ResultLink view={views.wins} usd={avgWin} />
          </Part>
          <Part tone="down" name={text.loss}>
            <ResultLink view={views.losses} usd={-avgLoss} />
          </Part>
        </dl>
      </WithDonut>
      <FewTrades figures={figures} ratio={winLossRatio} />
    </Stat>
  );
}

type PartProps = { name: string; of?: string; tone: "up" | "down"; children: ReactNode };

/** A part of the ring. @param of the counted unit, for screen readers: visually the card names it once */
function Part({ name, of, tone, children }: PartProps) {
  return (
    <div>
      <dt>
        <Swatch tone={tone} />
        {name}
        {of && <VisuallyHidden> {of}</VisuallyHidden>}
      </dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

type DonutProps = {
  /** The shares of gain and loss, together 1 at most; the rest of the ring is neither. */
  upShare: number;
  downShare: number;
  /** The figure in the middle, at most six characters. */
  figure: ReactNode;
};

/**
 * Gain and loss as arcs of a ring around a figure; the ring is empty without either. Decorative except for the figure:
 * the rows beside it contain the parts.
 */
function Donut({ upShare, downShare, figure }: DonutProps) {
  return (
    <div data-ring="">
      <svg width={SIZE_PX} height={SIZE_PX} viewBox="-32 -32 64 64" fill="none" strokeWidth="6" aria-hidden="true">
        {upShare + downShare === 0 && <circle r={RADIUS} stroke="var(--line)" />}
        <g transform="rotate(-90)">
          <Arc from={0} to={upShare} tone="up" />
          <Arc from={upShare} to={upShare + downShare} tone="down" />
        </g>
      </svg>
      <span className="num">{figure}</span>
    </div>
  );
}

/** The gap between two arcs is taken half from each of their ends. */
function Arc({ from, to, tone }: { from: number; to: number; tone: "up" | "down" }) {
  const gap = to - from === 1 ? 0 : GAP;
  const length = (to - from) * CIRCUMFERENCE - gap;
  if (length <= 0) return null;
  return (
    <circle
      r={RADIUS}
      stroke={`var(--${tone})`}
      strokeDasharray={`${length} ${CIRCUMFERENCE - length}`}
      strokeDashoffset={-(from * CIRCUMFERENCE + gap / 2)}
    />
  );
}
