import { useSignals } from "@preact/signals-react/runtime";
import { useDeferredValue, useMemo, useState } from "react";
import type { DemoOrder } from "../../worker/contract/demo/demo-types.ts";
import { demoRun } from "../demo/demo-account.ts";
import { unitsText } from "../demo/demo-format.ts";
import { dialogOnDemand } from "../ui/dialog/dialog-on-demand.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Table } from "../ui/list/table.tsx";
import { dockText, ORDER_TYPE_WORDS } from "./dock-text.ts";
import { figures, LivePercent, sideWord, Two } from "./list-cells.tsx";
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
import { expiryWords, orderWords, priceWords, shortPriceWords } from "./order-words.ts";
import { awayPercentOf } from "./position-figures.ts";
import { buttonColumns, EditInRow, RowButton } from "./row-buttons.tsx";

const OrderDialog = dialogOnDemand(
  async () => (await import("./order-dialog.tsx")).OrderDialog,
  ({ order }: { order: DemoOrder; timeZone: string; onClose: () => void }) => ({ title: orderWords(order) }),
);

/** The resting orders, newest first. */
export function OrdersTable({ timeZone }: { timeZone: string }) {
  useSignals();
  const orders = useDeferredValue(demoRun.value?.orders ?? null);
  const [edited, setEdited] = useState<DemoOrder | null>(null);
  const rows = useMemo(() => orders?.toReversed() ?? null, [orders]);
  const columns = useMemo(() => columnsOf(rows ?? [], timeZone, setEdited), [rows, timeZone]);
  return (
    <>
      <Table
        caption={dockText.ordersTable}
        {...useColumns(columns)}
        rows={rows}
        rowKey={({ id }) => String(id)}
        empty={<EmptyState title={dockText.noOrders} text={dockText.noOrdersText} />}
      />
      {edited && <OrderDialog order={edited} timeZone={timeZone} onClose={() => setEdited(null)} />}
    </>
  );
}

function columnsOf(
  rows: readonly DemoOrder[],
  timeZone: string,
  onEdit: (order: DemoOrder) => void,
): ListColumn<DemoOrder>[] {
  const expiry = ({ expiresAt }: DemoOrder) => expiryWords(expiresAt, timeZone);
  return [
    symbolColumn,
    sideColumn,
    { key: "type", head: dockText.type, from: WIDE_PX, cell: ({ type }) => ORDER_TYPE_WORDS[type] },
    amountColumn(rows),
    {
      key: "order",
      head: dockText.trade,
      isRowHead: true,
      below: WIDE_PX,
      cell: (order) => <Order of={order} onEdit={onEdit} />,
    },
    { ...figures<DemoOrder>("price", dockText.price, (order) => priceWords(order)), from: WIDE_PX },
    { ...figures<DemoOrder>("away", dockText.away, (order) => <Away of={order} />), from: WIDE_PX },
    {
      ...figures<DemoOrder>("prices", dockText.price, (order) => (
        <Two above={priceWords(order)} below={<Away of={order} />} />
      )),
      from: LINES_PX,
      below: WIDE_PX,
    },
    ...exitColumns,
    { key: "expires", head: dockText.expires, from: LINES_PX, cell: expiry },
    ...buttonColumns<DemoOrder>({
      head: dockText.editAndCancel,
      editLabel: (order) => dockText.editOrder(orderWords(order)),
      onEdit,
      button: (order) => <Cancel of={order} />,
      buttonHead: dockText.cancel,
    }),
  ];
}

/** Symbol, side, amount and type in one cell. */
function Order({ of, onEdit }: { of: DemoOrder; onEdit: (order: DemoOrder) => void }) {
  const isInLines = useIsInLines();
  const { symbol, side, type, units } = of;
  const words = (
    <Two
      align="start"
      above={
        <>
          {symbol} {sideWord(side)} {unitsText(units)}
        </>
      }
      below={isInLines ? `${ORDER_TYPE_WORDS[type]} ${shortPriceWords(of)}` : ORDER_TYPE_WORDS[type]}
    />
  );
  if (!isInLines) return words;
  return (
    <EditInRow label={dockText.changeInRow} onEdit={() => onEdit(of)}>
      {words}
    </EditInRow>
  );
}

function Away({ of }: { of: DemoOrder }) {
  const percent = useMemo(() => awayPercentOf(of), [of]);
  return <LivePercent symbol={of.symbol} percent={percent} />;
}

function Cancel({ of: order }: { of: DemoOrder }) {
  const { id, version } = order;
  return (
    <RowButton label={dockText.cancelOrder(orderWords(order))} command={{ type: "cancel_order", orderId: id, version }}>
      {dockText.cancel}
    </RowButton>
  );
}
