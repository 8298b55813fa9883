/** Follows a pressed pointer over the page, as while a line is moved. */
export type PointerAct = {
  move: (event: PointerEvent) => void;
  /** The pointer was lifted. */
  drop: (event: PointerEvent) => void;
  /** It was interrupted: nothing of what it did may stay. @param event what interrupted it; null for the caller */
  cancel: (event: Event | null) => void;
};

/** Whether a finger is pressed while another one is: both are a gesture of their own, and neither moves anything. */
export function isFurtherFinger({ pointerType, isPrimary }: Pick<PointerEvent, "pointerType" | "isPrimary">): boolean {
  return pointerType === "touch" && !isPrimary;
}

/**
 * Follows a pointer that was pressed on an element until it is lifted, or until something interrupts it; see
 * {@link onInterruption}.
 * @returns cancels it, unless it is over
 */
export function followPointer(element: Element, { pointerId }: PointerEvent, act: PointerAct): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  const end = (finish: () => void) => {
    if (signal.aborted) return;
    listeners.abort();
    if (element.hasPointerCapture(pointerId)) element.releasePointerCapture(pointerId);
    finish();
  };
  element.setPointerCapture(pointerId);
  const onMove = (event: PointerEvent) => event.pointerId === pointerId && act.move(event);
  const onUp = (event: PointerEvent) => event.pointerId === pointerId && end(() => act.drop(event));
  window.addEventListener("pointermove", onMove, { signal });
  window.addEventListener("pointerup", onUp, { signal });
  onInterruption(element, { pointerId, signal }, (event) => end(() => act.cancel(event)));
  return () => end(() => act.cancel(null));
}

/**
 * Calls back when something interrupts what a pointer that is pressed on an element does: another pointer, Esc, a wheel, a
 * scroll that moves the element, another size of the window, and what takes the pointer from the page or from the element.
 * @param until.signal ends it
 */
export function onInterruption(
  element: Element,
  { pointerId, signal }: { pointerId: number; signal: AbortSignal },
  interrupt: (event: Event) => void,
): void {
  const options = { capture: true, passive: true, signal };
  const isItself = (event: PointerEvent) => event.pointerId === pointerId;
  // Also a press of the same pointer: the page was not told of its release.
  window.addEventListener("pointerdown", interrupt, options);
  window.addEventListener("pointercancel", (event) => isItself(event) && interrupt(event), options);
  window.addEventListener("lostpointercapture", (event) => isItself(event) && interrupt(event), options);
  window.addEventListener("wheel", interrupt, options);
  window.addEventListener(
    "scroll",
    (event) => event.target instanceof Node && event.target.contains(element) && interrupt(event),
    options,
  );
  window.addEventListener("resize", interrupt, options);
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape") return;
      // The key does nothing else, such as closing what the pointer is in.
      event.preventDefault();
      event.stopPropagation();
      interrupt(event);
    },
    { capture: true, signal },
  );
}
