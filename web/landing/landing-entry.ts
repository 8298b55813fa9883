/**
 * The entry of the landing page. The page is whole without any script, so its script runs only after the first paint: the
 * callback is called in the frame that paints it.
 */
requestAnimationFrame(() => {
  setTimeout(() => void import("./landing.ts"));
});
