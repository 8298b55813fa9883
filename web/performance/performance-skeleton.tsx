import type { ReactNode } from "react";
import { PLACES_COOKIE, performancePlaces } from "../../worker/contract/performance-places.ts";
import { user } from "../state/session.ts";
import { knownPlaces } from "../trade-accounts/places-cookie.ts";
import { Card } from "../ui/card.tsx";
import { Box, Grid, Row } from "../ui/layout.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { ListArea, StatArea } from "../ui/skeleton-areas.tsx";
import { Stat } from "../ui/stat.tsx";
import { performanceLabels as labels } from "./performance-labels.ts";
import { RunLine } from "./run-line.ts";

/** The performance page while it loads. What stands above the figures has its place where it is known to be there. */
export function PerformanceSkeleton() {
  const places = placesNow();
  return (
    <BelowSwitch>
      {places.head && <HeadPlace />}
      <FiguresSkeleton />
    </BelowSwitch>
  );
}

/** The page of findings. */
export function InsightsSkeleton() {
  return (
    <BelowSwitch>
      <Card minHeight={260} />
    </BelowSwitch>
  );
}

/** The tabs and the choice of the account, as all pages about trades have them. */
function BelowSwitch({ children }: { children: ReactNode }) {
  return (
    <Grid columns={1} gap={16} phone={{ gap: 12 }}>
      <Row gap={24} height={44} margin="-16px 0 0" line="bottom" phone={{ margin: "-12px 0 0" }}>
        <Skeleton width={64} height={14} />
        <Skeleton width={56} height={14} />
      </Row>
      <Box height={44} showOn="pointer">
        <Skeleton width={360} height={44} />
      </Box>
      <Box height={52} showOn="touch">
        <Skeleton width="100%" height={52} />
      </Box>
      {children}
    </Grid>
  );
}

/** A document is built with all places, and the Worker removes those that its reader's page does not have. */
function placesNow() {
  if (typeof document === "undefined") return performancePlaces("head", null);
  const person = user.peek();
  const [, cookie = null] = new RegExp(`(?:^|; )${PLACES_COOKIE}=(\\w+)`).exec(document.cookie) ?? [];
  return performancePlaces(person ? knownPlaces(person) : cookie, new URLSearchParams(location.search).get("account"));
}

const FACTS = ["start", "costs", "leverage", "closed", "result"];

export function HeadPlace() {
  return (
    <Card data-place="head" aria-hidden="true">
      <RunLine>
        <Row height={40}>
          <Skeleton width={176} height={20} />
        </Row>
        <dl>
          {FACTS.map((fact) => (
            <div key={fact}>
              <dt>
                <Row height={16}>
                  <Skeleton width={56} height={10} />
                </Row>
              </dt>
              <dd>
                <Row height={21}>
                  <Skeleton width={72} height={14} />
                </Row>
              </dd>
            </div>
          ))}
        </dl>
        <Box height={44} showOn="touch" />
      </RunLine>
    </Card>
  );
}

export function FiguresSkeleton() {
  return (
    <Grid columns={1} gap={16} phone={{ gap: 12 }} aria-hidden="true">
      <CardsSkeleton />
      <Grid columns="368px minmax(0, 1fr)" gap="inherit" medium={{ columns: 1 }}>
        <ListArea title={labels.progression} rows={4} minHeight={354} />
        <ListArea rows={8} minHeight={574} />
      </Grid>
    </Grid>
  );
}

export function CardsSkeleton() {
  return (
    <Grid columns={4} gap={16} medium={{ columns: 2 }} phone={{ gap: 12 }} aria-hidden="true">
      <StatArea label={labels.totalPnl} awaited="totalPnl" />
      <StatArea label={labels.todayPnl} awaited="todayPnl" />
      <RingArea label={labels.winRate} />
      <RingArea label={labels.averages} />
      <StatArea label={labels.profitFactor} awaited="profitFactor" />
      <StatArea label={labels.bestDay} />
      <StatArea label={labels.buyTrades} awaited="buyTrades" />
      <StatArea label={labels.sellTrades} awaited="sellTrades" />
    </Grid>
  );
}

/** A figure in a ring, with its parts beside it. */
function RingArea({ label }: { label: string }) {
  return (
    <Stat label={label}>
      <Row gap={16} minHeight={88} align="start" phone={{ minHeight: 104 }}>
        <Skeleton width={64} height={64} />
        <Skeleton width={48} height={14} />
      </Row>
    </Stat>
  );
}
