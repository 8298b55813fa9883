import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import { demoRun } from "../demo/demo-account.ts";
import { figures } from "../positions/list-cells.tsx";
import { useIsFrozen } from "../positions/use-is-frozen.ts";
import { loadFailure } from "../state/load-failure.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Facts } from "../ui/facts.tsx";
import { Checkbox } from "../ui/fields/choice.tsx";
import { capUsd, formatCount, formatDate, NO_VALUE } from "../ui/format.ts";
import { Plus } from "../ui/icon.tsx";
import { Box, Row, Stack, Text } from "../ui/layout.tsx";
import { LoadedList } from "../ui/list/loaded-list.tsx";
import { ShowMore } from "../ui/list/show-more.tsx";
import { type Column, Table } from "../ui/list/table.tsx";
import { Money } from "../ui/money.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { figuresOf, type RunRow, useRuns } from "./archived.ts";
import { ComparedRuns } from "./compared-runs.tsx";
import { leverageWords } from "./leverage-words.ts";
import { runText } from "./run-text.ts";

type RunsDialogProps = { timeZone: string; onClose: () => void; onNewRun: () => void };

/** The current run with its settings, and the archived ones with their final figures, two of which can be compared. */
export function RunsDialog({ timeZone, onClose, onNewRun }: RunsDialogProps) {
  useSignals();
  const isFrozen = useIsFrozen();
  const { value, isLoading, error, refetch, hasMore, loadMore } = useRuns();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const rows = value?.rows ?? null;
  const compared = rows?.filter(({ run }) => chosen.includes(run)) ?? [];
  const [one, other] = compared;

  /** Chooses a run; of three, the one that was chosen first is left. */
  function choose(run: number) {
    setChosen(chosen.includes(run) ? chosen.filter((each) => each !== run) : [...chosen, run].slice(-2));
  }

  const table = (items: readonly RunRow[] | null) => (
    <Table
      caption={runText.archiveTable}
      columns={columnsOf(timeZone, chosen, choose)}
      rows={items}
      rowKey={({ _id }) => _id}
      empty={null}
      maxHeight={280}
    />
  );
  return (
    <Dialog
      title={runText.demoRuns}
      width="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{runText.close}</Button>
          <Button variant="accent" icon={Plus} disabled={isFrozen} onClick={onNewRun}>
            {runText.newRun}
          </Button>
        </>
      }
    >
      <Stack gap={16}>
        <CurrentRun />
        <Row justify="space-between" gap={12} wrap>
          <Text as="h3" weight={600}>
            {runText.archive}
          </Text>
          {(rows?.length ?? 0) > 1 && (
            <Text size="caption" tone="muted">
              {runText.compareHint}
            </Text>
          )}
        </Row>
        <Box margin="0 -24px" phone={{ margin: "0 -16px" }}>
          <LoadedList
            items={rows}
            isLoading={isLoading}
            error={loadFailure(error, runText.loadFailure)}
            onReload={() => void refetch()}
            placeholder={table(null)}
            empty={null}
          >
            {(items) =>
              items.length < 2 ? (
                <EmptyState title={runText.noArchive} text={runText.noArchiveText} />
              ) : (
                <>
                  {table(items)}
                  {hasMore && (
                    <ShowMore isLoading={isLoading} onMore={loadMore}>
                      {runText.showMore}
                    </ShowMore>
                  )}
                </>
              )
            }
          </LoadedList>
        </Box>
        {one && other && <ComparedRuns runs={[one, other]} timeZone={timeZone} />}
      </Stack>
    </Dialog>
  );
}

function CurrentRun() {
  useSignals();
  const run = demoRun.value;
  if (!run) return null;
  return (
    <Stack gap={12}>
      <Row gap={8}>
        <Text as="h3" weight={600}>
          {runText.run(run.number)}
        </Text>
        <DemoBadge />
        <Text as="span" size="caption" tone="muted">
          {runText.current}
        </Text>
      </Row>
      <Facts
        arrange="strip"
        facts={[
          { name: runText.startBalance, value: <Money usd={dollarsFromCents(run.startCents)} /> },
          { name: runText.balance, value: <Money usd={capUsd(dollarsFromCents(run.balanceCents))} /> },
          { name: runText.costs, value: runText.costWords[run.costs] },
          { name: runText.leverage, value: leverageWords(run.leverage) },
          { name: runText.trades, value: formatCount(run.closed) },
        ]}
      />
    </Stack>
  );
}

function columnsOf(timeZone: string, chosen: readonly number[], onChoose: (run: number) => void): Column<RunRow>[] {
  return [
    {
      key: "compare",
      head: runText.compare,
      cell: ({ run }) => (
        <Checkbox checked={chosen.includes(run)} onChange={() => onChoose(run)}>
          <VisuallyHidden>{runText.compareRun(run)}</VisuallyHidden>
        </Checkbox>
      ),
    },
    { key: "run", head: runText.runHead, isRowHead: true, cell: ({ run }) => runText.run(run) },
    {
      key: "started",
      head: runText.started,
      isHiddenOnPhone: true,
      cell: ({ startedAt }) => formatDate(startedAt, timeZone),
    },
    {
      key: "ended",
      head: runText.ended,
      cell: ({ archivedAt }) => (archivedAt === null ? runText.stillOpen : formatDate(archivedAt, timeZone)),
    },
    { key: "costs", head: runText.costs, isHiddenOnPhone: true, cell: ({ costs }) => runText.costWords[costs] },
    { key: "leverage", head: runText.leverage, isHiddenOnPhone: true, cell: ({ leverage }) => leverageWords(leverage) },
    figures("trades", runText.trades, (run) => <Trades of={run} />),
    { ...figures<RunRow>("balance", runText.balance, (run) => <Balance of={run} />), isHiddenOnPhone: true },
    { ...figures<RunRow>("result", runText.result, (run) => <Result of={run} />), isStrong: true },
  ];
}

function Trades({ of }: { of: RunRow }) {
  useSignals();
  const known = figuresOf(of, demoRun.value);
  return known ? formatCount(known.closed) : NO_VALUE;
}

function Balance({ of }: { of: RunRow }) {
  useSignals();
  const known = figuresOf(of, demoRun.value);
  return <Money usd={known && capUsd(dollarsFromCents(known.balanceCents))} />;
}

function Result({ of }: { of: RunRow }) {
  useSignals();
  const known = figuresOf(of, demoRun.value);
  return <Money usd={known && capUsd(dollarsFromCents(known.balanceCents - known.startCents))} as="result" />;
}
