import { styled } from "goober";
import { type KeyboardEvent, memo, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { NO_VALUE } from "../../ui/format.ts";
import { Icon, type IconGlyph, Lock, Pencil, Sparkle, TriangleAlert } from "../../ui/icon.tsx";
import { SortButton } from "../../ui/list/sort-button.tsx";
import { placeByKey } from "../../ui/list-keys.ts";
import { Money } from "../../ui/money.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { layer, media, tint, type } from "../../ui/theme.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { KEYS } from "../core/admin-keys.ts";
import type { Sort } from "../core/admin-types.ts";
import { initialsOfName } from "../core/initials.ts";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { WaitingAge } from "../core/waiting-age.tsx";
import { BY_AGE, BY_AMOUNT } from "../list/list-fields.ts";
import type { Chosen } from "./batch-draft.ts";
import { afterPress, withAll } from "./draft-rules.ts";
import { PAYOUT_ADMIN_TEXT } from "./payout-admin-text.ts";
import type { PayoutFlag, ToPay } from "./payout-calls.ts";
import { batchName, closedWhy, destinationOf, withdrawalPath } from "./payout-words.ts";
import { Tick } from "./tick.tsx";

// `--rows-flex` and `--rows-overflow` let it scroll by itself where its page does not.
const Scroller = styled("div")`
  flex: var(--rows-flex, none);
  min-height: 0;
  overflow: var(--rows-overflow, visible);
  scroll-padding: 34px 0;
  container: to-pay / inline-size;
`;

/* Of three widths: a phone's two lines, a list beside nothing, and all columns. */
const grid = `
  ${type.dense}
  display: grid;
  grid-template: "tick trader amount" 20px "tick place flag" 20px / 16px minmax(0, 1fr) auto;
  align-items: center;
  align-content: center;
  gap: 2px 12px;
  padding: 0 16px;
  & > * { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  & > input { grid-area: tick; overflow: visible; }
  & > [data-cell="age"], & > [data-cell="holder"], & > [data-cell="approved"], & > [data-cell="request"] { display: none; }
  & > [data-cell="trader"] { grid-area: trader; }
  & > [data-cell="place"] { grid-area: place; }
  & > [data-cell="flag"] { grid-area: flag; justify-self: end; max-width: 100%; }
  & > [data-cell="amount"] { grid-area: amount; text-align: right; }
  @container to-pay (min-width: 600px) {
    grid-template: none / 16px 60px 64px minmax(0, 1fr) minmax(0, 1.35fr) minmax(0, 1.1fr) 84px;
    padding: 0 20px;
    & > [data-cell], & > input { grid-area: auto; }
    & > [data-cell="age"], & > [data-cell="request"] { display: block; }
    & > [data-cell="flag"] { justify-self: stretch; }
  }
  @container to-pay (min-width: 920px) {
    grid-template: none / 16px 68px 68px minmax(0, 1fr) minmax(0, 1.15fr) minmax(0, 1fr) 60px minmax(0, 1.2fr) 92px;
    & > [data-cell="holder"] { display: block; }
    & > [data-cell="approved"] { display: flex; }
  }
`;

const Columns = styled("div")`
  ${grid}
  ${type.caption}
  position: sticky;
  top: 0;
  z-index: ${layer.sticky};
  height: 34px;
  background: var(--surface);
  border-bottom: 1px solid var(--line);
  color: var(--muted);
  & > [data-cell] {
    overflow: visible;
  }
  /* Of the two lines of a phone's row only the tick and the orders. */
  @container to-pay (max-width: 599.9px) {
    grid-template: "tick trader amount" auto / 16px minmax(0, 1fr) minmax(96px, auto);
    & > [data-cell="trader"],
    & > [data-cell="place"],
    & > [data-cell="flag"] {
      display: none;
    }
    & > [data-cell="age"] {
      display: block;
      grid-area: trader;
    }
  }
  ${media.touch} {
    height: 44px;
  }
`;

const Line = styled("label")`
  ${grid}
  height: 56px;
  border-bottom: 1px solid color-mix(in oklab, var(--line) 45%, transparent);
  cursor: pointer;
  user-select: none;
  &:hover {
    background: ${tint("text", 4, "bg")};
  }
  &:has(input:checked) {
    background: ${tint("accent", 5, "bg")};
  }
  &:has(input:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  & > input {
    outline: none;
  }
  &[data-tone="muted"] {
    color: var(--muted);
    cursor: default;
  }
  & > [data-tone="muted"] {
    color: var(--muted);
  }
  & > [data-tone="warn"] {
    color: var(--warn);
  }
  & > [data-cell="flag"] {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  & > [data-cell="flag"] > i {
    flex: none;
  }
  & > [data-cell="flag"] > span {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  & > [data-cell="amount"] {
    font-weight: 500;
  }
  &[data-tone="muted"] > [data-cell="amount"] {
    font-weight: 400;
  }
  & > [data-cell="approved"] {
    gap: 4px;
    overflow: visible;
  }
  & > [data-cell="approved"] > i {
    display: grid;
    place-items: center;
    width: 20px;
    height: 20px;
    border-radius: 50%;
    background: ${tint("accent", 16, "bg")};
    color: var(--accent);
    font-size: 9px;
    font-style: normal;
    font-weight: 600;
  }
  & > [data-cell="approved"] > i[data-yours="true"] {
    border: 1px dashed var(--control);
    background: none;
  }
  @container to-pay (min-width: 600px) {
    height: 32px;
  }
  ${media.touch} {
    @container to-pay (min-width: 600px) {
      height: 44px;
    }
  }
`;

const text = PAYOUT_ADMIN_TEXT;

type ToPayListProps = {
  /** The rows in the order in which they are shown. */
  rows: readonly ToPay[];
  chosen: readonly Chosen[];
  onChoose: (chosen: Chosen[]) => void;
  sort: Sort;
  onSort: (sort: Sort) => void;
  adminId: string;
  nowMs: number;
  /** Who only reads has no ticks. */
  mayChoose: boolean;
  /** Instead of rows, where there are none. */
  empty: ReactNode;
};

/** How a row is pressed: with Shift, and what it becomes. */
type Press = { isRange: boolean; isOn: boolean };

/**
 * What is to be paid, to tick. A press on a row ticks it, with Shift all up to it; J, K and the arrow keys move, Space ticks, A ticks all,
 * Enter opens the withdrawal.
 */
export function ToPayList({ rows, chosen, onChoose, sort, onSort, adminId, nowMs, mayChoose, empty }: ToPayListProps) {
  const [, navigate] = useLocation();
  const list = useRef<HTMLUListElement>(null);
  /** The row of the press before, from which Shift reaches. */
  const [from, setFrom] = useState<string | null>(null);
  /** The press that follows is of the space key with Shift, which not every browser says of it. */
  const isShiftSpace = useRef(false);
  const [here, setHere] = useState<string | null>(null);
  const free = rows.filter(({ closedBecause }) => closedBecause === null);
  const ids = new Set(chosen.map(({ _id }) => _id));
  const tickedCount = free.filter(({ _id }) => ids.has(_id)).length;
  const isAll = free.length > 0 && tickedCount === free.length;
  // One of the rows is reached by Tab, the others by keys from there.
  const reached = rows.some(({ _id }) => _id === here) ? here : (rows[0]?._id ?? null);

  function tickAll() {
    onChoose(withAll(chosen, free, !isAll));
  }

  function focusRow(place: number) {
    const row = rows[place];
    if (!row) return;
    setHere(row._id);
    list.current?.querySelector<HTMLElement>(`[data-row="${row._id}"]`)?.focus();
  }

  function step(by: 1 | -1) {
    const isInside = list.current?.contains(document.activeElement) === true;
    const place = rows.findIndex(({ _id }) => _id === reached);
    focusRow(isInside ? Math.min(Math.max(0, place + by), rows.length - 1) : place);
  }

  function press(row: ToPay, { isRange, isOn }: Press) {
    setHere(row._id);
    if (row.closedBecause !== null) return;
    onChoose(afterPress(chosen, rows, { id: row._id, from: isRange || isShiftSpace.current ? from : null, isOn }));
    setFrom(row._id);
  }
  // The rows keep one function, so that a tick draws one row and not five hundred.
  const latest = useRef(press);
  useLayoutEffect(() => {
    latest.current = press;
  });
  const onPress = useCallback((row: ToPay, how: Press) => latest.current(row, how), []);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const place = rows.findIndex(({ _id }) => _id === reached);
    if (!(event.target instanceof HTMLInputElement)) return;
    isShiftSpace.current = event.key === " " && event.shiftKey;
    const row = rows[place];
    if (event.key === "Enter" && row) {
      event.preventDefault();
      navigate(withdrawalPath(row._id));
      return;
    }
    const next = placeByKey(event, { here: place, count: rows.length, page: 10 });
    if (next === null) return;
    event.preventDefault();
    // With Shift an arrow key takes the rows that it passes to what the row is that it comes from.
    const target = rows[next];
    if (event.shiftKey && row && target && mayChoose) {
      onChoose(afterPress(chosen, rows, { id: target._id, from: row._id, isOn: true }));
      setFrom(target._id);
    }
    focusRow(next);
  }

  useShortcuts({
    [KEYS.next]: () => step(1),
    [KEYS.previous]: () => step(-1),
    [KEYS.tickAll]: mayChoose && free.length > 0 ? tickAll : undefined,
  });

  return (
    <Scroller>
      <Columns>
        {mayChoose ? (
          <Tick
            aria-label={text.all}
            aria-keyshortcuts={KEYS.tickAll}
            title={text.all}
            checked={isAll}
            isPartly={tickedCount > 0 && !isAll}
            disabled={free.length === 0}
            onChange={tickAll}
          />
        ) : (
          <span />
        )}
        <span data-cell="age">
          <SortButton label={text.ageHead} pair={BY_AGE} sort={sort} onSort={onSort} />
        </span>
        <span data-cell="request">{text.request}</span>
        <span data-cell="trader">{text.trader}</span>
        <span data-cell="holder">{text.holder}</span>
        <span data-cell="place">{text.destination}</span>
        <span data-cell="approved">{text.approved}</span>
        <span data-cell="flag">{text.flags}</span>
        <span data-cell="amount">
          <SortButton label={text.amount} pair={BY_AMOUNT} sort={sort} onSort={onSort} isRight />
        </span>
      </Columns>
      {rows.length === 0 ? (
        empty
      ) : (
        <ul ref={list} aria-label={text.toPay} onKeyDown={onKeyDown}>
          {rows.map((row) => (
            <li key={row._id}>
              <ToPayRow
                row={row}
                isTicked={ids.has(row._id)}
                isReached={row._id === reached}
                mayChoose={mayChoose}
                adminId={adminId}
                nowMs={nowMs}
                onPress={onPress}
              />
            </li>
          ))}
        </ul>
      )}
    </Scroller>
  );
}

