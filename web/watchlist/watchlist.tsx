import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type KeyboardEvent, memo, type ReactNode, useMemo, useRef } from "react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { ChangeOrClosed } from "../prices/change-or-closed.tsx";
import { PriceText, TickFlash } from "../prices/figures.tsx";
import { isClosed, opensWords } from "../prices/market-hours.ts";
import { marketText } from "../prices/market-text.ts";
import { Sparkline } from "../prices/sparkline.tsx";
import { isStale, quoteOf, serverClock } from "../state/prices.ts";
import { symbolName } from "../state/symbol-text.ts";
import { formatAge } from "../ui/format.ts";
import { GripVertical, Icon } from "../ui/icon.tsx";
import { useRowDrag } from "../ui/list/use-row-drag.ts";
import { focusByKey } from "../ui/list-keys.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { SymbolFigures, WatchlistFrame } from "./parts.ts";
import { useEarlyChoice } from "./use-early-choice.ts";

type WatchlistProps = {
  symbols: readonly FeedSymbol[];
  selected: FeedSymbol;
  onSelect: (symbol: FeedSymbol) => void;
  /** Rendered below the selected row. */
  details?: ReactNode;
  isPhone?: boolean;
  /** Called with the old and the new place of a row that was dragged. Without it rows stay. */
  onMove?: (from: number, to: number) => void;
};

/** Symbols with live prices. The up and down keys move through the rows and select. */
export const Watchlist = memo(function Watchlist(props: WatchlistProps) {
  const { symbols, selected, onSelect, details, isPhone = false, onMove = null } = props;
  const rows = useRef<HTMLUListElement>(null);
  useRowDrag(rows, onMove);
  const [shown, choose] = useEarlyChoice(selected, onSelect, rows);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const symbol = symbols[focusByKey(event, { here: symbols.indexOf(shown) }) ?? -1];
    if (symbol) choose(symbol);
  }

  return (
    <WatchlistFrame ref={rows} aria-label={marketText.watchlist} onKeyDown={onKeyDown}>
      {symbols.map((symbol) => (
        <li key={symbol} data-symbol={symbol} data-selected={symbol === shown}>
          <button type="button" aria-current={symbol === shown} onClick={() => choose(symbol)}>
            <Market symbol={symbol} isPhone={isPhone} />
          </button>
          {onMove && (
            <span data-grip="" aria-hidden="true">
              <Icon of={GripVertical} size={14} />
            </span>
          )}
          {symbol === selected && details}
        </li>
      ))}
    </WatchlistFrame>
  );
});

/** The content of a row, memoised: selecting another row does not render it. */
const Market = memo(function Market({ symbol, isPhone }: { symbol: FeedSymbol; isPhone: boolean }) {
  return (
    <>
      <span>
        {symbol}
        <span>{symbolName(symbol)}</span>
      </span>
      <Sparkline symbol={symbol} {...(isPhone ? { width: 112, height: 32 } : { width: 58, height: 23 })} />
      <AgedFigures symbol={symbol}>
        <TickFlash symbol={symbol}>
          <PriceText symbol={symbol} />
        </TickFlash>
        <ChangeOrClosed symbol={symbol} />
      </AgedFigures>
    </>
  );
});

/** Figures that say when their market opens, or once they are stale how old they are, as other symbols may stream meanwhile. */
function AgedFigures({ symbol, children }: { symbol: FeedSymbol; children: ReactNode }) {
  useSignals();
  const age = useMemo(
    () => computed(() => (isClosed(symbol).value ? opensWords(symbol) : staleAge(symbol))),
    [symbol],
  ).value;
  return (
    <SymbolFigures title={age || undefined}>
      {age && <VisuallyHidden>{age}</VisuallyHidden>}
      {children}
    </SymbolFigures>
  );
}

/** The age of a symbol's price once it is stale: `14 h old`; otherwise empty. Reads signals. */
function staleAge(symbol: FeedSymbol): string {
  const quote = quoteOf(symbol).value;
  return quote && isStale(symbol).value ? marketText.old(formatAge(serverClock.value - quote.at)) : "";
}
