import { Zip, ZipDeflate } from "fflate";
import { csvHead, csvLine } from "../platform/csv.ts";
import type { DataPage, DataRecord } from "./data-table.ts";

/** Streams a ZIP archive with one CSV file per table. */
export async function* csvArchive(pages: AsyncIterable<DataPage>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  let file: ZipDeflate | undefined;
  for await (const { table, records, isFirst, isLast } of pages) {
    if (isFirst || !file) {
      file = new ZipDeflate(`${table.name}.csv`);
      zip.add(file);
      file.push(encoder.encode(csvHead(table.head)));
    }
    const lines = records.map((record) => csvLine(table.head.map((name) => cell(record[name]))));
    file.push(encoder.encode(lines.join("")), isLast);
    // An empty chunk is useless to the reader of the stream.
    yield* ready.filter(({ length }) => length > 0);
    ready = [];
  }
  zip.end();
  yield* ready;
}

function cell(value: DataRecord[string] | undefined): string | number {
  if (value === null || value === undefined) return "";
  return typeof value === "boolean" ? String(value) : value;
}
