import { expect, test } from "bun:test";
import type { TapeRecord } from "../contract/tape/tape-record.ts";
import { RecordLine, WAITING_RECORDS_MAX } from "./record-line.ts";

const records = (from: number, count: number) =>
  Array.from({ length: count }, (_, i): TapeRecord => {
    return { seq: from + i, heardAt: 0, type: "gap", symbols: ["BTCUSDm"], fromMs: 0, reason: "idle" };
  });
const seqs = (taken: TapeRecord[] | null) => taken?.map(({ seq }) => seq);

test("records leave in their order, and unsent ones before later ones", () => {
  const line = new RecordLine();
  expect(line.take()).toBeNull();
  line.add(records(1, 2));
  line.add(records(3, 1));
  const taken = line.take() ?? [];
  expect(seqs(taken)).toEqual([1, 2, 3]);
  line.add(records(4, 1));
  line.putBack(taken);
  expect(seqs(line.take())).toEqual([1, 2, 3, 4]);
  expect(line.take()).toBeNull();
});

test("of too many only the last one stays", () => {
  const line = new RecordLine();
  line.add(records(1, WAITING_RECORDS_MAX));
  expect(line.take()).toHaveLength(WAITING_RECORDS_MAX);
  line.add(records(1, WAITING_RECORDS_MAX + 1));
  expect(seqs(line.take())).toEqual([WAITING_RECORDS_MAX + 1]);
});
