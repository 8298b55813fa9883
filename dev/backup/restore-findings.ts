import type { Client } from "@libsql/client/web";
import { JOURNAL_GENERATION_ROWS, type JournalRow } from "../../db/money-journal.ts";
import type { RestoreFinding } from "../../worker/contract/restore-finding.ts";
import { generationOf } from "../../worker/journal/journal-segments.ts";
import { contentOf, type Row, stateAfter } from "./journalled-tables.ts";

type Known = {
  /** The rows of the journal that the copy does not have. */
  beyond: readonly JournalRow[];
  copySequence: number;
  /** The rows of the copy that the journal does not have. */
  owed: readonly JournalRow[];
};

/** The tables of records, payouts first, and how a finding names them. */
const RECORDS = [
  ["withdrawals", "withdrawal"],
  ["deposits", "deposit"],
  ["payment_exceptions", "exception"],
  ["imports", "import"],
] as const;

/** The records that are newer in the journal than in the copy, and the rows that are missing. @param client the copy before the restore */
export async function describeRestore(
  client: Client,
  { beyond, copySequence, owed }: Known,
): Promise<RestoreFinding[]> {
  const state = stateAfter(beyond);
  const findings: RestoreFinding[] = [];
  for (const [table, kind] of RECORDS) {
    const rows = [...(state.get(table)?.values() ?? [])];
    const before = await statusesOf(client, table, rows);
    for (const row of rows) {
      findings.push({
        kind,
        id: String(row.id),
        before: before.get(String(row.id)) ?? null,
        after: String(row.status),
        amountCents: amountOf(row),
        userId: row.user_id === undefined ? null : String(row.user_id),
      });
    }
  }
  for (const row of state.get("users")?.values() ?? []) {
    findings.push({ ...NOTHING, kind: "person", id: String(row.id), after: personState(row), userId: String(row.id) });
  }
  const lost = gapsOf(beyond, copySequence).map(([first, last]) => ({
    ...NOTHING,
    kind: "lost" as const,
    id: first === last ? `${first}` : `${first}-${last}`,
  }));
  const unknown = owed.map((row) => ({
    ...NOTHING,
    kind: "not_journalled" as const,
    id: `${row.sequence} ${row.tableName}`,
    amountCents: amountOf(contentOf(row)[0] ?? {}),
  }));
  return [...findings, ...lost, ...unknown];
}

const NOTHING = { before: null, after: null, amountCents: null, userId: null };

function amountOf({ amount_cents, credited_cents, profit_cents }: Row): number | null {
  const amount = amount_cents ?? credited_cents ?? profit_cents;
  return typeof amount === "number" ? amount : null;
}

function personState({ role, frozen_at_ms, closed_at_ms }: Row): string {
  if (closed_at_ms !== null) return "closed";
  return frozen_at_ms === null ? String(role) : "frozen";
}

async function statusesOf(client: Client, table: string, rows: readonly Row[]): Promise<Map<string, string>> {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const { rows: found } = await client.execute({
    sql: `SELECT id, status FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`,
    args: [ids],
  });
  return new Map(found.map(({ id, status }) => [String(id), String(status)]));
}

/** The sequences after the copy that the journal lacks. */
export function gapsOf(beyond: readonly JournalRow[], copySequence: number): Array<[first: number, last: number]> {
  const gaps: Array<[number, number]> = [];
  let last = copySequence;
  for (const { sequence } of beyond) {
    // A restored database begins at another multiple; what it skips was never given.
    const before = Math.max(last, generationOf(sequence) * JOURNAL_GENERATION_ROWS);
    if (sequence > before + 1) gaps.push([before + 1, sequence - 1]);
    last = sequence;
  }
  return gaps;
}
