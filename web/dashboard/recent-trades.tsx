import { useSignals } from "@preact/signals-react/runtime";
import { ALL_TRADES, DASHBOARD_HISTORY, ROUTE } from "../state/routes.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { StaleLine } from "../ui/stale-line.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { dashboardText as text } from "./dashboard-text.ts";
import { TradeTable } from "./trade-table.tsx";
import { loadTradingRecord, recentTrades } from "./trading-record.ts";

/** The number of rows on phones, which show more cards on less space. */
const PHONE_ROWS = 5;

/**
 * The trades closed last.
 * @param hasTraded false: shows a placeholder without loading
 */
export function RecentTrades({ hasTraded, timeZone }: { hasTraded: boolean; timeZone: string }) {
  const isPhone = useMedia(media.phone);
  return (
    <Card data-flush="true" aria-labelledby="recent-trades">
      <CardHead
        id="recent-trades"
        title={text.recentTrades}
        action={
          <TextLink href={hasTraded ? ALL_TRADES : DASHBOARD_HISTORY} tone="accent">
            {hasTraded ? text.allTrades : text.history}
          </TextLink>
        }
      />
      {hasTraded ? (
        <LoadedTrades timeZone={timeZone} rowsMax={isPhone ? PHONE_ROWS : Number.POSITIVE_INFINITY} />
      ) : (
        <NoTrades />
      )}
    </Card>
  );
}

/** The loaded trades, or the reason why loading failed. */
export function LoadedTrades({ timeZone, rowsMax }: { timeZone: string; rowsMax: number }) {
  useSignals();
  const { items, isLoading, error } = recentTrades.value;
  if (items === null && error) {
    return <ErrorState {...error} isRetrying={isLoading} onRetry={() => void loadTradingRecord()} />;
  }
  return (
    <>
      {error && <StaleLine>{error.title}</StaleLine>}
      <TradeTable trades={items} timeZone={timeZone} rowsMax={rowsMax} />
    </>
  );
}

function NoTrades() {
  return (
    <EmptyState
      picture="candles"
      title={text.noTrades}
      text={text.noTradesText}
      action={<ButtonLink href={ROUTE.tradingOrders}>{text.placeTrade}</ButtonLink>}
    />
  );
}
