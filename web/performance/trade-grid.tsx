import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { capUsd, formatAmount, formatDate, formatTime } from "../ui/format.ts";
import { ArrowDown, ArrowUp, Icon } from "../ui/icon.tsx";
import { Money } from "../ui/money.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { layer, type } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { performanceText } from "./performance-text.ts";
import { scrollGeometry } from "./row-scroll.ts";
import { tradePrices } from "./trade-columns.ts";
import type { TradeRows } from "./trade-rows.ts";
import type { Trade } from "./trade-types.ts";
import { useRowScroll } from "./use-row-scroll.ts";

const text = performanceText.list;

/** A higher table scrolls below its head; the visible half row shows that there are more. */
const HEIGHT_MAX_PX = 456;
const HEAD_PX = 36;
const ROW_PX = { desktop: 40, phone: 60 } as const;
/** The number of placeholder rows while the count is unknown. */
const LOADING_ROWS = 3;
const NARROW = "@media (max-width: 767px)";

const Scroller = styled("div")`
  ${type.dense}
  overflow: hidden auto;
  &:focus-visible {
    outline-offset: -2px;
  }
`;

const Bar = styled("div")`
  position: relative;
`;

/** Stays in place while the bar scrolls: rows are drawn at their position instead of being scrolled. */
const Pane = styled("div")`
  position: sticky;
  top: 0;
  overflow: hidden;
`;

/** Head or body. The body is shifted by a fraction of a row. */
const Rows = styled("div")`
  will-change: transform;
`;

const Row = styled("div")`
  display: grid;
  grid-template-columns:
    minmax(156px, 1.7fr) minmax(76px, 1fr) minmax(60px, 1fr) minmax(48px, 0.7fr) minmax(84px, 1fr) minmax(84px, 1fr)
    minmax(124px, 1.1fr);
  align-items: center;
  gap: 0 8px;
  height: ${ROW_PX.desktop}px;
  padding: 0 20px;
  border-top: 1px solid color-mix(in oklab, var(--line) 60%, transparent);
  white-space: nowrap;
  &[data-active="true"] {
    background: var(--raised);
  }
  ${NARROW} {
    grid-template:
      "symbol direction size result" 1fr
      "date date date prices" 1fr / auto auto auto minmax(0, 1fr);
    gap: 0 8px;
    height: ${ROW_PX.phone}px;
    padding: 8px 16px;
  }
`;

const Head = styled(Row)`
  ${type.caption}
  position: relative;
  z-index: ${layer.sticky};
  height: ${HEAD_PX}px;
  border: 0;
  background: var(--raised);
  color: var(--muted);
  ${NARROW} {
    position: absolute;
    clip-path: inset(50%);
    height: 1px;
  }
`;

const Cell = styled("div")`
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  &[data-align="right"] {
    text-align: right;
  }
`;

const When = styled(Cell)`
  display: flex;
  gap: 8px;
  & > time {
    min-width: 84px;
  }
  & > span {
    min-width: 64px;
    color: var(--muted);
    text-align: right;
  }
  ${NARROW} {
    ${type.caption}
    grid-area: date;
    color: var(--muted);
    gap: 4px;
    & > * {
      min-width: 0 !important;
    }
  }
`;

const TradedSymbol = styled(Cell)`
  font-weight: 500;
  ${NARROW} {
    grid-area: symbol;
    font-weight: 600;
  }
`;

const Direction = styled(Cell)`
  display: flex;
  align-items: center;
  gap: 8px;
  &[data-side="Buy"] {
    color: var(--up);
  }
  &[data-side="Sell"] {
    color: var(--down);
  }
  ${NARROW} {
    grid-area: direction;
    gap: 4px;
  }
`;

const Size = styled(Cell)`
  ${NARROW} {
    ${type.caption}
    grid-area: size;
    color: var(--muted);
  }
`;

/** On narrow screens both prices share a cell. */
const Price = styled(Cell)`
  ${NARROW} {
    ${type.caption}
    grid-area: prices;
    color: var(--muted);
    &[data-end="entry"] {
      justify-self: end;
    }
    &[data-end="exit"] {
      display: none;
    }
  }
`;

const Arrow = styled("span")`
  display: none;
  ${NARROW} {
    display: inline;
  }
`;

const Result = styled(Cell)`
  font-weight: 600;
  & > [aria-hidden] {
    margin-left: auto;
  }
  ${NARROW} {
    ${type.body}
    grid-area: result;
    container-type: inline-size;
    font-weight: 600;
  }
`;

type TradeGridProps = {
  /** The accessible name of the table. */
  label: string;
  rows: TradeRows;
  timeZone: string;
};

