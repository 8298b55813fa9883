import { Database } from "bun:sqlite";
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Counts the rows of a running Worker's tape: those that were written since the first `read`. */
export class StoredRows {
  rows = 0;
  records = 0;
  bytes = 0;
  readonly #file: string;
  #lastSeq: number | null = null;

  /** @param dir the folder of a Worker on workerd alone, whose feed has started */
  constructor(dir: string) {
    const objects = join(dir, "objects/PriceFeed");
    const name = readdirSync(objects).find((one) => one.endsWith(".sqlite") && one !== "metadata.sqlite");
    if (!name) throw new Error("the feed has stored nothing");
    this.#file = join(objects, name);
  }

  read(): void {
    const database = new Database(this.#file, { readonly: true });
    try {
      const query = `SELECT count(*) AS rows, sum(last_seq - first_seq + 1) AS records, sum(length(bytes)) AS bytes,
        max(last_seq) AS lastSeq FROM tape_rows WHERE first_seq > ?`;
      type Counted = { rows: number; records: number | null; bytes: number | null; lastSeq: number | null };
      const counted = database.query<Counted, [number]>(query).get(this.#lastSeq ?? 0);
      if (!counted || counted.lastSeq === null) return;
      if (this.#lastSeq !== null) {
        this.rows += counted.rows;
        this.records += counted.records ?? 0;
        this.bytes += counted.bytes ?? 0;
      }
      this.#lastSeq = counted.lastSeq;
    } finally {
      database.close();
    }
  }
}
