import { useSignals } from "@preact/signals-react/runtime";
import { useDeferredValue, useMemo, useState } from "react";
import type { DemoPosition } from "../../worker/contract/demo/demo-state.ts";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import { TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { demoRun } from "../demo/demo-account.ts";
import { stepsText, unitsText } from "../demo/demo-format.ts";
import { isClosed, opensWords } from "../prices/market-hours.ts";
import { marketText } from "../prices/market-text.ts";
import { isStale } from "../state/prices.ts";
import { ROUTE } from "../state/routes.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { dialogOnDemand } from "../ui/dialog/dialog-on-demand.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Table } from "../ui/list/table.tsx";
import { Money } from "../ui/money.tsx";
import { dockText } from "./dock-text.ts";
import { Fixed, figures, LivePercent, LiveSteps, sideWord, Two, tradeWords } from "./list-cells.tsx";
import {
  amountColumn,
  exitColumns,
  LINES_PX,
  type ListColumn,
  sideColumn,
  symbolColumn,
  useColumns,
  useIsInLines,
  WIDE_PX,
} from "./list-columns.tsx";
import { closingPriceOf, percentOf } from "./position-figures.ts";
import { PositionProfit } from "./position-profit.tsx";
import { buttonColumns, EditInRow, RowButton } from "./row-buttons.tsx";

const PositionDialog = dialogOnDemand(
  async () => (await import("./position-dialog.tsx")).PositionDialog,
  ({ position }: { position: DemoPosition; onClose: () => void }) => ({ title: tradeWords(position) }),
);

/**
 * The open positions with their current results. The table is deferred: the rest of the screen updates first, and the
 * row follows in the next frame.
 */
export function PositionsTable() {
  useSignals();
  const positions = useDeferredValue(demoRun.value?.positions ?? null);
  const [edited, setEdited] = useState<DemoPosition | null>(null);
  const rows = useMemo(() => positions?.toReversed() ?? null, [positions]);
  const columns = useMemo(() => columnsOf(rows ?? [], setEdited), [rows]);
  return (
    <>
      <Table
        caption={dockText.openPositionsTable}
        {...useColumns(columns)}
        rows={rows}
        rowKey={({ id }) => String(id)}
        empty={
          <EmptyState
            title={dockText.noOpenPositions}
            text={dockText.noOpenPositionsText}
            action={<ButtonLink href={ROUTE.tradingOrders}>{dockText.toOrder}</ButtonLink>}
          />
        }
      />
      {edited && <PositionDialog position={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

function columnsOf(
  rows: readonly DemoPosition[],
  onEdit: (position: DemoPosition) => void,
): ListColumn<DemoPosition>[] {
  return [
    symbolColumn,
    sideColumn,
    amountColumn(rows),
    {
      key: "trade",
      head: dockText.trade,
      isRowHead: true,
      below: WIDE_PX,
      cell: (position) => <Trade of={position} onEdit={onEdit} />,
    },
    { ...figures("entry", dockText.entry, entryText), from: WIDE_PX },
    {
      ...figures<DemoPosition>("price", dockText.price, (position) => (
        <Fixed digits={8}>
          <Price of={position} />
        </Fixed>
      )),
      from: WIDE_PX,
    },
    {
      ...figures<DemoPosition>("prices", dockText.priceAndEntry, (position) => (
        <Fixed digits={8}>
          <Two above={<Price of={position} />} below={entryText(position)} />
        </Fixed>
      )),
      from: LINES_PX,
      below: WIDE_PX,
    },
    ...exitColumns,
    {
      ...figures<DemoPosition>("margin", dockText.margin, ({ marginCents }) => (
        <Money usd={dollarsFromCents(marginCents)} />
      )),
      from: 960,
    },
    {
      ...figures<DemoPosition>("profit", dockText.profit, (position) => <Profit of={position} />),
      isStrong: true,
      from: LINES_PX,
    },
    { ...figures<DemoPosition>("percent", dockText.percent, (position) => <Percent of={position} />), from: LINES_PX },
    {
      ...figures<DemoPosition>("result", dockText.profit, (position) => (
        <Two above={<Profit of={position} />} below={<Percent of={position} />} />
      )),
      isStrong: true,
      below: LINES_PX,
    },
    ...buttonColumns<DemoPosition>({
      head: dockText.editAndClose,
      editLabel: (position) => dockText.editPosition(tradeWords(position)),
      onEdit,
      button: (position) => <Close of={position} />,
      buttonHead: dockText.close,
    }),
  ];
}

const entryText = ({ symbol, entryPrice }: DemoPosition) => stepsText(symbol, entryPrice);

/** Symbol, side and amount in one cell; where rows have two lines, with the entry and the market's price. */
function Trade({ of, onEdit }: { of: DemoPosition; onEdit: (position: DemoPosition) => void }) {
  const isInLines = useIsInLines();
  const what = (
    <>
      {sideWord(of.side)} {unitsText(of.units)}
    </>
  );
  if (!isInLines) return <Two align="start" above={of.symbol} below={what} />;
  return (
    <EditInRow label={dockText.editInRow} onEdit={() => onEdit(of)}>
      <Two
        align="start"
        above={
          <>
            {of.symbol} {what}
          </>
        }
        below={
          <>
            {entryText(of)} → <Price of={of} />
          </>
        }
      />
    </EditInRow>
  );
}

function Price({ of }: { of: DemoPosition }) {
  const steps = useMemo(() => closingPriceOf(of), [of]);
  return <LiveSteps symbol={of.symbol} steps={steps} />;
}

function Profit({ of }: { of: DemoPosition }) {
  return (
    <Fixed digits={10}>
      <PositionProfit of={of} />
    </Fixed>
  );
}

function Percent({ of }: { of: DemoPosition }) {
  const percent = useMemo(() => percentOf(of), [of]);
  return <LivePercent symbol={of.symbol} percent={percent} />;
}

/** Closes a whole position at the market. */
function Close({ of: position }: { of: DemoPosition }) {
  useSignals();
  const { id, version, symbol } = position;
  const { pricedFrom } = TRADED_SYMBOLS[symbol];
  const isOver = isClosed(pricedFrom).value;
  return (
    <RowButton
      label={dockText.closePosition(tradeWords(position))}
      command={{ type: "close", positionId: id, version, units: null }}
      isDisabled={isOver || isStale(pricedFrom).value}
      title={isOver ? marketText.closedNow(symbol, opensWords(pricedFrom)) : undefined}
    >
      {dockText.close}
    </RowButton>
  );
}
