import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useContext } from "react";
import { Link } from "wouter";
import { type Estimate, GROUP_MIN, type GroupFigures } from "../../worker/contract/trade-groups.ts";
import { formatCount, formatShortMoney, formatSignedMoney, formatSignedPrice, NO_VALUE } from "../ui/format.ts";
import { Money, MoneyUnitContext } from "../ui/money.tsx";
import { media, type } from "../ui/theme.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { breakdownText as text } from "./breakdown-text.ts";
import type { GroupRow } from "./group-rows.ts";
import { IntervalLine, IntervalNames } from "./interval-axis.tsx";
import { type IntervalScale, scaleInMoney, scaleInR, toneOf } from "./interval-scale.ts";

const COLUMNS = "minmax(120px, 1.4fr) 96px 92px minmax(140px, 1fr) 116px 132px 108px";
const NARROW = "minmax(96px, 1fr) 92px 84px minmax(110px, 1fr) 104px 100px";

const Frame = styled("table")`
  display: block;
  container-type: inline-size;
  & thead,
  & tbody {
    display: block;
  }
  & th {
    font-weight: inherit;
    text-align: left;
  }
`;

const Line = styled("tr")`
  display: grid;
  grid-template-columns: ${COLUMNS};
  align-items: center;
  gap: 0 16px;
  padding: 0 20px;
  & > :nth-child(n + 2):not([data-axis]) {
    text-align: right;
  }
  &[data-head] {
    ${type.caption}
    min-height: 36px;
    background: var(--raised);
    color: var(--muted);
  }
  /* Beside an open sidebar a wide window has little room, too. */
  @container (max-width: 939px) {
    grid-template-columns: ${NARROW};
    & > [data-each] {
      display: none;
    }
  }
  ${media.phone} {
    &[data-head] {
      display: none;
    }
  }
`;

/** The link of the name covers the whole row. */
const Body = styled(Line)`
  ${type.dense}
  position: relative;
  min-height: 48px;
  border-top: 1px solid color-mix(in oklab, var(--line) 60%, transparent);
  & > [data-axis] {
    align-self: stretch;
  }
  &:hover {
    background: var(--raised);
  }
  & a {
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  & a::after {
    content: "";
    position: absolute;
    inset: 0;
  }
  & a:focus-visible {
    outline: none;
  }
  &:focus-within:has(:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  & b {
    font-weight: 600;
  }
  & b[data-tone="up"] {
    color: var(--up);
  }
  & b[data-tone="down"] {
    color: var(--down);
  }
  & small {
    ${type.caption}
    display: block;
    color: var(--muted);
    white-space: nowrap;
  }
  & [data-few] {
    color: var(--muted);
    text-align: center;
  }
  & [data-on="phone"] {
    display: none;
  }
  ${media.phone} {
    grid-template-columns: 1fr 1fr 1fr;
    gap: 8px 12px;
    padding: 12px 16px;
    & > :first-child {
      grid-column: 1 / 3;
    }
    & > [data-net] {
      grid-area: 1 / 3;
    }
    & > [data-axis] {
      grid-area: 3 / 1 / auto / -1;
      min-height: 24px;
    }
    & > [data-trades] {
      text-align: left;
    }
    & [data-on="phone"] {
      display: block;
    }
  }
`;

type GroupTableProps = {
  label: string;
  /** Heads the names of the groups. */
  head: string;
  rows: readonly GroupRow[];
};

/** Figures of groups with their intervals on one axis: in R where stops are known, else in money. Each row opens its trades. */
export function GroupTable({ label, head, rows }: GroupTableProps) {
  useSignals();
  const unit = useContext(MoneyUnitContext);
  const isInR = rows.some(({ figures }) => figures.r !== null);
  const estimateOf = ({ r, each }: GroupFigures) => (isInR ? r : each);
  const estimates = rows.map(({ figures }) => estimateOf(figures));
  const scale = isInR ? scaleInR(estimates) : scaleInMoney(estimates);
  const tick = (value: number) =>
    isInR ? (value === 0 ? "0" : `${formatSignedPrice(value, 1)}R`) : formatShortMoney(value, "narrow", unit);
  const { columns } = text;
  return (
    <Frame aria-label={label}>
      <thead>
        <Line data-head="">
          <th scope="col">{head}</th>
          <th scope="col">{columns.trades}</th>
          <th scope="col">{columns.won}</th>
          <th scope="col" data-axis="">
            <VisuallyHidden>{isInR ? columns.r : columns.each}</VisuallyHidden>
            {estimates.some((one) => one !== null) && <IntervalNames scale={scale} nameOf={tick} />}
          </th>
          <th scope="col">{columns.r}</th>
          <th scope="col" data-each="">
            {columns.each}
          </th>
          <th scope="col">{columns.net}</th>
        </Line>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={row.key} row={row} estimate={estimateOf(row.figures)} scale={scale} />
        ))}
      </tbody>
    </Frame>
  );
}

type TableRowProps = { row: GroupRow; estimate: Estimate | null; scale: IntervalScale };

function TableRow({ row: { name, href, figures }, estimate, scale }: TableRowProps) {
  const unit = useContext(MoneyUnitContext);
  const { trades, winRate, each, r, risked, pnl } = figures;
  const { columns } = text;
  const money = (amount: number) => formatSignedMoney(amount, undefined, unit);
  return (
    <Body>
      <th scope="row">
        <Link href={href} aria-label={text.show(name)}>
          {name}
        </Link>
      </th>
      <td className="num" data-trades="">
        <small data-on="phone">{columns.trades}</small>
        {formatCount(trades)}
        {r && risked < trades && <small>{text.withStop(risked)}</small>}
      </td>
      <td className="num">
        <small data-on="phone">{columns.won}</small>
        {winRate ? text.percent(winRate.value) : NO_VALUE}
        {winRate && <small>{text.range(text.percent(winRate.low), text.percent(winRate.high))}</small>}
      </td>
      <td data-axis="" data-few={estimate === null ? "" : undefined}>
        {estimate === null ? (
          <Few count={figures.each === null ? trades : risked} isOfStops={figures.each !== null} />
        ) : (
          <IntervalLine estimate={estimate} scale={scale} />
        )}
      </td>
      <td className="num">
        <small data-on="phone">{columns.r}</small>
        {r ? (
          <>
            <b data-tone={toneOf(r)}>{formatSignedPrice(r.value, 2)}R</b>
            <small>{text.range(formatSignedPrice(r.low, 2), formatSignedPrice(r.high, 2))}</small>
          </>
        ) : (
          NO_VALUE
        )}
      </td>
      <td className="num" data-each="">
        {each ? (
          <>
            <b data-tone={toneOf(each)}>{money(each.value)}</b>
            <small>{text.range(money(each.low), money(each.high))}</small>
          </>
        ) : (
          NO_VALUE
        )}
      </td>
      <td data-net="">
        <Money usd={pnl} as={trades < GROUP_MIN ? "moved" : "result"} />
      </td>
    </Body>
  );
}

/** In place of an interval. @param isOfStops there are enough trades, but too few with a stop */
function Few({ count, isOfStops }: { count: number; isOfStops: boolean }) {
  return (
    <span className="num" style={{ display: "grid", height: "100%", placeItems: "center" }}>
      {isOfStops ? text.stopsOfTwenty(count) : text.ofTwenty(count)}
    </span>
  );
}
