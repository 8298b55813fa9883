import { styled } from "goober";
import { FEED_SYMBOLS } from "../../worker/contract/market-messages.ts";
import { media, type } from "../ui/theme.ts";
import { liveText } from "./live-text.ts";
import { FIRST_CHARTED, MINI_WATCHLIST } from "./mini-symbols.ts";
import { QuoteChange, QuotePrice, QuoteSpark } from "./quote-cells.tsx";

const Head = styled("h3")`
  ${type.caption}
  display: flex;
  justify-content: space-between;
  padding: 8px 16px 7px;
  border-bottom: 1px solid var(--line);
  color: var(--muted);
  && {
    font-weight: 400;
  }
  ${media.phone} {
    display: none;
  }
`;

const Row = styled("button")`
  ${type.dense}
  display: grid;
  grid-template-columns: minmax(0, 1fr) 48px 76px;
  align-items: center;
  column-gap: 6px;
  width: 100%;
  height: 62px;
  padding: 0 14px;
  border-bottom: 1px solid var(--line);
  border-left: 2px solid transparent;
  white-space: nowrap;
  &[aria-pressed="true"] {
    background: var(--raised);
    border-left-color: var(--accent);
  }
  &:disabled {
    cursor: default;
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  & b {
    display: block;
    font-weight: 500;
  }
  & small {
    ${type.caption}
    color: var(--muted);
  }
  & > span:last-child {
    text-align: right;
  }
  & > span:last-child > span {
    display: block;
  }
  & [data-part="price"] {
    width: 80px;
    margin: 0 -4px 0 auto;
    padding: 0 4px;
    border-radius: 4px;
    line-height: 18px;
    font-weight: 500;
  }
  & [data-tone="up"] {
    color: var(--up);
  }
  & [data-tone="down"] {
    color: var(--down);
  }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr) 48px minmax(96px, 1fr);
    height: 52px;
    padding: 0 10px;
    border-bottom: 0;
    border-top: 1px solid var(--line);
  }
`;

/** The four symbols of the watchlist; choosing one draws its chart. */
export function MiniWatchlist() {
  const { watchlist, watchlistFigures } = liveText.terminal;
  return (
    <>
      <Head>
        <span>{watchlist}</span>
        <span>{watchlistFigures}</span>
      </Head>
      {MINI_WATCHLIST.map((symbol) => (
        <Row key={symbol} type="button" disabled aria-pressed={symbol === FIRST_CHARTED} data-quote={symbol}>
          <span>
            <b>{FEED_SYMBOLS[symbol].name}</b>
            <small>{symbol}</small>
          </span>
          <QuoteSpark width={48} />
          <span>
            <QuotePrice />
            <QuoteChange part="day" />
          </span>
        </Row>
      ))}
    </>
  );
}
