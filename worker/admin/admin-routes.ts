import { Hono } from "hono";
import * as z from "zod";
import { AUTH_TEXT } from "../auth/auth-answers.ts";
import { authCookie, setAuthCookie, setLanguageCookie, setSessionCookie } from "../auth/auth-cookies.ts";
import { SESSION } from "../contract/limits.ts";
import { saidIn } from "../contract/translated.ts";
import { issueText, json, jsonRequest } from "../platform/input.ts";
import type { AppEnv } from "../platform/scope.ts";
import { auditRoutes } from "./audit/audit-routes.ts";
import { statementAdminRoutes } from "./bank-statements/statement-admin-routes.ts";
import { bookRoutes } from "./books/book-routes.ts";
import { COMMAND_TEXT } from "./commands/command-answers.ts";
import { stepUp } from "./commands/step-up.ts";
import { adminDepositRoutes } from "./deposits/deposit-admin-routes.ts";
import { exceptionRoutes } from "./exceptions/exception-routes.ts";
import { adminIdentityRoutes } from "./identities/identity-admin-routes.ts";
import { importRoutes } from "./imports/import-routes.ts";
import { ledgerRoutes } from "./ledger/ledger-routes.ts";
import { logInAdmin } from "./log-in/log-in-admin.ts";
import { monthRoutes } from "./month-close/month-routes.ts";
import { onCallRoutes } from "./on-call/on-call-routes.ts";
import { settingRoutes } from "./operation-settings/setting-routes.ts";
import { overviewRoutes } from "./overview/overview-routes.ts";
import { pauseRoutes } from "./pauses/pause-routes.ts";
import { payoutRoutes } from "./payouts/payout-routes.ts";
import { peopleRoutes } from "./people/people-routes.ts";
import { adminQuestionRoutes } from "./questions/question-admin-routes.ts";
import { restoreRoutes } from "./restores/restore-routes.ts";
import { savedViewRoutes } from "./saved-views/saved-view-routes.ts";
import { adminUserRoutes } from "./users/user-admin-routes.ts";
import { adminWithdrawalRoutes } from "./withdrawals/withdrawal-admin-routes.ts";

const totpCode = z.string().regex(/^\d{6}$/, issueText(AUTH_TEXT.sixDigits));

const logInBody = z.strictObject({
  email: z.string().min(1).max(320),
  password: z.string().min(1).max(512),
  code: totpCode,
});
const stepUpBody = z.strictObject({ code: totpCode });

/** All routes of the admin API, with the admin log-in. */
export const adminRoutes = new Hono<AppEnv>()
  .post("/login", jsonRequest, json(logInBody), async (c) => {
    const knownDeviceCookie = authCookie(c, "admin-device");
    const scope = c.get("scope");
    const { sessionToken, deviceCookie, user } = await logInAdmin(scope, c.req.valid("json"), knownDeviceCookie);
    setSessionCookie(c, sessionToken, SESSION.adminLifetimeMs);
    setAuthCookie(c, "admin-device", deviceCookie);
    if (user.language) setLanguageCookie(c, user.language);
    const message = saidIn(user.language ?? scope.language, COMMAND_TEXT.loggedIn);
    return c.json({ success: true as const, message, user });
  })
  .post("/step-up", jsonRequest, json(stepUpBody), async (c) => {
    const scope = c.get("scope");
    const { sessionToken, lifetimeMs } = await stepUp(scope, c.req.valid("json").code);
    setSessionCookie(c, sessionToken, lifetimeMs);
    return c.json({ success: true as const, message: saidIn(scope.language, COMMAND_TEXT.steppedUp) });
  })
  .route("/", overviewRoutes)
  .route("/withdrawals", adminWithdrawalRoutes)
  .route("/exceptions", exceptionRoutes)
  .route("/deposits", adminDepositRoutes)
  .route("/identities", adminIdentityRoutes)
  .route("/questions", adminQuestionRoutes)
  .route("/users", adminUserRoutes)
  .route("/people", peopleRoutes)
  .route("/views", savedViewRoutes)
  .route("/ledger", ledgerRoutes)
  .route("/books", bookRoutes)
  .route("/statements", statementAdminRoutes)
  .route("/payouts", payoutRoutes)
  .route("/months", monthRoutes)
  .route("/audit", auditRoutes)
  .route("/imports", importRoutes)
  .route("/restores", restoreRoutes)
  .route("/pauses", pauseRoutes)
  .route("/settings", settingRoutes)
  .route("/on-call", onCallRoutes);
