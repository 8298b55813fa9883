import { DurableObject } from "cloudflare:workers";
import { openDatabase } from "../../../db/client.ts";
import { type Bindings, databaseOptions, readSettings } from "../env.ts";
import { logFault, withRequestId } from "../log.ts";
import { isReportDue, reportCalls } from "../services/service-calls.ts";
import { nextRetryAt, sendAllDueMail } from "./mail-outbox.ts";

declare module "../env.ts" {
  interface Bindings {
    MAIL_RETRY: DurableObjectNamespace<MailRetry>;
  }
}

/**
 * Retries failed mails sooner than the cron would. It stores only its alarm: a column of the outbox says when each mail
 * is due, so an alarm that is lost or fires twice neither loses nor repeats a mail.
 */
export class MailRetry extends DurableObject<Bindings> {
  /** Sets the alarm, unless it is already set to an earlier time. */
  async retryAt(atMs: number): Promise<void> {
    const setToMs = await this.ctx.storage.getAlarm();
    if (setToMs === null || atMs < setToMs) await this.ctx.storage.setAlarm(atMs);
  }

  override async alarm(): Promise<void> {
    const settings = readSettings(this.env);
    const db = openDatabase(databaseOptions(settings));
    const retryAt = (atMs: number) => this.retryAt(atMs);
    await withRequestId(crypto.randomUUID(), async () => {
      try {
        await sendAllDueMail({ db, settings, now: Date.now, retryAt });
        const nextMs = await nextRetryAt(db, Date.now());
        if (nextMs !== null) await this.retryAt(nextMs);
      } catch (error) {
        // The database is unavailable, so it is unknown what is due. The cron continues when it is back.
        logFault(error);
      }
      if (isReportDue()) await reportCalls(this.env);
    });
  }
}
