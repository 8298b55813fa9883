import { computed, type ReadonlySignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type CSSProperties, memo, type ReactNode } from "react";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import { demoFailure, demoLink, demoRun } from "../demo/demo-account.ts";
import { demoFigures, type DemoFigures as Figures, isDemoStale } from "../demo/demo-live-figures.ts";
import { marketText } from "../prices/market-text.ts";
import { PriceBound } from "../prices/quote-parts.ts";
import { capUsd, formatPercent, NO_VALUE } from "../ui/format.ts";
import { LiveFigureText } from "../ui/live-text.tsx";
import { LiveMoney } from "../ui/money.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { media, type } from "../ui/theme.ts";
import { DemoStrip } from "./account-strip.ts";
import { marginTone } from "./low-margin.ts";
import { runText } from "./run-text.ts";
import { RunSwitch } from "./switch.tsx";

/** What the strip has beyond its skeleton: the run's switch, the margin level, and figures that may be outdated. */
const Live = styled("div")`
  --switch-height: 40px;
  --switch-gap: 10px;
  --switch-pad: 14px;
  display: contents;
  ${media.touch} {
    --switch-height: 44px;
  }
  & > section dt {
    white-space: nowrap;
  }
  & > section dd {
    min-height: 24px;
    white-space: nowrap;
  }
  & > section dd[data-tone="warn"] {
    color: var(--warn);
  }
  & > section dd[data-tone="down"] {
    color: var(--down);
  }
  &[data-lost="true"] > section dd,
  &[data-lost="true"] > section dd span {
    color: var(--muted);
  }
  @media (max-width: 1599px) {
    & > section > dl > div {
      padding: 0 8px;
    }
  }
  @media (min-width: 560px) and (max-width: 1599px) {
    --room: 96px;
    --switch-gap: 6px;
    --switch-pad: 8px;
    & > section {
      gap: 10px;
    }
    & > section dd {
      ${type.body}
      font-weight: 600;
    }
  }
  /* The largest sum that is shown is 10 px high, also with a sign. */
  @media (max-width: 1439px) {
    --room: 96px;
    & [data-part="arrow"] {
      display: none;
    }
  }
  @media (max-width: 1179px) {
    & > section > dl > div {
      padding: 0 5px;
    }
    /* A balance has no sign. */
    & > section > dl > div:first-child {
      --room: 89px;
    }
  }
  ${media.upright} {
    --room: 100cqi;
    & > section > dl > div:first-child {
      --room: 100cqi;
    }
    /* The margin level, of which the label is the wider part, leaves its room to the sums. */
    & > section > dl > div:nth-child(4) {
      flex: none;
      & > dd {
        container-type: normal;
      }
    }
    &[data-level="true"] > section {
      padding: 0 8px;
      & > dl > div {
        padding: 0 4px;
      }
    }
  }
  & > section > dl > div:first-child {
    padding-left: 0;
  }
`;

/** The switch of the run has less room where the figures have less. */
const SWITCH: CSSProperties = {
  gap: "var(--switch-gap)",
  minHeight: "var(--switch-height)",
  padding: "0 var(--switch-pad)",
};

/**
 * A figure of the run in dollars, capped for display; null while it is not known. For signals of a module, so that all
 * places that show a figure share its computation.
 */
export const capped = (centsOf: (figures: Figures) => number | null): ReadonlySignal<number | null> =>
  computed(() => {
    const cents = demoFigures.value && centsOf(demoFigures.value);
    return cents === null ? null : capUsd(dollarsFromCents(cents));
  });
const balance = capped(({ balanceCents }) => balanceCents);
const equity = capped(({ equityCents }) => equityCents);
/** The unrealised profit of the open positions. */
export const cappedProfit = capped(({ floatingCents }) => floatingCents);

/** A level above it says no more. */
const LEVEL_MAX_PERCENT = 99_999;
const level = computed(() => demoFigures.value?.marginLevelPercent ?? null);
const levelText = computed(() =>
  level.value === null ? NO_VALUE : formatPercent(Math.min(level.value, LEVEL_MAX_PERCENT), 0),
);
const levelTone = computed(() => marginTone(level.value));
const hasLevel = computed(() => (demoRun.value?.leverage ?? null) !== null && demoFigures.value?.usedMarginCents !== 0);

type DemoFiguresProps = {
  timeZone: string;
  /** In a line of its own: the state of the feed, for which the header has no room. */
  aside?: ReactNode;
  /** In a line of its own, without the run's switch. */
  isBare?: boolean;
};

/** The current run with its balance, equity and PNL, and its margin level where it has leverage. */
export const DemoFigures = memo(function DemoFigures({ timeZone, aside, isBare = false }: DemoFiguresProps) {
  useSignals();
  return (
    <Live data-lost={demoLink.value === "lost"} data-level={hasLevel.value}>
      <DemoStrip aria-label={marketText.demoAccount} data-line={isBare || aside !== undefined}>
        {!isBare && (
          <div>
            <RunSwitch timeZone={timeZone} style={SWITCH} />
            {aside && <div data-part="feed">{aside}</div>}
          </div>
        )}
        <dl>
          <Figure name={marketText.balance}>
            <LiveMoney usd={balance} />
          </Figure>
          <Figure name={marketText.equity}>
            <DemoPriceBound>
              <LiveMoney usd={equity} />
            </DemoPriceBound>
          </Figure>
          <Figure name={marketText.pnl}>
            <DemoProfit />
          </Figure>
          {hasLevel.value && (
            <div>
              <dt>{runText.marginLevel}</dt>
              <dd data-tone={levelTone.value}>
                <DemoPriceBound>
                  <LiveFigureText text={levelText} />
                </DemoPriceBound>
              </dd>
            </div>
          )}
        </dl>
      </DemoStrip>
    </Live>
  );
});

function Figure({ name, children }: { name: string; children: ReactNode }) {
  useSignals();
  const unknown = demoFailure.value === null ? <Skeleton width={72} height={16} /> : NO_VALUE;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{demoRun.value === null ? unknown : children}</dd>
    </div>
  );
}

/** A figure that depends on the prices of all open positions. */
function DemoPriceBound({ children }: { children: ReactNode }) {
  useSignals();
  return (
    <PriceBound className="num" data-stale={isDemoStale.value}>
      {children}
    </PriceBound>
  );
}

/** The unrealised profit of all open positions. */
export function DemoProfit() {
  return (
    <DemoPriceBound>
      <LiveMoney usd={cappedProfit} as="result" />
    </DemoPriceBound>
  );
}
