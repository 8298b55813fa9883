import { styled } from "goober";
import { DEMO_BALANCE_USD } from "../../worker/contract/limits.ts";
import { FEED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { OrderButton } from "../market/order-button.ts";
import { OrderSide } from "../market/order-side.tsx";
import { ChangeText } from "../market/quote-parts.ts";
import { SideWord } from "../market/side-word.ts";
import { SymbolFigures, SymbolLine, SymbolNames, WatchlistFrame, WatchlistRow } from "../market/watchlist-parts.ts";
import { ROUTE } from "../state/routes.ts";
import { DemoBadge, SimulatedBadge } from "../ui/badge.tsx";
import { ButtonAnchor } from "../ui/button.tsx";
import { formatMoney } from "../ui/format.ts";
import { StatusDot } from "../ui/status-dot.tsx";
import { TableGrid } from "../ui/table.tsx";
import { media, type } from "../ui/theme.ts";
import { liveText } from "./live-text.ts";
import { MiniChart } from "./mini-chart.tsx";
import { MINI_ORDER, MINI_PRICED_FROM, MINI_WATCHLIST } from "./mini-symbols.ts";
import { QuoteChange, QuotePrice, QuoteSpark } from "./quote-cells.tsx";

const text = liveText.terminal;

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
  & > div > h3 {
    ${type.caption}
    display: flex;
    justify-content: space-between;
    padding: 8px 16px 7px;
    border-bottom: 1px solid var(--line);
    color: var(--muted);
    font-weight: 400;
  }
  & li > button {
    grid-template-columns: minmax(0, 1fr) 48px 76px;
    height: 62px;
    padding: 0 14px 0 16px;
  }
  & li > button > :last-child > * {
    justify-self: stretch;
  }
  ${media.phone} {
    display: block;
    & > div:last-child {
      border: 0;
    }
    & > div > h3 {
      display: none;
    }
    & li > button {
      grid-template-columns: minmax(0, 1fr) 48px minmax(96px, 1fr);
      height: 52px;
      padding: 0 12px;
    }
  }
`;

/** A small terminal of the product's parts: real prices, a live chart and demo orders. */
export function MiniTerminal() {
  return (
    <Frame id="terminal" aria-label={text.label} data-terminal="">
      <Head>
        <h2>{text.title}</h2>
        <span data-feed-state="">
          <StatusDot tone="idle">{text.connecting}</StatusDot>
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

/** The landing page's watchlist; choosing a symbol draws its chart. */
function MiniWatchlist() {
  return (
    <>
      <h3>
        <span>{text.watchlist}</span>
        <span>{text.watchlistFigures}</span>
      </h3>
      <WatchlistFrame aria-label={text.watchlist}>
        {MINI_WATCHLIST.map((symbol) => {
          const isSelected = symbol === MINI_PRICED_FROM;
          return (
            <li key={symbol} data-selected={isSelected}>
              <WatchlistRow type="button" disabled aria-pressed={isSelected} data-quote={symbol}>
                <SymbolNames>
                  {FEED_SYMBOLS[symbol].name}
                  <span>{symbol}</span>
                </SymbolNames>
                <SymbolLine>
                  <QuoteSpark width={48} />
                </SymbolLine>
                <SymbolFigures>
                  <QuotePrice />
                  <QuoteChange part="day" />
                </SymbolFigures>
              </WatchlistRow>
            </li>
          );
        })}
      </WatchlistFrame>
    </>
  );
}

const Ticket = styled("form")`
  ${type.caption}
  display: flex;
  flex: 1;
  flex-direction: column;
  justify-content: space-between;
  padding: 16px;
  border-top: 1px solid var(--line);
  color: var(--muted);
  & > p {
    display: flex;
    justify-content: space-between;
  }
  & > p > b {
    color: var(--text);
    font-weight: 500;
  }
  & > button {
    min-height: 40px;
    padding: 0 4px;
    font-size: 12px;
  }
  ${media.phone} {
    display: none;
  }
  @media (scripting: none) {
    display: none;
  }
`;

/** Buys or sells with demo money at the price shown. `live-terminal.ts` activates it. */
function MiniTicket() {
  return (
    <Ticket data-ticket="" aria-label={text.order}>
      <p>
        <span>{text.order}</span>
        <span>{MINI_ORDER.symbol}</span>
      </p>
      <div data-quote={MINI_PRICED_FROM}>
        <OrderSide value="buy" caption={() => <QuotePrice />} />
      </div>
      <p>
        {text.amount} <b className="num">{MINI_ORDER.amount.toFixed(2)}</b>
      </p>
      <OrderButton type="submit" disabled className="num" data-place-order="">
        {text.orderWaits}
      </OrderButton>
      <ButtonAnchor href={ROUTE.signUp} hidden data-order-limit="">
        {text.createAccount}
      </ButtonAnchor>
    </Ticket>
  );
}

const Positions = styled("div")`
  --table-head: 32px;
  --table-head-look: none;
  --table-row: 34px;
  border-top: 1px solid var(--line);
  & [colspan] {
    height: 68px;
    color: var(--muted);
  }
  ${media.phone} {
    display: none;
  }
`;

/** The demo positions opened on this page: `live-terminal.ts` fills a row for each. */
function MiniPositions() {
  const [position, ...figures] = Object.values(text.positions);
  return (
    <Positions>
      <TableGrid>
        <thead>
          <tr>
            <th scope="col">{position}</th>
            {figures.map((heading) => (
              <th key={heading} scope="col" data-align="right">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="num" data-positions="">
          <tr>
            <td colSpan={5}>{text.noPositions}</td>
          </tr>
          {Array.from({ length: MINI_ORDER.positionsMax }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are constant and never reordered
            <tr key={row} data-position="" hidden>
              <td>
                <SideWord data-part="side" /> {MINI_ORDER.symbol}
              </td>
              {["size", "entry", "now"].map((part) => (
                <td key={part} data-align="right" data-part={part} />
              ))}
              <td data-align="right">
                <ChangeText data-part="result" />
              </td>
            </tr>
          ))}
        </tbody>
      </TableGrid>
    </Positions>
  );
}
