import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type KeyboardEvent, memo, type ReactNode, useMemo, useRef } from "react";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { media, type } from "../ui/theme.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { marketText } from "./market-text.ts";
import { DayChange, PriceText } from "./price-figures.tsx";
import { Sparkline } from "./sparkline.tsx";
import { staleAge } from "./stale-age.ts";
import { TickFlash } from "./tick-flash.tsx";

const List = styled("ul")`
  & > li {
    position: relative;
  }
  & > li + li {
    border-top: 1px solid var(--line);
  }
  & > li[data-selected="true"] {
    border-top-color: transparent;
    background: var(--raised);
  }
  & > li[data-selected="true"] + li {
    border-top-color: transparent;
  }
  & > li[data-selected="true"]::before {
    content: "";
    position: absolute;
    inset: 0 auto 0 0;
    width: 2px;
    background: var(--accent);
  }
`;

const Row = styled("button")`
  display: grid;
  grid-template-columns: 76px minmax(0, 1fr) 76px;
  align-items: center;
  gap: 8px;
  width: 100%;
  height: 60px;
  padding: 0 20px;
  &:focus-visible {
    outline-offset: -2px;
  }
  ${media.hover} {
    &:hover {
      background: color-mix(in oklab, var(--raised) 50%, transparent);
    }
  }
  ${media.phone} {
    grid-template-columns: 92px minmax(0, 1fr) 92px;
    height: 72px;
    padding: 0 16px;
  }
`;

const Names = styled("span")`
  ${type.dense}
  display: block;
  min-width: 0;
  font-weight: 600;
  & > span {
    ${type.caption}
    display: block;
    font-weight: 400;
    color: var(--muted);
  }
  ${media.phone} {
    ${type.body}
  }
`;

const Line = styled("span")`
  display: grid;
  place-items: center;
`;

const Figures = styled("span")`
  ${type.dense}
  display: grid;
  justify-items: end;
  gap: 2px;
  font-weight: 500;
  text-align: right;
  & > :last-child {
    ${type.caption}
    font-weight: 400;
  }
  ${media.phone} {
    ${type.lead}
  }
`;

type WatchlistProps = {
  symbols: readonly FeedSymbol[];
  selected: FeedSymbol;
  onSelect: (symbol: FeedSymbol) => void;
  /** Rendered below the selected row. */
  details?: ReactNode;
  isPhone?: boolean;
};

/** All symbols with live prices. The up and down keys move through the rows and select. */
export const Watchlist = memo(function Watchlist(props: WatchlistProps) {
  const { symbols, selected, onSelect, details, isPhone = false } = props;
  const list = useRef<HTMLUListElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("button[aria-current]") ?? [])];
    const focused = rows.findIndex((row) => row.matches(":focus"));
    const at = focused === -1 ? symbols.indexOf(selected) : focused;
    const target = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: symbols.length - 1 }[event.key];
    const symbol = target === undefined ? undefined : symbols[target];
    if (target === undefined || !symbol) return;
    event.preventDefault();
    onSelect(symbol);
    rows[target]?.focus();
  }

  return (
    <List ref={list} aria-label={marketText.watchlist} onKeyDown={onKeyDown}>
      {symbols.map((symbol) => (
        <li key={symbol} data-selected={symbol === selected}>
          <Row type="button" aria-current={symbol === selected} onClick={() => onSelect(symbol)}>
            <Market symbol={symbol} isPhone={isPhone} />
          </Row>
          {symbol === selected && details}
        </li>
      ))}
    </List>
  );
});

/** The content of a row, memoised: selecting another row does not render it. */
const Market = memo(function Market({ symbol, isPhone }: { symbol: FeedSymbol; isPhone: boolean }) {
  return (
    <>
      <Names>
        {symbol}
        <span>{FEED_SYMBOLS[symbol].name}</span>
      </Names>
      <Line>
        <Sparkline symbol={symbol} {...(isPhone ? { width: 112, height: 32 } : { width: 72, height: 28 })} />
      </Line>
      <AgedFigures symbol={symbol}>
        <TickFlash symbol={symbol}>
          <PriceText symbol={symbol} />
        </TickFlash>
        <DayChange symbol={symbol} />
      </AgedFigures>
    </>
  );
});

/** Figures that show their age once they are stale, as other symbols may stream meanwhile. */
function AgedFigures({ symbol, children }: { symbol: FeedSymbol; children: ReactNode }) {
  useSignals();
  const age = useMemo(() => staleAge(symbol), [symbol]).value;
  return (
    <Figures title={age || undefined}>
      {age && <VisuallyHidden>{age}</VisuallyHidden>}
      {children}
    </Figures>
  );
}
