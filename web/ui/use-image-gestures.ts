import { type RefObject, useEffect, useEffectEvent } from "react";
import { type ImageView, moveBy, type Point, zoomBySteps, zoomTo } from "./image-view.ts";

/** How far a wheel turns for one step; fingers on a touch pad, which browsers send as a wheel with Ctrl, count finer. */
const WHEEL_STEP_PX = 60;
const TOUCH_PAD_STEP_PX = 12;
/** A wheel that counts in lines: Firefox. */
const LINE_PX = 20;

/**
 * Looks at an image with the hands: drag to move it, wheel or two fingers to zoom where they are.
 * @param change applies what a gesture does to the view
 * @param options.isOn       whether the hands are the image's now
 * @param options.takesWheel whether the wheel is
 */
export function useImageGestures(
  stage: RefObject<HTMLElement | null>,
  change: (act: (view: ImageView) => ImageView) => void,
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
      const before = hold(pointers);
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const after = hold(pointers);
      const ratio = before.spread > 0 ? after.spread / before.spread : 1;
      const at = fromMiddle(before.middle);
      const [dx, dy] = [after.middle.x - before.middle.x, after.middle.y - before.middle.y];
      apply((view) => moveBy(ratio === 1 ? view : zoomTo(view, view.zoom * ratio, at), dx, dy));
    };
    const onUp = (event: PointerEvent) => {
      const wasPinch = pointers.size === 2;
      if (!pointers.delete(event.pointerId)) return;
      // Two fingers zoom freely; when one leaves, the view settles on a step.
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
    // Not passive, or the page would scroll; React's own listener is.
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

/** Where one or two fingers are: their middle, and how far they are apart. */
function hold(pointers: ReadonlyMap<number, Point>): { middle: Point; spread: number } {
  const [first = { x: 0, y: 0 }, second = first] = pointers.values();
  return {
    middle: { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 },
    spread: Math.hypot(first.x - second.x, first.y - second.y),
  };
}
