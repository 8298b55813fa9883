import { isFurtherFinger } from "../ui/follow-pointer.ts";
import { dragLine, type LineHandles } from "./line-handles.ts";

/** A place of the plot: CSS px from its top left corner, and in the window. */
export type PlotPlace = { leftPx: number; topPx: number; clientX: number; clientY: number };

/** The callbacks for touch, mouse and wheel input on the plot. */
export type ChartGestures = {
  /** A pan, CSS px; above 0 the candles move to the right and down. */
  onPan: (px: number, downPx: number) => void;
  /**
   * @param factor below 1 zooms in
   * @param atPx the position that stays in place, from the plot's left
   */
  onZoom: (factor: number, atPx: number) => void;
  onReset: () => void;
  /** A right click, or a long press. */
  onMenu: (place: PlotPlace) => void;
};

const WHEEL_ZOOM = 0.0016;
/** Pixels per unit for wheel events in pixels, lines and pages (`WheelEvent.deltaMode`). */
const WHEEL_UNIT_PX = [1, 16, 400];
const LONG_PRESS_MS = 300;
/** A finger that moves further than this does not press long, CSS px. */
const STILL_PX = 8;

/**
 * Listens to input on the plot: the wheel zooms around the pointer, a horizontal wheel pans, one finger or button
 * drags the candles or the line under it, two fingers pinch, a double click returns to the newest candles, a right click or
 * a long press opens a menu.
 * @returns removes the listeners
 */
export function listenToGestures(area: HTMLElement, lines: LineHandles, gestures: ChartGestures): () => void {
  const { onPan, onZoom, onReset, onMenu } = gestures;
  const fingers = new Map<number, { left: number; top: number }>();
  const listeners = new AbortController();
  const { signal } = listeners;
  let endLine = () => {};
  let longPress: { timer: ReturnType<typeof setTimeout>; place: PlotPlace } | null = null;

  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }): PlotPlace => {
    const { left, top } = area.getBoundingClientRect();
    return { leftPx: clientX - left, topPx: clientY - top, clientX, clientY };
  };

  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const unit = WHEEL_UNIT_PX[event.deltaMode] ?? 1;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) onPan(-event.deltaX * unit, 0);
    else onZoom(Math.exp(event.deltaY * unit * WHEEL_ZOOM), placeOf(event).leftPx);
  };

  const endLongPress = () => {
    clearTimeout(longPress?.timer);
    longPress = null;
  };

  const beginLongPress = (place: PlotPlace) => {
    const timer = setTimeout(() => {
      longPress = null;
      endLine();
      fingers.clear();
      onMenu(place);
    }, LONG_PRESS_MS);
    longPress = { timer, place };
  };

  const onMove = (event: PointerEvent) => {
    if (longPress) {
      const { clientX, clientY } = longPress.place;
      if (Math.hypot(event.clientX - clientX, event.clientY - clientY) > STILL_PX) endLongPress();
    }
    const before = fingers.get(event.pointerId);
    if (before === undefined) {
      if (event.buttons === 0) {
        const isOver = lines.hover(lines.at(placeOf(event).topPx, event.pointerType));
        area.toggleAttribute("data-over-line", isOver);
      }
      return;
    }
    const { leftPx: left, topPx: top } = placeOf(event);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, { left, top });
    if (other === undefined) onPan(left - before.left, top - before.top);
    else {
      const apart = Math.max(8, Math.abs(left - other.left));
      onZoom(Math.max(8, Math.abs(before.left - other.left)) / apart, (left + other.left) / 2);
    }
  };

  const pan = (event: PointerEvent) => {
    const { leftPx: left, topPx: top } = placeOf(event);
    fingers.set(event.pointerId, { left, top });
    area.setPointerCapture(event.pointerId);
  };

  const onDown = (event: PointerEvent) => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const place = placeOf(event);
    endLine();
    endLongPress();
    if (event.pointerType === "touch" && fingers.size === 0) beginLongPress(place);
    const line = isFurtherFinger(event) || fingers.size > 0 ? null : lines.at(place.topPx, event.pointerType);
    if (line) endLine = dragLine(area, line, { event, onOther: pan });
    else pan(event);
  };

  area.addEventListener("wheel", onWheel, { signal, passive: false });
  area.addEventListener("dblclick", onReset, { signal });
  area.addEventListener("pointermove", onMove, { signal });
  area.addEventListener("pointerdown", onDown, { signal });
  area.addEventListener(
    "touchstart",
    (event) => {
      // A finger on a line moves the line and not the page.
      const [finger] = event.touches;
      if (finger && event.cancelable && lines.at(placeOf(finger).topPx, "touch")) event.preventDefault();
    },
    { signal, passive: false },
  );
  area.addEventListener(
    "contextmenu",
    (event) => {
      event.preventDefault();
      // Of a touch, the long press is counted here, since not every browser has this event for it.
      if (!(event instanceof PointerEvent && event.pointerType === "touch")) onMenu(placeOf(event));
    },
    { signal },
  );
  area.addEventListener(
    "pointerleave",
    () => {
      lines.hover(null);
      area.removeAttribute("data-over-line");
    },
    { signal },
  );
  for (const end of ["pointerup", "pointercancel"] as const) {
    area.addEventListener(
      end,
      (event) => {
        endLongPress();
        fingers.delete(event.pointerId);
      },
      { signal },
    );
  }
  return () => {
    endLine();
    endLongPress();
    listeners.abort();
  };
}
