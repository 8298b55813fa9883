import { styled } from "goober";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Card, CardTitle } from "../ui/card.tsx";
import { Box } from "../ui/layout.tsx";
import { tint, type } from "../ui/theme.ts";
import { barScale } from "./bar-scale.ts";
import { performanceText } from "./performance-text.ts";
import type { Analytics } from "./trade-types.ts";
import { AccountMoney, ViewLink } from "./trades-link.tsx";

const text = performanceText.breakdown;
/** The number of symbols shown at first, the best ones; a button shows the rest. */
const SHOWN = 5;

const Row = styled(ViewLink)`
  ${type.dense}
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 4px 8px;
  padding: 7px 8px 9px;
  border-radius: var(--radius-control);
  transition: background-color var(--motion);
  &:hover {
    background: ${tint("text", 4)};
  }
  & > b,
  & > :nth-child(3) {
    font-weight: 600;
  }
  & > small {
    ${type.caption}
    color: var(--muted);
  }
  & > :nth-child(3) {
    margin-left: auto;
  }
  & > [data-track] {
    position: relative;
    flex: 1 0 100%;
    height: 8px;
    border-radius: 2px;
    background: var(--raised);
  }
  & i {
    position: absolute;
    inset: 0 auto;
    border-radius: 2px;
    opacity: 0.85;
  }
  & u {
    position: absolute;
    inset: -2px auto;
    width: 1px;
    background: var(--control);
  }
`;

/** The result of each symbol, best first. Each opens its trades. */
export function SymbolCard({ bySymbol }: { bySymbol: Analytics["bySymbol"] }) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? bySymbol : bySymbol.slice(0, SHOWN);
  const scale = barScale(bySymbol.map(({ pnl }) => pnl));
  const more = bySymbol.length - SHOWN;
  return (
    <Card aria-labelledby="by-symbol" medium={{ span: "all" }}>
      <CardTitle as="h3" id="by-symbol" title={text.bySymbol} />
      <Box as="ul" margin="0 -8px">
        {shown.map(({ symbol, pnl, trades, wins }) => {
          const { start, length } = scale.barOf(pnl);
          return (
            <li key={symbol}>
              <Row view={{ mode: "all", only: { by: "symbol", symbol } }}>
                <b>{symbol}</b>
                <small className="num">{text.share(trades, (wins * 100) / trades)}</small>
                <AccountMoney usd={pnl} as="result" />
                <span data-track="" aria-hidden="true">
                  <i
                    style={{ left: `${start}%`, width: `${length}%`, background: `var(--${pnl < 0 ? "down" : "up"})` }}
                  />
                  <u style={{ left: `${scale.zero}%` }} />
                </span>
              </Row>
            </li>
          );
        })}
      </Box>
      {more > 0 && (
        <Button
          style={{ marginTop: 8 }}
          size="dense"
          variant="plain"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? text.fewer : text.more(more)}
        </Button>
      )}
    </Card>
  );
}
