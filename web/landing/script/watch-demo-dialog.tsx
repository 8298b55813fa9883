// First, before any module makes a style.
import { type FeedSymbol, WATCHLIST_SYMBOLS } from "../../../worker/contract/symbols.ts";
import { LOCAL_ZONE } from "../../../worker/contract/zone-offset.ts";
import "../../ui/setup.ts";

import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { FeedState } from "../../prices/feed-state.tsx";
import { SymbolToday } from "../../prices/symbol-today.tsx";
import { usePrices } from "../../prices/use-prices.ts";
import { ROUTE } from "../../state/routes.ts";
import { ButtonAnchor } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { media, type } from "../../ui/theme.ts";
import { Watchlist } from "../../watchlist/watchlist.tsx";
import { isKnownVisitor } from "./arrival.ts";
import { liveText } from "./live-text.ts";
import { MINI_FIRST } from "./mini-symbols.ts";
import { tradingText } from "./trading-text.ts";
import { VisitorPositions } from "./visitor-positions.tsx";
import { VisitorTicket } from "./visitor-ticket.tsx";

const Head = styled("div")`
  ${type.dense}
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 8px 16px;
  margin-bottom: 16px;
  color: var(--muted);
`;

const Panes = styled("div")`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  margin: 0 -24px 16px;
  border-block: 1px solid var(--line);
  & > :first-child {
    border-right: 1px solid var(--line);
  }
  & > :last-child {
    padding: 16px 24px;
  }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
    margin: 0 -16px 16px;
    & > :first-child {
      border-width: 0 0 1px;
      border-bottom: 1px solid var(--line);
    }
    & > :last-child {
      padding: 16px;
    }
  }
`;

const Note = styled("p")`
  ${type.caption}
  margin-top: 16px;
  color: var(--muted);
`;

/** The application's live watchlist with demo orders, on a page without the application. */
function WatchDemoDialog({ onClose }: { onClose: () => void }) {
  useSignals();
  const [selected, setSelected] = useState<FeedSymbol>(MINI_FIRST);
  usePrices(WATCHLIST_SYMBOLS);
  const { title, note, createAccount, openTerminal } = liveText.demo;
  const isKnown = isKnownVisitor.value;
  return (
    <Dialog
      title={title}
      width="wide"
      onClose={onClose}
      actions={
        <ButtonAnchor variant="accent" size="form" href={isKnown ? ROUTE.trading : ROUTE.signUp}>
          {isKnown ? openTerminal : createAccount}
        </ButtonAnchor>
      }
    >
      <Head>
        {note}
        <FeedState />
      </Head>
      <Panes>
        <div>
          <Watchlist
            symbols={WATCHLIST_SYMBOLS}
            selected={selected}
            onSelect={setSelected}
            details={<SymbolToday symbol={selected} timeZone={LOCAL_ZONE} isShort />}
          />
        </div>
        <div>
          <VisitorTicket symbol={selected} />
        </div>
      </Panes>
      <VisitorPositions />
      <Note>{tradingText.keepsNothing}</Note>
    </Dialog>
  );
}

export function openWatchDemo(): void {
  const root = createRoot(document.createElement("div"));
  root.render(<WatchDemoDialog onClose={() => root.unmount()} />);
}
