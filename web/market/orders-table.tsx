import { useSignals } from "@preact/signals-react/runtime";
import { useDeferredValue, useMemo, useState } from "react";
import type { DemoOrder } from "../../worker/contract/demo/demo-types.ts";
import { demoRun } from "../demo/demo-account.ts";
import { unitsText } from "../demo/demo-format.ts";
import { Button } from "../ui/button.tsx";
import { dialogOnDemand } from "../ui/dialog-on-demand.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatSignedPercent } from "../ui/format.ts";
import { Table } from "../ui/table.tsx";
import { dockText, ORDER_TYPE_WORDS } from "./dock-text.ts";
import { focusNeighbour } from "./focus-neighbour.ts";
import {
  Acts,
  amountColumn,
  EditInRow,
  Fixed,
  figures,
  LivePercent,
  priceOrDash,
  roomOf,
  sideWord,
  stopWords,
  Two,
} from "./list-cells.tsx";
import { LINES_PX, type ListColumn, useColumns, useIsInLines, WIDE_PX } from "./list-columns.ts";
import { expiryWords, orderWords, priceWords, shortPriceWords } from "./order-words.ts";
import { awayPercentOf } from "./position-figures.ts";
import { useDemoButton } from "./use-demo-command.ts";
import { useIsFrozen } from "./use-is-frozen.ts";

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
  const isInLines = useIsInLines();
  return (
    <>
      <Table
        caption={dockText.ordersTable}
        columns={useColumns(columns)}
        rows={rows}
        rowKey={({ id }) => String(id)}
        rowHeight={isInLines ? 56 : undefined}
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
    { key: "symbol", head: dockText.symbol, isRowHead: true, from: WIDE_PX, cell: ({ symbol }) => symbol },
    { key: "side", head: dockText.side, from: WIDE_PX, cell: ({ side }) => sideWord(side) },
    { key: "type", head: dockText.type, from: WIDE_PX, cell: ({ type }) => ORDER_TYPE_WORDS[type] },
    { ...amountColumn(rows), from: WIDE_PX },
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
    { ...figures<DemoOrder>("stop", dockText.stop, (order) => stopWords(order.symbol, order)), from: WIDE_PX },
    {
      ...figures<DemoOrder>("target", dockText.target, ({ symbol, target }) => priceOrDash(symbol, target)),
      from: WIDE_PX,
    },
    {
      ...figures<DemoOrder>("exits", dockText.stopAndTarget, (order) => (
        <Two above={stopWords(order.symbol, order)} below={priceOrDash(order.symbol, order.target)} />
      )),
      from: LINES_PX,
      below: WIDE_PX,
    },
    { key: "expires", head: dockText.expires, from: LINES_PX, cell: expiry },
    {
      ...figures<DemoOrder>("acts", dockText.editAndCancel, (order) => (
        <Acts label={dockText.editOrder(orderWords(order))} onEdit={() => onEdit(order)}>
          <Cancel of={order} />
        </Acts>
      )),
      isPinned: true,
      from: LINES_PX,
    },
    {
      ...figures<DemoOrder>("cancel", dockText.cancel, (order) => <Cancel of={order} />),
      isPinned: true,
      below: LINES_PX,
    },
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
  return (
    <Fixed style={roomOf(6)}>
      <LivePercent symbol={of.symbol} percent={percent} format={formatSignedPercent} />
    </Fixed>
  );
}

function Cancel({ of }: { of: DemoOrder }) {
  const isFrozen = useIsFrozen();
  const isInLines = useIsInLines();
  const { submit, isSending } = useDemoButton();

  async function cancel(button: HTMLElement) {
    const next = focusNeighbour(button);
    await submit({ type: "cancel_order", orderId: of.id, version: of.version });
    next();
  }

  return (
    <Button
      size={isInLines ? "normal" : "dense"}
      disabled={isFrozen}
      isLoading={isSending}
      aria-label={dockText.cancelOrder(orderWords(of))}
      onClick={(event) => void cancel(event.currentTarget)}
    >
      {dockText.cancel}
    </Button>
  );
}
