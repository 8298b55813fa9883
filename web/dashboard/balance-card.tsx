import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { directionOf } from "../format.ts";
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

const Sum = styled(Figure)`
  margin-top: 4px;
  /* Nine digits still fit the narrowest card. */
  font-size: min(44px, 11vw) !important;
`;

/** The page's figure: what the account holds. On phones the three actions stand in it. */
export function BalanceCard({ todayPnl }: { todayPnl: number }) {
  useSignals();
  return (
    <Frame aria-labelledby="total-balance">
      <h2 id="total-balance">{text.totalBalance}</h2>
      <Sum className="num" data-size="hero">
        <Money usd={balance.value ?? 0} />
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
