import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useEffect, useMemo } from "react";
import type { PriceAlert } from "../../worker/contract/alerts/price-alerts.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { conditionWords, firedWords } from "../alerts/alert-words.ts";
import { alertDraft, alerts, openReceipt } from "../alerts/alerts.ts";
import type { ChartController } from "../chart/chart-controller.ts";
import { rowAtTime } from "../drawings/projection.ts";
import { projectionOn } from "../drawings/use-drawings.ts";
import { stableComputed } from "../state/stable-computed.ts";
import { drawingsOf } from "../terminal/drawings-and-settings.ts";
import { formatDateTime } from "../ui/format.ts";
import { Bell, BellOff, BellPlus, BellRing, Icon } from "../ui/icon.tsx";
import { media } from "../ui/theme.ts";
import { alertLineText as text } from "./alert-line-text.ts";
import { isUnderWay } from "./alert-rules.ts";
import { bellPlace, firedPlaces } from "./mark-places.ts";
import { openAtDrawing } from "./open-editor.ts";

const BELL_PX = 20;
const FIRED_PX = 18;

const Mark = styled("button")`
  position: absolute;
  z-index: 2;
  top: 0;
  left: 0;
  display: grid;
  place-items: center;
  width: ${BELL_PX}px;
  height: ${BELL_PX}px;
  border: 1px solid var(--control);
  border-radius: 50%;
  background: var(--surface);
  cursor: pointer;
  &:hover {
    background: var(--raised);
  }
  &[data-of="firing"] {
    width: ${FIRED_PX}px;
    height: ${FIRED_PX}px;
    border-color: var(--text);
    background: var(--bg);
  }
  &[data-look="draft"] {
    border: 1px dashed var(--accent);
    color: var(--accent);
  }
  &[data-look="muted"] {
    color: var(--muted);
  }
  ${media.touch} {
    &::after {
      content: "";
      position: absolute;
      inset: -12px;
    }
  }
`;

type MarksProps = { chart: ChartController; symbol: FeedSymbol };

/** A bell at each drawing that has an alert; a click opens the editor. It follows its drawing by itself. */
export function DrawingBells({ chart, symbol }: MarksProps) {
  useSignals();
  const bells = useMemo(
    () =>
      stableComputed(() => {
        void chart.drawn.value;
        const draft = alertDraft.value;
        const all = [...(alerts.value ?? []).filter(isUnderWay), ...(draft?.alert === null ? [draft.terms] : [])];
        const projection = all.some(({ drawing }) => drawing !== null) ? projectionOn(chart) : null;
        if (!projection) return [];
        return drawingsOf(symbol).value.flatMap(({ id, drawing }) => {
          const terms = all.find((one) => one.drawing === id && one.symbol === symbol);
          const at = terms && !drawing.isHidden ? bellPlace(drawing, projection) : null;
          if (!terms || !at) return [];
          const look =
            "state" in terms ? (terms.state === "armed" || terms.state === "arming" ? "armed" : "muted") : "draft";
          const [left, top] = [Math.round(at.x - BELL_PX / 2), Math.round(at.y - BELL_PX / 2)];
          const isPaused = "state" in terms && terms.state === "paused";
          return [{ id, left, top, look, isPaused, words: conditionWords(terms) } as const];
        });
      }),
    [chart, symbol],
  );
  useMarks(chart, bells, BELL_PX);
  return bells.value.map(({ id, left, top, look, isPaused, words }) => (
    <Mark
      key={id}
      type="button"
      data-look={look}
      aria-label={text.onDrawing(words)}
      title={words}
      style={{ transform: `translate(${left}px, ${top}px)` }}
      onClick={() => {
        const kept = drawingsOf(symbol)
          .peek()
          .find((one) => one.id === id);
        if (kept && look !== "draft") openAtDrawing(symbol, kept);
      }}
    >
      <Icon of={look === "draft" ? BellPlus : isPaused ? BellOff : Bell} size={14} />
    </Mark>
  ));
}

/**
 * A mark above the candle of each alert that has fired for good; a click opens its receipt. By keyboard, the list of alerts
 * has them all.
 */
export function FiredMarks({ chart, symbol, timeZone }: MarksProps & { timeZone: string }) {
  useSignals();
  const fired = useMemo(
    () =>
      computed(() => (alerts.value ?? []).filter((one): one is FiredAlert => one.symbol === symbol && hasFired(one))),
    [symbol],
  );
  const places = useMemo(
    () =>
      stableComputed(() => {
        void chart.drawn.value;
        const { startMs = [], high = [] } = chart.series?.columns ?? {};
        const marks = fired.value.map(({ id, lastFiring: { at } }) => ({
          id,
          left: chart.leftOf(at),
          row: rowAtTime(startMs, at),
        }));
        // The newest candle still grows.
        if (marks.some(({ row, left }) => left !== null && row === startMs.length - 1)) void chart.candleChanges.value;
        return firedPlaces(
          marks.flatMap(({ id, left, row }) =>
            left === null ? [] : [{ id, row, left, highPx: chart.plot.topOf(high[row] ?? 0) }],
          ),
          { sizePx: FIRED_PX, heightPx: chart.plotPx.height },
        );
      }),
    [chart, fired],
  );
  useMarks(chart, places, FIRED_PX);
  return places.value.map(({ id, left, top }) => {
    const alert = fired.value.find((one) => one.id === id);
    if (!alert) return null;
    const { lastFiring } = alert;
    const words = text.fired(firedWords(alert, lastFiring), formatDateTime(lastFiring.at, timeZone));
    return (
      <Mark
        key={id}
        type="button"
        tabIndex={-1}
        data-of="firing"
        aria-label={words}
        title={words}
        style={{ transform: `translate(${left}px, ${top}px)` }}
        onClick={() => openReceipt(lastFiring.id)}
      >
        <Icon of={BellRing} size={14} />
      </Mark>
    );
  });
}

type FiredAlert = PriceAlert & { lastFiring: NonNullable<PriceAlert["lastFiring"]> };

function hasFired({ state, lastFiring }: PriceAlert): boolean {
  return state === "fired" && lastFiring !== null;
}

/** Keeps the tags of drawings away from marks. */
function useMarks(
  chart: ChartController,
  places: { value: readonly { left: number; top: number }[] },
  sizePx: number,
): void {
  useEffect(
    () =>
      chart.addMarks(
        computed(() => places.value.map(({ left, top }) => ({ left, top, width: sizePx, height: sizePx }))),
      ),
    [chart, places, sizePx],
  );
}
