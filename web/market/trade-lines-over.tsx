import { computed, type ReadonlySignal, useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import type { ChartController } from "../chart/chart-controller.ts";
import { dragLine, type LineHandle } from "../chart/line-handles.ts";
import { type LinePlace, linePlaces } from "../chart/line-places.ts";
import { type LineLook, LinePill, LineUpright, PriceLine } from "../chart/price-line.tsx";
import { demoRun } from "../demo/demo-account.ts";
import { dollarsOfSteps, stepsText, unitsText } from "../demo/demo-format.ts";
import { floatingOf } from "../demo/demo-live-figures.ts";
import { isStale, quoteOf } from "../state/prices.ts";
import { stableComputed } from "../state/stable-computed.ts";
import { capUsd, formatClock, formatSignedMoney, formatSignedPrice } from "../ui/format.ts";
import { GripVertical, Icon, X } from "../ui/icon.tsx";
import { LiveText } from "../ui/live-text.tsx";
import { Money } from "../ui/money.tsx";
import { SideWord } from "../ui/side.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { toast } from "../ui/toast.ts";
import { LineBoard } from "./line-board.ts";
import { lineText } from "./line-text.ts";
import { tradeWords } from "./list-cells.tsx";
import { marketText } from "./market-text.ts";
import { orderWords } from "./order-words.ts";
import { stepsOfPrice } from "./place-of-chart.ts";
import { PositionProfit } from "./position-profit.tsx";
import { stepPrice } from "./price-step.ts";
import {
  isMovable,
  type LineKind,
  type LineOwner,
  moneyAt,
  ownerKey,
  riskCents,
  type TradeLine,
} from "./trade-lines.ts";
import { tradedAs } from "./traded-symbols.ts";
import { useDemoButton } from "./use-demo-command.ts";
import { useIsFrozen } from "./use-is-frozen.ts";

type OverProps = { chart: ChartController; symbol: FeedSymbol; timeZone: string };

/** The key of the line under the pointer. */
type OverSignal = ReturnType<typeof useSignal<string | null>>;

/**
 * The lines of the run's positions, orders, stops and targets over a symbol's chart, with what they mean in money and in
 * units of risk. They are moved by pointer or keys; dropping one amends its order or position once.
 */
export function TradeLinesOver({ chart, symbol, timeZone }: OverProps) {
  useSignals();
  const board = useMemo(() => new LineBoard({ symbol, onProblem: (message) => toast.error(message) }), [symbol]);
  useEffect(() => board.follow(), [board]);
  const places = useMemo(() => placesOf(chart, board, symbol), [chart, board, symbol]);
  const over = useSignal<string | null>(null);
  const owners = Map.groupBy(board.lines.value, ({ owner }) => ownerKey(owner));
  return [...owners].map(([key, lines]) => (
    <Trade key={key} {...{ chart, symbol, timeZone, board, places, over, lines }} isOnly={owners.size === 1} />
  ));
}

type Places = ReadonlySignal<Readonly<Record<string, LinePlace | null>>>;

/** The places of all lines, by their keys. The held line keeps its place, others make room. */
function placesOf(chart: ChartController, board: LineBoard, symbol: FeedSymbol): Places {
  return stableComputed(() => {
    void chart.drawn.value;
    const held = board.held.value?.line.key;
    const lines = board.lines.value.toSorted((one, other) => Number(other.key === held) - Number(one.key === held));
    const topOf = (price: number) => Math.round(chart.topOf(price));
    const price = quoteOf(symbol).value?.price;
    const placed = linePlaces(
      lines.map((line) => {
        const steps = board.stepsOf(line);
        return { top: topOf(dollarsOfSteps(line.owner.trade.symbol, steps)), pillPx: pillRoom(line, steps, symbol) };
      }),
      { ...chart.plotPx, priceTag: price === undefined ? null : { top: topOf(price), heightPx: PRICE_TAG_PX } },
    );
    return Object.fromEntries(lines.map(({ key }, i) => [key, placed[i] ?? null]));
  });
}

/** The height of the tag of the last price, which has two lines. */
const PRICE_TAG_PX = 36;
/** Of a character of the pills, and of the space around a part. */
const CHARACTER_PX = 6.6;
const PART_PX = 18;
const GRIP_PX = 26;
const BUTTON_PX = 32;
/** Of a live result: a longer one may reach over the next pill. Once it is old, its time is beside it. */
const RESULT_CHARACTERS = { live: 15, old: 31 } as const;

/** About the width of a line's pill. */
function pillRoom(line: TradeLine, steps: number, symbol: FeedSymbol): number {
  const { kind, owner } = line;
  const room = (characters: number) => Math.ceil(characters * CHARACTER_PX) + PART_PX;
  const what = `${owner.trade.side} ${amountWords(owner.trade, symbol)}`.length;
  if (kind === "entry")
    return room(what) + room(RESULT_CHARACTERS[isStale(symbol).value ? "old" : "live"]) + room(marketText.close.length);
  if (kind === "order") return GRIP_PX + room(what + orderTypeWords(owner).length + 14) + BUTTON_PX;
  if (kind === "limit") return GRIP_PX + room(16);
  const run = demoRun.peek();
  const cents = run && moneyAt(run, line, steps);
  return (
    GRIP_PX +
    room(lineText.kinds[kind].length) +
    (cents === null ? 0 : room(moneyText(cents, cents).length)) +
    BUTTON_PX
  );
}

type TradeProps = OverProps & {
  board: LineBoard;
  places: Places;
  over: OverSignal;
  lines: readonly TradeLine[];
  /** Whether no other position or order has lines here. */
  isOnly: boolean;
};

/** The lines of one position or order. */
function Trade({ lines, isOnly, ...shared }: TradeProps) {
  useSignals();
  const { board, places, over } = shared;
  const risk = useMemo(
    () =>
      computed(() => {
        const run = demoRun.value;
        return (
          run &&
          riskCents(
            run,
            lines.map((line) => ({ ...line, steps: board.stepsOf(line) })),
          )
        );
      }),
    [board, lines],
  );
  const isShown = isOnly || lines.some(({ key }) => key === over.value);
  const base = lines.find(({ kind }) => kind === "entry" || kind === "order");
  const basePlace = base && places.value[base.key];
  return (
    <>
      {isShown &&
        basePlace &&
        lines.map(({ key, kind }) => {
          const place = places.value[key];
          if (!place || (kind !== "stop" && kind !== "target")) return null;
          return <LineUpright key={key} look={kind} fromPx={basePlace.top} toPx={place.top} />;
        })}
      {lines.map((line) => (
        <Line key={line.key} line={line} risk={risk} {...shared} />
      ))}
    </>
  );
}

const LOOKS: Readonly<Record<LineKind, LineLook>> = {
  entry: "position",
  order: "order",
  limit: "order",
  stop: "stop",
  trail: "stop",
  target: "target",
};

type LineProps = Omit<TradeProps, "lines" | "isOnly"> & { line: TradeLine; risk: ReadonlySignal<number | null> };

function Line({ line, chart, symbol, timeZone, board, places, over, risk }: LineProps) {
  useSignals();
  const { key, kind } = line;
  const {
    place: placeSignal,
    held: heldSignal,
    sent,
    isOver,
  } = useMemo(
    () => ({
      place: stableComputed(() => places.value[key] ?? null),
      held: computed(() => (board.held.value?.line.key === key ? board.held.value : null)),
      sent: computed(() => board.sentSteps(key)),
      isOver: computed(() => over.value === key),
    }),
    [places, board, over, key],
  );
  const isFrozen = useIsFrozen();
  const place = placeSignal.value;
  const held = heldSignal.value;
  const isSent = sent.value !== undefined;
  const stroke = useReturn(place?.top ?? null, held !== null || isSent);
  const latest = useRef(line);
  useLayoutEffect(() => {
    latest.current = line;
  });

  const handle = useMemo(
    (): LineHandle => ({
      topPx: () => (board.canMove(latest.current) ? (placeSignal.peek()?.top ?? null) : null),
      hover(isHovered) {
        over.value = isHovered ? key : null;
      },
      drag() {
        board.hold(latest.current);
        return {
          move: (topPx) => board.moveTo(stepsAt(chart, symbol, topPx)),
          drop: () => void board.drop(),
          cancel: () => board.cancel(),
        };
      },
    }),
    [board, chart, symbol, placeSignal, over, key],
  );
  const canMove = isMovable(line) && !isFrozen;
  useEffect(() => (canMove ? chart.lines.add(handle) : undefined), [canMove, chart, handle]);

  if (!place) return null;
  const steps = held?.steps ?? sent.value ?? line.steps;
  const price = (at: number) => stepsText(line.owner.trade.symbol, at);
  const state = held ? (held.trial.fault ? "fault" : "held") : isSent ? "sent" : isOver.value ? "over" : "rest";
  const ghostTop = Math.round(chart.topOf(dollarsOfSteps(line.owner.trade.symbol, line.steps)));

  function onPress(event: PointerEvent<HTMLDivElement>) {
    const isButton = event.target instanceof Element && event.target.closest("button");
    if (!isButton && event.button === 0 && board.canMove(line)) {
      dragLine(event.currentTarget, handle, { event: event.nativeEvent });
    }
  }

  const look = LOOKS[kind];
  const shared = { line, board, risk, steps };
  return (
    <>
      {held && (
        <PriceLine place={{ top: ghostTop, tagTop: ghostTop }} look={look} state="ghost" tag={price(line.steps)} />
      )}
      <PriceLine ref={stroke} place={place} look={look} state={state} tag={price(steps)} />
      <LinePill place={place} look={look} state={state} onPress={canMove ? onPress : undefined}>
        {kind === "entry" ? (
          <EntryParts {...shared} symbol={symbol} timeZone={timeZone} />
        ) : (
          <>
            <Grip {...shared} symbol={symbol} canMove={canMove} />
            {held?.trial.fault ? (
              <span role="status">{held.trial.fault}</span>
            ) : (
              <>
                {held && kind !== "order" && <span className="num">{price(steps)}</span>}
                <Worth {...shared} />
                {held?.trial.fillsAtOnce && <span>{lineText.fillsAtOnce}</span>}
              </>
            )}
            {!held && kind !== "limit" && <RemoveButton line={line} board={board} isDisabled={isFrozen} />}
          </>
        )}
      </LinePill>
    </>
  );
}

/** The price at a place of the plot, in steps. */
function stepsAt(chart: ChartController, symbol: FeedSymbol, topPx: number): number {
  return stepsOfPrice(chart, symbol, chart.priceAt(Math.min(Math.max(topPx, 0), chart.plotPx.height)));
}

const RETURN_MS = 150;

/** Animates the way back of a line that was moved and is not accepted. @param isAway whether it is held or was sent */
function useReturn(top: number | null, isAway: boolean) {
  const frame = useRef<HTMLDivElement>(null);
  const before = useRef({ top, isAway });
  useLayoutEffect(() => {
    const { top: from, isAway: wasAway } = before.current;
    before.current = { top, isAway };
    if (!wasAway || isAway || from === null || top === null || from === top) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const at = (px: number) => ({ transform: `translateY(${px}px)` });
    frame.current?.animate([at(from), at(top)], { duration: RETURN_MS, easing: "ease-out" });
  }, [top, isAway]);
  return frame;
}

/** Side and amount of a position, its current result, and Close. */
function EntryParts({ line, risk, symbol, timeZone }: PartProps & { symbol: FeedSymbol; timeZone: string }) {
  useSignals();
  const { owner } = line;
  const { submit, isSending } = useDemoButton();
  const isFrozen = useIsFrozen();
  const ratio = useMemo(() => {
    if (owner.of !== "position") return null;
    const floating = floatingOf(owner.trade);
    return computed(() => rText(floating.value, risk.value));
  }, [owner, risk]);
  if (owner.of !== "position") return null;
  const { id, version, side } = owner.trade;
  const isOld = isStale(symbol).value;
  const at = quoteOf(symbol).peek()?.at;
  return (
    <>
      <span className="num">
        <SideWord data-side={side}>{marketText.sides[side].word}</SideWord> {amountWords(owner.trade, symbol)}
      </span>
      <span data-part="money" className="num">
        <PositionProfit of={owner.trade} />{" "}
        {ratio && (
          <small>
            <LiveText text={ratio} />
          </small>
        )}
        {isOld && at !== undefined && `, ${marketText.asOf(formatClock(at, timeZone))}`}
      </span>
      <button
        type="button"
        disabled={isSending || isFrozen || isOld}
        aria-label={marketText.closeOnChart(owner.trade.symbol)}
        onClick={() => void submit({ type: "close", positionId: id, version, amount: null })}
      >
        {marketText.close}
      </button>
    </>
  );
}

type PartProps = { line: TradeLine; board: LineBoard; risk: ReadonlySignal<number | null>; steps: number };

/** The words of a line that can be moved; with the focus, arrow keys move it. */
function Grip({ line, board, risk, steps, symbol, canMove }: PartProps & { symbol: FeedSymbol; canMove: boolean }) {
  useSignals();
  const { kind, owner } = line;
  const isByKey = useRef(false);
  const words = owner.of === "order" ? orderWords(owner.trade) : tradeWords(owner.trade);
  const icon = board.isSent(line) ? <Spinner size={16} /> : <Icon of={GripVertical} size={14} />;
  const run = demoRun.value;
  const cents = run && moneyAt(run, line, steps);
  const fault = board.held.value?.line.key === line.key ? board.held.value.trial.fault : null;
  const valueText = [
    stepsText(owner.trade.symbol, steps),
    ...(cents === null ? [] : [moneyText(cents, risk.value)]),
    ...(fault === null ? [] : [fault]),
  ].join(", ");

  function onKeyDown(event: KeyboardEvent) {
    const direction = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : null;
    const isHeld = board.held.peek()?.line.key === line.key;
    if (direction !== null) {
      if (!isHeld) board.hold(line);
      isByKey.current = true;
      board.moveTo(stepPrice(board.stepsOf(line), direction, event.shiftKey ? 10 : 1));
    } else if (event.key === "Enter" && isHeld) void board.drop();
    else if (event.key === "Escape" && isHeld) board.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onBlur() {
    if (isByKey.current && board.held.peek()?.line.key === line.key) board.cancel();
    isByKey.current = false;
  }

  return (
    <span
      role="slider"
      tabIndex={canMove ? 0 : -1}
      aria-label={kind === "entry" ? words : lineText.handle[kind](words)}
      aria-description={lineText.handleHelp}
      aria-orientation="vertical"
      aria-disabled={!canMove || board.isBusy(line)}
      aria-valuemin={0}
      aria-valuemax={PRICE_MAX}
      aria-valuenow={dollarsOfSteps(owner.trade.symbol, steps)}
      aria-valuetext={valueText}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      data-part="grip"
    >
      {icon}
      <GripWords line={line} steps={steps} symbol={symbol} />
    </span>
  );
}

const PRICE_MAX = 9_999_999;

function GripWords({ line, steps, symbol }: { line: TradeLine; steps: number; symbol: FeedSymbol }) {
  const { kind, owner } = line;
  const { side } = owner.trade;
  const price = stepsText(owner.trade.symbol, steps);
  if (kind === "entry") return null;
  if (kind === "limit") return `${lineText.kinds.limit} ${price}`;
  if (kind !== "order") return <b>{lineText.kinds[kind]}</b>;
  return (
    <span className="num">
      <SideWord data-side={side}>
        {marketText.sides[side].word} {orderTypeWords(owner)}
      </SideWord>{" "}
      {lineText.at(amountWords(owner.trade, symbol), price)}
    </span>
  );
}

function orderTypeWords(owner: LineOwner): string {
  return owner.of === "order" ? lineText.orderTypes[owner.trade.type] : "";
}

/** The amount, with its symbol where it is not the one that the chart is traded as. */
function amountWords({ symbol, units }: LineOwner["trade"], charted: FeedSymbol): string {
  return symbol === tradedAs(charted) ? unitsText(units) : `${unitsText(units)} ${symbol}`;
}

/** What an exit means in money and in units of risk. */
function Worth({ line, risk, steps }: PartProps) {
  useSignals();
  const run = demoRun.value;
  const cents = run && moneyAt(run, line, steps);
  if (cents === null) return null;
  return (
    <span data-part="money" className="num">
      <Money usd={capUsd(dollarsFromCents(cents))} as="result" /> <small>{rText(cents, risk.value)}</small>
    </span>
  );
}

/** `+2.1R`: a result in units of what may be lost at the stop; nothing without one. */
function rText(cents: number | null, risk: number | null): string {
  return cents === null || risk === null ? "" : lineText.r(formatSignedPrice(cents / risk, 1));
}

function moneyText(cents: number, risk: number | null): string {
  return [formatSignedMoney(capUsd(dollarsFromCents(cents))), rText(cents, risk)].filter(Boolean).join(" ");
}

function RemoveButton({ line, board, isDisabled }: { line: TradeLine; board: LineBoard; isDisabled: boolean }) {
  useSignals();
  const { kind, owner } = line;
  if (kind === "entry") return null;
  const words = owner.of === "order" ? orderWords(owner.trade) : tradeWords(owner.trade);
  return (
    <button
      type="button"
      disabled={isDisabled || board.isBusy(line)}
      aria-label={lineText.remove[kind](words)}
      onClick={() => void board.remove(line)}
    >
      <Icon of={X} size={14} />
    </button>
  );
}
