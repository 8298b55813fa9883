import { styled } from "goober";
import { media, type } from "../../ui/theme.ts";

/** Queue, item and action bar; narrow screens show either the queue or one item. */
export const Panes = styled("div")`
  flex: 1;
  display: grid;
  grid-template: "queue item" minmax(0, 1fr) "acts acts" auto / 368px minmax(0, 1fr);
  min-height: 0;
  ${media.narrow} {
    grid-template: "queue" minmax(0, 1fr) / minmax(0, 1fr);
    &[data-open="true"] {
      grid-template: "item" minmax(0, 1fr) "acts" auto / minmax(0, 1fr);
    }
  }
`;

/** The list of a section. */
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

/** The open item of a section. */
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

/** The column of the item itself. */
export const ItemMain = styled("div")`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: 16px;
  min-width: 0;
  padding: 20px;
  ${media.phone} {
    padding: 16px;
  }
`;

/** A part of an item or of its evidence, across the full width of the pane. */
export const PaneBand = styled("div")`
  min-width: 0;
  margin: 0 -20px;
  ${media.phone} {
    margin: 0 -16px;
  }
`;

/** The column of the evidence. */
export const Evidence = styled("aside")`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: 16px;
  min-width: 0;
  padding: 20px;
  border-top: 1px solid var(--line);
  ${THREE_PANES} {
    border-top: 0;
    border-left: 1px solid var(--line);
  }
  ${media.phone} {
    padding: 16px;
  }
`;

/** A part of the evidence, separated by a line. */
export const EvidenceSection = styled("section")`
  min-width: 0;
  margin: 0 -20px;
  padding: 16px 20px 0;
  border-top: 1px solid var(--line);
  ${media.phone} {
    margin: 0 -16px;
    padding: 16px 16px 0;
  }
`;

/** The buttons below the open item. */
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
    & > button[data-variant="accent"] {
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

/** Heading of a part of an item. */
export const SectionTitle = styled("h3")`
  ${type.dense}
  margin-bottom: 4px;
  color: var(--muted);
  font-weight: 400;
`;

/** A section that is one scrolling page. */
export const PagePane = styled("div")`
  flex: 1;
  min-height: 0;
  overflow: auto;
`;

/** The column of such a page. */
export const PageColumn = styled("div")`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  max-width: 1280px;
  padding: 20px;
  &[data-width="text"] {
    max-width: 960px;
  }
  ${media.phone} {
    padding: 16px;
  }
`;

/** A short text in place of something that is not there. */
export const QuietText = styled("p")`
  ${type.dense}
  color: var(--muted);
`;
