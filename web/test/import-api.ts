import type { AdminUser, ImportedRow, ImportView, SentRow, TradeImport } from "../admin/imports/import-calls.ts";
import { type ApiServer, type Call, ok, refuse } from "./api-server.ts";

type Summary = NonNullable<ImportView["summary"]>;
type Added = {
  import?: Partial<TradeImport>;
  summary?: Partial<Summary>;
  shortBy?: number;
  notYours?: string | null;
};

/** The import routes of a test API: it keeps staged rows, and counts all of them as new. */
export class ImportApi {
  readonly #server: ApiServer;
  trader: AdminUser = {
    _id: "trader-1",
    name: "Bopha Keo",
    username: "bopha.keo",
    email: "bopha.keo@example.com",
    timeZone: "Asia/Phnom_Penh",
    closedAt: null,
    frozenAt: null,
    balance: 500,
    role: "trader",
    isVerified: true,
    createdAt: "2025-08-04T03:00:00.000Z",
  };
  /** The rows staged so far. */
  staged: SentRow[] = [];
  /** Number of row requests that get no response. */
  lostRequests = 0;
  /** A search for users gets its response after this. */
  untilFound: Promise<void> = Promise.resolve();
  #views = new Map<string, ImportView>();

  constructor(server: ApiServer) {
    this.#server = server;
    server
      .on("GET /api/admin/users", async ({ query }) => {
        await this.untilFound;
        const fits = this.trader.email.startsWith(query.get("search") ?? "");
        return ok({ users: fits ? [this.trader] : [], nextCursor: null });
      })
      .on("GET /api/admin/imports", () => {
        const imports = [...this.#views.values()].map((view) => view.import);
        return ok({
          imports: imports.filter(({ status, waitsForColleague }) => status !== "staged" || waitsForColleague),
          nextCursor: null,
        });
      })
      .on("POST /api/admin/imports", ({ body }) => {
        const view = this.#put({ import: body as Partial<TradeImport>, summary: { staged: 0 } });
        return ok({ import: view.import });
      })
      .on("POST /api/auth/activity", () => ok());
  }

  /** Adds an import of three rows, of which a page shows two. */
  add(added: Added): ImportView {
    return this.#put({ ...added, import: { rowCount: 3, ...added.import } });
  }

  /** Changes an import as if by an admin. */
  change(id: string, change: Partial<TradeImport>): TradeImport {
    const view = this.#views.get(id);
    if (!view) throw new Error(`there is no ${id}`);
    view.import = { ...view.import, ...change };
    view.summary = null;
    view.rows = view.rows.map((row) => ({ ...row, row: null, fate: "imported" }));
    return view.import;
  }

  /** The response of the import's route. */
  show(id: string): Response {
    const view = this.#views.get(id);
    return view ? ok(view) : refuse("not_found", "Not found");
  }

  #put({ import: record, summary, shortBy = 0, notYours = null }: Added): ImportView {
    const id = `import-${this.#views.size + 1}`;
    const counted = { staged: 3, fresh: 3, duplicates: 0, differing: 0, profitLoss: 3, ...summary };
    const status = record?.status ?? "staged";
    const view: ImportView = {
      success: true,
      import: {
        _id: id,
        user: this.trader,
        status,
        fileName: "ReportHistory.html",
        format: "mt5_html",
        rowCount: 3,
        timeZone: "Europe/Athens",
        traderTimeZone: this.trader.timeZone,
        tradeCount: null,
        profitLoss: null,
        moves: null,
        waitsForColleague: false,
        reason: null,
        createdByName: "Dara Kim",
        createdAt: "2026-11-20T03:20:00Z",
        committedByName: null,
        committedAt: null,
        reversedByName: null,
        reversedAt: null,
        ...record,
      },
      summary:
        status === "staged"
          ? {
              ...counted,
              fileProfitLoss: counted.profitLoss,
              balanceAfter: 500 + counted.profitLoss,
              firstCloseTime: "2026-03-02T10:01:00Z",
              lastCloseTime: "2026-03-05T10:01:00Z",
              ...summary,
            }
          : null,
      balance: this.trader.balance,
      shortBy,
      notYours,
      rows: [shownRow(1), shownRow(2)],
      nextCursor: null,
    };
    this.#views.set(id, view);
    const path = `/api/admin/imports/${id}`;
    this.#server
      .on(`GET ${path}`, ({ query }) => {
        // The first page of filtered rows has a next page.
        const nextCursor = query.has("fate") && !query.has("cursor") ? "1" : null;
        return ok({ ...view, rows: query.has("cursor") ? [shownRow(3)] : view.rows, nextCursor });
      })
      .on(`PUT ${path}/rows`, (call) => this.#stage(view, call))
      .on(`POST ${path}/commit`, () => {
        const { fresh = 0, profitLoss = 0 } = view.summary ?? {};
        const committed = this.change(id, { status: "committed", tradeCount: fresh, profitLoss });
        return ok({ import: committed, duplicates: 0, differing: 0 });
      })
      .on(`POST ${path}/reverse`, ({ body }) => {
        const { reason } = body as { reason: string };
        return ok({ import: this.change(id, { status: "reversed", reason }) });
      });
    return view;
  }

  #stage(view: ImportView, { body }: Call): Response {
    if (this.lostRequests > 0) {
      this.lostRequests -= 1;
      return new Response("Bad gateway", { status: 502 });
    }
    const { from, rows } = body as { from: number; rows: SentRow[] };
    this.staged.splice(from - 1, rows.length, ...rows);
    const profitLoss = Math.round(this.staged.reduce((sum, row) => sum + row.profitLoss * 100, 0)) / 100;
    const count = this.staged.length;
    view.summary = {
      staged: count,
      fresh: count,
      duplicates: 0,
      differing: 0,
      profitLoss,
      fileProfitLoss: profitLoss,
      balanceAfter: Math.round((500 + profitLoss) * 100) / 100,
      firstCloseTime: rows[0]?.closeTime ?? null,
      lastCloseTime: rows.at(-1)?.closeTime ?? null,
    };
    view.rows = this.staged.map((row, i) => ({ ...row, _id: String(i + 1), row: i + 1, fate: "new", differs: false }));
    return ok();
  }
}

function shownRow(row: number): ImportedRow {
  return {
    _id: String(row),
    row,
    fate: "new",
    differs: false,
    ticket: `5090000${row}`,
    symbol: "XAUUSDm",
    direction: "Buy",
    lotSize: 0.1,
    entryPrice: 5170.25,
    exitPrice: 5180.25,
    stopPrice: null,
    profitLoss: 1,
    openTime: "2026-03-02T10:00:00Z",
    closeTime: "2026-03-02T10:01:00Z",
  };
}
