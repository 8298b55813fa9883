import { styled } from "goober";
import { Card } from "../ui/card.tsx";
import { capUsd } from "../ui/format.ts";
import { Row, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { media } from "../ui/theme.ts";
import { ACCOUNT_TEXT } from "./account-text.ts";
import { type AccountTotals, tradingResultUsd } from "./balance-equation.ts";

/** The terms in one line; on phones one below the other, with the amounts in a column. */
const Terms = styled("ul")`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 4px 14px;
  color: var(--muted);
  & > li {
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
  }
  ${media.phone} {
    display: grid;
    justify-content: stretch;
    & > li {
      display: grid;
      grid-template-columns: 20px minmax(0, 1fr) auto;
    }
    & > li > b {
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
    <Card aria-labelledby="adds-up" pad="11px 20px" surface="bg" size="dense" phone={{ pad: "12px 16px" }}>
      <Row justify="space-between" gap="8px 24px" phone={{ direction: "column", align: "stretch" }}>
        <Text as="h2" id="adds-up" size="dense" grow={false}>
          {ACCOUNT_TEXT.addsUp}
        </Text>
        <Terms>
          {terms.map(({ sign, usd, name }) => (
            <li key={name}>
              <i>{sign}</i>
              <b>
                <Money usd={capUsd(usd)} />
              </b>{" "}
              <span>{name}</span>
            </li>
          ))}
        </Terms>
      </Row>
    </Card>
  );
}
