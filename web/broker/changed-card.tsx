import { digitsText } from "../trade-accounts/exact-digits.ts";
import { Button } from "../ui/button.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { formatDateTime, NO_VALUE } from "../ui/format.ts";
import { Row, Stack, Text } from "../ui/layout.tsx";
import { type Column, Table } from "../ui/list/table.tsx";
import type { BrokerPreview, FillRow, TradeRow } from "./broker-calls.ts";
import { resultText } from "./broker-money.ts";
import { importText } from "./import-text.ts";

const text = importText.changed;

/** One figure of a ticket that is another one in the file. */
type Difference = { key: string; ticket: string; symbol: string; field: string; before: string; after: string };

type ChangedCardProps = {
  preview: BrokerPreview;
  currency: string;
  timeZone: string;
  onDecide: (changed: "keep" | "take") => void;
  onCancel: () => void;
};

/** Tickets that the account has with other figures, old beside new, for the trader to keep theirs or to take those of the file. */
export function ChangedCard({ preview, currency, timeZone, onDecide, onCancel }: ChangedCardProps) {
  const { changed, changedCount, added, resultBefore, resultAfter, resultTaken } = preview;
  const columns: Column<Difference>[] = [
    {
      key: "ticket",
      head: text.heads.ticket,
      isRowHead: true,
      cell: ({ ticket }) => <span className="num">{ticket}</span>,
    },
    { key: "symbol", head: text.heads.symbol, isHiddenOnPhone: true, cell: ({ symbol }) => symbol },
    { key: "field", head: text.heads.field, cell: ({ field }) => field },
    { key: "before", head: text.heads.before, isNumeric: true, cell: ({ before }) => before },
    { key: "after", head: text.heads.after, isNumeric: true, isStrong: true, cell: ({ after }) => after },
  ];
  const rows = changed.flatMap(({ ticket, before, after }) => differences(ticket, before, after, timeZone));
  const money = (amount: number) => resultText(amount, currency);
  return (
    <Card isFlush aria-labelledby="import-changed">
      <CardHead id="import-changed" title={text.title(changedCount)} />
      <Stack gap={8} pad="16px 20px" phone={{ pad: 16 }}>
        <Text>{text.lead}</Text>
        <Text tone="muted">
          {text.added(added)} {text.result(money(resultBefore), money(resultAfter), money(resultTaken))}
        </Text>
        {changed.length < changedCount && <Text tone="muted">{text.first(changed.length, changedCount)}</Text>}
      </Stack>
      <Table
        caption={text.table}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        maxHeight={400}
        empty={null}
      />
      <Row wrap justify="end" gap={8} pad="16px 20px" line="top" phone={{ pad: 16, each: 1 }}>
        <Button variant="plain" onClick={onCancel}>
          {importText.sending.cancel}
        </Button>
        <Button onClick={() => onDecide("take")}>{text.take}</Button>
        <Button variant="accent" onClick={() => onDecide("keep")}>
          {text.keep}
        </Button>
      </Row>
    </Card>
  );
}

type Compared = TradeRow | FillRow;

function differences(ticket: string, before: Compared, after: Compared, timeZone: string): Difference[] {
  return Object.entries(text.fields).flatMap(([name, field]) => {
    const [was, is] = [figureOf(before, name), figureOf(after, name)];
    if (was === is) return [];
    const shown = (value: string | number | null) => shownValue(name, value, timeZone);
    return [{ key: `${ticket} ${name}`, ticket, symbol: after.symbol, field, before: shown(was), after: shown(is) }];
  });
}

function figureOf(row: Compared, name: string): string | number | null {
  // Names that a row of the other kind has.
  return name in row ? (row[name as keyof Compared] ?? null) : null;
}

function shownValue(name: string, value: string | number | null, timeZone: string): string {
  if (value === null) return NO_VALUE;
  if (typeof value === "number") return formatDateTime(value, timeZone);
  return name === "direction" || name === "side" || name === "symbol" ? value : digitsText(value);
}
