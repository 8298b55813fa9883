import { expect, test } from "bun:test";
import { alertTerms, firingOf } from "../../dev/test/test-alerts.ts";
import type { AlertTerms } from "../contract/alerts/price-alerts.ts";
import { MINUTE_MS } from "../contract/time.ts";
import type { AlertRow } from "./alert-store.ts";
import { alertViews } from "./alert-view.ts";

const AT = 1_700_000_000_000;
const again = { repeat: { type: "again", retreat: 90_000 } } as const;
const move: Partial<AlertTerms> = {
  condition: { type: "move", direction: "up", basisPoints: 5, windowMs: 5 * MINUTE_MS },
  repeat: { type: "again", retreat: 0 },
};

/** An alert that is on in version 2, armed after record 100, with a firing of a version at a record. */
function rowOf(
  changes: Partial<AlertTerms>,
  alert: Partial<AlertRow["alert"]> = {},
  fired: { seq: number; version?: number } | null = null,
): AlertRow {
  const { condition, repeat, expiresAt, ...terms } = alertTerms(changes);
  const json = { condition: JSON.stringify(condition), repeat: JSON.stringify(repeat) };
  const counts = { firings: fired ? 1 : 0, lastFiringId: fired && 9 };
  const times = { expiresAtMs: expiresAt, createdAtMs: AT, changedAtMs: AT };
  const state = { version: 2, state: "on", armedVersion: 2, armedSeq: 100 } as const;
  const row = { ...terms, ...json, ...times, ...counts, ...state, id: 7, userId: "u", ...alert };
  if (!fired) return { alert: row, firing: null };
  const { quote, before, value2, extreme } = firingOf("u", 7, { ...fired, at: AT });
  const facts = JSON.stringify({ quote, before, value2, extreme });
  const columns = { id: 9, alertId: 7, userId: "u", version: fired.version ?? 2, quoteSeq: fired.seq, firedAtMs: AT };
  return { alert: row, firing: { ...columns, terms: JSON.stringify(alertTerms(changes)), facts } };
}

test.each<[string, AlertRow, number, string]>([
  ["that the book does not have yet is arming", rowOf({}, { armedVersion: null, armedSeq: null }), AT, "arming"],
  ["of a later version than the book's is arming", rowOf({}, { armedVersion: 1 }), AT, "arming"],
  ["that the book has is armed", rowOf({}), AT, "armed"],
  ["that tells again and has not fired is armed", rowOf(again), AT, "armed"],
  ["that tells again waits after it fired", rowOf(again, {}, { seq: 101 }), AT, "waiting"],
  ["that was armed again after it fired is armed", rowOf(again, { armedSeq: 140 }, { seq: 101 }), AT, "armed"],
  ["that fired in an earlier version is armed", rowOf(again, {}, { seq: 101, version: 1 }), AT, "armed"],
  ["on a move waits for its window", rowOf(move, {}, { seq: 101 }), AT + 5 * MINUTE_MS - 1, "waiting"],
  ["on a move is armed after its window", rowOf(move, {}, { seq: 101 }), AT + 5 * MINUTE_MS, "armed"],
  ["that is paused is paused", rowOf({}, { state: "paused" }), AT, "paused"],
  ["that fired has fired", rowOf({}, { state: "fired" }, { seq: 101 }), AT, "fired"],
  ["that expired has expired", rowOf({}, { state: "expired" }), AT, "expired"],
])("an alert %s", (_, row, nowMs, state) => {
  expect(alertViews([row], nowMs)).toMatchObject([{ id: 7, version: 2, state }]);
});

test("an alert has its newest firing while that is kept", () => {
  const row = rowOf(again, {}, { seq: 101 });
  const { quote, before } = firingOf("u", 7, { seq: 101, at: AT });
  const lastFiring = { id: 9, alert: 7, version: 2, at: AT, quote, before, value2: 1_800_000_000, extreme: null };
  expect(alertViews([row], AT)).toEqual([
    { ...alertTerms(again), id: 7, version: 2, state: "waiting", createdAt: AT, firings: 1, lastFiring },
  ]);
  expect(alertViews([{ ...row, firing: null }], AT)).toMatchObject([{ firings: 1, lastFiring: null }]);
});

test("an alert on a symbol that this version does not know is left out", () => {
  expect(alertViews([rowOf({}, { symbol: "OF_TOMORROW" }), rowOf({})], AT)).toHaveLength(1);
});
