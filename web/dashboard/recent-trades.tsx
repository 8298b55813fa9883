import { requestIdOf } from "../state/api.ts";
import { ALL_TRADES, DASHBOARD_HISTORY, ROUTE } from "../state/routes.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Row } from "../ui/layout.tsx";
import { StaleLine } from "../ui/stale-line.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { dashboardText as text } from "./dashboard-text.ts";
import { TradeTable } from "./trade-table.tsx";
import { reloadTradingRecord, useRecentTrades } from "./trading-record.ts";

/** The number of rows on phones, which show more cards on less space. */
const PHONE_ROWS = 5;

type TradeCardProps = {
  /** False: nothing is loaded, and a placeholder is shown. */
  hasTraded: boolean;
  timeZone: string;
};

/** The trades closed last. */
export function RecentTrades({ hasTraded, timeZone }: TradeCardProps) {
  const isPhone = useMedia(media.phone);
  return (
    <Card isFlush aria-labelledby="recent-trades">
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
        <EmptyState
          picture="candles"
          title={text.noTrades}
          text={text.noTradesText}
          action={<ButtonLink href={ROUTE.tradingOrders}>{text.placeTrade}</ButtonLink>}
        />
      )}
    </Card>
  );
}

/** The dashboard's section 'history': the recent trades with a link to all of them, for accounts with trades. */
export function HistorySection({ hasTraded, timeZone }: TradeCardProps) {
  return (
    <Card isFlush aria-labelledby="trading-history">
      <CardHead
        id="trading-history"
        title={text.history}
        action={
          hasTraded && (
            <TextLink href={ALL_TRADES} tone="accent">
              {text.allTrades}
            </TextLink>
          )
        }
      />
      {hasTraded ? (
        <LoadedTrades timeZone={timeZone} rowsMax={Number.POSITIVE_INFINITY} />
      ) : (
        <EmptyState
          picture="candles"
          title={text.historySoon}
          action={
            <Row wrap justify="center" gap={8}>
              <ButtonLink href={ALL_TRADES} variant="accent">
                {text.allTrades}
              </ButtonLink>
              <ButtonLink href={ROUTE.dashboard}>{text.back}</ButtonLink>
            </Row>
          }
        />
      )}
    </Card>
  );
}

/** The loaded trades, or the reason why loading failed. */
function LoadedTrades({ timeZone, rowsMax }: { timeZone: string; rowsMax: number }) {
  const { value, isLoading, error } = useRecentTrades();
  if (value === null && error !== null) {
    return (
      <ErrorState
        {...text.notLoaded}
        requestId={requestIdOf(error)}
        isRetrying={isLoading}
        onRetry={reloadTradingRecord}
      />
    );
  }
  return (
    <>
      {error !== null && <StaleLine>{text.notLoaded.title}</StaleLine>}
      <TradeTable trades={value} timeZone={timeZone} rowsMax={rowsMax} />
    </>
  );
}
