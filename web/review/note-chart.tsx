import { useSignals } from "@preact/signals-react/runtime";
import { Suspense, useState } from "react";
import { dollarsOf } from "../../worker/contract/price-steps.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import type { Drawing } from "../../worker/contract/terminal/terminal-schema.ts";
import type { KeptChart } from "../../worker/contract/trade-journal/journal-schema.ts";
import { changeEntry, type EntryName, entryOf } from "../journal/journal-state.ts";
import { lazyPage } from "../state/lazy-page.ts";
import {
  areDrawingsRead,
  areSettingsRead,
  chartSettings,
  drawingsOf,
  isUnread,
  useDrawings,
  useTerminalSettings,
} from "../terminal/drawings-and-settings.ts";
import { Button } from "../ui/button.tsx";
import { ChartCandlestick, X } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Row, Text } from "../ui/layout.tsx";
import { undoToast } from "../ui/toast/undo-toast.tsx";
import { type ChartSubject, fitChart, viewOf } from "./kept-chart.ts";
import { noteChartText as text } from "./note-chart-text.ts";

const LiveChart = lazyPage(async () => (await import("./live-chart-dialog.tsx")).LiveChartDialog);

type NoteChartProps = { name: EntryName; subject: ChartSubject | null; timeZone: string };

/** The chart of a note: attached as it is drawn now, opened live again, removed with an undo. */
export function NoteChart({ name, subject, timeZone }: NoteChartProps) {
  useSignals();
  const [isOpen, setIsOpen] = useState(false);
  const { chart } = entryOf(name);
  if (chart === null) {
    if (subject === null) return null;
    return (
      <Row wrap gap={8}>
        {subject.symbols.map((symbol) => (
          <AttachButton key={symbol} name={name} subject={subject} symbol={symbol} />
        ))}
      </Row>
    );
  }
  const remove = () => {
    changeEntry(name, { chart: null });
    const undo = () => changeEntry(name, { chart });
    undoToast(`chart ${name.key}`, text.removed, { label: text.undo, undo });
  };
  return (
    <Row wrap gap="4px 8px" aria-label={text.chart} role="group">
      <Button size="dense" icon={ChartCandlestick} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {text.open(chart.symbol, chart.timeframe)}
      </Button>
      <Text as="span" size="caption" tone="muted" grow>
        {text.what(chart.drawings.length, chart.indicators.length)}
      </Text>
      <IconButton icon={X} size="dense" label={text.remove} onClick={remove} />
      {isOpen && (
        <Suspense fallback={null}>
          <LiveChart name={name} chart={chart} timeZone={timeZone} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Row>
  );
}

type AttachButtonProps = { name: EntryName; subject: ChartSubject; symbol: FeedSymbol };

function AttachButton({ name, subject, symbol }: AttachButtonProps) {
  useSignals();
  useTerminalSettings();
  useDrawings(symbol);
  const drawings = drawingsOf(symbol).value;
  // What is there is read with its signals.
  const isRead = areSettingsRead.value && areDrawingsRead(symbol);
  const isFailed = isUnread("settings") || isUnread(symbol);
  const attach = () => {
    const { indicators } = chartSettings.peek();
    const inDollars = drawings.map(({ drawing }) => drawingInDollars(symbol, drawing));
    const chart: KeptChart = { symbol, ...viewOf(subject), drawings: inDollars, indicators: [...indicators] };
    changeEntry(name, { chart: fitChart(chart) });
  };
  return (
    <Button
      size="dense"
      icon={ChartCandlestick}
      disabled={!isRead}
      title={isRead ? undefined : isFailed ? text.notRead : text.loading}
      onClick={attach}
    >
      {subject.symbols.length > 1 ? text.attachOf(symbol) : text.attach}
    </Button>
  );
}

function drawingInDollars(symbol: FeedSymbol, drawing: Drawing): Drawing {
  return { ...drawing, anchors: drawing.anchors.map(({ time, price }) => ({ time, price: dollarsOf(symbol, price) })) };
}
