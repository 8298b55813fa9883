import { useSignals } from "@preact/signals-react/runtime";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { marketText } from "../prices/market-text.ts";
import { isUnread, readUnread } from "../terminal/drawings-and-settings.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Box } from "../ui/layout.tsx";
import { uiText } from "../ui/ui-text.ts";

/** Says over a symbol's chart that its drawings or its indicators could not be read: without them it looks like an empty one. */
export function ChartUnread({ symbol }: { symbol: FeedSymbol }) {
  useSignals();
  const { drawings, indicators, both } = marketText.unreadParts;
  const hasIndicators = !isUnread("settings");
  if (!isUnread(symbol)) return hasIndicators ? null : <Unread what={indicators} />;
  return <Unread what={hasIndicators ? drawings : both} />;
}

/** Says above the watchlist that the account's own could not be read. */
export function WatchlistUnread() {
  useSignals();
  if (!isUnread("settings")) return null;
  return (
    <Box pad="12px 16px">
      <Unread what={marketText.unreadParts.watchlist} />
    </Box>
  );
}

function Unread({ what }: { what: string }) {
  return (
    <Callout
      tone="warn"
      role="status"
      action={
        <Button size="dense" onClick={readUnread}>
          {uiText.tryAgain}
        </Button>
      }
    >
      {marketText.unread(what)}
    </Callout>
  );
}
