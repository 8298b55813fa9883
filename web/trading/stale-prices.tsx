import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { isClosed, opensWords } from "../prices/market-hours.ts";
import { marketText } from "../prices/market-text.ts";
import { marketSocket } from "../prices/tab-socket.ts";
import { feedCondition, isStale, nextTryAtMs, quoteOf, serverClock } from "../state/prices.ts";
import { areChangesUnsent } from "../terminal/drawings-and-settings.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { formatAge } from "../ui/format.ts";
import { formatText } from "../ui/format-text.ts";
import { Clock, TriangleAlert, WifiOff } from "../ui/icon.tsx";
import { Text } from "../ui/layout.tsx";
import { LiveRegion } from "../ui/live-region.tsx";

/**
 * Shown above a symbol's chart while its market is closed, no prices arrive or its own price is stale: since or until when,
 * the consequence and the options.
 */
export function StaleBar({ symbol }: { symbol: FeedSymbol }) {
  useSignals();
  const isOld = useMemo(() => computed(() => isQuoteOld(symbol)), [symbol]);
  const isOffline = feedCondition.value.kind === "offline";
  if (!isOffline && isClosed(symbol).value) return <ClosedBar symbol={symbol} />;
  if (!isOffline && feedCondition.value.kind !== "stale" && !isOld.value) return null;
  const quote = quoteOf(symbol).value;
  return (
    <Callout
      tone="warn"
      icon={isOffline ? WifiOff : TriangleAlert}
      action={
        <Button size="dense" onClick={() => marketSocket().tryNow()}>
          {marketText.tryNow}
        </Button>
      }
    >
      <p className="num">
        <Text as="strong" tone="warn">
          {quote === null ? marketText.noPrices : marketText.noPriceFor(formatAge(serverClock.value - quote.at))}
          {formatText.fullStop}
        </Text>{" "}
        <NextTry /> {marketText.meanwhile(isOffline)}
        {isOffline && areChangesUnsent.value && ` ${marketText.changesKept}`}
      </p>
    </Callout>
  );
}

function ClosedBar({ symbol }: { symbol: FeedSymbol }) {
  useSignals();
  return (
    <Callout icon={Clock}>
      <p className="num">
        <Text as="strong" tone="text">
          {marketText.marketClosed}
        </Text>{" "}
        {opensWords(symbol)}
        {formatText.fullStop} {marketText.ordersWait}
      </p>
    </Callout>
  );
}

/** Whether a symbol has a price that is stale; without any it waits for its first one. Reads signals. */
function isQuoteOld(symbol: FeedSymbol): boolean {
  return isStale(symbol).value && quoteOf(symbol).value !== null;
}

function NextTry() {
  useSignals();
  // Reading the clock renders this once a second.
  void serverClock.value;
  const atMs = nextTryAtMs.value;
  return atMs === null ? null : marketText.nextTry(Math.ceil((atMs - Date.now()) / 1_000));
}

/**
 * Announces to screen readers that a market is closed or a price stale, wherever the focus is. The text is without an age, which would
 * change every second.
 */
export function StaleAnnouncement({ symbols }: { symbols: readonly FeedSymbol[] }) {
  useSignals();
  const words = useMemo(
    () =>
      computed(() => {
        const closed = symbols.find((symbol) => isClosed(symbol).value);
        if (closed) return marketText.closedNow(closed, opensWords(closed));
        const stale = symbols.find(isQuoteOld);
        const isOffline = feedCondition.value.kind === "offline";
        return stale ? `${marketText.tooOldToTrade(stale)} ${marketText.meanwhile(isOffline)}` : "";
      }),
    [symbols],
  );
  return <LiveRegion>{words.value}</LiveRegion>;
}
