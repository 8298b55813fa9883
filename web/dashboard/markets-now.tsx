import { styled } from "goober";
import { useId } from "react";
import { type FeedSymbol, WATCHLIST_SYMBOLS } from "../../worker/contract/symbols.ts";
import { ChangeOrClosed } from "../prices/change-or-closed.tsx";
import { PriceText, TickFlash } from "../prices/figures.tsx";
import { Sparkline } from "../prices/sparkline.tsx";
import { useDayHistory } from "../prices/use-prices.ts";
import { ROUTE } from "../state/routes.ts";
import { symbolName } from "../state/symbol-text.ts";
import { Card, CardHead } from "../ui/card.tsx";
import { ChevronRight, Icon } from "../ui/icon.tsx";
import { Row } from "../ui/layout.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { media, type } from "../ui/theme.ts";
import { dashboardLabels } from "./dashboard-labels.ts";
import { firstStepsText as text } from "./first-steps-text.ts";

/** Bitcoin first, which the first step trades. */
const SYMBOLS: readonly FeedSymbol[] = WATCHLIST_SYMBOLS.toReversed();

const Rows = styled("ul")`
  display: flex;
  flex-direction: column;
  flex: 1;
  margin: 0 20px;
  container-type: inline-size;
  & > li {
    ${type.dense}
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto 104px;
    align-items: center;
    gap: 16px;
    flex: 1;
    min-height: 64px;
  }
  & > li + li {
    border-top: 1px solid color-mix(in oklab, var(--line) 60%, transparent);
  }
  & b {
    display: block;
    font-weight: 500;
  }
  & small {
    ${type.caption}
    display: block;
    color: var(--muted);
  }
  & > li > :last-child {
    display: grid;
    justify-items: end;
    font-weight: 500;
  }
  /* Beside the steps in a window that is not wide: the name and the price stay whole. */
  @container (max-width: 319px) {
    & > li {
      grid-template-columns: minmax(0, 1fr) 104px;
    }
    & > li > i {
      display: none;
    }
  }
  ${media.phone} {
    margin: 0 16px;
    & > li {
      grid-template-columns: minmax(0, 1fr) auto 88px;
    }
  }
`;

export function MarketsNow() {
  useDayHistory(SYMBOLS);
  const id = useId();
  return (
    <Card isFlush isColumn aria-labelledby={id}>
      <CardHead
        id={id}
        title={dashboardLabels.marketsNow}
        action={
          <TextLink href={ROUTE.tradingWatchlist} tone="accent">
            <Row as="span" gap={4}>
              {text.allPrices}
              <Icon of={ChevronRight} />
            </Row>
          </TextLink>
        }
      />
      <Rows>
        {SYMBOLS.map((symbol) => (
          <li key={symbol}>
            <span>
              <b>{symbolName(symbol)}</b>
              <small>{symbol}</small>
            </span>
            <i>
              <Sparkline symbol={symbol} width={112} height={28} />
            </i>
            <span>
              <TickFlash symbol={symbol}>
                <PriceText symbol={symbol} />
              </TickFlash>
              <ChangeOrClosed symbol={symbol} />
            </span>
          </li>
        ))}
      </Rows>
    </Card>
  );
}
