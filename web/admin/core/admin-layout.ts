import { styled } from "goober";
import { layoutPart, type PartProps } from "../../ui/layout.tsx";
import { media, type } from "../../ui/theme.ts";

/** From this width the views of a queue are a pane of their own beside its list. */
export const VIEWS_PANE = "@media (min-width: 1360px)";

/**
 * Queue, item and action bar; narrow screens show either the queue or one item. The views of a queue are a line above it, and a pane where
 * there is room: then the list fills what a narrow item leaves, until the item is opened whole.
 */
export const Panes = styled("div")`
  flex: 1;
  display: grid;
  grid-template: "views views" auto "queue item" minmax(0, 1fr) "acts acts" auto / 368px minmax(0, 1fr);
  min-height: 0;
  ${media.narrow} {
    grid-template: "views" auto "queue" minmax(0, 1fr) / minmax(0, 1fr);
    &[data-open="true"] {
      grid-template: "item" minmax(0, 1fr) "acts" auto / minmax(0, 1fr);
    }
    &[data-open="true"] > nav {
      display: none;
    }
  }
  ${VIEWS_PANE} {
    &[data-views="true"][data-whole="false"] {
      grid-template:
        "views queue item" minmax(0, 1fr) "acts acts acts" auto / 248px minmax(0, 1fr)
        clamp(336px, 27vw, 400px);
    }
    /* The evidence is below the item there. */
    &[data-views="true"][data-whole="false"] > section > div[data-evidence="true"] {
      grid-template: none / minmax(0, 1fr);
      align-content: start;
      height: auto;
    }
    &[data-views="true"][data-whole="false"] > section > div[data-evidence="true"] > * {
      border-left: 0;
      overflow: visible;
    }
    &[data-views="true"][data-whole="false"] > section:last-of-type {
      border-left: 1px solid var(--line);
    }
  }
`;

export const QueuePane = styled("section")`
  grid-area: queue;
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  border-right: 1px solid var(--line);
  ${media.narrow} {
    border-right: 0;
    [data-open="true"] > & {
      display: none;
    }
  }
`;

export const ItemPane = styled("section")`
  grid-area: item;
  min-width: 0;
  min-height: 0;
  overflow: auto;
  ${media.narrow} {
    [data-open="false"] > & {
      display: none;
    }
  }
`;

/** From this width the evidence is a pane of its own beside the item; on narrower screens it is below it. */
const THREE_PANES = "@media (min-width: 1280px)";

/** The item and, where there is room, its evidence beside it; each scrolls by itself. */
export const ItemColumns = styled("div")`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  min-height: 100%;
  ${THREE_PANES} {
    &[data-evidence="true"] {
      grid-template: minmax(0, 1fr) / minmax(0, 1fr) clamp(320px, 26vw, 368px);
      align-content: stretch;
      height: 100%;
    }
    &[data-evidence="true"] > * {
      overflow: auto;
    }
  }
`;

export const ActionBar = styled("footer")`
  grid-area: acts;
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 56px;
  padding: 8px 20px;
  background: var(--surface);
  border-top: 1px solid var(--line);
  ${media.narrow} {
    flex-wrap: wrap;
    [data-open="false"] > & {
      display: none;
    }
  }
  ${media.phone} {
    padding: 8px 16px max(8px, env(safe-area-inset-bottom));
    & > [data-main] {
      flex: 1;
    }
  }
`;

/** Pushes the buttons to the right end of the bar and explains why they are disabled; on narrow screens above them. */
export const ActionBarSpace = styled("p")`
  ${type.dense}
  flex: 1;
  min-width: 0;
  color: var(--muted);
  text-align: right;
  text-wrap: balance;
  ${media.touch} {
    & button {
      min-height: 44px;
    }
  }
  ${media.narrow} {
    &:not(:empty) {
      order: -1;
      flex: 1 0 100%;
      text-align: left;
    }
  }
  ${media.phone} {
    &:empty {
      flex: 1 0 100%;
      height: 0;
      margin-top: -8px;
    }
  }
`;

const COLUMN =
  "display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; gap: 16px; min-width: 0; padding: 20px;" +
  `${media.phone} { padding: 16px; }`;

export function ItemMain(props: PartProps<"div">) {
  return layoutPart(COLUMN, "div", props);
}

const EVIDENCE = `border-top: 1px solid var(--line);
  ${THREE_PANES} { border-top: 0; border-left: 1px solid var(--line); }`;

export function Evidence(props: PartProps<"aside">) {
  return layoutPart(COLUMN + EVIDENCE, "aside", props);
}

/** A part of the evidence, separated by a line. */
export function EvidenceSection(props: PartProps<"div">) {
  const phone = { margin: "0 -16px", pad: "16px 16px 0" };
  return layoutPart("", "section", {
    minWidth: 0,
    margin: "0 -20px",
    pad: "16px 20px 0",
    line: "top",
    phone,
    ...props,
  });
}

export function SectionTitle(props: PartProps<"h3">) {
  return layoutPart("", "h3", { size: "dense", margin: "0 0 4px", tone: "muted", weight: 400, ...props });
}

/** A short text in place of something that is not there. */
export function QuietText(props: PartProps<"p">) {
  return layoutPart("", "p", { size: "dense", tone: "muted", ...props });
}

/** A section that is one scrolling page. */
export function PagePane(props: PartProps<"div">) {
  return layoutPart("flex: 1; min-height: 0; overflow: auto;", "div", props);
}

/** The column of such a page. */
export function PageColumn(props: PartProps<"div">) {
  return layoutPart(COLUMN, "div", { maxWidth: 1680, margin: "0 auto", ...props });
}
