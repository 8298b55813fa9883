import type { ComponentProps } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatCount } from "../../ui/format.ts";
import { Icon, TriangleAlert } from "../../ui/icon.tsx";
import { Box, Row, Stack, Text } from "../../ui/layout.tsx";
import { type Column, Table } from "../../ui/list/table.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { BackToList } from "../core/item-head.tsx";
import { IMPORT_TEXT } from "./import-text.ts";
import type { RowFault } from "./ledger-trades.ts";
import type { FileImport } from "./use-file-import.ts";

const text = IMPORT_TEXT;
const FAULTS_SHOWN = 200;

type FileProgressProps = { state: Exclude<FileImport, { phase: "idle" }>; onStop: () => void; onResume: () => void };

export function FileProgress({ state, onStop, onResume }: FileProgressProps) {
  const { name } = state;
  switch (state.phase) {
    case "reading":
      return (
        <Running
          title={text.reading(name)}
          percent={state.percent}
          valueText={text.part(state.percent)}
          detail={text.readingDetail}
          onStop={onStop}
        />
      );
    case "sending":
      return (
        <Running
          title={text.sending(name)}
          percent={(state.sent / state.total) * 100}
          valueText={text.sent(state.sent, state.total)}
          detail={text.sendingDetail}
          onStop={onStop}
        />
      );
    case "stopped":
      return (
        <Frame role="alert">
          <Warning>{text.stopped}</Warning>
          <Text tone="muted">{state.message ?? text.stoppedDetail(state.sent, state.total)}</Text>
          <Row gap={8} align="stretch">
            <Button variant="accent" onClick={onResume}>
              {text.resume}
            </Button>
            <Button onClick={onStop}>{text.giveUp}</Button>
          </Row>
        </Frame>
      );
    case "unreadable":
    case "demo": {
      const isDemo = state.phase === "demo";
      return (
        <Frame>
          <BackToList onBack={onStop} />
          <div role="alert">
            <Warning>{isDemo ? text.demo(name) : text.unreadable(name)}</Warning>
            <Text tone="muted">
              {state.line !== null && `${text.unreadableAt(state.line)}: `}
              {state.message}
            </Text>
            <Text tone="muted">{isDemo ? text.nothingSentOfDemo : text.nothingSent}</Text>
          </div>
        </Frame>
      );
    }
    case "faulty": {
      const { faults, trades } = state.parsed;
      return (
        <Frame>
          <BackToList onBack={onStop} />
          <div role="alert">
            <Warning>{text.faulty(name, faults.length)}</Warning>
            <Text tone="muted">
              {text.faultyDetail(trades.length)} {text.nothingSent}
            </Text>
          </div>
          <Faults faults={faults} />
        </Frame>
      );
    }
  }
}

type RunningProps = { title: string; percent: number; valueText: string; detail: string; onStop: () => void };

function Running({ title, percent, valueText, detail, onStop }: RunningProps) {
  return (
    <Frame>
      <Text as="h2" size="section" breaks="anywhere">
        {title}
      </Text>
      <Stack gap={8} maxWidth={560}>
        <ProgressBar label={title} percent={percent} valueText={valueText} />
        <Row justify="space-between" size="dense" tone="muted">
          <span className="num">{valueText}</span>
          <Button size="dense" onClick={onStop}>
            {text.stop}
          </Button>
        </Row>
      </Stack>
      <Text tone="muted">{detail}</Text>
    </Frame>
  );
}

function Frame(props: ComponentProps<typeof Stack>) {
  return <Stack gap={16} pad={20} phone={{ pad: 16 }} {...props} />;
}

function Warning({ children }: { children: string }) {
  return (
    <Row as="h2" align="start" gap={8} size="section" breaks="anywhere">
      <Text as="span" grow={false} tone="warn" pad="4px 0 0">
        <Icon of={TriangleAlert} size={20} />
      </Text>
      {children}
    </Row>
  );
}

const COLUMNS: readonly Column<RowFault>[] = [
  { key: "line", head: text.faultHeads.line, isRowHead: true, cell: ({ line }) => formatCount(line) },
  { key: "column", head: text.faultHeads.column, cell: ({ column }) => column },
  {
    key: "message",
    head: text.faultHeads.message,
    // Wraps, unlike other cells: a fault's message must be readable to its end.
    cell: ({ message }) => (
      <Box minWidth={160} pad="10px 0" breaks="usual">
        {message}
      </Box>
    ),
  },
];

function Faults({ faults }: { faults: readonly RowFault[] }) {
  const more = faults.length - FAULTS_SHOWN;
  return (
    <Card isFlush>
      <Table
        caption={text.faultTable}
        columns={COLUMNS}
        rows={faults.slice(0, FAULTS_SHOWN)}
        rowKey={({ line, column, message }) => `${line} ${column} ${message}`}
        empty={null}
      />
      {more > 0 && (
        <Box as="p" pad="12px 20px">
          {text.moreFaults(more)}
        </Box>
      )}
    </Card>
  );
}
