/**
 * Runs a task after the next frame, so that an input's effect is painted before it: a timer alone may run before the
 * frame. A hidden page has no frames; there it runs once the page is visible.
 */
export function afterPaint(task: () => void): void {
  requestAnimationFrame(() => setTimeout(task));
}
