import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import type { ReactNode } from "react";
import { memo } from "react";
import type { User } from "../api.ts";
import { capUsd, formatCount, formatPercent, formatRatio, NO_VALUE } from "../format.ts";
import { balance } from "../state/balance.ts";
import { InfoTip } from "../ui/info-tip.tsx";
import { Money } from "../ui/money.tsx";
import { Stat } from "../ui/stat.tsx";
import { media, type } from "../ui/theme.ts";
import { Donut } from "./donut.tsx";
import { dayOfIsoDate } from "./month-figures.ts";
import type { TradeView } from "./performance-address.ts";
import { performanceText } from "./performance-text.ts";
import type { Summary } from "./trade-calls.ts";
import type { Only } from "./trade-filter.ts";
import { TradesLink } from "./trades-link.tsx";

const text = performanceText.cards;

const Grid = styled("div")`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: 16px;
  @media (max-width: 1199px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  ${media.phone} {
    gap: 12px;
  }
  & [data-long="true"] {
    font-size: 20px;
  }
  &[aria-busy="true"] {
    opacity: 0.6;
    transition: opacity var(--motion);
  }
`;

/** From here on a sum is set smaller: nine digits fit their card. */
const LONG_USD = 1_000_000;

const WithDonut = styled("div")`
  ${type.dense}
  display: flex;
  align-items: center;
  gap: 16px;
  height: 64px;
  & > dl {
    flex: 1;
    display: grid;
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
    font-size: 14px;
    font-weight: 600;
    white-space: nowrap;
  }
  ${media.phone} {
    gap: 6px;
    & dt > i {
      display: none;
    }
    & > dl {
      gap: 0;
    }
    /* Beside its word as long as there is room: a count of thousands has none. */
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
    &[data-words="desk"] dt {
      display: none;
    }
    &[data-words="desk"] > dl {
      gap: 8px;
    }
    &[data-words="desk"] dd {
      text-align: right;
    }
  }
`;

const Gross = styled("div")`
  display: flex;
  flex: 1;
  justify-content: space-between;
  gap: 8px;
  & i {
    font-style: normal;
  }
  ${media.phone} {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0;
    margin-top: -6px;
    & > span {
      display: flex;
      flex-direction: row-reverse;
      justify-content: space-between;
    }
    & i {
      text-transform: capitalize;
    }
  }
`;

const Count = styled("div")`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0 8px;
  & > small {
    ${type.caption}
    color: var(--muted);
    font-weight: 400;
    letter-spacing: normal;
    white-space: nowrap;
  }
`;

const Share = styled("div")`
  height: 4px;
  flex: 1;
  align-self: end;
  margin-bottom: 6px;
  border-radius: 2px;
  background: var(--raised);
  & > i {
    display: block;
    height: 100%;
    border-radius: 2px;
  }
`;

/** The figures of the cards, whichever trades they are of. */
export type CardFigures = Omit<User["analytics"], "totalDeposits"> & Partial<Pick<Summary, "bestDay" | "totalPnL">>;

type SummaryCardsProps = {
  person: User;
  figures: CardFigures;
  /** The figures are those of a filter: they say what its trades made, and not what the account did. */
  isFiltered: boolean;
  /** They are still those of another filter. */
  isStale: boolean;
  today: number;
};

/** The summary. Source: specification section 2, "Performance page" */
export const SummaryCards = memo(function SummaryCards({
  person,
  figures,
  isFiltered,
  isStale,
  today,
}: SummaryCardsProps) {
  const { totalTrades, winningTrades, losingTrades, avgWin, avgLoss, todayPnL, buyTrades, sellTrades } = figures;
  const all = (only: Only | null = null): TradeView | null => (totalTrades > 0 ? { mode: "all", only } : null);
  const wins: TradeView | null = winningTrades > 0 ? all({ by: "result", result: "win" }) : null;
  const losses: TradeView | null = losingTrades > 0 ? all({ by: "result", result: "loss" }) : null;
  return (
    <Grid role="group" aria-label={text.group} aria-busy={isStale}>
      {isFiltered ? (
        <Stat
          label={text.totalPnl}
          figure={<Total usd={figures.totalPnL ?? 0} view={all()} />}
          foot={performanceText.trades(totalTrades)}
        />
      ) : (
        <Stat
          label={text.totalPnl}
          figure={<Total usd={totalPnl(person)} view={all()} />}
          foot={
            <span>
              {text.balance} <CurrentBalance />
            </span>
          }
        />
      )}
      <Stat
        label={text.todayPnl}
        figure={
          <TradesLink view={todayPnL === 0 ? null : { mode: "day", day: today }}>
            <Money usd={todayPnL} as="result" />
          </TradesLink>
        }
        foot={todayPnL === 0 ? text.noTradesToday : text.todaysPerformance}
      />
      <WinRate {...{ figures, wins, losses }} all={all()} />
      <Stat label={text.averages}>
        <WithDonut data-words="desk">
          <Donut
            upShare={avgWin + avgLoss > 0 ? avgWin / (avgWin + avgLoss) : null}
            figure={<TradesLink view={all()}>{ratio(figures.winLossRatio)}</TradesLink>}
          />
          <dl>
            <Row name={text.win}>
              <TradesLink view={wins}>
                <Money usd={avgWin} as="result" />
              </TradesLink>
            </Row>
            <Row name={text.loss}>
              <TradesLink view={losses}>
                <Money usd={-avgLoss} as="result" />
              </TradesLink>
            </Row>
          </dl>
        </WithDonut>
      </Stat>
      <Stat
        label={text.profitFactor}
        figure={<TradesLink view={all()}>{ratio(figures.profitFactor)}</TradesLink>}
        foot={
          <Gross>
            <span>
              <TradesLink view={wins}>
                <Money usd={figures.grossProfit} as="result" />
              </TradesLink>{" "}
              <i>{text.profit}</i>
            </span>
            <span>
              <TradesLink view={losses}>
                <Money usd={-figures.grossLoss} as="result" />
              </TradesLink>{" "}
              <i>{text.grossLoss}</i>
            </span>
          </Gross>
        }
      />
      <BestDay figures={figures} />
      <Side label={text.buyTrades} count={buyTrades} of={totalTrades} tone="up" view={all(BUYS)} />
      <Side label={text.sellTrades} count={sellTrades} of={totalTrades} tone="down" view={all(SELLS)} />
    </Grid>
  );
});

