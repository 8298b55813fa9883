/**
 * The entry of the landing page and of the page about price proofs. The pages are whole without any script, so their
 * scripts run only after the first paint: the callback is called in the frame that paints them.
 */
requestAnimationFrame(() => {
  setTimeout(
    () =>
      void (document.querySelector("[data-seals]")
        ? import("./script/prices-proof.ts")
        : import("./script/landing.ts")),
  );
});
