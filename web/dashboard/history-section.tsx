import { ROUTE } from "../routes.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { dashboardText as text } from "./dashboard-text.ts";

/** The dashboard's section 'history'. */
export function HistorySection() {
  return (
    <Card data-flush="true" aria-labelledby="trading-history">
      <CardHead id="trading-history" title={text.history} />
      <EmptyState
        picture="candles"
        title={text.historySoon}
        action={<ButtonLink href={ROUTE.dashboard}>{text.back}</ButtonLink>}
      />
    </Card>
  );
}
