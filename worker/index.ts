import { DurableObject } from "cloudflare:workers";
import { api } from "./app.ts";
import { runCron } from "./cron/run-cron.ts";
import { answerDocument } from "./documents.ts";
import { unsubscribeCall } from "./notifications/mail-links/unsubscribe-link.ts";
import type { Bindings } from "./platform/env.ts";
import { openSocket } from "./prices/open-socket.ts";
import { isOfSocket } from "./prices/socket-address.ts";

export { DemoAccount } from "./demo/demo-account.ts";
export { TriggerBook } from "./demo/trigger-book.ts";
export { MoneyJournal } from "./journal/money-journal.ts";
export { Delivery } from "./notifications/delivery/delivery.ts";
export { MailRetry } from "./platform/mail/mail-retry.ts";
export { ServiceWatch } from "./platform/services/service-watch.ts";
export { PriceFeed } from "./prices/price-feed.ts";
export { PriceHub } from "./prices/price-hub.ts";

/**
 * Left from before the hashers had a Worker of their own (`passwords/`). The platform refuses an upload that unbinds a
 * class and deletes it at once, so the next release deletes it. Source: `docs/decisions/061`
 */
export class PasswordHasher extends DurableObject {}

/** The entry point of the Worker: requests and the cron. */
export default {
  fetch(request, env, context) {
    const ofUnsubscribe = unsubscribeCall(request);
    if (ofUnsubscribe) return api.fetch(ofUnsubscribe, env, context);
    const answerCall = () => api.fetch(request, env, context);
    if (isOfSocket(request.url)) return openSocket(request, env, answerCall);
    return isOfApi(request.url) ? answerCall() : answerDocument(request, env);
  },
  scheduled(_event, env, context) {
    return runCron(env, (work) => context.waitUntil(work));
  },
} satisfies ExportedHandler<Bindings>;

/** Whether an absolute URL is one of the API. Each request asks this, and parsing its URL would cost more than all else here. */
function isOfApi(url: string): boolean {
  return /^https?:\/\/[^/?#]*\/api(?:[/?#]|$)/.test(url);
}