type ToPayRowProps = Pick<ToPayListProps, "mayChoose" | "adminId" | "nowMs"> & {
  row: ToPay;
  isTicked: boolean;
  isReached: boolean;
  onPress: (row: ToPay, how: Press) => void;
};

const ToPayRow = memo(function ToPayRow({
  row,
  isTicked,
  isReached,
  mayChoose,
  adminId,
  nowMs,
  onPress,
}: ToPayRowProps) {
  const { _id, number, trader, holder, amount, createdAt, approvedAt, approvedBy, closedBecause } = row;
  const isClosed = closedBecause !== null;
  const mark = markOf(row);
  const place = destinationOf(row);
  const link = (
    <TextLink href={withdrawalPath(_id)} tone="quiet" tabIndex={-1} title={text.open(number)}>
      {number}
    </TextLink>
  );
  return (
    <Line as={mayChoose ? "label" : "div"} data-tone={isClosed ? "muted" : undefined} title={mark?.why}>
      {mayChoose ? (
        <Tick
          data-row={_id}
          checked={isTicked && !isClosed}
          aria-disabled={isClosed || undefined}
          tabIndex={isReached ? 0 : -1}
          onChange={({ target, nativeEvent }) =>
            onPress(row, { isRange: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey, isOn: target.checked })
          }
        />
      ) : (
        <span />
      )}
      <span data-cell="age" data-tone="muted">
        <WaitingAge of={{ since: approvedAt ?? createdAt, queue: null, isAwaited: true }} nowMs={nowMs} />
      </span>
      <span data-cell="request" data-tone="muted">
        {link}
      </span>
      <span data-cell="trader">{trader}</span>
      <span data-cell="holder" data-tone={isHolderSeen(row) ? undefined : "warn"}>
        {holder ?? NO_VALUE}
      </span>
      <span data-cell="place">
        <Narrow>{link}, </Narrow>
        {place}
      </span>
      <span data-cell="approved">
        <VisuallyHidden>
          {text.approvedBy(approvedBy.map((one) => (one._id === adminId ? text.you : one.name)))}
        </VisuallyHidden>
        {approvedBy.map((one) => (
          <i key={one._id} aria-hidden="true" title={one.name} data-yours={one._id === adminId}>
            {initialsOfName(one.name)}
          </i>
        ))}
      </span>
      <span data-cell="flag" data-tone={mark?.tone}>
        {mark && (
          <>
            <i>
              <Icon of={mark.icon} size={14} />
            </i>
            <span>{mark.label}</span>
          </>
        )}
      </span>
      <span data-cell="amount">
        <Money usd={amount} />
      </span>
    </Line>
  );
});

