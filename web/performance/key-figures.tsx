import { Card } from "../ui/card.tsx";
import { Facts } from "../ui/facts.tsx";
import { capUsd, formatAge, formatRatio, NO_VALUE } from "../ui/format.ts";
import { InfoTip } from "../ui/info-tip.tsx";
import { Money } from "../ui/money.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import type { TradeView } from "./performance-address.ts";
import { performanceText } from "./performance-text.ts";
import type { Summary } from "./trade-types.ts";
import { runView, TradesLink } from "./trades-link.tsx";

const text = performanceText.keyFigures;

/** Figures per trade: expectancy and risk, streaks, and average holding time. */
export function KeyFigures({ summary }: { summary: Summary }) {
  const { expectancy, averageR, averageHoldingMs, totalTrades, runs } = summary;
  const all: TradeView | null = totalTrades > 0 ? { mode: "all", only: null } : null;
  const streak = (name: "longestWinStreak" | "longestLossStreak") => (
    <TradesLink view={runView(name, runs)}>{performanceText.trades(summary[name])}</TradesLink>
  );
  return (
    <Card>
      <VisuallyHidden as="h3">{text.title}</VisuallyHidden>
      <Facts
        className="num"
        arrange="strip"
        facts={[
          {
            name: text.expectancy,
            tip: <InfoTip label={`${text.expectancy}?`} content={text.expectancyTip} />,
            value: (
              <TradesLink view={all}>
                <Money usd={capUsd(expectancy)} as="result" />
              </TradesLink>
            ),
          },
          {
            name: text.averageR,
            tip: <InfoTip label={`${text.averageR}?`} content={text.averageRTip} />,
            value: (
              <TradesLink view={averageR === null ? null : { mode: "all", only: { by: "stop" } }}>
                {averageR === null ? NO_VALUE : `${averageR > 0 ? "+" : ""}${formatRatio(averageR)} R`}
              </TradesLink>
            ),
          },
          { name: text.winStreak, value: streak("longestWinStreak") },
          { name: text.lossStreak, value: streak("longestLossStreak") },
          {
            name: text.holding,
            value: <TradesLink view={all}>{totalTrades === 0 ? NO_VALUE : formatAge(averageHoldingMs)}</TradesLink>,
          },
        ]}
      />
    </Card>
  );
}
