import { styled } from "goober";

/** The screens on which all panes of the trading section are beside each other. */
export const TERMINAL = "@media (min-width: 1280px)";

/** The height of the dock, the lists of the run below the chart, until the trader has set another one. */
export const DOCK_STANDARD_PX = 220;
/** The height of its head alone, with the line below. */
export const DOCK_HEAD_PX = 45;

const HEADER_PX = 64;

/** The grid of the panes, with the lists of the run below. */
export const TerminalFrame = styled("div")`
  --pane-frame: 0;
  --pane-radius: 0;
  --table-head: 28px;
  --table-row: 36px;
  --table-head-look: var(--surface);
  display: grid;
  grid-template-areas: "watchlist chart order" "dock dock order";
  grid-template-columns: 280px minmax(0, 1fr) 320px;
  gap: 1px;
  height: calc(100dvh - ${HEADER_PX}px);
  min-height: 560px;
  background: var(--line);
  & > :nth-child(1) {
    grid-area: watchlist;
  }
  & > :nth-child(2) {
    grid-area: chart;
  }
  & > :nth-child(3) {
    position: relative;
    grid-area: dock;
    min-height: 0;
    & > section {
      height: 100%;
    }
  }
  & > :nth-child(4) {
    grid-area: order;
  }
`;
