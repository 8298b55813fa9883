// Must be the first import, before any module creates a style.
import "../ui/setup.ts";

import { createRoot } from "react-dom/client";
import { Toaster, toast } from "../ui/toaster.tsx";

export { toast };

/**
 * The height of the page's top bar plus a gap: the toast must not cover the log-in link, which is the next step after
 * verifying an address.
 */
const BELOW_TOP_BAR_PX = 64 + 8;

/**
 * Mounts the application's toaster on a page without the application.
 * @returns removes it
 */
export function mountToaster(): () => void {
  const root = createRoot(document.createElement("div"));
  // A log-in may stand above the bar.
  const barTopPx = (document.querySelector("header:has(nav)")?.getBoundingClientRect().top ?? 0) + scrollY;
  root.render(<Toaster belowPx={barTopPx + BELOW_TOP_BAR_PX} />);
  return () => root.unmount();
}
