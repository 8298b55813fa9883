import { DASHBOARD_HISTORY, ROUTE } from "../routes.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { dashboardText as text } from "./dashboard-text.ts";

/** The trades closed last. There is no history of trades yet, so there are none. */
export function RecentTrades() {
  return (
    <Card data-flush="true" aria-labelledby="recent-trades">
      <CardHead
        id="recent-trades"
        title={text.recentTrades}
        action={
          <TextLink href={DASHBOARD_HISTORY} tone="accent">
            {text.history}
          </TextLink>
        }
      />
      <EmptyState
        picture="candles"
        title={text.noTrades}
        text={text.noTradesText}
        action={<ButtonLink href={ROUTE.tradingOrders}>{text.placeTrade}</ButtonLink>}
      />
    </Card>
  );
}
