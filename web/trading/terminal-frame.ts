import { styled } from "goober";
import { media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";

/** The screens on which the watchlist is beside the chart; on all others it is a sheet. */
const LIST_BESIDE = "@media (min-width: 1280px)";
/** The screens on which the ticket is beside the chart; on all others it is a sheet. */
const TICKET_BESIDE = media.desktop;
/** The screens on which the lists of the run open over the chart, and are closed until then. */
const LISTS_OVER = "@media (max-height: 799px)";

/** The height of the dock, the lists of the run below the chart, until the trader has set another one. */
export const DOCK_STANDARD_PX = 220;
/** The height of its head alone, with the line below. */
export const DOCK_HEAD_PX = 45;

/** A phone so low that the chart would be the least part of its screen. */
export const LOW_PHONE = "@media (max-width: 767px) and (max-height: 699px)";

/** On phones: the place of the line that opens the lists. */
export const ListBarPlace = styled("div")`
  flex: none;
  height: 52px;
  border-top: 1px solid var(--line);
  ${LOW_PHONE} {
    height: 44px;
  }
`;

/** On phones: the place of Sell and Buy, and of the way to what else the ticket has, which low ones have no room for. */
export const TradeDockPlace = styled("div")`
  flex: none;
  height: 125px;
  background: var(--surface);
  ${LOW_PHONE} {
    height: 69px;
  }
`;

/** How much there is room for in the bar that opens the ticket; see `trade-bar.tsx`. */
export type TradeBarLook = "dock" | "line" | "edge";

/** How the panes of the trading section are arranged. */
export type TerminalLayout = {
  /** `upright` and `lying` are phones. */
  kind: "desk" | "tablet" | "upright" | "lying";
  hasListBeside: boolean;
  hasTicketBeside: boolean;
  /** Whether the dock is its head alone until it is opened. */
  isDockClosed: boolean;
};

/** The arrangement for the size of the window. */
export function useTerminalLayout(): TerminalLayout {
  const hasListBeside = useMedia(LIST_BESIDE);
  const hasTicketBeside = useMedia(TICKET_BESIDE);
  const isUpright = useMedia(media.upright);
  const isLying = useMedia(media.lying);
  const isLow = useMedia(LISTS_OVER);
  const kind = isUpright ? "upright" : isLying ? "lying" : hasTicketBeside ? "desk" : "tablet";
  return { kind, hasListBeside, hasTicketBeside, isDockClosed: isLow };
}

/** Fills the window between the header and the bar at the bottom. The page never scrolls; single panes do. */
export const TerminalPage = styled("div")`
  --pane-frame: 0;
  --pane-radius: 0;
  --table-head: 28px;
  --table-row: 36px;
  --table-head-look: var(--surface);
  display: flex;
  flex-direction: column;
  height: calc(100dvh - 64px - var(--top-bar, 0px) - var(--bottom-bar));
  min-height: 560px;
  overflow: clip;
  & > section {
    flex: 1;
  }
  ${media.narrow} {
    min-height: 440px;
  }
  ${media.upright} {
    height: calc(100dvh - 56px - var(--top-bar, 0px) - var(--bottom-bar));
  }
  ${media.lying} {
    height: calc(100dvh - var(--top-bar, 0px));
    min-height: 0;
  }
`;

/**
 * The grid of the panes; each is in an element with its `data-area`. Where an area is a sheet over the chart, it is shown
 * only with `data-asked`.
 */
export const TerminalFrame = styled("div")`
  display: grid;
  flex: 1;
  grid-template-areas: "watchlist chart order" "dock dock order";
  grid-template-columns: 248px minmax(0, 1fr) 320px;
  grid-template-rows: minmax(0, 1fr) var(--dock);
  gap: 1px;
  min-height: 0;
  background: var(--line);
  & > * {
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    position: relative;
    min-width: 0;
    min-height: 0;
  }
  /* Each is laid out and painted alone; the chart is not, because it can fill the window. */
  & > [data-area="watchlist"],
  & > [data-area="order"],
  & > [data-area="dock"] {
    display: block;
    will-change: opacity;
    & > section {
      height: 100%;
      contain: size layout style;
    }
  }
  & > [data-area="watchlist"] {
    grid-area: watchlist;
  }
  & > [data-area="chart"] {
    grid-area: chart;
  }
  /* What is said over the plot stands below the bar of a selected drawing, which needs the width. */
  & > [data-area="chart"]:has([data-drawing]) {
    --marks-top: 104px;
  }
  & > [data-area="order"] {
    grid-area: order;
    &[data-covered="true"] > section {
      visibility: hidden;
    }
  }
  & > [data-area="dock"] {
    grid-area: dock;
    /* An empty state or an error, shown instead of a list, fits into the list's height. */
    & [role="tabpanel"] {
      container-type: size;
    }
  }
  & > [data-area="bar"] {
    display: none;
  }
  & > [data-area="watchlist"] > section {
    & > header,
    & section {
      padding-inline: 16px;
    }
    /* Not the grip of a row that is edited. */
    & li > [aria-current] {
      gap: 6px;
      padding: 0 16px;
    }
  }
  @media (max-width: 1439px) {
    grid-template-columns: 216px minmax(0, 1fr) 304px;
  }
  @media (min-width: 1280px) and (max-width: 1439px) {
    & > [data-area="watchlist"] li > :first-child {
      grid-template-columns: minmax(0, 1fr) 80px;
    }
    & > [data-area="watchlist"] li > :first-child > :nth-child(2) {
      display: none;
    }
  }
  @media (max-width: 1279px) {
    grid-template-areas: "chart order" "dock order";
    grid-template-columns: minmax(0, 1fr) 320px;
    & > [data-area="watchlist"] {
      grid-area: 1 / 1 / 3 / 2;
      z-index: 4;
      width: min(320px, 100%);
      border-right: 1px solid var(--line);
      box-shadow: var(--shadow);
    }
    & > [data-area="watchlist"]:not([data-asked="true"]) {
      display: none;
    }
  }
  ${media.narrow} {
    grid-template-areas: "chart" "bar" "dock";
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: minmax(0, 1fr) 56px var(--dock);
    & > [data-area="bar"] {
      display: grid;
      grid-area: bar;
    }
    & > [data-area="watchlist"] {
      grid-area: 1 / 1 / 4 / 2;
    }
    & > [data-area="order"] {
      grid-area: 1 / 1 / 4 / 2;
      justify-self: end;
      z-index: 4;
      width: min(360px, 100%);
      border-left: 1px solid var(--line);
      box-shadow: var(--shadow);
    }
    & > [data-area="order"]:not([data-asked="true"]) {
      display: none;
    }
  }
  /* The dock over the chart, which keeps its size. */
  ${LISTS_OVER} {
    grid-template-rows: minmax(0, 1fr) ${DOCK_HEAD_PX}px;
    & > [data-area="dock"] {
      z-index: 3;
      align-self: end;
      height: var(--dock);
    }
  }
  @media (max-width: 1023px) and (max-height: 799px) {
    grid-template-rows: minmax(0, 1fr) 56px ${DOCK_HEAD_PX}px;
  }
  /* The chart, and at its right a column of squares. */
  ${media.lying} {
    grid-template-areas: "chart bar";
    grid-template-columns: minmax(0, 1fr) 60px;
    grid-template-rows: minmax(0, 1fr);
    padding: 0 env(safe-area-inset-right) 0 env(safe-area-inset-left);
    & > [data-area="watchlist"],
    & > [data-area="order"] {
      grid-area: 1 / 1 / 2 / 3;
    }
    & > [data-area="chart"] > section {
      flex-direction: row;
    }
    & > [data-area="chart"] > section > header {
      display: none;
    }
    & > [data-area="dock"] {
      grid-area: 1 / 1 / 2 / 3;
      z-index: 4;
      height: min(300px, 84%);
      box-shadow: var(--shadow);
    }
    & > [data-area="dock"]:not([data-asked="true"]) {
      display: none;
    }
  }
`;
