import { styled } from "goober";
import { type ReactNode, useState } from "react";
import { MAPPED_FIELDS, missingFields } from "../imports/mapping/mapped-fields.ts";
import type { UnmappedTable } from "../imports/mapping/unmapped-file.ts";
import { previewInWorker } from "../imports/read-in-worker.ts";
import type { MappedField, Mapping } from "../imports/statement/mapping.ts";
import type { Answers } from "../imports/statement/statement.ts";
import { useQuery } from "../state/use-query.ts";
import { Button } from "../ui/button.tsx";
import { Card, Panel } from "../ui/card.tsx";
import { Field } from "../ui/fields/field.tsx";
import { Select } from "../ui/fields/select.tsx";
import { Icon, Lock } from "../ui/icon.tsx";
import { Grid, Row, Stack, Text } from "../ui/layout.tsx";
import { TableGrid } from "../ui/list/table.tsx";
import { Segments } from "../ui/segments.tsx";
import { media } from "../ui/theme.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { FileHead } from "./check-facts.tsx";
import { CheckFoot } from "./check-foot.tsx";
import { importText } from "./import-text.ts";
import { LineRead } from "./line-read.tsx";

const text = importText.columns;
const LINES_SHOWN = 6;
const LEFT_OUT = "leave_out";

const Scroller = styled("div")`
  /* Its hidden labels are placed in it, and not in the page. */
  position: relative;
  overflow-x: auto;
  overscroll-behavior-x: contain;
  --control-height: 32px;
  --select-start: 10px;
  --select-end: 26px;
  --select-arrow: 8px;
  & th {
    min-width: 112px;
    font-weight: 500;
    text-align: left;
  }
  & th:last-child {
    min-width: 132px;
  }
  & thead tr:first-child th {
    position: static;
    height: 56px;
  }
  ${media.phone} {
    --control-height: 44px;
    & th {
      min-width: 140px;
    }
  }
  & td[data-left-out="true"],
  & th[data-left-out="true"] {
    color: var(--muted);
  }
`;

type ColumnsStepProps = {
  file: File;
  table: UnmappedTable;
  answers: Answers;
  another: ReactNode;
  onMapping: (answers: Answers) => void;
};

/** What the columns of a table of no known form mean, said by the trader, with its first line read by it. */
export function ColumnsStep({ file, table, answers, another, onMapping }: ColumnsStepProps) {
  const [mapping, setMapping] = useState(table.proposal);
  const [symbol, setSymbol] = useState(answers.symbol ?? "");
  const said = symbol.trim() === "" ? {} : { symbol: symbol.trim() };
  const missing = missingFields(mapping, table, said);
  const given: Answers = { ...answers, ...said, mapping };
  const preview = useQuery({
    key: missing.length > 0 ? null : ["import-line", file.name, file.size, file.lastModified, JSON.stringify(given)],
    fetch: (signal) => previewInWorker(file, given, { lines: 1, signal }),
    failure: "first line not read",
  });
  const change = (next: Partial<Mapping>) => setMapping({ ...mapping, ...next });
  const hasCosts = mapping.columns.fee !== undefined || mapping.columns.swap !== undefined;
  return (
    <Stack gap={16} phone={{ gap: 12 }}>
      <Card isFlush>
        <FileHead name={file.name} note={text.lead(table.rowCount)} />
        <ColumnsTable table={table} mapping={mapping} onChange={setMapping} />
        {table.rowCount > LINES_SHOWN && (
          <Text pad="12px 20px" size="dense" tone="muted" line="top" phone={{ pad: "12px 16px" }}>
            {text.more(table.rowCount - LINES_SHOWN)}
          </Text>
        )}
      </Card>
      <Grid
        columns="minmax(0, 1fr) minmax(0, 440px)"
        gap={16}
        align="start"
        medium={{ columns: 1 }}
        phone={{ gap: 12 }}
      >
        <Panel title={text.unsaid}>
          <Stack line="between">
            <Choice name={text.kind} detail={text.kindDetail[mapping.kind]}>
              <Segments
                label={text.kind}
                value={mapping.kind}
                options={(["trades", "fills"] as const).map((kind) => ({ value: kind, label: text.kinds[kind] }))}
                onChange={(kind) => change({ kind, columns: ofKind(mapping, kind) })}
              />
            </Choice>
            {mapping.columns.symbol === undefined && (
              <Choice name={importText.questions.symbol} detail={importText.questions.symbolDetail}>
                <Field
                  label={importText.questions.symbolLabel}
                  size="compact"
                  placeholder="XAUUSD"
                  autoComplete="off"
                  value={symbol}
                  onChange={({ target }) => setSymbol(target.value)}
                />
              </Choice>
            )}
            {hasCosts && (
              <Choice name={text.costs}>
                <Segments
                  label={text.costs}
                  value={mapping.costsArePositive ? "cost" : "rebate"}
                  options={(["cost", "rebate"] as const).map((value) => ({ value, label: text.costsAre[value] }))}
                  onChange={(value) => change({ costsArePositive: value === "cost" })}
                />
              </Choice>
            )}
            {hasCosts && mapping.columns.profit !== undefined && (
              <Choice name={text.net}>
                <Segments
                  label={text.net}
                  value={mapping.profitIsNet ? "net" : "gross"}
                  options={(["net", "gross"] as const).map((value) => ({ value, label: text.netIs[value] }))}
                  onChange={(value) => change({ profitIsNet: value === "net" })}
                />
              </Choice>
            )}
            {(mapping.kind === "fills" || mapping.columns.profit === undefined) && (
              <Choice name={text.prices} detail={text.pricesDetail}>
                <Segments
                  label={text.prices}
                  value={mapping.pricesAreOfUnits ? "unit" : "contract"}
                  options={(["unit", "contract"] as const).map((value) => ({ value, label: text.pricesAre[value] }))}
                  onChange={(value) => change({ pricesAreOfUnits: value === "unit" })}
                />
              </Choice>
            )}
          </Stack>
        </Panel>
        <LineRead
          line={missing.length > 0 ? null : (preview.value?.lines[0] ?? null)}
          first={table.rows[0]?.line ?? 1}
          hasProfit={mapping.columns.profit !== undefined}
          isOfTrades={mapping.kind === "trades"}
        />
      </Grid>
      <CheckFoot
        note={
          <Row gap={8} tone="muted">
            <Icon of={Lock} />
            {text.local}
          </Row>
        }
        phoneNote={text.local}
        another={another}
      >
        <Button variant="accent" size="touch" disabled={missing.length > 0} onClick={() => onMapping(given)}>
          {missing.length > 0
            ? text.missing(missing.map((field) => text.fields[field]).join(", "))
            : text.check(table.rowCount)}
        </Button>
      </CheckFoot>
    </Stack>
  );
}

