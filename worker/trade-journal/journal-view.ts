import type { EntryRecord, LabelRecord } from "../contract/trade-journal/journal-changes.ts";
import type { KeptChart } from "../contract/trade-journal/journal-schema.ts";
import type { EntryRow, LabelRow } from "./journal-store.ts";

/** A label as the account sends it. */
export function labelRecord(row: LabelRow): LabelRecord {
  const { id, version, number, kind, name, archivedAtMs } = row;
  return { kind: "label", id, version, number, body: { type: kind, name, isArchived: archivedAtMs !== null } };
}

/** An entry as the account sends it. */
export function entryRecord(row: EntryRow): EntryRecord {
  const { account, subject, key, version, number, setupId, grade, note, reviewedAtMs } = row;
  // Both are written from the schema's own values.
  const labels = JSON.parse(row.labels) as string[];
  const chart = row.chart === null ? null : (JSON.parse(row.chart) as KeptChart);
  const body = { setup: setupId, grade, labels, note, chart, reviewedAt: reviewedAtMs };
  return { kind: "entry", account, subject, key, version, number, body };
}
