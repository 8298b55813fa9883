import { afterEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { UnreadableFile } from "../../worker/contract/files/row.ts";
import { csvFile } from "../test/file-writers/csv-file.ts";
import type { ReadMessage, ReadRequest } from "./file-reader.ts";
import { UnmappedFile } from "./mapping/unmapped-file.ts";
import { previewInWorker, readInWorker } from "./read-in-worker.ts";

const HEAD = "ticket,symbol,direction,lots,open time,entry price,close time,exit price,profit".split(",");
const row = (i: number) => [
  ...[`A-${i}`, "US500", "Buy", "1", "2026-09-14 08:00:00", "6702.4", "2026-09-14 09:00:00", "6712.4", "10"],
];
const trades = (count: number) => csvFile([HEAD, ...Array.from({ length: count }, (_, i) => row(i))]);
const OTHER = csvFile([
  ["Time", "Symbol", "Side", "Qty", "Price"],
  ["2026-09-01 10:00", "A", "Buy", "1", "100.5"],
  ["2026-09-02 10:00", "A", "Sell", "x", "101.5"],
]);

describe("the script of the thread", () => {
  let worker: Worker | null = null;
  afterEach(() => worker?.terminate());

  /** All that it answers to a request, up to what ends it. */
  async function answersTo(bytes: Uint8Array, rest: Omit<ReadRequest, "file">): Promise<ReadMessage[]> {
    worker = new Worker(join(import.meta.dir, "file-reader.ts"));
    const messages: ReadMessage[] = [];
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.onmessage = ({ data }: MessageEvent<ReadMessage>) => {
      messages.push(data);
      if (!("progress" in data) && !("rows" in data)) resolve();
    };
    worker.postMessage({ file: new Blob([new Uint8Array(bytes)]), ...rest } satisfies ReadRequest);
    await promise;
    return messages;
  }

  test("sends the rows of a statement in pieces, none of them twice, and the rest of it last", async () => {
    const messages = await answersTo(trades(2_500), { answers: {} });
    const pieces = messages.flatMap((message) => ("rows" in message ? [message.rows.trades] : []));
    expect(pieces.map((piece) => piece.length)).toEqual([1_000, 1_000, 500]);
    expect(pieces.flat().map(({ ticket }) => ticket)).toEqual(Array.from({ length: 2_500 }, (_, i) => `A-${i}`));
    expect(messages.at(-1)).toMatchObject({ statement: { format: "csv", currency: "USD", trades: [] } });
  });

  test("answers the table of a file of no known format, and then a preview by its proposal", async () => {
    const [answer] = await answersTo(OTHER, { answers: {} }).then((messages) => messages.slice(-1));
    if (!answer || !("table" in answer)) throw new Error("no table");
    expect(answer.table).toMatchObject({ rowCount: 2, missing: [], proposal: { kind: "fills" } });
    const { proposal: mapping } = answer.table;
    worker?.terminate();
    const [preview] = await answersTo(OTHER, { answers: { mapping }, previewLines: 2 }).then((all) => all.slice(-1));
    expect(preview).toMatchObject({
      preview: { lines: [{ faults: [] }, { read: null, faults: [{ column: "Qty", fault: "not_number" }] }] },
    });
  });

  test("answers why a file cannot be read", async () => {
    const messages = await answersTo(new TextEncoder().encode("%PDF-1.7"), { answers: {} });
    expect(messages).toEqual([{ fault: { code: "pdf" }, line: null }]);
  });
});

describe("without a script of a build, as in tests, the same is read here", () => {
  test("statements, tables, previews and refusals", async () => {
    expect((await readInWorker(new Blob([new Uint8Array(trades(2))]), {})).trades).toHaveLength(2);
    const refusal = await readInWorker(new Blob([new Uint8Array(OTHER)]), {}).catch((error: unknown) => error);
    if (!(refusal instanceof UnmappedFile)) throw new Error("it was read");
    const answers = { mapping: refusal.table.proposal };
    const { lines } = await previewInWorker(new Blob([new Uint8Array(OTHER)]), answers, { lines: 1 });
    expect(lines.map(({ line }) => line)).toEqual([2]);
    await expect(readInWorker(new Blob(["%PDF"]), {})).rejects.toBeInstanceOf(UnreadableFile);
  });

  test("an aborted signal reads nothing", async () => {
    await expect(readInWorker(new Blob([]), {}, { signal: AbortSignal.abort("left") })).rejects.toBe("left");
  });
});
