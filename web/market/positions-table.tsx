import { useSignals } from "@preact/signals-react/runtime";
import { useDeferredValue, useMemo, useState } from "react";
import type { DemoPosition } from "../../worker/contract/demo/demo-state.ts";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import { TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { demoRun } from "../demo/demo-account.ts";
import { stepsText, unitsText } from "../demo/demo-format.ts";
import { isStale } from "../state/prices.ts";
import { ROUTE } from "../state/routes.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { dialogOnDemand } from "../ui/dialog-on-demand.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatSignedPercent } from "../ui/format.ts";
import { Money } from "../ui/money.tsx";
import { Table } from "../ui/table.tsx";
import { dockText } from "./dock-text.ts";
import { focusNeighbour } from "./focus-neighbour.ts";
import {
  Acts,
  amountColumn,
  EditInRow,
  Fixed,
  figures,
  LivePercent,
  LiveSteps,
  priceOrDash,
  roomOf,
  sideWord,
  stopWords,
  Two,
  tradeWords,
} from "./list-cells.tsx";
import { LINES_PX, type ListColumn, useColumns, useIsInLines, WIDE_PX } from "./list-columns.ts";
import { closingPriceOf, percentOf } from "./position-figures.ts";
import { PositionProfit } from "./position-profit.tsx";
import { useDemoButton } from "./use-demo-command.ts";
import { useIsFrozen } from "./use-is-frozen.ts";

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
  const isInLines = useIsInLines();
  return (
    <>
      <Table
        caption={dockText.openPositionsTable}
        columns={useColumns(columns)}
        rows={rows}
        rowKey={({ id }) => String(id)}
        rowHeight={isInLines ? 56 : undefined}
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
    { key: "symbol", head: dockText.symbol, isRowHead: true, from: WIDE_PX, cell: ({ symbol }) => symbol },
    { key: "side", head: dockText.side, from: WIDE_PX, cell: ({ side }) => sideWord(side) },
    { ...amountColumn(rows), from: WIDE_PX },
    {
      key: "trade",
      head: dockText.trade,
      isRowHead: true,
      below: WIDE_PX,
      cell: (position) => <Trade of={position} onEdit={onEdit} />,
    },
    { ...figures("entry", dockText.entry, (position) => entryText(position)), from: WIDE_PX },
    {
      ...figures<DemoPosition>("price", dockText.price, (position) => (
        <Fixed style={roomOf(8)}>
          <Price of={position} />
        </Fixed>
      )),
      from: WIDE_PX,
    },
    {
      ...figures<DemoPosition>("prices", dockText.priceAndEntry, (position) => (
        <Fixed style={roomOf(8)}>
          <Two above={<Price of={position} />} below={entryText(position)} />
        </Fixed>
      )),
      from: LINES_PX,
      below: WIDE_PX,
    },
    { ...figures("stop", dockText.stop, (position) => stopWords(position.symbol, position)), from: WIDE_PX },
    { ...figures("target", dockText.target, ({ symbol, target }) => priceOrDash(symbol, target)), from: WIDE_PX },
    {
      ...figures<DemoPosition>("exits", dockText.stopAndTarget, (position) => (
        <Two above={stopWords(position.symbol, position)} below={priceOrDash(position.symbol, position.target)} />
      )),
      from: LINES_PX,
      below: WIDE_PX,
    },
    {
      ...figures<DemoPosition>("margin", dockText.margin, ({ marginCents }) => (
        <Money usd={dollarsFromCents(marginCents)} />
      )),
      from: 960,
    },
    {
      ...figures<DemoPosition>("profit", dockText.profit, (position) => (
        <Fixed style={roomOf(10)}>
          <PositionProfit of={position} />
        </Fixed>
      )),
      isStrong: true,
      from: LINES_PX,
    },
    { ...figures<DemoPosition>("percent", dockText.percent, (position) => <Percent of={position} />), from: LINES_PX },
    {
      ...figures<DemoPosition>("result", dockText.profit, (position) => (
        <Two
          above={
            <Fixed style={roomOf(10)}>
              <PositionProfit of={position} />
            </Fixed>
          }
          below={<Percent of={position} />}
        />
      )),
      isStrong: true,
      below: LINES_PX,
    },
    {
      ...figures<DemoPosition>("acts", dockText.editAndClose, (position) => (
        <Acts label={dockText.editPosition(tradeWords(position))} onEdit={() => onEdit(position)}>
          <Close of={position} />
        </Acts>
      )),
      isPinned: true,
      from: LINES_PX,
    },
    {
      ...figures<DemoPosition>("close", dockText.close, (position) => <Close of={position} />),
      isPinned: true,
      below: LINES_PX,
    },
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

function Percent({ of }: { of: DemoPosition }) {
  const percent = useMemo(() => percentOf(of), [of]);
  return (
    <Fixed style={roomOf(6)}>
      <LivePercent symbol={of.symbol} percent={percent} format={formatSignedPercent} />
    </Fixed>
  );
}

/** Closes a whole position at the market. */
function Close({ of }: { of: DemoPosition }) {
  useSignals();
  const isFrozen = useIsFrozen();
  const isInLines = useIsInLines();
  const { submit, isSending } = useDemoButton();

  async function close(button: HTMLElement) {
    const next = focusNeighbour(button);
    await submit({ type: "close", positionId: of.id, version: of.version, amount: null });
    next();
  }

  return (
    <Button
      size={isInLines ? "normal" : "dense"}
      disabled={isFrozen || isStale(TRADED_SYMBOLS[of.symbol].pricedFrom).value}
      isLoading={isSending}
      aria-label={dockText.closePosition(tradeWords(of))}
      onClick={(event) => void close(event.currentTarget)}
    >
      {dockText.close}
    </Button>
  );
}
