import { DurableObject } from "cloudflare:workers";
import { openDatabase } from "../../../db/client.ts";
import { type Bindings, databaseOptions, readSettings, type Settings } from "../../platform/env.ts";
import { logFault, withRequestId } from "../../platform/log.ts";
import { retryMailAt } from "../../platform/mail/mail-outbox.ts";
import { isReportDue, reportCalls } from "../../platform/services/service-calls.ts";
import { shownReceipt } from "../../push/push-receipt.ts";
import { endGone } from "../../push/push-store.ts";
import { sendPush } from "../../push/send-push.ts";
import { sendTelegram } from "../../telegram/send-telegram.ts";
import { blockLink } from "../../telegram/telegram-store.ts";
import { mailNotifications } from "../mail-notifications.ts";
import { Dispatcher } from "./dispatcher.ts";
import type { DispatcherPorts } from "./dispatcher-ports.ts";

declare module "../../platform/env.ts" {
  interface Bindings {
    DELIVERY: DurableObjectNamespace<Delivery>;
  }
}

/** How many objects send pushes at most. Each has six connections. */
const OBJECTS_MAX = 128;
/** How many others an object wakes whose claim was full. */
const WAKES = 4;
/** The object that sends what one alone may send: Telegram, and tests of mails. */
const MESSAGES = "messages";
/** How often a call for an object that is busy goes on to the next one. */
const HOPS_MAX = 6;
/** When the alarm continues after a run that ended without a word. */
const CARE_MS = 60_000;
/** The least time between two runs of the alarm. */
const PAUSE_MS = 500;
const BATCHES_MAX = 500;

/**
 * Sends what is due by the channels of persons. The rows say what is due and what was claimed, so that an object that ends, or an alarm that
 * is lost, loses and doubles nothing. The first object is called after each commit with something due, and by the cron; each wakes four others
 * when its claim was full, and passes on a call that comes while it is busy.
 * Source: docs/decisions/130
 */
export class Delivery extends DurableObject<Bindings> {
  #running: Promise<void> | null = null;
  #isCalled = false;

  /** Sends what is due. @param hops how many objects before were busy */
  async wake(hops = 0): Promise<void> {
    if (this.#running === null) {
      // The caller does not wait for all that is due.
      this.ctx.waitUntil(this.#run());
      return;
    }
    this.#isCalled = true;
    const index = this.#index();
    if (index === null || hops >= HOPS_MAX) return;
    await this.#dispatcher((index + 1) % OBJECTS_MAX).wake(hops + 1);
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
    });
    return this.#running;
  }

  async #sendAll(): Promise<void> {
    const settings = readSettings(this.env);
    const dispatcher = new Dispatcher(this.#ports(settings), this.#index() === null ? "messages" : "pushes");
    let hasMails = false;
    try {
      for (let batches = 0; batches < BATCHES_MAX; batches++) {
        this.#isCalled = false;
        const batch = await dispatcher.runBatch({
          onFull: () => this.#wakeOthers(),
          onMessages: () => this.#messages(),
        });
        hasMails ||= batch.hasMails;
        if (batch.count === 0 && !this.#isCalled) break;
      }
      const nextMs = await dispatcher.finish();
      if (nextMs !== null) {
        // What is due now is of the other role, or came this moment.
        if (nextMs <= Date.now()) this.#messages();
        await this.#continueAt(Math.max(nextMs, Date.now() + PAUSE_MS));
      }
      if (hasMails) this.ctx.waitUntil(this.#mail(settings).catch(logFault));
    } catch (error) {
      // The database is unavailable: claims end, and the next run takes them.
      logFault(error);
      await this.#continueAt(Date.now() + CARE_MS);
    }
    if (isReportDue()) this.ctx.waitUntil(reportCalls(this.env));
  }

  /** The first object, and that of messages, have alarms; the others tell the first. */
  async #continueAt(atMs: number): Promise<void> {
    if (this.#index() === 0 || this.#index() === null) await this.lookAt(atMs);
    else await this.#dispatcher(0).lookAt(atMs);
  }

  #wakeOthers(): void {
    const index = this.#index();
    if (index === null) return;
    for (let other = WAKES * index + 1; other <= WAKES * index + WAKES; other++) {
      if (other < OBJECTS_MAX) this.ctx.waitUntil(this.#dispatcher(other).wake(HOPS_MAX).catch(logFault));
    }
  }

  #messages(): void {
    this.ctx.waitUntil(this.env.DELIVERY.getByName(MESSAGES).wake().catch(logFault));
  }

  async #mail(settings: Settings): Promise<void> {
    await mailNotifications({ db: openDatabase(databaseOptions(settings)), settings, now: Date.now });
    await retryMailAt(this.env, Date.now());
  }

  #dispatcher(index: number): DurableObjectStub<Delivery> {
    return this.env.DELIVERY.getByName(String(index));
  }

  /** The number of this object among those that send pushes; null for the one of messages. */
  #index(): number | null {
    const { name } = this.ctx.id;
    if (name === undefined) throw new Error("a dispatcher has a name");
    return name === MESSAGES ? null : Number(name);
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
      sendPush: (target, message, options) => sendPush(settings, target, message, options),
      receiptOf: (deliveryId) => shownReceipt(settings, deliveryId),
      sendTelegram: (chatId, message) => sendTelegram(settings, chatId, message),
      endBrowser: (subscriptionId, status) => endGone(db.query, subscriptionId, status, Date.now()),
      blockChat: (userId, chatId) => blockLink(db.query, { userId, chatId }, Date.now()),
    };
  }
}
