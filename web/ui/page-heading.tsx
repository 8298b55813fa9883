import { useLayoutEffect, useRef } from "react";
import { layoutPart } from "./layout.tsx";
import type { Looks } from "./look.ts";

/** The page shown last. The first page of a document takes no focus: the browser has already placed it. */
let shownTitle: string | null = null;

/**
 * The heading of a page. It sets the document's title, and when it replaces another page's heading it takes the focus
 * and scrolls to the top, as a full page load would.
 */
export function PageHeading({ title, ...look }: { title: string } & Looks) {
  const heading = useRef<HTMLHeadingElement>(null);

  useLayoutEffect(() => {
    document.title = `${title} · Tonle`;
    if (shownTitle !== null && shownTitle !== title) {
      window.scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
    shownTitle = title;
  }, [title]);

  return layoutPart("outline: none;", "h1", { ...look, ref: heading, tabIndex: -1, children: title });
}
