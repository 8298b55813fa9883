import { Receipts } from "../demo/receipt-link.tsx";
import { ApiError, requestIdOf } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Row } from "../ui/layout.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { accountText } from "./account-text.ts";
import { FirstTrade } from "./first-trade.tsx";
import { RunPlace } from "./performance-skeleton.tsx";
import { RunCard } from "./run-card.tsx";
import { runText as text } from "./run-text.ts";
import type { RunDetail } from "./trade-types.ts";

type RunHeadProps = {
  number: number;
  /** Null until it is loaded. */
  run: RunDetail | null;
  isFiltered: boolean;
  /** Why it could not be loaded; null otherwise. */
  error: unknown;
  isLoading: boolean;
  onRetry: () => void;
  timeZone: string;
  nowMs: number;
};

/** A demo run above its figures, and its first closed position; or why there is none. */
export function RunHead({ number, run, isFiltered, error, isLoading, onRetry, timeZone, nowMs }: RunHeadProps) {
  if (run === null) {
    if (error === null) {
      return (
        <Loading label={text.loading}>
          <RunPlace />
        </Loading>
      );
    }
    if (error instanceof ApiError && error.code === "not_found") return <UnknownRun number={number} />;
    return (
      <Card>
        <ErrorState
          title={text.failed}
          text={text.failedText}
          requestId={requestIdOf(error)}
          isRetrying={isLoading}
          onRetry={onRetry}
        />
      </Card>
    );
  }
  const isFirst = run.closed === 1 && !isFiltered;
  return (
    <>
      <RunCard run={run} timeZone={timeZone} nowMs={nowMs} isBrief={isFirst} />
      {isFirst && <FirstTrade run={run} />}
      <Receipts timeZone={timeZone} />
      {run.closed === 0 && <NoTrades isArchived={run.archivedAt !== null} />}
    </>
  );
}

function NoTrades({ isArchived }: { isArchived: boolean }) {
  return (
    <Card>
      <EmptyState
        picture="candles"
        title={isArchived ? text.emptyArchived : text.empty}
        text={isArchived ? text.emptyArchivedText : text.emptyText}
        action={
          !isArchived && (
            <ButtonLink variant="accent" href={ROUTE.trading}>
              {text.toTrading}
            </ButtonLink>
          )
        }
      />
    </Card>
  );
}

function UnknownRun({ number }: { number: number }) {
  return (
    <Card role="alert">
      <EmptyState
        title={accountText.unknown(number)}
        text={accountText.unknownText}
        action={
          <ButtonLink variant="accent" href={ROUTE.performance}>
            {text.toOwn}
          </ButtonLink>
        }
      />
    </Card>
  );
}

/** Buttons for after a first closed position. */
export function FirstSteps({ isCurrent }: { isCurrent: boolean }) {
  function showCalendar() {
    const title = document.getElementById("monthly-pnl");
    title?.focus({ preventScroll: true });
    title?.scrollIntoView({ block: "start" });
  }
  return (
    <Row gap={12} wrap phone={{ each: 1 }}>
      <Button size="touch" onClick={showCalendar}>
        {text.seeCalendar}
      </Button>
      {isCurrent && (
        <ButtonLink size="touch" variant="accent" href={ROUTE.trading}>
          {text.tradeAgain}
        </ButtonLink>
      )}
    </Row>
  );
}
