import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type KeyboardEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { symbolName } from "../state/symbol-text.ts";
import { setWatchlist, watchlist } from "../terminal/drawings-and-settings.ts";
import { Eye, EyeOff, GripVertical, Icon, Plus } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { draggedRow, useRowDrag } from "../ui/list/use-row-drag.ts";
import { LiveRegion } from "../ui/live-region.tsx";
import { media, type } from "../ui/theme.ts";
import { addSymbol, isLastShown, moveSymbol, switchSymbol, symbolsToAdd } from "./order.ts";
import { watchlistText as text } from "./watchlist-text.ts";

const Rows = styled("ul")`
  ${draggedRow}
  & > li {
    ${type.dense}
    position: relative;
    display: flex;
    align-items: center;
    gap: 4px;
    height: 60px;
    padding: 0 16px 0 6px;
    font-weight: 600;
  }
  & > li + li {
    border-top: 1px solid var(--line);
  }
  & > li > [data-grip] {
    display: grid;
    place-items: center;
    width: 32px;
    height: 44px;
    border-radius: var(--radius-control);
    color: var(--muted);
    cursor: grab;
    touch-action: none;
  }
  & > li > [data-grip]:hover {
    color: var(--text);
  }
  & > li > span {
    flex: 1;
    min-width: 0;
  }
  & > li > span > small {
    ${type.caption}
    display: block;
    color: var(--muted);
    font-weight: 400;
  }
  & > li[data-hidden="true"] > span {
    color: var(--muted);
  }
  ${media.phone} {
    & > li {
      ${type.body}
      height: 72px;
    }
  }
`;

const Add = styled("button")`
  ${type.dense}
  display: flex;
  align-items: center;
  gap: 12px;
  width: 100%;
  min-height: 48px;
  padding: 0 16px;
  border: solid var(--line);
  border-width: 1px 0;
  color: var(--muted);
  & > b {
    color: var(--text);
    font-weight: 600;
  }
  &:hover {
    background: var(--raised);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;

/** The watchlist while it is edited: the order by dragging or with arrow keys at a grip, what is hidden, and what can be added. */
export function WatchlistEditor() {
  useSignals();
  const list = watchlist.value;
  const rows = useRef<HTMLUListElement>(null);
  const [said, say] = useState("");
  useRowDrag(rows, move);

  function move(from: number, to: number) {
    const { order } = watchlist.peek();
    const symbol = order[from];
    const next = moveSymbol(watchlist.peek(), order, from, to);
    if (symbol === undefined || next === watchlist.peek()) return;
    setWatchlist(next);
    say(text.moved(symbol, to + 1, order.length));
  }

  function onGripKey(event: KeyboardEvent<HTMLButtonElement>, from: number) {
    const to = { ArrowUp: from - 1, ArrowDown: from + 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const grip = event.currentTarget;
    flushSync(() => move(from, to));
    // A browser takes the focus from what moves in the document.
    grip.focus();
  }

  function switchShown(symbol: FeedSymbol) {
    const next = switchSymbol(list, symbol);
    setWatchlist(next);
    say(next.hidden.includes(symbol) ? text.isHidden(symbol) : text.isShown(symbol));
  }

  function add(symbol: FeedSymbol) {
    flushSync(() => setWatchlist(addSymbol(list, symbol)));
    say(text.added(symbol));
    // The pressed button is gone.
    rows.current?.querySelector<HTMLElement>("li:last-child > [data-grip]")?.focus();
  }

  return (
    <>
      <Rows ref={rows} aria-label={text.edited}>
        {list.order.map((symbol, index) => {
          const isHidden = list.hidden.includes(symbol);
          return (
            <li key={symbol} data-hidden={isHidden}>
              <button
                type="button"
                data-grip=""
                aria-label={text.grip(symbol, index + 1, list.order.length)}
                onKeyDown={(event) => onGripKey(event, index)}
              >
                <Icon of={GripVertical} />
              </button>
              <span>
                {symbol}
                <small>{isHidden ? text.hidden : symbolName(symbol)}</small>
              </span>
              <IconButton
                icon={isHidden ? EyeOff : Eye}
                label={isHidden ? text.show(symbol) : text.hide(symbol)}
                disabled={!isHidden && isLastShown(list, symbol)}
                onClick={() => switchShown(symbol)}
              />
            </li>
          );
        })}
      </Rows>
      {symbolsToAdd(list).map((symbol) => (
        <Add key={symbol} type="button" onClick={() => add(symbol)}>
          <Icon of={Plus} />
          {text.add} <b>{symbol}</b> {symbolName(symbol)}
        </Add>
      ))}
      <LiveRegion>{said}</LiveRegion>
    </>
  );
}