/**
 * A table of trades that renders only the visible rows, however many there are. Arrow keys move through the rows, Home
 * and End go to the first and the last; screen readers get the row's number and the total.
 */
export function TradeGrid({ label, rows, timeZone }: TradeGridProps) {
  useSignals();
  // Read to subscribe, so that arriving rows are rendered.
  void rows.changed.value;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useMedia(NARROW);
  const [active, setActive] = useState<number | null>(null);
  const count = rows.count ?? LOADING_ROWS;
  const rowPx = isNarrow ? ROW_PX.phone : ROW_PX.desktop;
  const headPx = isNarrow ? 0 : HEAD_PX;
  const viewPx = Math.min(count * rowPx, HEIGHT_MAX_PX - headPx);
  const geometry = useMemo(() => scrollGeometry(count * rowPx, viewPx), [count, rowPx, viewPx]);
  const { listTop, sight, show } = useRowScroll(scroller, { geometry, rowPx, count });
  const { from, to } = sight;
  useEffect(() => rows.setVisible(from, to), [rows, from, to]);

  function onKeyDown(event: KeyboardEvent) {
    const page = Math.max(1, Math.floor(viewPx / rowPx));
    const here = active ?? -1;
    const target = {
      ArrowDown: here + 1,
      ArrowUp: here - 1,
      PageDown: here + page,
      PageUp: here - page,
      Home: 0,
      End: count - 1,
    }[event.key];
    if (target === undefined || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = Math.min(Math.max(0, target), count - 1);
    setActive(next);
    show(next);
  }

  const isActiveInSight = active !== null && active >= from && active < to;
  return (
    <Scroller
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-describedby={`${id}-keys`}
      aria-rowcount={rows.count === null ? -1 : count + 1}
      aria-colcount={text.columns.length}
      aria-busy={rows.count === null}
      aria-activedescendant={isActiveInSight ? `${id}-${active}` : undefined}
      tabIndex={0}
      style={{ height: headPx + viewPx }}
      onKeyDown={onKeyDown}
      onBlur={() => setActive(null)}
    >
      <span id={`${id}-keys`} hidden>
        {text.keys}
      </span>
      <Bar style={{ height: headPx + geometry.barPx }}>
        <Pane style={{ height: headPx + viewPx }}>
          <Rows role="rowgroup">
            <Head role="row" aria-rowindex={1}>
              {text.columns.map((name, column) => (
                <Cell key={name} role="columnheader" data-align={column > 2 ? "right" : undefined}>
                  {name}
                </Cell>
              ))}
            </Head>
          </Rows>
          <Rows role="rowgroup" style={{ transform: `translateY(${from * rowPx - listTop}px)` }}>
            {Array.from({ length: to - from }, (_, offset) => {
              const index = from + offset;
              return (
                <Row
                  key={index}
                  id={`${id}-${index}`}
                  role="row"
                  aria-rowindex={index + 2}
                  data-active={index === active}
                >
                  <TradeCells trade={rows.at(index)} timeZone={timeZone} />
                </Row>
              );
            })}
          </Rows>
        </Pane>
      </Bar>
    </Scroller>
  );
}

/**
 * The cells exist before their trade has arrived, so that data fills them without creating elements. Only the first and
 * the last show a placeholder: dozens of animated ones would cost a slow machine more than the rows.
 */
function TradeCells({ trade, timeZone }: { trade: Trade | undefined; timeZone: string }) {
  const prices = trade && tradePrices(trade);
  return (
    <>
      <When role="gridcell" className="num">
        {trade ? (
          <>
            <time dateTime={trade.closeTime}>{formatDate(trade.closeTime, timeZone)}</time>
            <span>{formatTime(trade.closeTime, timeZone)}</span>
          </>
        ) : (
          <Skeleton width={148} height={12} />
        )}
      </When>
      <TradedSymbol role="gridcell">{trade?.symbol}</TradedSymbol>
      <Direction role="gridcell" data-side={trade?.direction}>
        {trade && <Icon of={trade.direction === "Buy" ? ArrowUp : ArrowDown} size={14} />}
        {trade?.direction}
      </Direction>
      <Size role="gridcell" className="num" data-align="right">
        {trade && formatAmount(trade.lotSize)}
      </Size>
      <Price role="gridcell" className="num" data-align="right" data-end="entry">
        {prices && (
          <>
            {prices.entry}
            <Arrow> → {prices.exit}</Arrow>
          </>
        )}
      </Price>
      <Price role="gridcell" className="num" data-align="right" data-end="exit">
        {prices?.exit}
      </Price>
      <Result role="gridcell" className="num" data-align="right">
        {trade ? <Money usd={capUsd(trade.profitLoss)} as="result" /> : <Skeleton width={56} height={12} />}
      </Result>
    </>
  );
}
