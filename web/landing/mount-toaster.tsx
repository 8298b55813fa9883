// First, before any module makes a style.
import "../ui/setup.ts";

import { createRoot } from "react-dom/client";
import { Toaster, toast } from "../ui/toaster.tsx";

export { toast };

/** As high as the page's top bar, with a gap: the ways in are in it, and whoever has just verified their address wants one. */
const BELOW_TOP_BAR_PX = 64 + 8;

/** Puts the application's toaster on a page that has no application. @returns takes it away again */
export function mountToaster(): () => void {
  const root = createRoot(document.createElement("div"));
  root.render(<Toaster belowPx={BELOW_TOP_BAR_PX} />);
  return () => root.unmount();
}
