// Must be the first import, before any module creates a style.
import "../../ui/setup.ts";

import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { VERIFIED_PLACE, type VerifiedLogIn } from "../../../worker/contract/verified-log-in.ts";
import { VerifiedStrip } from "../../auth/verified-strip.tsx";
import { forgetVerifiedAddress } from "../../state/storage/verified-address.ts";
import { Toaster, toast } from "../../ui/toast/toaster.tsx";

export { toast };

/**
 * The height of the page's top bar plus a gap: the toast must not cover the log-in link, which is the next step after
 * verifying an address.
 */
const BELOW_TOP_BAR_PX = 64 + 8;

/** Mounts the application's toaster on a page without the application. @returns removes it */
export function mountToaster(): () => void {
  const root = createRoot(document.createElement("div"));
  // A log-in may be shown above the bar.
  const barTopPx = (document.querySelector("header:has(nav)")?.getBoundingClientRect().top ?? 0) + scrollY;
  root.render(<Toaster belowPx={barTopPx + BELOW_TOP_BAR_PX} />);
  return () => root.unmount();
}

/** Puts the log-in above the page, into the room that its document has for it. @returns removes it */
export function mountVerifiedStrip(asks: VerifiedLogIn): () => void {
  const place = document.createElement("div");
  place.setAttribute(VERIFIED_PLACE, "");
  const root = createRoot(place);
  const { dataset } = document.documentElement;
  const showLinks = giveWay();
  function remove() {
    root.unmount();
    showLinks();
    place.remove();
    delete dataset.verified;
  }
  function close() {
    forgetVerifiedAddress();
    remove();
  }
  // Complete before it is inserted, so that it replaces the reserved space without a shift.
  flushSync(() => root.render(<VerifiedStrip asks={asks} onClose={close} />));
  document.body.prepend(place);
  return remove;
}

/**
 * Makes the log-in above the page its one action: the links of the top bar are hidden, and the accent of the others is taken
 * from them. @returns undoes it
 */
function giveWay(): () => void {
  const inBar = document.querySelectorAll<HTMLElement>("header [data-for='stranger']");
  const accents = document.querySelectorAll<HTMLElement>("main [data-for='stranger'][data-variant='accent']");
  function set(isShown: boolean) {
    for (const link of inBar) link.hidden = !isShown;
    for (const link of accents) link.dataset.variant = isShown ? "accent" : "neutral";
  }
  set(false);
  return () => set(true);
}
