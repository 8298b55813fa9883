import { FEED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import {
  type TerminalRecord,
  terminalKey,
  winningChanges,
  winsOver,
} from "../../worker/contract/terminal/terminal-changes.ts";
import { type TerminalChange, terminalChangesBody } from "../../worker/contract/terminal/terminal-schema.ts";
import { type ApiServer, type Call, ok, refuse } from "./api-server.ts";

/** The drawings and settings of a test API's trader, by the product's schema and rule. */
export class FakeTerminal {
  readonly #server: ApiServer;
  readonly #tell: (frame: string) => void;
  readonly #records = new Map<string, TerminalRecord>();
  #number = 0;

  /** @param tell sends a frame to the page's private sockets */
  constructor(server: ApiServer, tell: (frame: string) => void) {
    this.#server = server;
    this.#tell = tell;
    const part = (isPart: (record: TerminalRecord) => boolean) => () =>
      ok({ number: this.#number, records: this.records.filter(isPart) });
    server
      .on(
        "GET /api/terminal/settings",
        part(({ kind }) => kind !== "drawing"),
      )
      .on("POST /api/terminal/changes", ({ body }) => this.#change(body));
    for (const symbol of FEED_SYMBOL_LIST) {
      const isOfSymbol = (record: TerminalRecord) => record.kind === "drawing" && record.symbol === symbol;
      server.on(`GET /api/terminal/drawings/${symbol}`, part(isOfSymbol));
    }
  }

  /** A frame of the private socket; the first one of a socket has no records. */
  frame(records: TerminalRecord[] = []): string {
    return JSON.stringify({ type: "terminal", version: 0, events: [], number: this.#number, records });
  }

  /** The requests with changes that the page has sent, oldest first. */
  get requests(): Call[] {
    return this.#server.callsOf("POST /api/terminal/changes");
  }

  /** Everything that is there, in the order of its last changes. */
  get records(): TerminalRecord[] {
    return [...this.#records.values()].filter(({ body }) => body !== null).sort((a, b) => a.number - b.number);
  }

  /** Makes changes that another device has sent. */
  changeElsewhere(...changes: TerminalChange[]): void {
    this.#change({ changes });
  }

  #change(body: unknown): Response {
    const parsed = terminalChangesBody.safeParse(body);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return refuse("invalid_input", issue?.message ?? "", { field: issue?.path.join(".") ?? "" });
    }
    const written: TerminalRecord[] = [];
    for (const [key, change] of winningChanges(parsed.data.changes)) {
      const stored = this.#records.get(key);
      if (stored && !winsOver(change, stored)) continue;
      this.#number += 1;
      written.push({ ...change, number: this.#number });
    }
    for (const record of written) this.#records.set(terminalKey(record), record);
    if (written.length > 0) this.#tell(this.frame(written));
    return ok({ records: parsed.data.changes.flatMap((change) => this.#records.get(terminalKey(change)) ?? []) });
  }
}
