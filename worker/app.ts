import { Hono } from "hono";
import { adminRoutes } from "./admin/admin-routes.ts";
import { accountSafetyRoutes } from "./auth/account-safety-routes.ts";
import { authRoutes } from "./auth/auth-routes.ts";
import { AppError, ERROR_TEXT } from "./contract/errors.ts";
import { dataRightsRoutes } from "./data-rights/data-rights-routes.ts";
import { depositRoutes } from "./deposits/deposit-routes.ts";
import { googleRoutes } from "./google/google-routes.ts";
import { answerError } from "./http/envelope.ts";
import { limitFloods, limitReads } from "./http/flood.ts";
import { apiHeaders } from "./http/headers.ts";
import { refuseCrossOrigin } from "./http/origin.ts";
import { findAccess, refuseStrangers, requestScope } from "./http/request-scope.ts";
import type { AppEnv } from "./http/scope.ts";
import { imageRoutes } from "./images/image-routes.ts";
import { marketRoutes } from "./market/market-routes.ts";
import { operationRoutes } from "./operation/operation-routes.ts";
import { paymentMethodRoutes } from "./payment-methods/payment-method-routes.ts";
import { profileRoutes } from "./profile/profile-routes.ts";
import { tradeRoutes } from "./trades/trade-routes.ts";
import { withdrawalRoutes } from "./withdrawals/withdrawal-routes.ts";

/** Everything under /api: the order of the middleware, and every feature's routes. */
const api = new Hono<AppEnv>()
  .basePath("/api")
  .onError(answerError)
  .notFound(() => {
    throw new AppError("not_found", ERROR_TEXT.not_found);
  })
  .use(apiHeaders)
  .use(requestScope)
  .use(findAccess)
  .use(limitFloods)
  .use(limitReads)
  .use(refuseCrossOrigin)
  .use(refuseStrangers)
  .route("/", operationRoutes)
  .route("/auth", authRoutes)
  .route("/auth", accountSafetyRoutes)
  .route("/auth", googleRoutes)
  .route("/admin", adminRoutes)
  .route("/user", profileRoutes)
  .route("/user", paymentMethodRoutes)
  .route("/user", dataRightsRoutes)
  .route("/deposit", depositRoutes)
  .route("/withdrawal", withdrawalRoutes)
  .route("/", imageRoutes)
  .route("/trade", tradeRoutes)
  .route("/market", marketRoutes);

export { api };
export type AppType = typeof api;
