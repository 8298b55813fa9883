import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, Suspense } from "react";
import type { User } from "../state/api.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { Grid } from "../ui/layout.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Stat } from "../ui/stat.tsx";
import { media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { dashboardText } from "./dashboard-text.ts";
import { FirstStepsCard } from "./first-steps-card.tsx";
import { firstStepsText as text } from "./first-steps-text.ts";
import { MarketsNow } from "./markets-now.tsx";
import { NewcomerBalances } from "./newcomer-balances.tsx";
import { FIGURES, STEPS } from "./newcomer-grid.ts";

const FreeToTrade = lazyPage(async () => (await import("./practice-facts.tsx")).FreeToTrade);

type NewcomerDashboardProps = {
  person: User;
  /** The specification's other three figures. */
  figures: ReactNode;
};

/**
 * The head of a new account's dashboard: the demo balance first and cash beside it, the other figures, the first steps and
 * the markets. On phones the steps come before the figures, which are all zero, so that the first one is on the screen.
 */
export function NewcomerDashboard({ person, figures }: NewcomerDashboardProps) {
  useSignals();
  const isPhone = useMedia(media.phone);
  const group = (
    <Grid role="group" aria-label={dashboardText.figures} {...FIGURES}>
      {figures}
      {isPhone && (
        // In the card of the demo balance there is no room for it.
        <Stat
          isShortOnPhone
          label={text.freeToTrade}
          badge={<DemoBadge />}
          figure={
            <Suspense fallback={<Skeleton width={104} height={20} />}>
              <FreeToTrade />
            </Suspense>
          }
        />
      )}
    </Grid>
  );
  return (
    <>
      <NewcomerBalances person={person} />
      {!isPhone && group}
      <Grid {...STEPS}>
        <FirstStepsCard person={person} isPhone={isPhone} />
        <MarketsNow />
      </Grid>
      {isPhone && group}
    </>
  );
}
