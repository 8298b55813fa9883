import { useSignals } from "@preact/signals-react/runtime";
import { demoFailure, demoRun, retryDemo, useDemoAccount } from "../demo/demo-account.ts";
import { demoFigures } from "../demo/demo-live-figures.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { capUsd, formatCount } from "../ui/format.ts";
import { Money } from "../ui/money.tsx";
import { Stat } from "../ui/stat.tsx";
import { UnknownFigure } from "../ui/unknown-figure.tsx";
import { dashboardText as text } from "./dashboard-text.ts";

/** The open positions of the demo account, whose code and socket nothing of the first paint needs. */
export function OpenPositions() {
  useSignals();
  useDemoAccount();
  const count = demoRun.value?.positions.length ?? null;
  return (
    <Stat
      isShortOnPhone
      label={text.openPositions}
      badge={count !== null && count > 0 && <DemoBadge />}
      figure={
        count === null ? (
          <UnknownFigure hasFailed={demoFailure.value !== null} onRetry={retryDemo} />
        ) : (
          formatCount(count)
        )
      }
      foot={count === null ? null : count > 0 ? <NotYetClosed /> : text.noPositions}
    />
  );
}

/** A component of its own, because it renders on every price. */
function NotYetClosed() {
  useSignals();
  const cents = demoFigures.value?.floatingCents ?? null;
  return (
    <span>
      <Money usd={cents === null ? null : capUsd(cents / 100)} as="result" /> {text.notYetClosed}
    </span>
  );
}
