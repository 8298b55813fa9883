import type { Statement } from "../../../db/client.ts";
import { type Channel, DELIVERY } from "../../contract/channels.ts";
import { HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import type { DueDelivery } from "../channel-facts-sql.ts";
import { claimTurns, writeTurns } from "../notification-store.ts";
import { type Turn, turnOf } from "./delivery-facts.ts";
import {
  type ClaimedPush,
  claimDeliveries,
  endOtherAttempts,
  insertMessages,
  insertPushes,
  selectClosedServices,
  selectNextDue,
} from "./delivery-store.ts";
import type { DispatcherPorts } from "./dispatcher-ports.ts";
import { type Ask, messageAsk, type Outcome, type PushJob, plannedPushes, pushOf } from "./message-asks.ts";
import { type PlannedTurn, planTurns } from "./plan-turns.ts";
import type { PushSlice } from "./push-sender.ts";
import { type ClosedService, ServiceGates } from "./service-gates.ts";
import { probing, writesOf } from "./write-outcomes.ts";

/** When another dispatcher may take over what this one has claimed: longer than its messages can take. */
const CLAIM_MS = 30_000;
/** How many notifications, and how many retries of pushes, one claim takes: more make fewer writes, and the first of them wait longer. */
const TURNS_MAX = 400;
const RETRIES_MAX = 200;
/** Of messages that a repeat would double, few are in doubt when a dispatcher ends. */
const MESSAGES_MAX = 5;
/** How many pushes one object gets at once: twice as many as it sends at the same time. */
const SLICE_MAX = 10;
/** How long a mail has: the job that writes it, and the one that sends it, run every minute. */
const MAIL_MS = 2 * MINUTE_MS;
/** How often a mail on its way is looked at: the mail service's answer moves it before. */
const MAIL_LOOK_MS = HOUR_MS;

/** What others are called for. */
export type DispatcherCalls = {
  /** Pushes are claimed, and are sent by others. It does not wait for them. */
  send: (slice: PushSlice) => void;
  /** The claim was full: more may be due. */
  onFull?: () => void;
  /** Messages of the other role are due. */
  onMessages?: () => void;
};

/** `pushes`: turns of notifications and pushes. `messages`: what only one dispatcher sends: Telegram and tests of mails. */
export type DispatcherRole = "pushes" | "messages";

/** Statements that go with the next claim, and what is done with the rows of their first one. */
type Pending = { statements: Statement[]; send: ((rows: unknown, hasMore: boolean) => void) | null };

const NOTHING: Pending = { statements: [], send: null };

/**
 * Claims what is due by channels, in batches, and decides about it. What it decided is written with the next claim, after which others
 * send the pushes; messages it sends itself, and what became of them is written with the next claim too. A claim has an end, each write
 * holds only while its claim does, and so another dispatcher goes on wherever one ends.
 */
export class Dispatcher {
  readonly #ports: DispatcherPorts;
  readonly #role: DispatcherRole;
  #pending: Pending = NOTHING;

  constructor(ports: DispatcherPorts, role: DispatcherRole) {
    this.#ports = ports;
    this.#role = role;
  }

  /** Claims one batch. @returns how much is under way, and whether mails are to be written */
  async runBatch(calls: DispatcherCalls): Promise<{ hasMails: boolean; count: number }> {
    const { db, now } = this.#ports;
    const nowMs = now();
    const untilMs = nowMs + CLAIM_MS;
    const isPushes = this.#role === "pushes";
    const channels: Channel[] = isPushes ? ["push"] : ["telegram", "email"];
    const retriesMax = isPushes ? RETRIES_MAX : MESSAGES_MAX;
    const { statements, send } = this.#pending;
    this.#pending = NOTHING;
    const results: readonly unknown[] = await db.write([
      ...statements,
      selectClosedServices(db.query),
      claimDeliveries(db.query, { channels, nowMs, untilMs, max: retriesMax }),
      ...(isPushes ? [claimTurns(db.query, { nowMs, untilMs, max: TURNS_MAX })] : []),
    ]);
    // The rows of the statements above, in their order.
    const [closed, retries, rows = []] = results.slice(statements.length) as [
      ClosedService[],
      DueDelivery[],
      Parameters<typeof turnOf>[0][],
    ];
    const isFull = rows.length >= TURNS_MAX || retries.length >= retriesMax;
    if (isFull) calls.onFull?.();
    send?.(results[0], isFull);
    const turns = rows.map(turnOf);
    const pushes = isPushes ? retries.flatMap((due) => pushOf(due, untilMs) ?? []) : [];
    this.#handOver(pushes, closed, isFull, calls);
    // A push whose browser has ended is among those that are left.
    const asks = retries.flatMap((due) =>
      due.channel === "push" && due.browser !== null ? [] : [messageAsk(due, this.#ports, untilMs)],
    );
    const decided = turns.length > 0 ? this.#decide(turns, closed, { untilMs, nowMs }, calls) : null;
    const ends = await this.#sendHere(asks, closed);
    this.#pending = { statements: [...(decided?.statements ?? []), ...ends], send: decided?.send ?? null };
    return { hasMails: decided?.hasMails ?? false, count: turns.length + retries.length };
  }

  /** Writes what is left. @returns when something is due next, epoch ms; null for nothing */
  async finish(): Promise<number | null> {
    const { db } = this.#ports;
    const { statements, send } = this.#pending;
    this.#pending = NOTHING;
    const results: readonly unknown[] = await db.write([...statements, selectNextDue(db.query)]);
    send?.(results[0], false);
    const [next] = results.at(-1) as { atMs: number | null }[];
    return next?.atMs ?? null;
  }

  #decide(
    turns: readonly Turn[],
    closed: ClosedService[],
    { untilMs, nowMs }: { untilMs: number; nowMs: number },
    calls: DispatcherCalls,
  ) {
    const { query } = this.#ports.db;
    const plans = planTurns(turns, nowMs);
    const sent = plans.flatMap(({ id, channel, isSent }) => (channel && isSent ? [{ id, channel }] : []));
    const others = sent.flatMap(({ id, channel }) => {
      if (channel === "push") return [];
      return [{ id, channel, dueAtMs: channel === "email" ? nowMs + MAIL_LOOK_MS : nowMs }];
    });
    const pushes = sent.flatMap(({ id, channel }) => (channel === "push" ? [id] : []));
    const hadOne = new Set(turns.flatMap(({ id, channel }) => (channel === null ? [] : [id])));
    const takenOver = plans.filter(({ id, channel }) => channel !== null && hadOne.has(id));
    const statements = [
      insertPushes(query, pushes, { untilMs, nowMs }),
      ...(others.length > 0 ? [insertMessages(query, others, { untilMs, nowMs })] : []),
      ...(takenOver.length > 0 ? [endOtherAttempts(query, takenOver)] : []),
      writeTurns(
        query,
        plans.map((plan) => ({ ...plan, dueAtMs: dueOf(plan, nowMs) })),
        untilMs,
        nowMs,
      ),
    ];
    const has = (wanted: Channel) => others.some(({ channel }) => channel === wanted);
    const send = (rows: unknown, hasMore: boolean) => {
      // The rows of `insertPushes`.
      const claimed = rows as ClaimedPush[];
      this.#handOver(plannedPushes(claimed, turns, plans, { untilMs, nowMs }), closed, hasMore, calls);
      if (has("telegram")) calls.onMessages?.();
    };
    return { statements, send, hasMails: has("email") };
  }

  #handOver(jobs: readonly PushJob[], closed: ClosedService[], hasMore: boolean, { send }: DispatcherCalls): void {
    for (let at = 0; at < jobs.length; at += SLICE_MAX) {
      send({ jobs: jobs.slice(at, at + SLICE_MAX), closed, hasMore });
    }
  }

  /** Sends what a repeat would double, which is little. @returns the statements that write what became of it */
  async #sendHere(asks: readonly Ask[], closed: ClosedService[]): Promise<Statement[]> {
    const gates = new ServiceGates(closed, probing(this.#ports), this.#ports.now);
    const outcomes: Outcome[] = await Promise.all(asks.map((ask) => ask(gates)));
    return writesOf(outcomes, gates, this.#ports);
  }
}

/** When the next channel takes over from a plan; null for one that waits for nothing. */
function dueOf({ channel, heldUntilMs, isSent }: PlannedTurn, nowMs: number): number | null {
  if (heldUntilMs !== null) return heldUntilMs;
  if (channel === null || !isSent) return null;
  return nowMs + (channel === "email" ? MAIL_MS : DELIVERY.confirmMs);
}
