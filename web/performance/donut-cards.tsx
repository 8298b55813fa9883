import { styled } from "goober";
import { type ReactNode, useId } from "react";
import { capUsd, formatCount, formatPercent, formatRatio, NO_VALUE } from "../ui/format.ts";
import { InfoTip } from "../ui/info-tip.tsx";
import { Money } from "../ui/money.tsx";
import { Stat } from "../ui/stat.tsx";
import { media, type } from "../ui/theme.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import type { CardFigures } from "./card-figures.ts";
import { Donut } from "./donut.tsx";
import type { TradeView } from "./performance-address.ts";
import { performanceText } from "./performance-text.ts";
import { TradesLink } from "./trades-link.tsx";

const text = performanceText.cards;

/** A longer sum has no room beside its label in the narrowest cards of wide screens. */
const LONG_USD = 10_000;

const WithDonut = styled("div")`
  ${type.dense}
  display: flex;
  align-items: center;
  gap: 16px;
  min-height: 64px;
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
    gap: 8px;
    color: var(--muted);
  }
  & dt > i {
    width: 8px;
    height: 8px;
    border-radius: 2px;
    background: var(--up);
  }
  & > dl > :last-child i {
    background: var(--down);
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

const OfDays = styled("span")`
  color: var(--muted);
`;

/** Below the ring of days: the numbers of winning and losing trades. */
const TradeCounts = styled("div")`
  ${type.caption}
  display: flex;
  flex-wrap: wrap;
  gap: 0 6px;
  margin-top: 8px;
  color: var(--muted);
  & > dl,
  & > dl > div {
    display: flex;
    gap: 4px;
  }
  & > dl {
    flex-wrap: wrap;
    gap: 0 8px;
  }
  & dd {
    color: var(--text);
    font-weight: 600;
  }
  ${media.phone} {
    & > dl {
      gap: 0 6px;
    }
    & > dl > div {
      gap: 2px;
    }
  }
`;

/** The trades that each figure opens; null where there are none. */
type DonutCardProps = {
  figures: CardFigures;
  all: TradeView | null;
  wins: TradeView | null;
  losses: TradeView | null;
};

/** The share of winning days as figure, ring and legend, and the numbers of winning and losing trades. */
export function WinRateCard({ figures, all, wins, losses }: DonutCardProps) {
  const id = useId();
  const { winningTrades, losingTrades, totalTrades, dayWinPercentage, tradedDays, winningDays, losingDays } = figures;
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
      badge={<OfDays>{text.ofDays}</OfDays>}
    >
      <WithDonut>
        <Donut
          upShare={tradedDays > 0 ? winningDays / tradedDays : 0}
          downShare={tradedDays > 0 ? losingDays / tradedDays : 0}
          figure={<TradesLink view={all}>{formatPercent(dayWinPercentage)}</TradesLink>}
        />
        <dl>
          <Row name={text.won} of={text.days}>
            {formatCount(winningDays)}
          </Row>
          <Row name={text.lost} of={text.days}>
            {formatCount(losingDays)}
          </Row>
        </dl>
      </WithDonut>
      <TradeCounts className="num">
        <span id={id}>{text.tradesLine}</span>
        <dl aria-labelledby={id}>
          <div>
            <dt>{text.wins}</dt>
            <dd>
              <TradesLink view={wins}>{formatCount(winningTrades)}</TradesLink>
            </dd>
          </div>
          <div>
            <dt>{text.losses}</dt>
            <dd>
              <TradesLink view={losses}>{formatCount(losingTrades)}</TradesLink>
            </dd>
          </div>
        </dl>
      </TradeCounts>
    </Stat>
  );
}

/** The average winning and losing trade, and their ratio. */
export function AveragesCard({ figures, all, wins, losses }: DonutCardProps) {
  const { avgWin, avgLoss, winLossRatio } = figures;
  return (
    <Stat label={text.averages}>
      <WithDonut data-labels="desktop" data-long={Math.max(avgWin, avgLoss) >= LONG_USD}>
        <Donut
          upShare={avgWin + avgLoss > 0 ? avgWin / (avgWin + avgLoss) : 0}
          downShare={avgWin + avgLoss > 0 ? avgLoss / (avgWin + avgLoss) : 0}
          figure={<TradesLink view={all}>{winLossRatio === null ? NO_VALUE : formatRatio(winLossRatio)}</TradesLink>}
        />
        <dl>
          <Row name={text.win}>
            <TradesLink view={wins}>
              <Money usd={capUsd(avgWin)} as="result" />
            </TradesLink>
          </Row>
          <Row name={text.loss}>
            <TradesLink view={losses}>
              <Money usd={capUsd(-avgLoss)} as="result" />
            </TradesLink>
          </Row>
        </dl>
      </WithDonut>
    </Stat>
  );
}

/** @param of the counted unit, for screen readers: visually the card names it once */
function Row({ name, of, children }: { name: string; of?: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        <i />
        {name}
        {of && <VisuallyHidden> {of}</VisuallyHidden>}
      </dt>
      <dd className="num">{children}</dd>
    </div>
  );
}
