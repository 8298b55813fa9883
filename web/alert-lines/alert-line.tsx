import { computed, useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { PRICE_STEPS } from "../../worker/contract/demo/demo-bounds.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { conditionWords, levelWords } from "../alerts/alert-words.ts";
import type { ChartController } from "../chart/chart-controller.ts";
import { dragLine, type LineHandle } from "../chart/line-handles.ts";
import { LinePill, PillButton, PillNote, PriceLine } from "../chart/price-line.tsx";
import { useReturn } from "../chart/use-return.ts";
import { quoteOf, throttledClock, throttledQuoteOf } from "../state/prices.ts";
import { stableComputed } from "../state/stable-computed.ts";
import { useLineKeys } from "../trade-lines/line-keys.ts";
import { stepsAt } from "../trade-lines/place-of-chart.ts";
import type { Places } from "../trade-lines/places.ts";
import { isFurtherFinger } from "../ui/follow-pointer.ts";
import { Bell, BellOff, BellPlus, GripVertical, Icon, Repeat, X } from "../ui/icon.tsx";
import { LiveText } from "../ui/live-text.tsx";
import { Spinner } from "../ui/spinner.tsx";
import type { AlertBoard, AlertLine } from "./alert-board.ts";
import { alertLineText as text } from "./alert-line-text.ts";
import { awayWords, isSilent, lineWords } from "./alert-line-words.ts";
import { PILLS, STROKES } from "./alert-looks.ts";
import { awayPercent } from "./alert-rules.ts";

/** So near to the price, a pointer cannot tell the sides apart, CSS px. */
const AT_PRICE_PX = 2;

type LineProps = {
  line: AlertLine;
  board: AlertBoard;
  chart: ChartController;
  symbol: FeedSymbol;
  timeZone: string;
  places: Places;
};

/** The line of an alert with its pill and tag. A price renders none of it; what it says of the price follows by itself. */
export function Line({ line, board, chart, symbol, timeZone, places }: LineProps) {
  useSignals();
  const { key, alert, terms, isDraft } = line;
  const isOver = useSignal(false);
  const { placeSignal, heldSignal, isOld } = useMemo(
    () => ({
      placeSignal: stableComputed(() => places.value[key] ?? null),
      heldSignal: computed(() => (board.held.value?.line.key === key ? board.held.value : null)),
      isOld: computed(() => isSilent(symbol)),
    }),
    [places, board, key, symbol],
  );
  const place = placeSignal.value;
  const held = heldSignal.value;
  const isBusy = board.isBusy(line);
  const stroke = useReturn(place?.top ?? null, held !== null || isBusy);
  const latest = useRef(line);
  useLayoutEffect(() => {
    latest.current = line;
  });
  const handle = useMemo(
    (): LineHandle => ({
      topPx: () => (board.isBusy(latest.current) ? null : (placeSignal.peek()?.top ?? null)),
      hover(isHovered) {
        isOver.value = isHovered;
      },
      drag() {
        board.hold(latest.current);
        return {
          move: (topPx) => board.moveTo(stepsAt(chart, topPx), reachAt(chart, topPx)),
          drop: () => void board.drop(),
          cancel: () => board.cancel(),
        };
      },
      click: () => board.open(latest.current),
    }),
    [board, chart, placeSignal, isOver],
  );
  useEffect(() => chart.lines.add(handle), [chart, handle]);
  const keys = useLineKeys(board, line, () => board.open(line));
  if (!place) return null;

  const isFault = held?.isAtPrice === true;
  const isMuted = alert?.state === "waiting" || alert?.state === "paused" || isOld.value;
  const look = isDraft ? "draft" : isMuted ? "muted" : "armed";
  const state = isFault ? "fault" : held ? "held" : isBusy ? "sent" : isOver.value || isDraft ? "over" : "rest";
  const level = held?.level ?? terms.condition;
  const words = conditionWords({ symbol, condition: level });
  const ghostTop = Math.round(chart.plot.topOf(terms.condition.price));

  function onPress(event: PointerEvent<HTMLDivElement>) {
    const isButton = event.target instanceof Element && event.target.closest("button");
    if (!isButton && event.button === 0 && !isFurtherFinger(event) && !isBusy) {
      dragLine(event.currentTarget, handle, { event: event.nativeEvent });
    }
  }

  const bright = held || (isOver.value && !isMuted) ? STROKES.bright : STROKES[look];
  return (
    <>
      {held && !isDraft && (
        <PriceLine
          place={{ top: ghostTop, tagTop: ghostTop }}
          look="alert"
          state="ghost"
          tag={levelWords(symbol, terms.condition.price)}
          style={STROKES.armed}
        />
      )}
      <PriceLine
        ref={stroke}
        place={place}
        look="alert"
        state={state}
        tag={levelWords(symbol, level.price)}
        style={isFault ? undefined : isDraft ? STROKES.draft : bright}
      />
      <LinePill
        place={place}
        look="alert"
        state={state}
        onPress={onPress}
        style={{ ...(isFault ? null : PILLS[look]), ...(isOver.value && { zIndex: 3 }) }}
      >
        <span
          role="slider"
          tabIndex={0}
          aria-label={text.handle(words)}
          aria-description={text.handleHelp}
          aria-orientation="vertical"
          aria-disabled={isBusy}
          aria-valuemin={0}
          aria-valuemax={PRICE_STEPS.max}
          aria-valuenow={level.price}
          aria-valuetext={[levelWords(symbol, level.price), ...(isFault ? [text.atPrice] : [])].join(", ")}
          onPointerEnter={() => handle.hover(true)}
          onPointerLeave={() => handle.hover(false)}
          {...keys}
        >
          {/* Of a folded pill the first part is shown. */}
          <span style={{ order: 1, lineHeight: 0 }}>
            {isBusy ? <Spinner size={16} /> : <Icon of={iconOf(line)} size={14} tone={toneOf(look, isFault)} />}
          </span>
          <span style={{ lineHeight: 0, color: "var(--muted)" }}>
            <Icon of={GripVertical} size={14} />
          </span>
        </span>
        {isFault ? (
          <span role="status">{text.atPrice}</span>
        ) : (
          <>
            <span className="num">
              {held || isDraft ? words : <Words line={line} symbol={symbol} timeZone={timeZone} />}
            </span>
            {isDraft && !held && <PillNote>{alert ? text.notSaved : text.notSet}</PillNote>}
            {(held || (isOver.value && !isDraft && !isMuted)) && (
              <Away steps={level.price} symbol={symbol} isShort={held !== null} />
            )}
          </>
        )}
        {!held && (
          <PillButton
            type="button"
            disabled={isBusy}
            aria-label={isDraft ? text.leave : text.remove(words)}
            onClick={() => void board.remove(line)}
          >
            <Icon of={X} size={14} />
          </PillButton>
        )}
      </LinePill>
    </>
  );
}

function iconOf({ alert, isDraft }: AlertLine) {
  if (isDraft) return BellPlus;
  if (alert?.state === "paused") return BellOff;
  return alert?.state === "waiting" ? Repeat : Bell;
}

function toneOf(look: keyof typeof PILLS, isFault: boolean) {
  if (isFault) return "warn";
  return look === "draft" ? "accent" : look === "muted" ? "muted" : "text";
}

/** So many steps are too near to the price for a pointer. */
function reachAt(chart: ChartController, topPx: number): number {
  return Math.abs(chart.plot.priceAt(topPx) - chart.plot.priceAt(topPx + AT_PRICE_PX));
}

/** What a line says at rest. */
function Words({ line, symbol, timeZone }: Pick<LineProps, "line" | "symbol" | "timeZone">) {
  const shown = useMemo(
    () =>
      computed(() => {
        const at = isSilent(symbol) ? quoteOf(symbol).value?.at : undefined;
        return lineWords(line, { timeZone, ageMs: at === undefined ? null : throttledClock.value - at });
      }),
    [line, symbol, timeZone],
  );
  return <LiveText text={shown} />;
}

/** The distance of a line from the price. */
function Away({ steps, symbol, isShort }: { steps: number; symbol: FeedSymbol; isShort: boolean }) {
  const away = useMemo(
    () =>
      computed(() => {
        const quote = throttledQuoteOf(symbol).value;
        const percent = quote ? awayWords(awayPercent(steps, quote)) : "";
        return isShort || percent === "" ? percent : text.away(percent);
      }),
    [steps, symbol, isShort],
  );
  return (
    <PillNote as="span" className="num">
      <LiveText text={away} />
    </PillNote>
  );
}
