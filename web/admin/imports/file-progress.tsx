import { styled } from "goober";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatCount } from "../../ui/format.ts";
import { Icon, TriangleAlert } from "../../ui/icon.tsx";
import { Box, Row } from "../../ui/layout.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { media, type } from "../../ui/theme.ts";
import { BackToList } from "../core/item-head.tsx";
import { IMPORT_TEXT } from "./import-text.ts";
import type { RowFault } from "./source-row.ts";
import type { FileImport } from "./use-file-import.ts";

const Frame = styled("div")`
  display: grid;
  gap: 16px;
  padding: 20px;
  & h2 {
    ${type.section}
    overflow-wrap: anywhere;
  }
  & p {
    ${type.body}
    color: var(--muted);
  }
  ${media.phone} {
    padding: 16px;
  }
`;

const Meter = styled("div")`
  display: grid;
  gap: 8px;
  max-width: 560px;
  & > div:last-child {
    ${type.dense}
    display: flex;
    align-items: center;
    justify-content: space-between;
    color: var(--muted);
  }
`;

const Warned = styled("h2")`
  display: flex;
  gap: 8px;
  & > svg {
    flex: none;
    margin-top: 4px;
    color: var(--warn);
  }
`;

/** Wraps, unlike other cells: a fault's message must be readable to its end. */
const Message = styled("span")`
  display: block;
  min-width: 160px;
  padding: 10px 0;
  white-space: normal;
`;

const text = IMPORT_TEXT;
const FAULTS_SHOWN = 200;

type FileProgressProps = { state: Exclude<FileImport, { phase: "idle" }>; onStop: () => void; onResume: () => void };

/** Progress of the chosen file, until all of its trades are staged. */
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
          <p>{state.message ?? text.stoppedDetail(state.sent, state.total)}</p>
          <Row gap={8} align="stretch">
            <Button variant="accent" onClick={onResume}>
              {text.resume}
            </Button>
            <Button onClick={onStop}>{text.giveUp}</Button>
          </Row>
        </Frame>
      );
    case "unreadable":
      return (
        <Frame>
          <BackToList onBack={onStop} />
          <div role="alert">
            <Warning>{text.unreadable(name)}</Warning>
            <p>
              {state.line !== null && `${text.unreadableAt(state.line)}: `}
              {state.message}
            </p>
            <p>{text.nothingSent}</p>
          </div>
        </Frame>
      );
    case "faulty": {
      const { faults, trades } = state.parsed;
      return (
        <Frame>
          <BackToList onBack={onStop} />
          <div role="alert">
            <Warning>{text.faulty(name, faults.length)}</Warning>
            <p>
              {text.faultyDetail(trades.length)} {text.nothingSent}
            </p>
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
      <h2>{title}</h2>
      <Meter>
        <ProgressBar label={title} percent={percent} valueText={valueText} />
        <div>
          <span className="num">{valueText}</span>
          <Button size="dense" onClick={onStop}>
            {text.stop}
          </Button>
        </div>
      </Meter>
      <p>{detail}</p>
    </Frame>
  );
}

function Warning({ children }: { children: string }) {
  return (
    <Warned>
      <Icon of={TriangleAlert} size={20} />
      {children}
    </Warned>
  );
}

const COLUMNS: readonly Column<RowFault>[] = [
  { key: "line", head: text.faultHeads.line, isRowHead: true, cell: ({ line }) => formatCount(line) },
  { key: "column", head: text.faultHeads.column, cell: ({ column }) => column },
  { key: "message", head: text.faultHeads.message, cell: ({ message }) => <Message>{message}</Message> },
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
