import { styled } from "goober";
import { ALL_TRADES, ROUTE } from "../state/routes.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { dashboardText as text } from "./dashboard-text.ts";
import { LoadedTrades } from "./recent-trades.tsx";

const Links = styled("div")`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: 8px;
`;

/** The dashboard's section 'history': the recent trades with a link to all of them, for accounts with trades. */
export function HistorySection({ hasTraded, timeZone }: { hasTraded: boolean; timeZone: string }) {
  return (
    <Card data-flush="true" aria-labelledby="trading-history">
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
            <Links>
              <ButtonLink href={ALL_TRADES} variant="accent">
                {text.allTrades}
              </ButtonLink>
              <ButtonLink href={ROUTE.dashboard}>{text.back}</ButtonLink>
            </Links>
          }
        />
      )}
    </Card>
  );
}
