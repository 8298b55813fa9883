import { DurableObject } from "cloudflare:workers";
import { openDatabase } from "../../../db/client.ts";
import { type Bindings, databaseOptions, readSettings, type Settings } from "../../platform/env.ts";
import { logFault, withRequestId } from "../../platform/log.ts";
import { retryMailAt } from "../../platform/mail/mail-outbox.ts";
import type { ChannelAnswer } from "../../platform/services/channel-answer.ts";
import { isReportDue, noteCall, reportCalls } from "../../platform/services/service-calls.ts";
import { shownReceipt } from "../../push/push-receipt.ts";
import { endGone } from "../../push/push-store.ts";
import { sendPush } from "../../push/send-push.ts";
import { sendTelegram } from "../../telegram/send-telegram.ts";
import { blockLink } from "../../telegram/telegram-store.ts";
import { mailNotifications } from "../mail-notifications.ts";
import { Dispatcher } from "./dispatcher.ts";
import type { DispatcherPorts } from "./dispatcher-ports.ts";
import { PushSender, type PushSlice } from "./push-sender.ts";

declare module "../../platform/env.ts" {
  interface Bindings {
    DELIVERY: DurableObjectNamespace<Delivery>;
  }
}

/** How many objects send pushes. Each has six connections. */
const SENDERS = 128;
/** The object that claims all pushes. */
const FIRST = "0";
/** The object that sends what one alone may send: Telegram, and tests of mails. */
const MESSAGES = "messages";
/** How many claims the first object has under way when much is due: one waits for the database while the other is read and decided. */
const CLAIMS = 2;
/** When the alarm continues after a run that ended without a word. */
const CARE_MS = 60_000;
/** The least time between two runs of the alarm. */
const PAUSE_MS = 500;
const BATCHES_MAX = 500;

/**
 * Sends what is due by the channels of persons. The rows say what is due and what was claimed, so that an object that ends, or an alarm that
 * is lost, loses and doubles nothing. The first object is called after each commit with something due, and by the cron: it claims in large
 * batches, and others send what it has claimed.
 * Source: docs/decisions/130, 139
 */
export class Delivery extends DurableObject<Bindings> {
  #running: Promise<void> | null = null;
  #isCalled = false;
  #sender: PushSender | null = null;
  /** How many slices were handed over, so that each sender gets as many as the others. */
  #handedOver = 0;

  /** Sends what is due. */
  wake(): void {
    this.#isCalled = true;
    // The caller does not wait for all that is due.
    this.ctx.waitUntil(this.#run());
  }

  /** Sends pushes that the first object has claimed. The caller does not wait for them. */
  send(slice: PushSlice): void {
    this.#sender ??= new PushSender(this.#ports(readSettings(this.env)), (nextMs) => {
      // The next channel takes over at once.
      const first = this.#object(FIRST);
      this.ctx.waitUntil((nextMs <= Date.now() ? first.wake() : first.lookAt(nextMs)).catch(logFault));
    });
    const sent = withRequestId(crypto.randomUUID(), async () => this.#sender?.send(slice));
    this.ctx.waitUntil(sent.catch(logFault).then(() => (isReportDue() ? reportCalls(this.env) : undefined)));
  }

  /** Looks again at a time, unless it does so before. */
  async lookAt(atMs: number): Promise<void> {
    const setToMs = await this.ctx.storage.getAlarm();
    if (setToMs === null || atMs < setToMs) await this.ctx.storage.setAlarm(atMs);
  }

  override async alarm(): Promise<void> {
    await this.#run();
  }

  #run(): Promise<void> {
    this.#running ??= withRequestId(crypto.randomUUID(), () => this.#sendAll()).finally(() => {
      this.#running = null;
      // A call that came after the last claim.
      if (this.#isCalled) this.ctx.waitUntil(this.#run());
    });
    return this.#running;
  }

  async #sendAll(): Promise<void> {
    const settings = readSettings(this.env);
    const claims: Promise<boolean>[] = [];
    const claim = () => claims.push(this.#claimAll(settings, () => claims.length < CLAIMS && claim()));
    let hasMails = false;
    try {
      claim();
      // Others are added while these run.
      for (const one of claims) hasMails = (await one) || hasMails;
    } catch (error) {
      // The database is unavailable: claims end, and the next run takes them.
      logFault(error);
      await Promise.allSettled(claims);
      await this.lookAt(Date.now() + CARE_MS);
    }
    if (hasMails) this.ctx.waitUntil(this.#mail(settings).catch(logFault));
    if (isReportDue()) this.ctx.waitUntil(reportCalls(this.env));
  }

  /** Claims until nothing is due. @returns whether mails are to be written */
  async #claimAll(settings: Settings, onFull: () => void): Promise<boolean> {
    const dispatcher = new Dispatcher(this.#ports(settings), this.ctx.id.name === MESSAGES ? "messages" : "pushes");
    let hasMails = false;
    for (let batches = 0; batches < BATCHES_MAX; batches++) {
      this.#isCalled = false;
      const batch = await dispatcher.runBatch({
        send: (slice) => this.#handOver(slice),
        onFull,
        onMessages: () => this.#messages(),
      });
      hasMails ||= batch.hasMails;
      if (batch.count === 0 && !this.#isCalled) break;
    }
    const nextMs = await dispatcher.finish();
    if (nextMs !== null) {
      // What is due now is of the other role, or came this moment.
      if (nextMs <= Date.now()) this.#messages();
      await this.lookAt(Math.max(nextMs, Date.now() + PAUSE_MS));
    }
    return hasMails;
  }

  #handOver(slice: PushSlice): void {
    const sender = this.#object(String(1 + (this.#handedOver++ % SENDERS)));
    // What a sender did not get is claimed again.
    this.ctx.waitUntil(sender.send(slice).catch(logFault));
  }

  #messages(): void {
    this.ctx.waitUntil(this.#object(MESSAGES).wake().catch(logFault));
  }

  async #mail(settings: Settings): Promise<void> {
    await mailNotifications({ db: openDatabase(databaseOptions(settings)), settings, now: Date.now });
    await retryMailAt(this.env, Date.now());
  }

  #object(name: string): DurableObjectStub<Delivery> {
    return this.env.DELIVERY.getByName(name);
  }

  #ports(settings: Settings): DispatcherPorts {
    const db = openDatabase({
      ...databaseOptions(settings),
      tellOf: (userIds) => {
        for (const userId of userIds)
          this.ctx.waitUntil(this.env.DEMO_ACCOUNT.getByName(userId).accountChanged().catch(logFault));
      },
    });
    return {
      db,
      now: Date.now,
      appOrigin: settings.APP_ORIGIN,
      sendPush: (target, message, options) => noted("push", sendPush(settings, target, message, options)),
      receiptOf: (deliveryId) => shownReceipt(settings, deliveryId),
      sendTelegram: (chatId, message) => noted("telegram", sendTelegram(settings, chatId, message)),
      endBrowser: (subscriptionId, status) => endGone(db.query, subscriptionId, status, Date.now()),
      blockChat: (userId, chatId) => blockLink(db.query, { userId, chatId }, Date.now()),
    };
  }
}

/** Counts a call for the health of its service. One that asks for fewer calls, or refuses ours, does its part. */
async function noted(service: "push" | "telegram", call: Promise<ChannelAnswer>): Promise<ChannelAnswer> {
  const answer = await call;
  const { outcome, status } = answer;
  const isAway = outcome === "failed" || outcome === "unknown" || (outcome === "busy" && status !== 429);
  noteCall(service, { isAnswer: !isAway });
  return answer;
}
