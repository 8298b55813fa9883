import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useRef } from "react";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import { TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { alertLabels } from "../alerts/alert-labels.ts";
import { alertCounts } from "../alerts/alerts-on-demand.ts";
import { demoRun } from "../demo/demo-account.ts";
import { floatingOf, isDemoStale } from "../demo/demo-live-figures.ts";
import { dockText } from "../positions/dock-text.ts";
import { tradeWords } from "../positions/list-cells.tsx";
import { useDemoButton } from "../positions/use-demo-command.ts";
import { useIsFrozen } from "../positions/use-is-frozen.ts";
import { isClosed } from "../prices/market-hours.ts";
import { marketText } from "../prices/market-text.ts";
import { capped, cappedProfit, DemoProfit } from "../runs/account-figures.tsx";
import { isStale, quoteOf } from "../state/prices.ts";
import { ConfirmButton } from "../ui/dialog/confirm-button.tsx";
import { capUsd, formatClock } from "../ui/format.ts";
import { Text } from "../ui/layout.tsx";
import { LiveMoney } from "../ui/money.tsx";
import { toast } from "../ui/toast/toast.ts";

const used = capped(({ usedMarginCents }) => usedMarginCents);
const free = capped(({ freeMarginCents }) => freeMarginCents);
const isPriced = computed(() => cappedProfit.value !== null);

/** The instant of the newest price among those of the open positions, epoch ms. */
const pricedAtMs = computed(() =>
  Math.max(
    ...(demoRun.value?.positions ?? []).map(({ symbol }) => quoteOf(TRADED_SYMBOLS[symbol].pricedFrom).value?.at ?? 0),
  ),
);

type PositionsAsideProps = {
  timeZone: string;
  hasRoom: boolean;
  /** Whether the list is below; without it, the only position is named here. */
  isOpen: boolean;
};

/** Beside the tabs of the lists: the margin, the result of the open positions, and a button that closes them all. */
export function PositionsAside({ timeZone, hasRoom, isOpen }: PositionsAsideProps) {
  useSignals();
  const positions = demoRun.value?.positions ?? [];
  const count = positions.length;
  const [only] = count === 1 && !isOpen ? positions : [];
  if (count === 0) return null;
  return (
    <>
      {hasRoom && (
        <div data-part="margin">
          <Named name={dockText.usedMargin}>
            <LiveMoney usd={used} />
          </Named>
          <Named name={dockText.freeMargin}>
            <LiveMoney usd={free} />
          </Named>
        </div>
      )}
      <Named name={only ? tradeWords(only) : marketText.pnl}>
        <DemoProfit />
        {isDemoStale.value && isPriced.value && (
          <Text as="span" tone="muted" weight={400}>
            {" "}
            {dockText.pnlAsOf(formatClock(pricedAtMs.value, timeZone))}
          </Text>
        )}
      </Named>
      {count > 1 && <CloseAll count={count} />}
    </>
  );
}

function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Text as="span" size="dense" tone="muted" breaks="never">
      {name}{" "}
      <Text as="span" tone="text" weight={600}>
        {children}
      </Text>
    </Text>
  );
}

/** The open positions that have a fresh price of an open market: the others stay open. */
const closable = computed(() =>
  (demoRun.value?.positions ?? []).filter(({ symbol }) => {
    const { pricedFrom } = TRADED_SYMBOLS[symbol];
    return !isStale(pricedFrom).value && !isClosed(pricedFrom).value;
  }),
);
const closableUsd = computed(() => {
  const cents = closable.value.reduce((sum, position) => sum + (floatingOf(position).value ?? 0), 0);
  return capUsd(dollarsFromCents(cents));
});

/** Asks for confirmation, then closes every position that has a fresh price. */
function CloseAll({ count }: { count: number }) {
  useSignals();
  const closing = closable.value.length;
  const staying = count - closing;
  /** How many the question said would stay open. */
  const announced = useRef(0);
  const isFrozen = useIsFrozen();
  const { submit } = useDemoButton(() => {
    const left = (demoRun.peek()?.positions.length ?? 0) - announced.current;
    if (left > 0) toast.error(dockText.notAllClosed(left));
  });

  function closeAll() {
    announced.current = staying;
    void submit({ type: "close_all", run: demoRun.peek()?.number ?? 0 });
  }

  return (
    <ConfirmButton
      label={dockText.closeAll}
      title={dockText.closeAllTitle(closing)}
      keep={dockText.keep}
      focus="submit"
      disabled={isFrozen || closing === 0}
      onConfirm={closeAll}
    >
      {staying > 0 && `${dockText.closeAllStay(staying)} `}
      {dockText.closeAllDetail(closing)} <LiveMoney usd={closableUsd} as="result" />
    </ConfirmButton>
  );
}

/** Beside the tabs: cancels all resting orders after a confirmation. */
export function OrdersAside() {
  useSignals();
  const isFrozen = useIsFrozen();
  const { submit } = useDemoButton();
  const count = demoRun.value?.orders.length ?? 0;
  if (count < 2) return null;
  return (
    <ConfirmButton
      label={dockText.cancelAll}
      title={dockText.cancelAllTitle(count)}
      keep={dockText.keep}
      focus="submit"
      disabled={isFrozen}
      onConfirm={() => void submit({ type: "cancel_all", run: demoRun.peek()?.number ?? 0 })}
    >
      {dockText.cancelAllDetail}
    </ConfirmButton>
  );
}

/** Beside the tabs: how many alerts can fire, of those that may. */
export function AlertsAside() {
  useSignals();
  const counts = alertCounts.value;
  if (counts === null) return null;
  return (
    <Text as="span" size="dense" tone="muted" breaks="never">
      {alertLabels.armedOf(counts.armed, counts.max)}
    </Text>
  );
}
