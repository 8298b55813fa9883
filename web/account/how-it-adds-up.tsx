import { styled } from "goober";
import { capUsd } from "../ui/format.ts";
import { Money } from "../ui/money.tsx";
import { media, type } from "../ui/theme.ts";
import { ACCOUNT_TEXT } from "./account-text.ts";
import { type AccountTotals, tradingResultUsd } from "./balance-equation.ts";

const Line = styled("section")`
  ${type.dense}
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px 24px;
  min-height: 44px;
  margin-top: 16px;
  padding: 10px 20px;
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  & > h2 {
    ${type.dense}
    flex: none;
    font-weight: 600;
  }
  & > ul {
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: 4px 14px;
    color: var(--muted);
  }
  & > ul > li {
    white-space: nowrap;
  }
  & i {
    display: inline-block;
    min-width: 9px;
    margin-right: 12px;
    font-style: normal;
    text-align: center;
  }
  & b {
    color: var(--text);
    font-weight: 600;
  }
  ${media.phone} {
    display: block;
    margin-top: 12px;
    padding: 12px 16px;
    & > ul {
      display: grid;
      justify-content: stretch;
      gap: 4px;
      margin-top: 8px;
    }
    & > ul > li {
      display: grid;
      grid-template-columns: 20px minmax(0, 1fr) auto;
    }
    & > ul > li > b {
      order: 1;
    }
  }
`;

type Term = { sign: "" | "+" | "−" | "="; usd: number; name: string };

/** The equation behind the available balance, exact to the cent up to the display cap. Terms of zero are left out. */
export function HowItAddsUp({ totals }: { totals: AccountTotals }) {
  const { depositsUsd, withdrawalsUsd, heldUsd, availableUsd } = totals;
  const tradingUsd = tradingResultUsd(totals);
  const taken: Term[] = [
    { sign: "−", usd: withdrawalsUsd, name: ACCOUNT_TEXT.withdrawals },
    { sign: tradingUsd < 0 ? "−" : "+", usd: Math.abs(tradingUsd), name: ACCOUNT_TEXT.tradingResult },
    { sign: "−", usd: heldUsd, name: ACCOUNT_TEXT.onHold },
  ];
  const terms: Term[] = [
    { sign: "", usd: depositsUsd, name: ACCOUNT_TEXT.deposits },
    ...taken.filter(({ usd }) => usd !== 0),
    { sign: "=", usd: availableUsd, name: ACCOUNT_TEXT.available },
  ];
  return (
    <Line aria-labelledby="adds-up">
      <h2 id="adds-up">{ACCOUNT_TEXT.addsUp}</h2>
      <ul>
        {terms.map(({ sign, usd, name }) => (
          <li key={name}>
            <i>{sign}</i>
            <b>
              <Money usd={capUsd(usd)} />
            </b>{" "}
            <span>{name}</span>
          </li>
        ))}
      </ul>
    </Line>
  );
}
