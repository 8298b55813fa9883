import { Hono } from "hono";
import { accessByRoute } from "./access.ts";
import { adminRoutes } from "./admin/admin-routes.ts";
import { alertRoutes } from "./alerts/alert-routes.ts";
import { accountSafetyRoutes } from "./auth/account-safety-routes.ts";
import { authRoutes } from "./auth/auth-routes.ts";
import { brokerRoutes } from "./broker/broker-routes.ts";
import { channelRoutes } from "./channels/channel-routes.ts";
import { AppError } from "./contract/errors.ts";
import { dataRightsRoutes } from "./data-rights/data-rights-routes.ts";
import { demoRoutes } from "./demo/demo-routes.ts";
import { depositRoutes } from "./deposits/deposit-routes.ts";
import { googleRoutes } from "./google/google-routes.ts";
import { operationRoutes } from "./health/health-routes.ts";
import { imageRoutes } from "./images/image-routes.ts";
import { mailSwitchRoute, notificationRoutes } from "./notifications/notification-routes.ts";
import { unsubscribeRoutes } from "./notifications/unsubscribe/unsubscribe-routes.ts";
import { ERROR_TEXT } from "./platform/api-text.ts";
import { answerError } from "./platform/request/envelope.ts";
import { FixedPathRouter } from "./platform/request/fixed-path-router.ts";
import { admitRequest, requestScope } from "./platform/request/request-scope.ts";
import { apiHeaders } from "./platform/request/security-headers.ts";
import type { AppEnv } from "./platform/scope.ts";
import { marketRoutes } from "./prices/market-routes.ts";
import { paymentMethodRoutes } from "./profile/payment-method-routes.ts";
import { profileRoutes } from "./profile/profile-routes.ts";
import { pushRoutes } from "./push/push-routes.ts";
import { questionRoutes } from "./questions/question-routes.ts";
import { replayRoutes } from "./replay/replay-routes.ts";
import { statementRoutes } from "./statement/statement-routes.ts";
import { telegramRoutes } from "./telegram/telegram-routes.ts";
import { terminalRoutes } from "./terminal/drawings-and-settings-routes.ts";
import { journalRoutes } from "./trade-journal/journal-routes.ts";
import { breakdownRoutes } from "./trades/breakdown/breakdown-routes.ts";
import { tradeRoutes } from "./trades/trade-routes.ts";
import { withdrawalRoutes } from "./withdrawals/withdrawal-routes.ts";

/** Everything under /api: the order of the middleware, and the routes of every feature. */
const api = new Hono<AppEnv>({ router: new FixedPathRouter() })
  .basePath("/api")
  .onError(answerError)
  .notFound(() => {
    throw new AppError("not_found", ERROR_TEXT.not_found);
  })
  .use(apiHeaders)
  .use(requestScope)
  .use(admitRequest(accessByRoute))
  .route("/", operationRoutes)
  .route("/auth", authRoutes)
  .route("/auth", accountSafetyRoutes)
  .route("/auth", googleRoutes)
  .route("/admin", adminRoutes)
  .route("/user", profileRoutes)
  .route("/user", mailSwitchRoute)
  .route("/user", paymentMethodRoutes)
  .route("/user", dataRightsRoutes)
  .route("/deposit", depositRoutes)
  .route("/withdrawal", withdrawalRoutes)
  .route("/notifications", notificationRoutes)
  .route("/telegram", telegramRoutes)
  .route("/notifications", pushRoutes)
  .route("/notifications", channelRoutes)
  .route("/unsubscribe", unsubscribeRoutes)
  .route("/alerts", alertRoutes)
  .route("/questions", questionRoutes)
  .route("/statement", statementRoutes)
  .route("/", imageRoutes)
  .route("/trade", tradeRoutes)
  .route("/trade/breakdown", breakdownRoutes)
  .route("/broker", brokerRoutes)
  .route("/demo", demoRoutes)
  .route("/replay", replayRoutes)
  .route("/terminal", terminalRoutes)
  .route("/journal", journalRoutes)
  .route("/market", marketRoutes);

export { api };
/** The type of the API, from which the browser's client is typed. */
export type AppType = typeof api;
