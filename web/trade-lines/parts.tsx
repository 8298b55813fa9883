import { computed, type ReadonlySignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { memo, useMemo } from "react";
import { PRICE_STEPS } from "../../worker/contract/demo/demo-bounds.ts";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { PillButton, PillNote } from "../chart/price-line.tsx";
import { demoRun } from "../demo/demo-account.ts";
import { stepsText } from "../demo/demo-format.ts";
import { floatingOf } from "../demo/demo-live-figures.ts";
import { tradeWords } from "../positions/list-cells.tsx";
import { orderWords } from "../positions/order-words.ts";
import { PositionProfit } from "../positions/position-profit.tsx";
import { useDemoButton } from "../positions/use-demo-command.ts";
import { useIsFrozen } from "../positions/use-is-frozen.ts";
import { isClosed } from "../prices/market-hours.ts";
import { marketText } from "../prices/market-text.ts";
import { isStale, quoteOf } from "../state/prices.ts";
import { capUsd, formatClock } from "../ui/format.ts";
import { GripVertical, Icon, X } from "../ui/icon.tsx";
import { LiveFigureText } from "../ui/live-text.tsx";
import { Money } from "../ui/money.tsx";
import { SideWord } from "../ui/side.tsx";
import { Spinner } from "../ui/spinner.tsx";
import type { LineBoard } from "./board.ts";
import { useLineKeys } from "./line-keys.ts";
import { lineText } from "./line-text.ts";
import { amountWords, orderTypeWords, riskWords, worthText } from "./line-words.ts";
import { moneyAt, type TradeLine } from "./trade-lines.ts";

type EntryProps = Pick<PartProps, "line" | "risk"> & { symbol: FeedSymbol; timeZone: string };

/** Side and amount of a position, its current result, and Close. Its line moves with prices without rendering it. */
export const EntryParts = memo(function EntryParts({ line, risk, symbol, timeZone }: EntryProps) {
  useSignals();
  const { owner } = line;
  const { submit, isSending } = useDemoButton();
  const isFrozen = useIsFrozen();
  const ratio = useMemo(() => {
    if (owner.of !== "position") return null;
    const floating = floatingOf(owner.trade);
    return computed(() => riskWords(floating.value, risk.value));
  }, [owner, risk]);
  if (owner.of !== "position") return null;
  const { id, version, side } = owner.trade;
  const isOld = isStale(symbol).value;
  const at = quoteOf(symbol).peek()?.at;
  return (
    <>
      <span className="num">
        <SideWord data-side={side}>{marketText.sides[side].word}</SideWord> {amountWords(owner.trade, symbol)}
      </span>
      <span data-part="money" className="num">
        <PositionProfit of={owner.trade} />{" "}
        {ratio && (
          <PillNote>
            <LiveFigureText text={ratio} />
          </PillNote>
        )}
        {isOld && at !== undefined && `, ${marketText.asOf(formatClock(at, timeZone))}`}
      </span>
      <PillButton
        type="button"
        disabled={isSending || isFrozen || isOld || isClosed(symbol).value}
        aria-label={marketText.closeOnChart(owner.trade.symbol)}
        onClick={() => void submit({ type: "close", positionId: id, version, units: null })}
      >
        {marketText.close}
      </PillButton>
    </>
  );
});

type PartProps = { line: TradeLine; board: LineBoard; risk: ReadonlySignal<number | null>; steps: number };

/** The words of a line that can be moved; with the focus, arrow keys move it. */
export function Grip({
  line,
  board,
  risk,
  steps,
  symbol,
  canMove,
}: PartProps & { symbol: FeedSymbol; canMove: boolean }) {
  useSignals();
  const { kind, owner } = line;
  const keys = useLineKeys(board, line);
  const words = owner.of === "order" ? orderWords(owner.trade) : tradeWords(owner.trade);
  const icon = board.isSent(line) ? <Spinner size={16} /> : <Icon of={GripVertical} size={14} />;
  const run = demoRun.value;
  const cents = run && moneyAt(run, line, steps);
  const fault = board.held.value?.line.key === line.key ? board.held.value.trial.fault : null;
  const valueText = [
    stepsText(owner.trade.symbol, steps),
    ...(cents === null ? [] : [worthText(cents, risk.value)]),
    ...(fault === null ? [] : [fault]),
  ].join(", ");

  return (
    <span
      role="slider"
      tabIndex={canMove ? 0 : -1}
      aria-label={kind === "entry" ? words : lineText.handle[kind](words)}
      aria-description={lineText.handleHelp}
      aria-orientation="vertical"
      aria-disabled={!canMove || board.isBusy(line)}
      aria-valuemin={0}
      aria-valuemax={PRICE_STEPS.max}
      aria-valuenow={steps}
      aria-valuetext={valueText}
      {...keys}
      data-part="grip"
    >
      {icon}
      <GripWords line={line} steps={steps} symbol={symbol} />
    </span>
  );
}

function GripWords({ line, steps, symbol }: { line: TradeLine; steps: number; symbol: FeedSymbol }) {
  const { kind, owner } = line;
  const { side } = owner.trade;
  const price = stepsText(owner.trade.symbol, steps);
  if (kind === "entry") return null;
  if (kind === "limit") return <span className="num">{`${lineText.kinds.limit} ${price}`}</span>;
  if (kind !== "order") return <b>{lineText.kinds[kind]}</b>;
  return (
    <span className="num">
      <SideWord data-side={side}>
        {marketText.sides[side].word} {orderTypeWords(owner)}
      </SideWord>{" "}
      {lineText.at(amountWords(owner.trade, symbol), price)}
    </span>
  );
}

/** The result of an exit in money and in units of risk. */
export function Worth({ line, risk, steps }: PartProps) {
  useSignals();
  const run = demoRun.value;
  const cents = run && moneyAt(run, line, steps);
  if (cents === null) return null;
  return (
    <span data-part="money" className="num">
      <Money usd={capUsd(dollarsFromCents(cents))} as="result" /> <PillNote>{riskWords(cents, risk.value)}</PillNote>
    </span>
  );
}

/** Cancels an order, or takes an exit away. */
export function RemoveButton({ line, board, isDisabled }: { line: TradeLine; board: LineBoard; isDisabled: boolean }) {
  useSignals();
  const { kind, owner } = line;
  if (kind === "entry") return null;
  const words = owner.of === "order" ? orderWords(owner.trade) : tradeWords(owner.trade);
  return (
    <PillButton
      type="button"
      disabled={isDisabled || board.isBusy(line)}
      aria-label={lineText.remove[kind](words)}
      onClick={() => void board.remove(line)}
    >
      <Icon of={X} size={14} />
    </PillButton>
  );
}
