import { styled } from "goober";

/** The screens on which all panes of the trading section are beside each other. */
export const TERMINAL = "@media (min-width: 1280px)";

/** The height of the band of positions until the trader has set another one. */
export const BAND_STANDARD_PX = 224;

const HEADER_PX = 64;

/** The grid of the panes, with the band of positions below. */
export const TerminalFrame = styled("div")`
  --pane-frame: 0;
  --pane-radius: 0;
  --table-head: 28px;
  --table-row: 36px;
  --table-head-look: var(--surface);
  display: grid;
  grid-template-areas: "watchlist chart order" "closed positions order";
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
    --pane-head: 44px;
    position: relative;
    grid-area: positions;
    min-height: 0;
    & > section {
      height: 100%;
    }
  }
  & > :nth-child(4) {
    --pane-head: 44px;
    grid-area: closed;
  }
  & > :nth-child(5) {
    grid-area: order;
  }
`;
