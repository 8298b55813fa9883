/** The callbacks for touch, mouse and wheel input on the plot. */
export type ChartGestures = {
  /** A pan along the time axis, CSS px; above 0 the candles move to the right. */
  onPan: (px: number) => void;
  /**
   * @param factor below 1 zooms in
   * @param atPx the position that stays in place, from the plot's left
   */
  onZoom: (factor: number, atPx: number) => void;
  onReset: () => void;
};

const WHEEL_ZOOM = 0.0016;
/** Pixels per unit for wheel events in pixels, lines and pages (`WheelEvent.deltaMode`). */
const WHEEL_UNIT_PX = [1, 16, 400];

/**
 * Listens to input on the plot: the wheel zooms around the pointer, a horizontal wheel pans, one finger or button
 * drags, two fingers pinch, a double click returns to the newest candles.
 * @returns removes the listeners
 */
export function listenToGestures(area: HTMLElement, { onPan, onZoom, onReset }: ChartGestures): () => void {
  const fingers = new Map<number, number>();
  const listeners = new AbortController();
  const { signal } = listeners;
  const leftOf = (event: MouseEvent) => event.clientX - area.getBoundingClientRect().left;

  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const unit = WHEEL_UNIT_PX[event.deltaMode] ?? 1;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) onPan(-event.deltaX * unit);
    else onZoom(Math.exp(event.deltaY * unit * WHEEL_ZOOM), leftOf(event));
  };

  const onMove = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId);
    if (before === undefined) return;
    const left = leftOf(event);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, left);
    if (other === undefined) onPan(left - before);
    else {
      const apart = Math.max(8, Math.abs(left - other));
      onZoom(Math.max(8, Math.abs(before - other)) / apart, (left + other) / 2);
    }
  };

  area.addEventListener("wheel", onWheel, { signal, passive: false });
  area.addEventListener("dblclick", onReset, { signal });
  area.addEventListener("pointermove", onMove, { signal });
  area.addEventListener(
    "pointerdown",
    (event) => {
      if (event.pointerType === "mouse" && event.button !== 0) return;
      fingers.set(event.pointerId, leftOf(event));
      area.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  for (const end of ["pointerup", "pointercancel"] as const) {
    area.addEventListener(end, (event) => fingers.delete(event.pointerId), { signal });
  }
  return () => listeners.abort();
}
