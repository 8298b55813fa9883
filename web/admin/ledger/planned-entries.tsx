import { formatSum } from "../../ui/format.ts";
import { Text } from "../../ui/layout.tsx";
import { type Column, Table } from "../../ui/list/table.tsx";
import type { ActPlan } from "./book-calls.ts";
import { BOOK_ADMIN_TEXT } from "./book-text.ts";
import { accountName } from "./ledger-names.ts";

const text = BOOK_ADMIN_TEXT;

/** What an act on money writes. @property waiting how many open withdrawals of the trader wait from then on */
export type Plan = Pick<ActPlan["plan"], "entries"> & { waiting?: number };
type Entry = Plan["entries"][number];
/** A row of the table, with its place as its key: suspense has two entries where a payment is received and decided at once. */
type Row = Entry & { place: number };

/** Every entry that an act writes, with its account before and after. */
export function PlannedEntries({ plan, title = text.plan }: { plan: Plan; title?: string }) {
  return (
    <>
      <Table
        caption={title}
        columns={COLUMNS}
        rows={plan.entries.map((entry, place) => ({ ...entry, place }))}
        rowKey={({ place }) => String(place)}
        empty={null}
      />
      {plan.waiting !== undefined && plan.waiting > 0 && (
        <Text size="dense" tone="warn" pad="8px 0 0">
          {text.waiting(plan.waiting)}
        </Text>
      )}
    </>
  );
}

/** An entry in riel has a rate. */
const sumOf = ({ rate }: Entry, amount: number) => formatSum(amount, rate === null ? "USD" : "KHR");

const COLUMNS: Column<Row>[] = [
  { key: "account", head: text.account, isRowHead: true, cell: ({ accountId }) => accountName(accountId) },
  {
    key: "change",
    head: text.change,
    isNumeric: true,
    isStrong: true,
    cell: (entry) => `${entry.amount > 0 ? "+" : ""}${sumOf(entry, entry.amount)}`,
  },
  { key: "before", head: text.before, isNumeric: true, cell: (entry) => sumOf(entry, entry.before) },
  { key: "after", head: text.after, isNumeric: true, cell: (entry) => sumOf(entry, entry.after) },
];
