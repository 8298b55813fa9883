import type { AccountChannelMessage, AccountTopic } from "../../worker/contract/account-channel.ts";
import { foldDemoFills, NO_FILL_MEMORY } from "../../worker/contract/demo/demo-fill-basis.ts";
import type { DemoReceiptRecord, FillProofs } from "../../worker/contract/demo/demo-messages.ts";
import { type DemoState, initialDemoState } from "../../worker/contract/demo/demo-state.ts";
import { trailsOf } from "../../worker/contract/demo/demo-trails.ts";
import type { DemoFill, MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { type DemoStep, stepDemo } from "../../worker/contract/demo/step-demo.ts";
import { DEMO_BALANCE_USD } from "../../worker/contract/limits.ts";
import { stepsOf } from "../../worker/contract/price-steps.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { sealSegment } from "../../worker/contract/tape/seal-segment.ts";
import { minuteOf } from "../../worker/contract/tape/tape-minute.ts";
import { proofsOf } from "../../worker/contract/tape/tape-proof.ts";
import type { TapeRecord } from "../../worker/contract/tape/tape-record.ts";
import { NO_PREVIOUS_SEAL } from "../../worker/contract/tape/tape-seal.ts";
import { saidIn } from "../../worker/contract/translated.ts";
import { demoCommandRequest } from "../../worker/demo/demo-command.ts";
import { demoCommandOf } from "../../worker/demo/demo-command-body.ts";
import { refusedCommand } from "../../worker/demo/demo-refusal.ts";
import { type ApiServer, type Call, ok, refuse } from "./api-server.ts";
import { FakeTerminal } from "./fake-terminal.ts";
import { bringPrices } from "./market.ts";
import type { TestPrices } from "./price-message.ts";

const SOCKET_PATH = "/api/demo/socket";

/**
 * The demo account of a test API: the engine itself, with the market that the test makes, at the time of its clock. All
 * markets are open when a test begins.
 */
export class FakeDemoAccount {
  readonly #server: ApiServer;
  readonly #market = new Map<FeedSymbol, MarketQuote>();
  readonly #rows: DemoStep["events"][] = [];
  readonly #answers = new Map<string, Response>();
  readonly #fills: DemoFill[] = [];
  readonly #tape: TapeRecord[] = [];
  #seq = 0;
  state: DemoState = initialDemoState();
  /** Whether receipts have their proofs. The seals are public then. */
  isSealed = false;
  /** The number of the account's last change; null for an API that tells of none. */
  #changes: number | null = null;
  /** Drawings and settings, which the same sockets tell of. */
  readonly terminal: FakeTerminal;

  /** @param settings those of the first run; the specification's where they are missing */
  constructor(server: ApiServer, settings: { costs?: "none" | "typical"; leverage?: number | null } = {}) {
    this.#server = server;
    this.terminal = new FakeTerminal(server, (frame) => server.tellSockets(SOCKET_PATH, frame));
    const { costs = "none", leverage = null } = settings;
    const reset = { type: "reset", run: 0, startCents: DEMO_BALANCE_USD * 100, costs, leverage } as const;
    this.#step({ type: "command", at: Date.now(), seq: 0, quotes: [], command: reset });
    server
      .on("GET /api/demo/state", ({ query }) => this.#read(Number(query.get("since") ?? 0)))
      .on("POST /api/demo/commands", (call) => this.#command(call))
      .on("GET /api/demo/fills", () => ok({ fills: this.#fills.toReversed(), nextCursor: null }))
      .on("GET /api/market/tape/seals", () => ok({ seals: this.isSealed ? this.#minutes().map(sealOf) : [] }));
    this.connect();
  }

  /** The log's version. */
  get version(): number {
    return this.#rows.length;
  }

  /** The commands that the page has sent, oldest first. */
  get commands(): Call[] {
    return this.#server.callsOf("POST /api/demo/commands");
  }

  /** Accepts the page's sockets. */
  connect(): void {
    this.#server.onSocket(SOCKET_PATH, () => [
      JSON.stringify({ type: "demo", version: this.version, events: [] }),
      this.terminal.frame(),
      ...(this.#changes === null ? [] : [JSON.stringify(this.#accountFrame())]),
    ]);
  }

  /** Tells of changes of the account from now on, and greets the open sockets. */
  openChannel(): void {
    this.#changes = 1;
    this.#tellAccount(this.#accountFrame());
  }

  /** Changes something of the account, and tells the pages. */
  change(...topics: AccountTopic[]): void {
    const before = this.#changes ?? 0;
    // Numbers are those of all accounts.
    this.#changes = before + 10 * topics.length;
    this.#tellAccount(this.#accountFrame(topics.map((topic, index) => ({ number: before + 10 * (index + 1), topic }))));
  }

  /** Ends the page's session, and closes its sockets as the account does then. */
  endSession(): void {
    this.#server.on("GET /api/auth/check", () => refuse("not_signed_in", "Please log in"));
    this.#server.refuseSockets(SOCKET_PATH, 1008);
  }

  /** Closes the page's sockets, and accepts no more. */
  disconnect(): void {
    this.#server.refuseSockets(SOCKET_PATH);
  }

  /** Brings prices to the page, and what they cause to the account. A pair is bid and ask; they are `ageMs` old. */
  quote(prices: TestPrices, { ageMs = 0 } = {}): void {
    const now = Date.now();
    // Object.entries has string keys; they are those of `prices`.
    for (const [symbol, price] of Object.entries(prices) as [FeedSymbol, number | [number, number]][]) {
      const [bid, ask] = typeof price === "number" ? [price, price] : price;
      this.#seq += 1;
      const quote: MarketQuote = {
        symbol,
        bid: stepsOf(symbol, bid, "nearest"),
        ask: stepsOf(symbol, ask, "nearest"),
        at: now - ageMs,
        heardAt: now,
        seq: this.#seq,
        source: "kraken",
        kind: "quoted",
        isHeld: false,
      };
      this.#market.set(symbol, quote);
      const { isHeld: _isHeld, ...heard } = quote;
      this.#tape.push({ type: "quote", ...heard });
      this.#step({ type: "quote", quote, context: [] });
    }
    bringPrices(prices, { ageMs });
  }

  /** Carries out a command that another device has sent. */
  commandElsewhere(body: unknown): void {
    this.#carryOut(body);
  }

  /** The receipt of a fill; null when there is none. */
  receipt(id: number): DemoReceiptRecord | null {
    const { fills } = foldDemoFills(NO_FILL_MEMORY, this.#rows.flat());
    const found = fills.find(({ fill }) => fill.id === id);
    return found ? { ...found, proofs: this.isSealed ? this.#proofsOf(found.fill) : null } : null;
  }

  /** The proofs of a fill that has no trailing stop: each minute is a tape of its own. */
  #proofsOf({ quote: { seq, symbol } }: DemoFill): FillProofs {
    const records = this.#minutes().find((minute) => minute.some((record) => record.seq === seq)) ?? [];
    const near = records.filter((record) => record.type === "quote" && record.symbol === symbol && record.seq !== seq);
    const [proof, ...neighbours] = proofsOf(records, [seq, ...near.map((record) => record.seq)]);
    if (!proof) throw new RangeError(`no record ${seq}`);
    return { quote: { proof, seal: sealOf(records) }, neighbours, extreme: null };
  }

  #minutes(): TapeRecord[][] {
    return [...Map.groupBy(this.#tape, ({ heardAt }) => minuteOf(heardAt)).values()];
  }

  #step(input: Parameters<typeof stepDemo>[1]): DemoStep {
    const before = this.state;
    const step = stepDemo(before, input);
    this.state = step.state;
    if (step.events.length === 0) {
      if (JSON.stringify(trailsOf(step.state)) !== JSON.stringify(trailsOf(before))) this.#tell([]);
      return step;
    }
    this.#rows.push(step.events);
    for (const event of step.events) {
      if (event.type !== "filled") continue;
      const { id } = event.fill;
      this.#fills.push(event.fill);
      this.#server.on(`GET /api/demo/fills/${id}`, () => ok(this.receipt(id) ?? {}));
    }
    this.#tell(step.events);
    return step;
  }

  #tell(events: DemoStep["events"]): void {
    this.#server.tellSockets(SOCKET_PATH, JSON.stringify({ type: "demo", ...this.#answer(events) }));
  }

  #tellAccount(message: AccountChannelMessage): void {
    this.#server.tellSockets(SOCKET_PATH, JSON.stringify(message));
  }

  #accountFrame(changes: AccountChannelMessage["changes"] = []): AccountChannelMessage {
    return { type: "account", number: this.#changes ?? 0, changes };
  }

  #answer(events: DemoStep["events"]) {
    return { version: this.version, events, ...trailsOf(this.state) };
  }

  #read(since: number): Response {
    if (since === 0) return ok({ version: this.version, state: this.state });
    return ok(this.#answer(this.#rows.slice(since).flat()));
  }

  #command({ body, headers }: Call): Response {
    const key = headers.get("Idempotency-Key") ?? "";
    const answer = this.#answers.get(key) ?? this.#carryOut(body);
    this.#answers.set(key, answer.clone());
    return answer;
  }

  #carryOut(body: unknown): Response {
    const parsed = demoCommandRequest.safeParse(body);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return refuse("invalid_input", issue?.message ?? "", { field: String(issue?.path[0]) });
    }
    const command = "command" in parsed.data ? parsed.data.command : demoCommandOf(parsed.data);
    const quotes = [...this.#market.values()];
    const step = this.#step({ type: "command", at: Date.now(), seq: this.#seq, quotes, command });
    if (!step.refusal) return ok(this.#answer(step.events));
    const { code, message, field } = refusedCommand(step.refusal, command, step.state, () => this.#fills.toReversed());
    return refuse(code, saidIn("en", message), field === null ? {} : { field });
  }
}

function sealOf(records: readonly TapeRecord[]) {
  return sealSegment(records, NO_PREVIOUS_SEAL);
}
