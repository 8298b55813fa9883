import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { capUsd, directionOf } from "../format.ts";
import { balance } from "../state/balance.ts";
import { Figure } from "../ui/figure.ts";
import { Money } from "../ui/money.tsx";
import { media, type } from "../ui/theme.ts";
import { dashboardText as text } from "./dashboard-text.ts";
import { QuickButtons } from "./quick-actions.tsx";

const Frame = styled("section")`
  display: flex;
  flex-direction: column;
  min-width: 0;
  padding: 20px;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  & > h2 {
    ${type.caption}
    font-weight: 400;
    color: var(--muted);
  }
  & > p {
    ${type.dense}
    margin-top: auto;
    color: var(--muted);
  }
  ${media.phone} {
    padding: 16px;
    & > p {
      margin-top: 4px;
    }
  }
`;

/** A sum from here on is set smaller where its card is narrow: nine digits still fit a phone of 360 px. */
const LONG_USD = 100_000;

const Sum = styled(Figure)`
  margin-top: 4px;
  container-type: inline-size;
  &[data-long="true"] > span {
    font-size: min(44px, 12cqi);
  }
`;

/** The page's figure: what the account holds. On phones the three actions stand in it. */
export function BalanceCard({ todayPnl }: { todayPnl: number }) {
  useSignals();
  const cash = capUsd(balance.value ?? 0);
  return (
    <Frame aria-labelledby="total-balance">
      <h2 id="total-balance">{text.totalBalance}</h2>
      <Sum className="num" data-size="hero" data-long={cash >= LONG_USD}>
        <Money usd={cash} />
      </Sum>
      <p>
        {directionOf(todayPnl) === "flat" ? (
          text.noChange
        ) : (
          <>
            <Money usd={todayPnl} as="result" /> {text.today}
          </>
        )}
      </p>
      <QuickButtons />
    </Frame>
  );
}
