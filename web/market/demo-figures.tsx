import { computed, type ReadonlySignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { memo, type ReactNode, useMemo } from "react";
import { DemoBadge } from "../ui/badge.tsx";
import { capUsd } from "../ui/format.ts";
import { LiveMoney } from "../ui/money.tsx";
import { media, type } from "../ui/theme.ts";
import { demoBalance, demoEquity, demoProfit, isDemoStale } from "./demo-trading.ts";
import { marketText } from "./market-text.ts";
import { PriceBound } from "./price-bound.ts";

const Strip = styled("section")`
  display: flex;
  align-items: center;
  gap: 16px;
  min-width: 0;
  ${media.phone} {
    flex-wrap: wrap;
    gap: 0;
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--radius-card);
  }
`;

/** On phones a row of its own; on wide screens its items are part of the strip. */
const Badges = styled("div")`
  display: contents;
  & > [data-part="feed"] {
    display: none;
  }
  & > [data-part="reset"] {
    order: 1;
  }
  ${media.phone} {
    display: flex;
    align-items: center;
    gap: 8px;
    width: 100%;
    min-height: 36px;
    padding: 4px 12px 4px 16px;
    border-bottom: 1px solid var(--line);
    & > [data-part="reset"] {
      order: 0;
    }
    & > [data-part="feed"] {
      display: block;
      margin-left: auto;
    }
  }
`;

const List = styled("dl")`
  display: flex;
  margin: 0;
  ${media.phone} {
    flex: 1;
    padding: 12px 0;
  }
`;

const Item = styled("div")`
  padding: 0 16px;
  & + & {
    border-left: 1px solid var(--line);
  }
  & dt {
    ${type.caption}
    color: var(--muted);
  }
  & dd {
    ${type.lead}
    margin: 0;
    font-weight: 600;
  }
  &:first-child {
    padding-left: 0;
  }
  /* Narrow, because the header also contains a title, the feed state and the cash. */
  @media (max-width: 1439px) {
    padding: 0 10px;
  }
  ${media.phone} {
    flex: 1;
    min-width: 0;
    padding: 0 8px;
    &:first-child {
      padding-left: 16px;
    }
    & dd {
      container-type: inline-size;
    }
  }
`;

/**
 * Balance, equity and PNL of the demo account.
 * @param props.reset the reset button, where no other element of the screen has it
 * @param props.aside shown beside the badge on phones, where the header has no room for the feed state
 */
export const DemoFigures = memo(function DemoFigures({ reset, aside }: { reset?: ReactNode; aside?: ReactNode }) {
  return (
    <Strip aria-label={marketText.demoAccount}>
      <Badges>
        <DemoBadge />
        {reset && <div data-part="reset">{reset}</div>}
        {aside && <div data-part="feed">{aside}</div>}
      </Badges>
      <List>
        <Item>
          <dt>{marketText.balance}</dt>
          <dd>
            <Balance />
          </dd>
        </Item>
        <Item>
          <dt>{marketText.equity}</dt>
          <dd>
            <Equity />
          </dd>
        </Item>
        <Item>
          <dt>{marketText.pnl}</dt>
          <dd>
            <Profit />
          </dd>
        </Item>
      </List>
    </Strip>
  );
});

function Balance() {
  return <Capped usd={demoBalance} />;
}

function Equity() {
  useSignals();
  return (
    <PriceBound data-stale={isDemoStale.value}>
      <Capped usd={demoEquity} />
    </PriceBound>
  );
}

function Profit() {
  useSignals();
  return (
    <PriceBound data-stale={isDemoStale.value}>
      <Capped usd={demoProfit} as="result" />
    </PriceBound>
  );
}

function Capped({ usd, as = "plain" }: { usd: ReadonlySignal<number>; as?: "plain" | "result" }) {
  useSignals();
  const capped = useMemo(() => computed(() => capUsd(usd.value)), [usd]);
  return <LiveMoney usd={capped} as={as} />;
}
