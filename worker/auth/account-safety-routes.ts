import { Hono } from "hono";
import * as z from "zod";
import { saidIn } from "../contract/translated.ts";
import { issueText, json, jsonRequest } from "../platform/input.ts";
import type { AppEnv } from "../platform/scope.ts";
import { AUTH_TEXT } from "./auth-answers.ts";
import { setSessionCookie } from "./auth-cookies.ts";
import { passwordText, secondFactorCode } from "./auth-inputs.ts";
import { changePassword } from "./change-password.ts";
import { chooseLoginAlerts } from "./choose-login-alerts.ts";
import { confirmTotp } from "./confirm-totp.ts";
import { disableTotp } from "./disable-totp.ts";
import { endOwnOtherSessions, endOwnSession } from "./end-sessions.ts";
import { enrolTotp } from "./enrol-totp.ts";
import { listSessions } from "./list-sessions.ts";
import { stepUp } from "./step-up.ts";

const changePasswordBody = z.strictObject({ currentPassword: passwordText, newPassword: passwordText });
const enrolBody = z.strictObject({ password: passwordText.optional() });
const confirmBody = z.strictObject({ code: z.string().regex(/^\d{6}$/, issueText(AUTH_TEXT.sixDigits)) });
const disableBody = z.strictObject({ password: passwordText, code: secondFactorCode });
const stepUpBody = z.strictObject({ password: passwordText });
const loginAlertsBody = z.strictObject({ loginAlerts: z.boolean() });

/** The routes with which a signed-in user secures their account. */
export const accountSafetyRoutes = new Hono<AppEnv>()
  .post("/password", jsonRequest, json(changePasswordBody), async (c) => {
    const scope = c.get("scope");
    const { sessionToken, bearerToken: token, lifetimeMs } = await changePassword(scope, c.req.valid("json"));
    setSessionCookie(c, sessionToken, lifetimeMs);
    return c.json({ success: true as const, message: saidIn(scope.language, AUTH_TEXT.passwordChanged), token });
  })
  .post("/totp/enrol", jsonRequest, json(enrolBody), async (c) => {
    const { expiresAtMs, ...enrolment } = await enrolTotp(c.get("scope"), c.req.valid("json").password);
    return c.json({ success: true as const, ...enrolment, expiresAt: new Date(expiresAtMs).toISOString() });
  })
  .post("/totp/confirm", jsonRequest, json(confirmBody), async (c) => {
    const scope = c.get("scope");
    const recoveryCodes = await confirmTotp(scope, c.req.valid("json").code);
    return c.json({ success: true as const, message: saidIn(scope.language, AUTH_TEXT.twoFactorOn), recoveryCodes });
  })
  .post("/totp/disable", jsonRequest, json(disableBody), async (c) => {
    const scope = c.get("scope");
    await disableTotp(scope, c.req.valid("json"));
    return c.json({ success: true as const, message: saidIn(scope.language, AUTH_TEXT.twoFactorOff) });
  })
  .get("/sessions", async (c) => {
    return c.json({ success: true as const, sessions: await listSessions(c.get("scope")) });
  })
  .delete("/sessions", async (c) => {
    return c.json({ success: true as const, ended: await endOwnOtherSessions(c.get("scope")) });
  })
  .delete("/sessions/:id", async (c) => {
    await endOwnSession(c.get("scope"), c.req.param("id"));
    return c.json({ success: true as const });
  })
  .post("/step-up", jsonRequest, json(stepUpBody), async (c) => {
    const { sessionToken, lifetimeMs } = await stepUp(c.get("scope"), c.req.valid("json").password);
    setSessionCookie(c, sessionToken, lifetimeMs);
    return c.json({ success: true as const });
  })
  .post("/login-alerts", jsonRequest, json(loginAlertsBody), async (c) => {
    const { loginAlerts } = c.req.valid("json");
    await chooseLoginAlerts(c.get("scope"), loginAlerts);
    return c.json({ success: true as const, loginAlerts });
  });
