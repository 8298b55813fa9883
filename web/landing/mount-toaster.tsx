// First, before any module makes a style.
import "../ui/setup.ts";

import { createRoot } from "react-dom/client";
import { Toaster, toast } from "../ui/toaster.tsx";

export { toast };

/** Puts the application's toaster on a page that has no application. */
export function mountToaster(): void {
  createRoot(document.createElement("div")).render(<Toaster />);
}
