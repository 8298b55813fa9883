import type { DataPage } from "./data-table.ts";

/** Streams one JSON object: a list for each table, and an object or null for a table with a single record. */
export async function* jsonDocument(pages: AsyncIterable<DataPage>, atMs: number): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`{\n"exportedAt": ${JSON.stringify(new Date(atMs).toISOString())}`);
  for await (const { table, records, isFirst, isLast } of pages) {
    const lines = records.map((record) => JSON.stringify(record));
    const name = isFirst ? `,\n${JSON.stringify(table.name)}: ` : "";
    if (table.isOne) yield encoder.encode(`${name}${lines[0] ?? "null"}`);
    else {
      const separator = isFirst ? "[\n" : lines.length > 0 ? ",\n" : "";
      yield encoder.encode(`${name}${separator}${lines.join(",\n")}${isLast ? "\n]" : ""}`);
    }
  }
  yield encoder.encode("\n}\n");
}
