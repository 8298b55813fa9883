import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { Link } from "wouter";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { FeedState } from "../prices/feed-state.tsx";
import { marketText } from "../prices/market-text.ts";
import { priceSource } from "../state/prices.ts";
import { ROUTE } from "../state/routes.ts";
import { ChevronDown, Icon } from "../ui/icon.tsx";
import { type } from "../ui/theme.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";

const Frame = styled("div")`
  flex: 1;
  min-width: 0;
  & > a {
    ${type.lead}
    display: inline-flex;
    align-items: center;
    gap: 8px;
    font-weight: 600;
  }
  /* A larger place to press than the line is high. */
  & > a::after {
    content: "";
    position: absolute;
    inset: 0 40% 0 0;
  }
  & > div {
    ${type.caption}
    height: 20px;
    white-space: nowrap;
  }
`;

/** In the header of a phone: the symbol, which opens the watchlist, and the state of the feed. */
export function PhoneTitle({ symbol }: { symbol: FeedSymbol }) {
  return (
    <Frame>
      <Link href={ROUTE.tradingWatchlist}>
        {symbol}
        <VisuallyHidden>{marketText.watchlist}</VisuallyHidden>
        <Icon of={ChevronDown} />
      </Link>
      <Feed />
    </Frame>
  );
}

/** Beside a badge that the prices are simulated there is no room for the words. */
function Feed() {
  useSignals();
  return <FeedState isShort={priceSource.value === "simulated"} />;
}

const Marks = styled("div")`
  ${type.caption}
  position: absolute;
  z-index: 1;
  top: var(--marks-top, 46px);
  right: 92px;
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 4px 0;
  font-weight: 600;
  pointer-events: none;
  /* Below the first line of the legend. */
  @media (max-width: 767px) {
    top: var(--marks-top, 64px);
  }
`;

/** Over a plot that has no head above it: whose it is, and how its prices are. */
export function PlotMarks({ symbol }: { symbol: FeedSymbol }) {
  return (
    <Marks>
      {symbol}
      <FeedState isShort />
    </Marks>
  );
}
