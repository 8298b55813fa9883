import {
  comesAfter,
  type EntryRecord,
  type JournalRecord,
  journalKey,
  type LabelRecord,
} from "../../worker/contract/trade-journal/journal-changes.ts";
import { type JournalChange, journalChangesBody } from "../../worker/contract/trade-journal/journal-schema.ts";
import { type ApiServer, type Call, ok, refuse } from "./api-server.ts";

/** The journal of a test API's trader, by the product's schema and rule. It answers every span with all entries. */
export class FakeJournal {
  readonly #server: ApiServer;
  readonly #records = new Map<string, JournalRecord>();
  #number = 0;

  constructor(server: ApiServer) {
    this.#server = server;
    server
      .on("GET /api/journal/labels", () => ok({ labels: this.labels }))
      .on("GET /api/journal/entries", () => ok({ entries: this.entries }))
      .on("POST /api/journal/changes", ({ body }) => this.#change(body));
  }

  get labels(): LabelRecord[] {
    return this.#all().flatMap((record) => (record.kind === "label" ? [record] : []));
  }

  get entries(): EntryRecord[] {
    return this.#all().flatMap((record) => (record.kind === "entry" ? [record] : []));
  }

  /** The requests with changes that the page has sent, oldest first. */
  get requests(): Call[] {
    return this.#server.callsOf("POST /api/journal/changes");
  }

  /** Makes changes that another device has sent. The page hears of them when it reads again. */
  changeElsewhere(...changes: JournalChange[]): void {
    this.#change({ changes });
  }

  #all(): JournalRecord[] {
    return [...this.#records.values()].sort((a, b) => a.number - b.number);
  }

  #change(body: unknown): Response {
    const parsed = journalChangesBody.safeParse(body);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return refuse("invalid_input", issue?.message ?? "", { field: issue?.path.join(".") ?? "" });
    }
    for (const change of parsed.data.changes) {
      const stored = this.#records.get(journalKey(change));
      if (stored && !comesAfter(change, stored)) continue;
      this.#number += 1;
      this.#records.set(journalKey(change), { ...change, number: this.#number });
    }
    return ok({ records: parsed.data.changes.flatMap((change) => this.#records.get(journalKey(change)) ?? []) });
  }
}
