import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import type { DemoRunFigures } from "../../worker/contract/demo/demo-types.ts";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import { demoRun } from "../demo/demo-account.ts";
import { figures } from "../positions/list-cells.tsx";
import { capUsd, formatCount, formatDate, formatSignedPercent, NO_VALUE } from "../ui/format.ts";
import { Box } from "../ui/layout.tsx";
import { Table } from "../ui/list/table.tsx";
import { Money } from "../ui/money.tsx";
import { figuresOf, type RunRow } from "./archived.ts";
import { leverageWords } from "./leverage-words.ts";
import { runText } from "./run-text.ts";

/** A line of the comparison: the same figure of each run. */
type Line = { name: string; of: (run: RunRow) => ReactNode };

/** Two runs side by side. */
export function ComparedRuns({ runs, timeZone }: { runs: readonly [RunRow, RunRow]; timeZone: string }) {
  useSignals();
  const current = demoRun.value;
  const fromFigures = (name: string, write: (figures: DemoRunFigures) => ReactNode): Line => ({
    name,
    of(run) {
      const known = figuresOf(run, current);
      return known ? write(known) : NO_VALUE;
    },
  });
  const money = (name: string, cents: (figures: DemoRunFigures) => number) =>
    fromFigures(name, (known) => <Money usd={capUsd(dollarsFromCents(cents(known)))} />);
  const result = (name: string, cents: (figures: DemoRunFigures) => number) =>
    fromFigures(name, (known) => <Money usd={capUsd(dollarsFromCents(cents(known)))} as="result" />);
  const lines: Line[] = [
    result(runText.result, ({ balanceCents, startCents }) => balanceCents - startCents),
    fromFigures(runText.resultPercent, ({ balanceCents, startCents }) =>
      formatSignedPercent(((balanceCents - startCents) * 100) / startCents),
    ),
    money(runText.startBalance, ({ startCents }) => startCents),
    money(runText.balance, ({ balanceCents }) => balanceCents),
    result(runText.profit, ({ profitCents }) => profitCents),
    money(runText.commission, ({ commissionCents }) => commissionCents),
    money(runText.overnight, ({ overnightCents }) => overnightCents),
    money(runText.protection, ({ protectionCents }) => protectionCents),
    fromFigures(runText.opened, ({ opened }) => formatCount(opened)),
    fromFigures(runText.closed, ({ closed }) => formatCount(closed)),
    fromFigures(runText.voided, ({ voided }) => formatCount(voided)),
    { name: runText.costs, of: ({ costs }) => runText.costWords[costs] },
    { name: runText.leverage, of: ({ leverage }) => leverageWords(leverage) },
    { name: runText.started, of: ({ startedAt }) => formatDate(startedAt, timeZone) },
    {
      name: runText.ended,
      of: ({ archivedAt }) => (archivedAt === null ? runText.stillOpen : formatDate(archivedAt, timeZone)),
    },
  ];
  const [one, other] = runs;
  return (
    <Box margin="0 -24px" line="top" phone={{ margin: "0 -16px" }}>
      <Table
        caption={runText.compareTable(one.run, other.run)}
        columns={[
          { key: "figure", head: runText.figure, isRowHead: true, cell: ({ name }: Line) => name },
          ...runs.map((run) => figures<Line>(run._id, runText.run(run.run), ({ of }) => of(run))),
        ]}
        rows={lines}
        rowKey={({ name }) => name}
        empty={null}
      />
    </Box>
  );
}
