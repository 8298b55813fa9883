import { styled } from "goober";
import { DEMO_BALANCE_USD } from "../../worker/contract/limits.ts";
import { DemoBadge, SimulatedBadge } from "../ui/badge.tsx";
import { formatMoney } from "../ui/format.ts";
import { StatusDot } from "../ui/status-dot.tsx";
import { media, type } from "../ui/theme.ts";
import { liveText } from "./live-text.ts";
import { MiniChart } from "./mini-chart.tsx";
import { MiniPositions } from "./mini-positions.tsx";
import { MiniTicket } from "./mini-ticket.tsx";
import { MiniWatchlist } from "./mini-watchlist.tsx";

const Frame = styled("section")`
  overflow: hidden;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  box-shadow: 0 24px 64px rgb(0 0 0 / 0.35);
`;

const Head = styled("header")`
  ${type.dense}
  display: flex;
  align-items: center;
  gap: 6px;
  height: 44px;
  padding: 0 16px;
  border-bottom: 1px solid var(--line);
  & > h2 {
    margin-right: 2px;
  }
  & > b {
    display: flex;
    align-items: center;
    gap: 8px;
    margin-left: auto;
  }
  @media (scripting: none) {
    & > [data-feed-state] {
      display: none;
    }
  }
  ${media.phone} {
    padding: 0 12px;
    & > b {
      display: none;
    }
  }
`;

// The chart comes first in the document: on phones it is shown first, and elsewhere it sets the height, so that panes
// arriving later on a slow network move nothing.
const Panes = styled("div")`
  display: grid;
  grid-template-columns: 234px minmax(0, 1fr);
  & > div {
    grid-row: 1;
  }
  & > div:first-child {
    grid-column: 2;
  }
  & > div:last-child {
    display: flex;
    flex-direction: column;
    grid-column: 1;
    border-right: 1px solid var(--line);
  }
  ${media.phone} {
    display: block;
    & > div:last-child {
      border: 0;
    }
  }
`;

/** A small terminal: real prices, a live chart and demo orders. */
export function MiniTerminal() {
  const { label, title, connecting } = liveText.terminal;
  return (
    <Frame id="terminal" aria-label={label} data-terminal="">
      <Head>
        <h2>{title}</h2>
        <span data-feed-state="">
          <StatusDot tone="idle">{connecting}</StatusDot>
        </span>
        <span data-simulated="" hidden>
          <SimulatedBadge />
        </span>
        <b className="num" data-demo-balance="">
          <DemoBadge />
          <span>{formatMoney(DEMO_BALANCE_USD)}</span>
        </b>
      </Head>
      <Panes>
        <div>
          <MiniChart />
          <MiniPositions />
        </div>
        <div>
          <MiniWatchlist />
          <MiniTicket />
        </div>
      </Panes>
    </Frame>
  );
}
