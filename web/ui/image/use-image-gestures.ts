import { type RefObject, useEffect, useEffectEvent } from "react";
import { type ImageView, moveBy, type Point, zoomBySteps, zoomTo } from "./image-view.ts";

/**
 * Wheel distance of one zoom step, in px. Pinching on a touch pad, which browsers report as a wheel with Ctrl, has
 * smaller steps.
 */
const WHEEL_STEP_PX = 60;
const TOUCH_PAD_STEP_PX = 12;
/** Px per line, for wheel events that count lines: Firefox. */
const LINE_PX = 20;

/**
 * Gestures on an image: drag to move it, wheel or pinch to zoom at the pointer.
 * @param change applies a gesture to the view
 * @param options.isOn       whether pointer gestures are handled
 * @param options.takesWheel whether the wheel is handled
 */
export function useImageGestures(
  stage: RefObject<HTMLElement | null>,
  change: (edit: (view: ImageView) => ImageView) => void,
  { isOn = true, takesWheel = true }: { isOn?: boolean; takesWheel?: boolean } = {},
): void {
  const apply = useEffectEvent(change);

  useEffect(() => {
    const element = stage.current;
    if (!element || !isOn) return;
    const pointers = new Map<number, Point>();
    let turned = 0;

    const fromMiddle = ({ x, y }: Point): Point => {
      const box = element.getBoundingClientRect();
      return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
    };
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0 || pointers.size === 2) return;
      element.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      element.dataset.held = "true";
    };
    const onMove = (event: PointerEvent) => {
      if (!pointers.has(event.pointerId)) return;
      const before = pinchOf(pointers);
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const after = pinchOf(pointers);
      const ratio = before.spread > 0 ? after.spread / before.spread : 1;
      const at = fromMiddle(before.middle);
      const [dx, dy] = [after.middle.x - before.middle.x, after.middle.y - before.middle.y];
      apply((view) => moveBy(ratio === 1 ? view : zoomTo(view, view.zoom * ratio, at), dx, dy));
    };
    const onUp = (event: PointerEvent) => {
      const wasPinch = pointers.size === 2;
      if (!pointers.delete(event.pointerId)) return;
      // A pinch zooms continuously; when one finger is lifted, the zoom snaps to a step.
      if (wasPinch) apply((view) => zoomBySteps(view, 0));
      if (pointers.size === 0) delete element.dataset.held;
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      turned += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_PX : event.deltaY;
      const stepPx = event.ctrlKey ? TOUCH_PAD_STEP_PX : WHEEL_STEP_PX;
      const steps = Math.trunc(turned / stepPx);
      if (steps === 0) return;
      turned -= steps * stepPx;
      const at = fromMiddle({ x: event.clientX, y: event.clientY });
      apply((view) => zoomBySteps(view, -steps, at));
    };

    element.addEventListener("pointerdown", onDown);
    element.addEventListener("pointermove", onMove);
    element.addEventListener("pointerup", onUp);
    element.addEventListener("pointercancel", onUp);
    // Not passive, or the page would scroll; React's own listener is passive.
    if (takesWheel) element.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      delete element.dataset.held;
      element.removeEventListener("pointerdown", onDown);
      element.removeEventListener("pointermove", onMove);
      element.removeEventListener("pointerup", onUp);
      element.removeEventListener("pointercancel", onUp);
      element.removeEventListener("wheel", onWheel);
    };
  }, [stage, isOn, takesWheel]);
}

/** The position of one or two fingers: their midpoint, and their distance. */
function pinchOf(pointers: ReadonlyMap<number, Point>): { middle: Point; spread: number } {
  const [first = { x: 0, y: 0 }, second = first] = pointers.values();
  return {
    middle: { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 },
    spread: Math.hypot(first.x - second.x, first.y - second.y),
  };
}