/** Stands in the second line of a phone's row alone. */
const Narrow = styled("span")`
  @container to-pay (min-width: 600px) {
    display: none;
  }
`;

const FLAG_ICON: Record<PayoutFlag, IconGlyph> = {
  used_by_another: TriangleAlert,
  changed: Pencil,
  holder_differs: TriangleAlert,
  first_payout: Sparkle,
};
/** The gravest first. */
const FLAGS = ["used_by_another", "changed", "holder_differs", "first_payout"] as const satisfies PayoutFlag[];

type Mark = { icon: IconGlyph; label: string; tone: "warn" | "muted"; why: string };

/** What is said of a row: why it is closed, else its flags. */
function markOf(row: ToPay): Mark | null {
  const { closedBecause, flags, batch } = row;
  if (closedBecause !== null) {
    const isHolder = closedBecause === "holder_differs";
    return {
      icon: isHolder ? TriangleAlert : Lock,
      label: closedBecause === "in_batch" && batch ? batchName(batch) : text.closed[closedBecause],
      tone: isHolder ? "warn" : "muted",
      why: closedWhy(row),
    };
  }
  const shown = FLAGS.filter((flag) => flags.includes(flag));
  const [first] = shown;
  if (first === undefined) return null;
  const label = shown.map((flag) => text.flag[flag]).join(", ");
  return { icon: FLAG_ICON[first], label, tone: first === "first_payout" ? "muted" : "warn", why: label };
}

function isHolderSeen({ closedBecause, flags }: ToPay): boolean {
  return closedBecause !== "holder_differs" && !flags.includes("holder_differs");
}
