import { useInsertionEffect } from "react";
import { applyBaseStyles } from "./ui/base-styles.ts";

/**
 * Replaces the styles of the document's first paint by those of the application, in the frame in which React replaces its
 * elements. It must be the first child of the root: the effects of others measure the page. The font faces are in an
 * element of their own and stay: Inter is used from the first text on or not at all, see `ui/font.ts`.
 */
export function FirstPaintEnd() {
  useInsertionEffect(() => {
    document.getElementById("first-paint")?.remove();
    applyBaseStyles();
    window._goober?.firstChild.release();
  }, []);
  return null;
}
