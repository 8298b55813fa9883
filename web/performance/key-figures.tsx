import { styled } from "goober";
import type { ReactNode } from "react";
import { Card } from "../ui/card.tsx";
import { capUsd, formatAge, formatRatio, NO_VALUE } from "../ui/format.ts";
import { InfoTip } from "../ui/info-tip.tsx";
import { Money } from "../ui/money.tsx";
import { type } from "../ui/theme.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import type { TradeView } from "./performance-address.ts";
import { performanceText } from "./performance-text.ts";
import type { Summary } from "./trade-types.ts";
import { runView, TradesLink } from "./trades-link.tsx";

const text = performanceText.keyFigures;

const Strip = styled("dl")`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(120px, 1fr));
  gap: 16px;
  & dt {
    ${type.caption}
    display: flex;
    align-items: center;
    gap: 6px;
    color: var(--muted);
  }
  & dd {
    container-type: inline-size;
    ${type.lead}
    margin-top: 4px;
    font-weight: 600;
  }
`;

/** Figures per trade: expectancy and risk, streaks, and average holding time. */
export function KeyFigures({ summary }: { summary: Summary }) {
  const { expectancy, averageR, longestWinStreak, longestLossStreak, averageHoldingMs, totalTrades, runs } = summary;
  const all: TradeView | null = totalTrades > 0 ? { mode: "all", only: null } : null;
  return (
    <Card>
      <VisuallyHidden as="h3">{text.title}</VisuallyHidden>
      <Strip className="num">
        <Fact name={text.expectancy} tip={text.expectancyTip}>
          <TradesLink view={all}>
            <Money usd={capUsd(expectancy)} as="result" />
          </TradesLink>
        </Fact>
        <Fact name={text.averageR} tip={text.averageRTip}>
          <TradesLink view={averageR === null ? null : { mode: "all", only: { by: "stop" } }}>
            {averageR === null ? NO_VALUE : `${averageR > 0 ? "+" : ""}${formatRatio(averageR)} R`}
          </TradesLink>
        </Fact>
        <Fact name={text.winStreak}>
          <TradesLink view={runView("longestWinStreak", runs)}>{performanceText.trades(longestWinStreak)}</TradesLink>
        </Fact>
        <Fact name={text.lossStreak}>
          <TradesLink view={runView("longestLossStreak", runs)}>{performanceText.trades(longestLossStreak)}</TradesLink>
        </Fact>
        <Fact name={text.holding}>
          <TradesLink view={all}>{totalTrades === 0 ? NO_VALUE : formatAge(averageHoldingMs)}</TradesLink>
        </Fact>
      </Strip>
    </Card>
  );
}

function Fact({ name, tip, children }: { name: string; tip?: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        {name}
        {tip && <InfoTip label={`${name}?`} content={tip} />}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
