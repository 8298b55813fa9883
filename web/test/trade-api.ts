import type { BrokerAccount } from "../../worker/contract/broker/broker-shapes.ts";
import {
  dateOfDay,
  dayAt,
  dayOfIsoDate,
  firstDayOfWeek,
  isoDate,
  weekdayOf,
  weekOf,
} from "../../worker/contract/trade-calendar.ts";
import { calendarWeeks, isIn } from "../performance/month-figures.ts";
import { timesOf } from "../performance/trade-pages.ts";
import type { Analytics, RunDetail, Trade } from "../performance/trade-types.ts";
import type { User } from "../state/api.ts";
import { type ApiServer, type Call, ok, refuse } from "./api-server.ts";
import { FakeDemoAccount } from "./fake-demo-account.ts";
import { trader } from "./trader.ts";

/** The trade routes of a test API: it keeps closed trades, and answers with simple aggregates. */
export class TradeApi {
  readonly timeZone = "Asia/Phnom_Penh";
  person: User = trader({ _id: crypto.randomUUID(), timeZone: this.timeZone });
  /** The demo account: as the newest run is, until the test gives it a command. */
  readonly demo: FakeDemoAccount;
  /** Last closed first. */
  readonly trades: Trade[] = [];
  readonly #server: ApiServer;
  readonly #brokers = new Map<number, { account: BrokerAccount; trades: Trade[] }>();
  readonly #runs: (Omit<RunDetail, "number" | "closed" | "result" | "balance"> & { trades: Trade[] })[] = [];

