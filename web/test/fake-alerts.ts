import { setTimeout as pause } from "node:timers/promises";
import type { AlertFiring, AlertTerms, PriceAlert } from "../../worker/contract/alerts/price-alerts.ts";
import { stepsOf } from "../../worker/contract/price-steps.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { type ApiServer, type Call, ok, refuse } from "./api-server.ts";

/** Terms of a level of BTCUSDm at 68,200.00. */
export const LEVEL_TERMS: AlertTerms = {
  symbol: "BTCUSDm",
  condition: { type: "level", direction: "rises", price: stepsOf("BTCUSDm", 68_200, "nearest") },
  repeat: { type: "once" },
  expiresAt: null,
  note: "",
  isAlsoInQuietHours: false,
  drawing: null,
};

/** The price alerts of a test API's trader: versions, states and idempotency as the product has them. */
export class FakeAlerts {
  readonly #server: ApiServer;
  readonly #answers = new Map<string, Response>();
  #alerts: PriceAlert[] = [];
  #firings = 0;
  /** How many were ever made. */
  #made = 0;
  /** The answer of the next write, in place of its own. */
  next: (() => Response) | null = null;

  constructor(server: ApiServer) {
    this.#server = server;
    server
      .on("GET /api/alerts", () => ok({ alerts: inOrder(this.#alerts), armed: this.#alerts.length, max: 500 }))
      .on(
        "POST /api/alerts",
        this.#once(({ body }) => ok({ alert: this.add(body as AlertTerms) })),
      );
  }

  get alerts(): readonly PriceAlert[] {
    return this.#alerts;
  }

  /** The writes that have arrived, oldest first. */
  get writes(): Call[] {
    return this.#server.calls.filter(({ method, path }) => method !== "GET" && path.startsWith("/api/alerts"));
  }

  /** An alert that was set before, or elsewhere. */
  add(terms: Partial<AlertTerms> = {}, more: Partial<PriceAlert> = {}): PriceAlert {
    this.#made += 1;
    const id = this.#made;
    const made = { version: 1, state: "armed", createdAt: Date.now(), firings: 0, lastFiring: null } as const;
    const alert: PriceAlert = { ...LEVEL_TERMS, ...terms, ...made, id, ...more };
    this.#alerts = [...this.#alerts, alert];
    const at = `/api/alerts/${id}`;
    const act = (state: PriceAlert["state"]) => this.#once((call) => this.#change(id, call, { state }));
    this.#server
      .on(
        `PUT ${at}`,
        this.#once((call) =>
          this.#change(id, call, { ...(call.body as AlertTerms), state: this.#isPaused(id) ? "paused" : "armed" }),
        ),
      )
      .on(`POST ${at}/pause`, act("paused"))
      .on(`POST ${at}/resume`, act("armed"))
      .on(`POST ${at}/arm`, act("armed"))
      .on(
        `DELETE ${at}`,
        this.#once((call) => {
          const changed = this.#change(id, call, {});
          if (changed.ok) this.#alerts = this.#alerts.filter((one) => one.id !== id);
          return changed;
        }),
      );
    return alert;
  }

  /** Changes an alert on another device. */
  changeElsewhere(id: number, changes: Partial<PriceAlert>): void {
    this.#alerts = this.#alerts.map((one) => (one.id === id ? { ...one, version: one.version + 1, ...changes } : one));
  }

  removeElsewhere(id: number): void {
    this.#alerts = this.#alerts.filter((one) => one.id !== id);
  }

  /** Fires an alert at a price in dollars. */
  fire(id: number, price: number): AlertFiring {
    const alert = this.#alerts.find((one) => one.id === id);
    if (!alert) throw new Error(`no alert ${id}`);
    this.#firings += 1;
    const steps = stepsOf(alert.symbol, price, "nearest");
    const firing = firingOf(this.#firings, alert, steps);
    const state = alert.repeat.type === "once" ? "fired" : "waiting";
    this.#alerts = this.#alerts.map((one) =>
      one.id === id ? { ...one, state, firings: one.firings + 1, lastFiring: firing } : one,
    );
    return firing;
  }

  #isPaused(id: number): boolean {
    return this.#alerts.find((one) => one.id === id)?.state === "paused";
  }

  #change(id: number, { body }: Call, changes: Partial<PriceAlert>): Response {
    const alert = this.#alerts.find((one) => one.id === id);
    const { version } = body as { version: number };
    if (!alert || alert.version !== version)
      return refuse("changed_meanwhile", "This price alert has changed meanwhile");
    const changed = { ...alert, ...changes, version: version + 1 };
    this.#alerts = this.#alerts.map((one) => (one.id === id ? changed : one));
    return ok({ alert: changed });
  }

  /** Each key is carried out once. */
  #once(answer: (call: Call) => Response) {
    return async (call: Call): Promise<Response> => {
      // Answers are never in the same turn as their requests.
      await pause(0);
      const key = call.headers.get("Idempotency-Key") ?? "";
      const own = this.next;
      this.next = null;
      const reply = own?.() ?? this.#answers.get(key) ?? answer(call);
      if (!own) this.#answers.set(key, reply.clone());
      return reply.clone();
    };
  }
}

/** As the API lists them: those that have ended last, each the newest first. */
function inOrder(alerts: readonly PriceAlert[]): PriceAlert[] {
  const hasEnded = ({ state }: PriceAlert) => state === "fired" || state === "expired";
  return alerts.toReversed().sort((a, b) => Number(hasEnded(a)) - Number(hasEnded(b)));
}

/** A firing at a price in steps, with a quote before it half a percent away. */
export function firingOf(
  id: number,
  { id: alert, version, symbol, condition }: PriceAlert,
  steps: number,
): AlertFiring {
  const at = Date.now();
  const quote = { ...quoteAt(symbol, steps, at), seq: 1_000 + 2 * id };
  const before = { ...quoteAt(symbol, Math.round(steps * 0.995), at - 680), seq: 999 + 2 * id };
  const value2 = condition.type === "level" ? 2 * condition.price : 2 * steps;
  return { id, alert, version, at, quote, before, value2, extreme: null };
}

function quoteAt(symbol: FeedSymbol, steps: number, at: number) {
  return {
    symbol,
    bid: steps,
    ask: steps,
    at,
    heardAt: at,
    source: "kraken",
    kind: "quoted",
    isHeld: false,
  } as const;
}
