import { api } from "./app.ts";
import { answerDocument } from "./documents.ts";
import type { Bindings } from "./env.ts";
import { runCron } from "./operation/run-cron.ts";

export { PasswordHasher } from "./auth/password-hasher.ts";
export { MailRetry } from "./mail/mail-retry.ts";
export { PriceFeed } from "./market/price-feed.ts";
export { PriceHub } from "./market/price-hub.ts";
export { ServiceWatch } from "./operation/service-watch.ts";

export default {
  fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    return pathname === "/api" || pathname.startsWith("/api/")
      ? api.fetch(request, env, context)
      : answerDocument(request, env);
  },
  scheduled(_event, env) {
    return runCron(env);
  },
} satisfies ExportedHandler<Bindings>;