  constructor(server: ApiServer) {
    this.#server = server;
    this.demo = new FakeDemoAccount(server);
    const readDemo = server.answerOf("GET /api/demo/state");
    server
      .on("GET /api/demo/state", (call) => {
        this.#settleDemo();
        return readDemo(call);
      })
      .on("GET /api/auth/check", () => ok({ user: this.user(), token: "token-1" }))
      .on("GET /api/user/profile", () => ok({ user: this.user() }))
      .on("GET /api/user/balance", () => ok({ balance: this.person.balance }))
      .on("GET /api/deposit/history", () => ok({ deposits: [], nextCursor: null }))
      .on("GET /api/trade/history", (call) => ok({ data: this.history(call) }))
      .on("GET /api/trade/analytics", ({ query }) => this.#analyticsAnswer(query))
      .on("GET /api/journal/labels", () => ok({ labels: [] }))
      .on("GET /api/broker/accounts", () => ok({ accounts: this.#brokerAccounts() }))
      .on("GET /api/demo/runs", () => ok({ runs: this.#archived(), nextCursor: null }));
  }

  /** Adds a demo run, whose trades are added to its list, last closed first; the one before it is archived. */
  addRun(settings: Partial<Pick<RunDetail, "startBalance" | "costs" | "leverage">> = {}): Trade[] {
    const before = this.#runs.at(-1);
    if (before) before.archivedAt = new Date().toISOString();
    const usual = { startBalance: 10_000, costs: "none", leverage: null, archivedAt: null } as const;
    const trades: Trade[] = [];
    this.#runs.push({ ...usual, ...settings, startedAt: new Date().toISOString(), trades });
    return trades;
  }

  /** Adds an account with another broker, whose trades are added to its list, last closed first. They come from one file. */
  addBroker(change: Partial<BrokerAccount> = {}): Trade[] {
    const number = Math.max(0, ...this.#brokers.keys()) + 1;
    const trades: Trade[] = [];
    const id = String(100 + number);
    const account: BrokerAccount = {
      number,
      name: `Broker ${number}`,
      platform: "MetaTrader 5",
      currency: "USD",
      decimals: 6,
      accountNumber: null,
      clock: { kind: "new_york_close" },
      mapping: null,
      trades: 0,
      result: 0,
      fees: 0,
      firstCloseAt: null,
      lastCloseAt: null,
      open: [],
      imports: [
        {
          id,
          status: "committed",
          fileName: "ReportHistory.html",
          format: "mt5_html",
          kind: "trades",
          rows: 1,
          clock: { kind: "new_york_close" },
          changed: "keep",
          leftOut: [],
          statedTotal: null,
          deposits: { in: "2000", out: "300" },
          committedAt: "2026-11-20T03:00:00.000Z",
          reversedAt: null,
        },
      ],
      ...change,
    };
    this.#brokers.set(number, { account, trades });
    this.#server
      .on(`POST /api/broker/imports/${id}/reverse`, () => {
        trades.length = 0;
        account.imports = account.imports.map((file) => ({
          ...file,
          status: "reversed",
          reversedAt: new Date().toISOString(),
        }));
        return ok({ account: this.#brokerAccounts()[number - 1] });
      })
      .on(`PATCH /api/broker/accounts/${number}`, ({ body }) => {
        Object.assign(account, body);
        return ok({ account: this.#brokerAccounts()[number - 1] });
      })
      .on(`DELETE /api/broker/accounts/${number}`, () => {
        this.deleteBroker(number);
        return ok();
      });
    return trades;
  }

  /** Deletes an account with another broker, as another tab does. */
  deleteBroker(number: number): void {
    this.#brokers.delete(number);
  }

  #brokerAccounts(): BrokerAccount[] {
    return [...this.#brokers.values()].map(({ account, trades }) => ({
      ...account,
      trades: trades.length,
      result: sum(trades),
      firstCloseAt: trades.at(-1)?.closeTime ?? null,
      lastCloseAt: trades[0]?.closeTime ?? null,
    }));
  }

  #detail(number: number): RunDetail | null {
    const run = this.#runs[number - 1];
    if (!run) return null;
    const { trades, ...same } = run;
    const result = sum(trades);
    return { number, ...same, closed: trades.length, result, balance: round(run.startBalance + result) };
  }

  #settleDemo(): void {
    const { state, version } = this.demo;
    const run = this.#detail(this.#runs.length);
    if (!run || !state.run || version > 1) return;
    const { number, startBalance, balance, closed } = run;
    const cents = { startCents: round(startBalance * 100), balanceCents: round(balance * 100) };
    this.demo.state = { ...state, run: { ...state.run, number, ...cents, closed } };
  }

  #analyticsAnswer(query: URLSearchParams): Response {
    const [kind, number] = (query.get("account") ?? "cash").split(":");
    const data = this.analytics(this.filtered(query));
    if (kind === "cash") return ok({ data });
    if (kind === "run") {
      const run = this.#detail(Number(number));
      return run
        ? ok({ data: { ...data, run } })
        : refuse("not_found", "There is no such demo run", { field: "account" });
    }
    const account = this.#brokers.get(Number(number))?.account;
    if (!account) return refuse("not_found", "There is no such account", { field: "account" });
    const { maxDrawdown } = data.summary;
    const summary = { ...data.summary, maxDrawdown: { ...maxDrawdown, percent: null } };
    const files = account.imports.filter(({ status }) => status === "committed");
    const broker = { ...account, imports: files.length, deposits: files[0]?.deposits ?? null };
    return ok({ data: { ...data, summary, broker } });
  }

  #archived() {
    const all = this.#runs.map((_, index) => this.#detail(index + 1)).filter((run) => run !== null);
    return all.toReversed().map(({ number, startBalance, balance, closed, costs, leverage, startedAt, archivedAt }) => {
      const cents = { startCents: round(startBalance * 100), balanceCents: round(balance * 100) };
      const figures = { ...cents, profitCents: 0, commissionCents: 0, overnightCents: 0, protectionCents: 0 };
      const counts = { opened: closed, closed, voided: 0 };
      return {
        run: number,
        startCents: cents.startCents,
        costs,
        leverage,
        costsVersion: null,
        startedAt: Date.parse(startedAt),
        archivedAt: archivedAt === null ? null : Date.parse(archivedAt),
        figures: archivedAt === null ? null : { ...figures, ...counts },
      };
    });
  }

  /** The trades of the account that a query names. */
  #of(query: URLSearchParams): Trade[] {
    const [kind, number] = (query.get("account") ?? "cash").split(":");
    if (kind === "broker") return this.#brokers.get(Number(number))?.trades ?? [];
    return kind === "run" ? (this.#runs[Number(number) - 1]?.trades ?? []) : this.trades;
  }

  /** Adds a closed trade to the account of money, or to the list of a run. @param at clock time in the trader's zone, such as `2026-11-11 19:49` */
  add(at: string, change: Partial<Trade> = {}, list: Trade[] = this.trades): void {
    // Phnom Penh is seven hours ahead of UTC all year.
    const closeTime = new Date(`${at.replace(" ", "T")}:00+07:00`).toISOString();
    const prices = { lotSize: 0.05, entryPrice: 113_682.72, exitPrice: 113_616.28, profitLoss: 3.32 };
    const id = String(list.length + 1);
    list.push({ id, closeTime, symbol: "BTCUSDm", direction: "Sell", ...prices, ...change });
    list.sort((a, b) => b.closeTime.localeCompare(a.closeTime));
  }

  /** The person with the figures of the trades. */
  user(): User {
    const { summary } = this.analytics(this.trades);
    const { totalPnL: _, bestDay: __, ...figures } = summary;
    const run = this.#detail(this.#runs.length);
    const hasTrades = this.#runs.some(({ trades }) => trades.length > 0);
    const demo = run && { run: run.number, balance: run.balance, result: run.result, hasTrades };
    return {
      ...this.person,
      demo: demo ?? this.person.demo,
      brokerAccounts: this.#brokerAccounts().map(({ number, name, currency, decimals, trades, result }) => ({
        number,
        name,
        currency,
        decimals,
        trades,
        result,
      })),
      analytics: { ...figures, totalDeposits: this.person.analytics.totalDeposits },
    };
  }

  /** The response of the trade history. */
  history({ query }: Call) {
    const none = { monthlyPnL: 0, dailyData: {}, weeklyData: {}, trades: [], nextCursor: null };
    const asked = {
      year: Number(query.get("year")),
      month: Number(query.get("month")),
      week: Number(query.get("week")),
    };
    const own = this.#of(query);
    const date = query.get("date");
    if (date !== null) return { ...none, trades: this.between(dayOfIsoDate(date), dayOfIsoDate(date), own) };
    if (asked.week > 0) {
      const first = firstDayOfWeek(asked.year, asked.week);
      return { ...none, trades: this.between(first, first + 6, own) };
    }
    if (asked.month > 0) return { ...none, ...this.month(asked, own) };
    const all = this.filtered(query);
    const from = Number(query.get("cursor") ?? 0);
    const limit = Number(query.get("limit"));
    const nextCursor = from + limit < all.length ? String(from + limit) : null;
    return { ...none, trades: all.slice(from, from + limit), nextCursor };
  }

  /** The figures of one month, by day and week. */
  month(asked: { year: number; month: number }, trades: readonly Trade[] = this.trades) {
    const own = trades.filter((trade) => isIn(this.#dayOf(trade), asked));
    const byDay = Map.groupBy(own, (trade) => dateOfDay(this.#dayOf(trade)).date);
    const result = (some: readonly Trade[]) => {
      const pnl = sum(some);
      return { pnl, trades: some.length, isProfit: pnl > 0, hasTrades: some.length > 0 };
    };
    return {
      monthlyPnL: sum(own),
      dailyData: Object.fromEntries([...byDay].map(([day, some]) => [day, result(some)])),
      weeklyData: Object.fromEntries(
        calendarWeeks(asked).map((sunday) => [weekOf(sunday).week, result(this.between(sunday, sunday + 6, trades))]),
      ),
    };
  }

  /** The trades that a query selects. */
  filtered(query: URLSearchParams): Trade[] {
    const list = this.#of(query);
    const [from = "", to = "~"] = [query.get("from") ?? "", query.get("to") ?? "~"];
    const place = (id: string | null, otherwise: number) =>
      id === null ? otherwise : list.findIndex((trade) => trade.id === id);
    const [newest, oldest] = [place(query.get("last"), 0), place(query.get("first"), list.length - 1)];
    return list
      .slice(newest, oldest + 1)
      .filter(
        ({ symbol, direction, profitLoss, closeTime }) =>
          (query.get("symbol") ?? symbol) === symbol &&
          (query.get("direction") ?? direction) === direction &&
          [profitLoss > 0 ? "win" : profitLoss < 0 ? "loss" : "", null].includes(query.get("result")) &&
          closeTime >= from &&
          closeTime < to,
      );
  }

  /** The trades closed between two days, inclusive. */
  between(first: number, last: number, trades: readonly Trade[] = this.trades): Trade[] {
    return trades.filter((trade) => this.#dayOf(trade) >= first && this.#dayOf(trade) <= last);
  }

  /** The aggregates of trades. */
  analytics(trades: readonly Trade[]): Analytics {
    const wins = trades.filter(({ profitLoss }) => profitLoss > 0);
    const losses = trades.filter(({ profitLoss }) => profitLoss < 0);
    const days = Map.groupBy(trades.toReversed(), (trade) => this.#dayOf(trade));
    let [total, peak] = [0, 0];
    const equity = [...days].map(([day, list]) => {
      total = round(total + sum(list));
      peak = Math.max(peak, total);
      return { day: isoDate(day), pnl: sum(list), trades: list.length, total, drawdown: round(peak - total) };
    });
    const best = equity.toSorted((a, b) => b.pnl - a.pnl)[0];
    const [grossProfit, grossLoss] = [sum(wins), round(-sum(losses))];
    const average = (list: readonly Trade[], usd: number) =>
      list.length === 0 ? 0 : Math.round((usd * 100) / list.length) / 100;
    const [avgWin, avgLoss] = [average(wins, grossProfit), average(losses, grossLoss)];
    const winningDays = equity.filter(({ pnl }) => pnl > 0).length;
    const percent = (part: number, all: number) => (all === 0 ? 0 : (part * 100) / all);
    const ratio = (up: number, down: number) => (up === 0 ? 0 : down === 0 ? null : up / down);
    const group = (list: readonly Trade[]) => ({
      trades: list.length,
      wins: list.filter(({ profitLoss }) => profitLoss > 0).length,
      pnl: sum(list),
    });
    const buyTrades = trades.filter(({ direction }) => direction === "Buy").length;
    const times = trades.map((trade) => ({ trade, ...timesOf(trade, this.timeZone) }));
    return {
      run: null,
      broker: null,
      summary: {
        winningTrades: wins.length,
        losingTrades: losses.length,
        totalTrades: trades.length,
        dayWinPercentage: percent(winningDays, equity.length),
        winLossRatio: ratio(avgWin, avgLoss),
        avgWin,
        avgLoss,
        profitFactor: ratio(grossProfit, grossLoss),
        grossProfit,
        grossLoss,
        bestDayAmount: best?.pnl ?? 0,
        buyTrades,
        sellTrades: trades.length - buyTrades,
        todayPnL: equity.find(({ day }) => day === isoDate(dayAt(Date.now(), this.timeZone)))?.pnl ?? 0,
        totalPnL: sum(trades),
        tradeWinPercentage: percent(wins.length, trades.length),
        tradedDays: equity.length,
        winningDays,
        losingDays: equity.filter(({ pnl }) => pnl < 0).length,
        bestDay: best ? { day: best.day, trades: best.trades } : null,
        expectancy: average(trades, sum(trades)),
        averageR: null,
        maxDrawdown: {
          usd: Math.max(0, ...equity.map(({ drawdown }) => drawdown)),
          percent: trades.length === 0 ? null : 12.5,
        },
        longestWinStreak: 3,
        longestLossStreak: 2,
        averageHoldingMs: 5_400_000,
        riskedTrades: 0,
        runs: { maxDrawdown: oldest(trades, 4), longestWinStreak: oldest(trades, 3), longestLossStreak: null },
      },
      equity,
      bySymbol: [...Map.groupBy(trades, ({ symbol }) => symbol)]
        .map(([symbol, list]) => ({ symbol, ...group(list) }))
        .sort((a, b) => b.pnl - a.pnl),
      byWeekday: Array.from({ length: 7 }, (_, weekday) =>
        group(times.filter(({ day }) => weekdayOf(day) === weekday).map(({ trade }) => trade)),
      ),
      byHour: Array.from({ length: 24 }, (_, hour) =>
        group(times.filter((one) => one.hour === hour).map(({ trade }) => trade)),
      ),
    };
  }

  #dayOf({ closeTime }: Trade): number {
    return dayAt(Date.parse(closeTime), this.timeZone);
  }
}

/** The ids of the oldest trades of a list that is sorted newest first. */
function oldest(trades: readonly Trade[], count: number) {
  const [first, last] = [trades.at(-1)?.id, trades.at(-count)?.id];
  return first && last ? { first, last } : null;
}

function sum(trades: readonly Trade[]): number {
  return round(trades.reduce((total, { profitLoss }) => total + profitLoss, 0));
}

function round(amount: number): number {
  return Math.round(amount * 1e8) / 1e8;
}
