import type { Statement } from "../../../db/client.ts";
import { type Channel, DELIVERY } from "../../contract/channels.ts";
import { HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import { logEvent } from "../../platform/log.ts";
import type { DueDelivery } from "../channel-facts-sql.ts";
import { claimTurns, followDeliveries, writeTurns } from "../notification-store.ts";
import { turnOf } from "./delivery-facts.ts";
import {
  type AttemptEnd,
  claimDeliveries,
  claimProbe,
  closeService,
  endOtherAttempts,
  finishAttempts,
  insertMessages,
  insertPushes,
  openService,
  selectClosedServices,
  selectNextDue,
} from "./delivery-store.ts";
import type { DispatcherPorts } from "./dispatcher-ports.ts";
import { type Ask, messageAsk, type Outcome, plannedAsks } from "./message-asks.ts";
import { type PlannedTurn, planTurns } from "./plan-turns.ts";
import { ServiceGates } from "./service-gates.ts";

/** When another dispatcher may take over what this one has claimed: longer than its messages can take. */
const CLAIM_MS = 30_000;
/** How many notifications, and how many retries, one claim takes: more make fewer writes, and wait longer for the connections of one object. */
const TURNS_MAX = 80;
const RETRIES_MAX = 20;
/** Of messages that a repeat would double, few are in doubt when a dispatcher ends. */
const MESSAGES_MAX = 5;
/** A Worker may have six open connections; one is for the database. */
const AT_ONCE_MAX = 5;
/** How long a mail has: the job that writes it, and the one that sends it, run every minute. */
const MAIL_MS = 2 * MINUTE_MS;
/** How often a mail on its way is looked at: the mail service's answer moves it before. */
const MAIL_LOOK_MS = HOUR_MS;

/** What others are called for as soon as a claim shows it, not when its messages were sent. */
export type DispatcherCalls = {
  /** The claim was full: more may be due. */
  onFull?: () => void;
  /** Messages of the other role are due. */
  onMessages?: () => void;
};

/** `pushes`: turns of notifications and pushes. `messages`: what only one dispatcher sends: Telegram and tests of mails. */
export type DispatcherRole = "pushes" | "messages";

/**
 * Sends what is due by channels, in batches: claims, writes what it decided, sends, and writes what became of it with the next claim. A
 * claim has an end, each write holds only while its claim does, and so another dispatcher goes on wherever one ends.
 */
export class Dispatcher {
  readonly #ports: DispatcherPorts;
  readonly #role: DispatcherRole;
  /** What became of the last batch, to be written with the next claim. */
  #toWrite: { statements: Statement[] } = { statements: [] };

  constructor(ports: DispatcherPorts, role: DispatcherRole) {
    this.#ports = ports;
    this.#role = role;
  }

  /**
   * Sends one batch.
   * @returns how much was claimed, and whether mails are to be written
   */
  async runBatch({ onFull, onMessages }: DispatcherCalls = {}): Promise<{ hasMails: boolean; count: number }> {
    const { db, now } = this.#ports;
    const nowMs = now();
    const untilMs = nowMs + CLAIM_MS;
    const isPushes = this.#role === "pushes";
    const channels: Channel[] = isPushes ? ["push"] : ["telegram", "email"];
    const retriesMax = isPushes ? RETRIES_MAX : MESSAGES_MAX;
    const { statements } = this.#toWrite;
    const results: readonly unknown[] = await db.write([
      ...statements,
      selectClosedServices(db.query),
      claimDeliveries(db.query, { channels, nowMs, untilMs, max: retriesMax }),
      ...(isPushes ? [claimTurns(db.query, { nowMs, untilMs, max: TURNS_MAX })] : []),
    ]);
    this.#toWrite = { statements: [] };
    // The rows of the statements above, in their order.
    const [closed, retries, turns = []] = results.slice(statements.length) as [
      Parameters<typeof gatesOf>[1],
      DueDelivery[],
      Parameters<typeof turnOf>[0][],
    ];
    if (turns.length >= TURNS_MAX || retries.length >= retriesMax) onFull?.();
    const planned = await this.#takeTurns(turns.map(turnOf), untilMs, nowMs);
    if (planned.hasMessages) onMessages?.();
    const gates = gatesOf(this.#ports, closed);
    const asks = [...planned.asks, ...retries.map((retry) => messageAsk(retry, this.#ports, untilMs))];
    const outcomes = await inParallel(asks, (ask) => ask(gates));
    this.#toWrite = { statements: this.#outcomesOf(outcomes, gates) };
    return { hasMails: planned.hasMails, count: turns.length + retries.length };
  }

  /** Writes what is left. @returns when something is due next, epoch ms; null for nothing */
  async finish(): Promise<number | null> {
    const { db } = this.#ports;
    const results: readonly unknown[] = await db.write([...this.#toWrite.statements, selectNextDue(db.query)]);
    this.#toWrite = { statements: [] };
    const [next] = results.at(-1) as { atMs: number | null }[];
    return next?.atMs ?? null;
  }

  async #takeTurns(turns: readonly ReturnType<typeof turnOf>[], untilMs: number, nowMs: number) {
    if (turns.length === 0) return { asks: [], hasMails: false, hasMessages: false };
    const { db } = this.#ports;
    const plans = planTurns(turns, nowMs);
    const sent = plans.flatMap(({ id, channel, isSent }) => (channel && isSent ? [{ id, channel }] : []));
    const others = sent.flatMap(({ id, channel }) => {
      if (channel === "push") return [];
      return [{ id, channel, dueAtMs: channel === "email" ? nowMs + MAIL_LOOK_MS : nowMs }];
    });
    const pushes = sent.flatMap(({ id, channel }) => (channel === "push" ? [id] : []));
    const hadOne = new Set(turns.flatMap(({ id, channel }) => (channel === null ? [] : [id])));
    const takenOver = plans.filter(({ id, channel }) => channel !== null && hadOne.has(id));
    const [claimed] = await db.write([
      insertPushes(db.query, pushes, { untilMs, nowMs }),
      ...(others.length > 0 ? [insertMessages(db.query, others, { untilMs, nowMs })] : []),
      ...(takenOver.length > 0 ? [endOtherAttempts(db.query, takenOver)] : []),
      writeTurns(
        db.query,
        plans.map((plan) => ({ ...plan, dueAtMs: dueOf(plan, nowMs) })),
        untilMs,
        nowMs,
      ),
    ]);
    const asks = plannedAsks(claimed, turns, plans, this.#ports, { untilMs, nowMs });
    const has = (wanted: Channel) => others.some(({ channel }) => channel === wanted);
    return { asks, hasMails: has("email"), hasMessages: has("telegram") };
  }

  #outcomesOf(outcomes: readonly Outcome[], gates: ServiceGates): Statement[] {
    if (outcomes.length === 0) return [];
    const { db, now } = this.#ports;
    const { query } = db;
    const ends = outcomes.map(({ end }) => end);
    for (const { end, channel, host } of outcomes) logIfLost(end, channel, host);
    const nowMs = now();
    return [
      finishAttempts(query, ends),
      ...outcomes.flatMap(({ more }) => more),
      followDeliveries(
        query,
        ends.map(({ id }) => id),
        { nowMs, confirmMs: DELIVERY.confirmMs },
      ),
      ...[...gates.failed].map(([service, untilMs]) => closeService(query, service, untilMs)),
      ...[...gates.opened].map((service) => openService(query, service)),
    ];
  }
}

/** When the next channel takes over from a plan; null for one that waits for nothing. */
function dueOf({ channel, heldUntilMs, isSent }: PlannedTurn, nowMs: number): number | null {
  if (heldUntilMs !== null) return heldUntilMs;
  if (channel === null || !isSent) return null;
  return nowMs + (channel === "email" ? MAIL_MS : DELIVERY.confirmMs);
}

function gatesOf(ports: DispatcherPorts, closed: ConstructorParameters<typeof ServiceGates>[0]): ServiceGates {
  const { db, now } = ports;
  const tryIt: ConstructorParameters<typeof ServiceGates>[1] = async ({ service, closedUntilMs }) => {
    const [rows] = await db.write([claimProbe(db.query, service, closedUntilMs, now() + CLAIM_MS)]);
    return rows.length > 0;
  };
  return new ServiceGates(closed, tryIt, now);
}

/** Says for the operator that a service refused or did not answer; the message is told by the next channel. */
function logIfLost({ status, sentAtMs, nextMs }: AttemptEnd, channel: Channel, host: string): void {
  if (sentAtMs === null && nextMs === null && channel !== "email")
    logEvent("message_not_delivered", { channel, host, status: status ?? 0 });
}

/** Does work for each item, a few at the same time. */
async function inParallel(items: readonly Ask[], work: (ask: Ask) => Promise<Outcome>): Promise<Outcome[]> {
  const done: Outcome[] = [];
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) done.push(await work(item));
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE_MAX, items.length) }, worker));
  return done;
}
