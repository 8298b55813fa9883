import { styled } from "goober";
import { capUsd, formatRatio, NO_VALUE } from "../ui/format.ts";
import { Money } from "../ui/money.tsx";
import { Stat } from "../ui/stat.tsx";
import { media } from "../ui/theme.ts";
import type { CardFigures } from "./card-figures.ts";
import type { TradeView } from "./performance-address.ts";
import { performanceText } from "./performance-text.ts";
import { TradesLink } from "./trades-link.tsx";

const text = performanceText.cards;

const Gross = styled("div")`
  display: flex;
  flex: 1;
  justify-content: space-between;
  gap: 8px;
  & i {
    font-style: normal;
  }
  /* One line per sum where two of the longest have no room side by side. */
  @container stat (max-width: 319px) {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0;
    margin-top: -6px;
    & > span {
      display: flex;
      flex-flow: row-reverse wrap-reverse;
      justify-content: space-between;
      gap: 0 4px;
    }
    & i {
      text-transform: capitalize;
    }
  }
  ${media.touch} {
    /* A touch target for each. */
    line-height: 24px;
    margin-top: 0;
  }
`;

type ProfitFactorCardProps = {
  figures: CardFigures;
  all: TradeView | null;
  wins: TradeView | null;
  losses: TradeView | null;
};

/** The profit factor with gross profit and gross loss; each opens its trades. */
export function ProfitFactorCard({ figures, all, wins, losses }: ProfitFactorCardProps) {
  const { profitFactor, grossProfit, grossLoss } = figures;
  return (
    <Stat
      label={text.profitFactor}
      figure={<TradesLink view={all}>{profitFactor === null ? NO_VALUE : formatRatio(profitFactor)}</TradesLink>}
      foot={
        <Gross>
          <span>
            <span>
              <TradesLink view={wins}>
                <Money usd={capUsd(grossProfit)} as="result" />
              </TradesLink>
            </span>{" "}
            <i>{text.profit}</i>
          </span>
          <span>
            <span>
              <TradesLink view={losses}>
                <Money usd={capUsd(-grossLoss)} as="result" />
              </TradesLink>
            </span>{" "}
            <i>{text.grossLoss}</i>
          </span>
        </Gross>
      }
    />
  );
}