const BUYS: Only = { by: "direction", direction: "Buy" };
const SELLS: Only = { by: "direction", direction: "Sell" };

/**
 * What the account has made: everything in it and everything taken out, less what was paid in. Nothing that is withdrawn
 * looks like a loss. Source: design section 6, "Total P&L"
 */
export function totalPnl({ balance: usd, heldBalance, totalWithdrawals, analytics }: User): number {
  return Math.round((usd + heldBalance + totalWithdrawals - analytics.totalDeposits) * 100) / 100;
}

const TotalSum = styled("span")`
  &[data-tone="up"] > * {
    color: var(--up);
  }
`;

/** The one sum that is green at zero too, as the specification says. */
function Total({ usd, view }: { usd: number; view: TradeView | null }) {
  const shown = capUsd(usd);
  return (
    <TotalSum data-tone={shown >= 0 ? "up" : undefined} data-long={Math.abs(shown) >= LONG_USD}>
      <TradesLink view={view}>
        <Money usd={shown} as="result" />
      </TradesLink>
    </TotalSum>
  );
}

const Cash = styled("b")`
  color: var(--text);
`;

/** On its own, because it changes by itself. */
function CurrentBalance() {
  useSignals();
  return (
    <Cash>
      <Money usd={capUsd(balance.value ?? 0)} />
    </Cash>
  );
}

type WinRateProps = {
  figures: CardFigures;
  all: TradeView | null;
  wins: TradeView | null;
  losses: TradeView | null;
};

function WinRate({ figures, all, wins, losses }: WinRateProps) {
  const { winningTrades, losingTrades, totalTrades, dayWinPercentage } = figures;
  const decided = winningTrades + losingTrades;
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
          upShare={decided > 0 ? winningTrades / decided : null}
          figure={<TradesLink view={all}>{formatPercent(dayWinPercentage)}</TradesLink>}
        />
        <dl>
          <Row name={text.wins}>
            <TradesLink view={wins}>{formatCount(winningTrades)}</TradesLink>
          </Row>
          <Row name={text.losses}>
            <TradesLink view={losses}>{formatCount(losingTrades)}</TradesLink>
          </Row>
        </dl>
      </WithDonut>
    </Stat>
  );
}

const OfDays = styled("span")`
  color: var(--muted);
`;

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        <i />
        {name}
      </dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

function BestDay({ figures: { bestDay, bestDayAmount, totalTrades } }: { figures: CardFigures }) {
  const day = bestDay ? dayOfIsoDate(bestDay.day) : null;
  return (
    <Stat
      label={text.bestDay}
      figure={
        <TradesLink view={day === null ? null : { mode: "day", day }}>
          <Money usd={bestDayAmount} as="result" />
        </TradesLink>
      }
      foot={
        bestDay && day !== null
          ? `${performanceText.shortDate(day)}, ${performanceText.trades(bestDay.trades)}`
          : totalTrades === 0 && text.noTrades
      }
    />
  );
}

type SideProps = { label: string; count: number; of: number; tone: "up" | "down"; view: TradeView | null };

function Side({ label, count, of, tone, view }: SideProps) {
  const percent = of === 0 ? 0 : (count * 100) / of;
  return (
    <Stat
      label={label}
      figure={
        <Count>
          <TradesLink view={count > 0 ? view : null}>{formatCount(count)}</TradesLink>
          <small>
            {formatPercent(percent)} {text.ofTrades}
          </small>
        </Count>
      }
      foot={
        <Share aria-hidden="true">
          <i style={{ width: `${percent}%`, background: `var(--${tone})` }} />
        </Share>
      }
    />
  );
}

function ratio(value: number | null): string {
  return value === null ? NO_VALUE : formatRatio(value);
}
