import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { feedCondition, isStale, nextTryAtMs, quoteOf, serverClock } from "../state/prices.ts";
import { Button } from "../ui/button.tsx";
import { formatAge } from "../ui/format.ts";
import { Icon, TriangleAlert, WifiOff } from "../ui/icon.tsx";
import { tint, type } from "../ui/theme.ts";
import { marketText } from "./market-text.ts";
import { marketSocket } from "./use-prices.ts";

const Bar = styled("div")`
  ${type.dense}
  position: absolute;
  z-index: 3;
  right: 92px;
  bottom: 40px;
  left: 12px;
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 44px;
  padding: 6px 8px 6px 12px;
  border: 1px solid color-mix(in oklab, var(--warn) 40%, transparent);
  border-radius: var(--radius-control);
  background: ${tint("warn", 12)};
  & > svg {
    flex: none;
    color: var(--warn);
  }
  & > p {
    flex: 1;
    min-width: 0;
    color: var(--muted);
  }
  & strong {
    margin-right: 8px;
    color: var(--text);
  }
`;

/**
 * Shown above a symbol's chart while no prices arrive or its own price is stale: the age, its consequence and the
 * options.
 */
export function StaleBar({ symbol }: { symbol: FeedSymbol }) {
  useSignals();
  const isOffline = feedCondition.value.kind === "offline";
  const quote = quoteOf(symbol).value;
  const isOld = quote !== null && isStale(symbol).value;
  if (!isOffline && feedCondition.value.kind !== "stale" && !isOld) return null;
  return (
    <Bar>
      <Icon of={isOffline ? WifiOff : TriangleAlert} />
      <p className="num">
        <strong>
          {quote === null ? marketText.noPrices : marketText.noPriceFor(formatAge(serverClock.value - quote.at))}
        </strong>{" "}
        <NextTry /> {marketText.nothingWasClosed}
      </p>
      <Button size="dense" onClick={() => marketSocket().tryNow()}>
        {marketText.tryNow}
      </Button>
    </Bar>
  );
}

function NextTry() {
  useSignals();
  // Reading the clock renders this once a second.
  void serverClock.value;
  const atMs = nextTryAtMs.value;
  return atMs === null ? null : marketText.nextTry(Math.ceil((atMs - Date.now()) / 1_000));
}