function Choice({ name, detail, children }: { name: string; detail?: string; children: ReactNode }) {
  return (
    <Row wrap justify="space-between" gap="8px 16px" minHeight={64} pad="10px 20px" phone={{ pad: "10px 16px" }}>
      <div>
        <Text size="dense" weight={500}>
          {name}
        </Text>
        {detail && (
          <Text size="caption" tone="muted">
            {detail}
          </Text>
        )}
      </div>
      {children}
    </Row>
  );
}

/** The columns of a mapping that the other kind of table has too. */
function ofKind({ columns }: Mapping, kind: Mapping["kind"]): Mapping["columns"] {
  const both: { [Field in MappedField]?: number | undefined } =
    kind === "fills"
      ? { time: columns.closed ?? columns.opened, price: columns.entryPrice ?? columns.exitPrice }
      : { closed: columns.time, entryPrice: columns.price };
  const kept = MAPPED_FIELDS[kind].flatMap(({ field }) => {
    const at = columns[field] ?? both[field];
    return at === undefined ? [] : [[field, at] as const];
  });
  return Object.fromEntries(kept);
}

type ColumnsTableProps = { table: UnmappedTable; mapping: Mapping; onChange: (mapping: Mapping) => void };

function ColumnsTable({ table, mapping, onChange }: ColumnsTableProps) {
  const { heads, rows } = table;
  const fieldAt = (at: number) =>
    MAPPED_FIELDS[mapping.kind].find(({ field }) => mapping.columns[field] === at)?.field ?? LEFT_OUT;

  function say(at: number, field: MappedField | typeof LEFT_OUT) {
    const others = Object.entries(mapping.columns).filter(([name, column]) => column !== at && name !== field);
    const columns = Object.fromEntries(field === LEFT_OUT ? others : [...others, [field, at]]);
    onChange({ ...mapping, columns });
  }

  return (
    <Scroller role="region" aria-label={text.table} tabIndex={0}>
      <TableGrid>
        <VisuallyHidden as="caption">{text.table}</VisuallyHidden>
        <thead>
          <tr>
            {heads.map((head, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; names may stand twice
              <th key={at} scope="col">
                <Select
                  label={text.meaningOf(text.columnOf(head, at + 1))}
                  size="compact"
                  value={fieldAt(at)}
                  options={[
                    ...MAPPED_FIELDS[mapping.kind].map(({ field, isNeeded }) => ({
                      value: field,
                      label: isNeeded ? text.needed(text.fields[field]) : text.fields[field],
                    })),
                    { value: LEFT_OUT, label: text.leaveOut },
                  ]}
                  onChange={(field) => say(at, field)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {heads.map((head, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <th key={at} scope="col" data-left-out="true">
                {text.columnOf(head, at + 1)}
              </th>
            ))}
          </tr>
          {rows.slice(0, LINES_SHOWN).map(({ line, cells }) => (
            <tr key={line}>
              {heads.map((_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={at} className="num" data-left-out={fieldAt(at) === LEFT_OUT}>
                  {cells[at] ?? ""}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </TableGrid>
    </Scroller>
  );
}
