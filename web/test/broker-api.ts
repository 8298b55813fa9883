import type { BrokerAccount, BrokerPreview, NewAccount, OpenImport, TradeRow } from "../broker/broker-calls.ts";
import { type ApiServer, type Call, ok, refuse } from "./api-server.ts";

type Staged = { head: OpenImport; rows: TradeRow[]; open: unknown };

/** The routes of broker accounts of a test API: accounts, one staged import after the other, and what each request brought. */
export class BrokerApi {
  readonly #server: ApiServer;
  accounts: BrokerAccount[] = [];
  readonly staged = new Map<string, Staged>();
  /** The tickets that the account has, by its number. */
  readonly tickets = new Map<number, Map<string, TradeRow>>();
  /** Counts what was committed, also elsewhere. */
  version = 0;
  /** How many of the next requests for this route get no answer. */
  lost = new Map<string, number>();

  constructor(server: ApiServer) {
    this.#server = server;
    this.#on("GET /api/broker/accounts", () => ok({ accounts: this.accounts }));
    this.#on("POST /api/broker/accounts", ({ body }) => ok({ account: this.add(body as NewAccount) }));
    this.#on("POST /api/broker/imports", ({ body }) => {
      const id = `import-${this.staged.size + 1}`;
      this.staged.set(id, { head: body as OpenImport, rows: [], open: undefined });
      this.#routesOf(id);
      return ok({ import: { id, status: "staged" } });
    });
  }

  /** Adds an account; without more, one in dollars without trades. */
  add(given: Partial<NewAccount> = {}, rows: readonly TradeRow[] = []): BrokerAccount {
    const number = this.accounts.length + 1;
    const account: BrokerAccount = {
      number,
      name: "MetaTrader 5",
      platform: "MetaTrader 5",
      currency: "USD",
      decimals: 6,
      accountNumber: null,
      clock: null,
      mapping: null,
      trades: rows.length,
      result: 0,
      fees: 0,
      firstCloseAt: null,
      lastCloseAt: null,
      open: [],
      imports: [],
      ...given,
    };
    this.accounts = [...this.accounts, account];
    this.tickets.set(number, new Map(rows.map((row) => [row.ticket, row])));
    for (const method of ["PATCH", "DELETE"]) {
      this.#on(`${method} /api/broker/accounts/${number}`, ({ body }) => {
        if (method === "PATCH") Object.assign(account, body);
        else this.accounts = this.accounts.filter((one) => one !== account);
        return ok(method === "PATCH" ? { account } : {});
      });
    }
    return account;
  }

  /** The only import that was opened. */
  get only(): Staged {
    const [first, ...more] = this.staged.values();
    if (!first || more.length > 0) throw new Error(`${this.staged.size} imports were opened`);
    return first;
  }

  #on(route: string, answer: (call: Call) => Response): void {
    this.#server.on(route, (call) => {
      const lost = this.lost.get(route) ?? 0;
      if (lost === 0) return answer(call);
      this.lost.set(route, lost - 1);
      return new Response("Bad gateway", { status: 502 });
    });
  }

  #routesOf(id: string): void {
    const path = `/api/broker/imports/${id}`;
    this.#on(`PUT ${path}/rows`, ({ body }) => {
      const { from, rows, open } = body as { from: number; rows: TradeRow[]; open?: unknown };
      const import_ = this.staged.get(id);
      import_?.rows.splice(from - 1, rows.length, ...rows);
      if (import_) import_.open = open ?? import_.open;
      return ok({ staged: import_?.rows.length });
    });
    this.#on(`GET ${path}/preview`, () => ok({ preview: this.#preview(id) }));
    this.#on(`POST ${path}/commit`, ({ body }) => {
      const { changed, version } = body as { changed: "keep" | "take"; version: number };
      if (version !== this.version) return refuse("wrong_state", "The account was changed meanwhile");
      const import_ = this.staged.get(id);
      const account = this.accounts.find(({ number }) => number === import_?.head.account);
      if (!import_ || !account) return refuse("not_found", "Not found");
      const tickets = this.tickets.get(account.number);
      for (const row of import_.rows)
        if (changed === "take" || !tickets?.has(row.ticket)) tickets?.set(row.ticket, row);
      account.trades = tickets?.size ?? 0;
      this.version += 1;
      return ok({ account });
    });
    this.#on(`POST ${path}/reverse`, () => ok({ account: this.accounts[0] }));
    this.#on(`DELETE ${path}`, () => ok());
  }

  #preview(id: string): BrokerPreview {
    const { head, rows } = this.staged.get(id) ?? this.only;
    const tickets = this.tickets.get(head.account) ?? new Map<string, TradeRow>();
    const known = rows.flatMap((after) => {
      const before = tickets.get(after.ticket);
      return before ? [{ ticket: after.ticket, before, after }] : [];
    });
    const changed = known.filter(({ before, after }) => before.profit !== after.profit || before.fees !== after.fees);
    const added = rows.length - known.length;
    return {
      version: this.version,
      added,
      same: known.length - changed.length,
      changed,
      changedCount: changed.length,
      tradesBefore: tickets.size,
      tradesAfter: tickets.size + added,
      resultBefore: 0,
      resultAfter: 0,
      resultTaken: 0,
      rounded: 0,
    };
  }
}
